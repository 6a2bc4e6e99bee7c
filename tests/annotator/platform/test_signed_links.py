"""Links that are keys: what this site signed, as one part of an address."""

from __future__ import annotations

import pytest
from django.core.signing import Signer

from annotator.platform.signed_links import LinkSigner


def test_a_link_says_what_it_was_made_of() -> None:
    links = LinkSigner("lectern.rater")
    assert links.token("k-1") == Signer(salt="lectern.rater").sign("k-1").replace(":", ".")  # links that are out stay
    assert links.text_in(links.token("k-1")) == "k-1"
    assert LinkSigner("lectern.rating").text_in(links.token("k-1")) is None


@pytest.mark.parametrize("token", ["", ".", "k-1", "k-1.", "k-1.made-up", "a.b.c"])
def test_what_is_not_signed_says_nothing(token: str) -> None:
    assert LinkSigner("lectern.rater").text_in(token) is None
