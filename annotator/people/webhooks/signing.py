"""The secret of a webhook, and the headers that show a receiver who sent a body.

A secret is not stored: it is made from a random number in the database and the site's `SECRET_KEY`, so that a copy of
the database alone signs nothing.
"""

from __future__ import annotations

import base64
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from annotator.models import Webhook

#: For so long after a secret was replaced, the one before signs too, so that the receiver can change in its own time.
BOTH_SIGN = timedelta(hours=24)


def secret_of(nonce: str) -> str:
    """As the Standard Webhooks write it: ``whsec_`` and base64."""
    return "whsec_" + base64.b64encode(salted_hmac("annotator.webhook", nonce, algorithm="sha256").digest()).decode()


def signed_headers(webhook: Webhook, *, message_id: str, body: str, at: datetime) -> dict[str, str]:
    from standardwebhooks import Webhook as Signer

    nonces = [webhook.nonce]
    if webhook.previous_nonce and webhook.replaced_at and at - webhook.replaced_at < BOTH_SIGN:
        nonces.append(webhook.previous_nonce)
    signatures = (Signer(secret_of(nonce)).sign(msg_id=message_id, timestamp=at, data=body) for nonce in nonces)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
