"""Gold holds the imported text to the character, wherever people cut it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from annotator.models import Pair, Role
from annotator.reviewing.pieces import ids_of, merged, text_of
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]

SCRIPTS = {
    "de": "Der Hafen Nummer 3 war still, bevor sie kam.",
    "ja": "満潮の高さを、手書きで。か\u3099族が来た。",
    "ar": "كانت المِينَاء هادئة، قبل أن تأتي.",
    "en": "The family 👩‍👩‍👧 came, e\u0301 and all 🏴󠁧󠁢󠁳󠁣󠁴󠁿.",
    "th": "ท่าเรือเงียบก่อนที่เธอจะมา",
    "hi": "बंदरगाह शांत था, उसके आने से पहले।",
}


@given(
    language=st.sampled_from(sorted(SCRIPTS)),
    units=st.lists(st.sampled_from(list(SCRIPTS.values())) | st.text(min_size=1, max_size=12), min_size=1, max_size=4),
    data=st.data(),
)
def test_text_that_is_cut_anywhere_is_the_same_text(language: str, units: list[str], data: st.DataObject) -> None:
    pieces = []
    for unit, text in enumerate(units):
        cuts = data.draw(st.sets(st.integers(1, len(text) - 1), max_size=4)) if len(text) > 1 else set()
        pieces += [(unit, start, end) for start, end in pairwise([0, *sorted(cuts), len(text)])]
    whole = [(unit, 0, len(text)) for unit, text in enumerate(units)]
    cut = data.draw(st.permutations(pieces))
    assert merged(cut) == tuple(whole)
    assert ids_of(cut, units) == list(range(len(units)))
    assert text_of(cut, units, language) == text_of(whole, units, language)
    assert text_of([piece for piece in cut if piece[0] == 0], units, language) == units[0].strip()


@pytest.mark.parametrize(
    ("pieces", "language", "text"),
    [
        ([(0, 0, 3), (0, 3, 8)], "de", "Hafen am"),
        ([(0, 0, 5), (1, 0, 4)], "de", "Hafen Meer"),
        ([(0, 0, 5), (0, 6, 8)], "de", "Hafen am"),  # what lay between was removed
        ([(1, 0, 2), (1, 3, 4)], "ja", "Mer"),
        ([], "de", ""),
    ],
)
def test_pieces_are_put_together_as_they_stood(pieces: Any, language: str, text: str) -> None:
    assert text_of(pieces, ["Hafen am", "Meer"], language) == text


def test_a_unit_cut_in_two_in_its_row_is_exported_whole(
    editor: Editor, person: Callable[..., User], client_of: ClientOf
) -> None:
    """And so are its ids: what was only cut was not changed."""
    first = editor.rows[0]
    for side, at in (("source", 7), ("target", 3)):
        chip = first[side][0]["id"]
        editor.done({"type": "split_chip", "chip": chip, "at": at, "new_chip": str(uuid4())}, versions={})
    editor.done({"type": "set", "rows": [first["id"]], "fields": {"status": "accepted"}}, versions={})
    editor.done({"type": "submit", "leave_unreviewed": True}, versions={})
    curator = client_of(person(Role.ADJUDICATOR))
    answer = curator.get("/api/v1/projects/harbour-talks/gold/?file_format=jsonl")
    (record,) = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert (record["source"], record["target"]) == ("High water, by hand.", "満潮の高さを、手書きで。")
    assert (record["source_ids"], record["target_ids"]) == ([0], [0, 1])


def test_the_corpus_own_keys_are_in_the_gold(
    editor: Editor, bitext: Pair, person: Callable[..., User], client_of: ClientOf
) -> None:
    bitext.source.external_id, bitext.target.external_id = "acl-056:source", "acl-056:target"
    bitext.source.metadata = {"event": "ACL 2026", "split": "dev"}
    bitext.source.save()
    bitext.target.save()
    editor.done({"type": "set", "rows": [editor.rows[0]["id"]], "fields": {"status": "accepted"}}, versions={})
    editor.done({"type": "submit", "leave_unreviewed": True}, versions={})
    curator = client_of(person(Role.ADJUDICATOR))
    answer = curator.get("/api/v1/projects/harbour-talks/gold/?file_format=jsonl")
    record = json.loads(b"".join(answer.streaming_content))
    assert [record[name] for name in ("source_external_id", "target_external_id", "event", "split")] == [
        "acl-056:source", "acl-056:target", "ACL 2026", "dev",
    ]  # fmt: skip
