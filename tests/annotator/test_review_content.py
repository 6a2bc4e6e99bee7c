"""What the editor is told of a review when it opens it."""

from __future__ import annotations

import pytest

from annotator.models import Pair
from tests.annotator.editor import Editor


@pytest.mark.parametrize(("language", "expected"), [("ja", True), ("zh-Hant", True), ("de", False), ("", False)])
def test_each_side_says_whether_its_language_is_written_without_spaces(
    editor: Editor, bitext: Pair, language: str, expected: bool
) -> None:
    bitext.target.language = language
    bitext.target.save(update_fields=["language"])
    content = editor.client.get(f"/api/v1/reviews/{editor.id}/content/").json()
    assert content["spaceless"] == {"source": False, "target": expected}
