"""What the editor is told of a review when it opens it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from django.db import connection

from annotator.models import Pair
from annotator.reviewing import content
from tests.annotator.reviewing.editor import Editor


@pytest.mark.parametrize(("language", "expected"), [("ja", True), ("zh-Hant", True), ("de", False), ("", False)])
def test_each_side_says_whether_its_language_is_written_without_spaces(
    editor: Editor, bitext: Pair, language: str, expected: bool
) -> None:
    bitext.target.language = language
    bitext.target.save(update_fields=["language"])
    answer = editor.client.get(f"/api/v1/reviews/{editor.id}/content/").json()
    assert answer["spaceless"] == {"source": False, "target": expected}


def test_a_long_review_is_streamed_as_it_would_be_sent_whole(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/api/v1/reviews/{editor.id}/content/"
    whole = editor.client.get(address)
    assert not whole.streaming
    monkeypatch.setattr(content, "_PIECE", 1)
    streamed: Any = editor.client.get(address)
    assert streamed.streaming
    assert streamed.headers["Content-Type"] == whole.headers["Content-Type"]
    pieces = list(streamed.streaming_content)
    assert len(pieces) > 20
    assert orjson.loads(b"".join(pieces)) == whole.json()


@pytest.mark.django_db(transaction=True)
def test_a_client_that_leaves_ends_the_reading(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "_PIECE", 1)
    address = f"/api/v1/reviews/{editor.id}/content/"
    for n_read in (0, 1, 18):
        response: Any = editor.client.get(address)
        pieces = iter(response.streaming_content)
        for _ in range(n_read):
            next(pieces)
        assert connection.in_atomic_block
        response.close()
        del response, pieces
        assert not connection.in_atomic_block
