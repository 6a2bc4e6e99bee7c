"""Links that are keys: a text with this site's signature, as one part of an address."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer


class LinkSigner:
    """kind : of link. One of another kind, or of another site, is none."""

    def __init__(self, kind: str) -> None:
        self._signer = Signer(salt=kind)

    def token(self, text: str) -> str:
        return self._signer.sign(text).replace(":", ".")

    def text_in(self, token: str) -> str | None:
        """None for a link that this site did not sign."""
        text, _, signature = token.rpartition(".")
        try:
            return str(self._signer.unsign(f"{text}:{signature}"))
        except BadSignature:
            return None
