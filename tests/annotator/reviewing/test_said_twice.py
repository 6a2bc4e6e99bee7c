"""What reviewing says in two places, and nothing derives: lists, names and limits. Pages: `test_pages_repeat.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.aligning.engines import engine_label
from annotator.models import Pair, Project, ReviewRow
from annotator.people.models.projects import DEFAULT_NULL_REASONS
from annotator.reviewing import carry_over, operate, saving, steps
from annotator.reviewing.adjudication.regions import labelling
from annotator.reviewing.guidelines import labels
from annotator.reviewing.guidelines.template import TEMPLATE
from annotator.reviewing.state import RowState
from annotator.reviewing.training_rounds.answers import LABELS
from tests.annotator.reviewing.editor import Editor


def test_a_run_that_was_carried_over_has_a_name() -> None:
    assert engine_label(carry_over.ENGINE, "") == "Carried over"


def test_the_template_names_labels_and_reasons_that_every_project_has() -> None:
    named = set(re.findall(r"`(\w+)`", TEMPLATE))
    assert named & labels.BUILT_IN.keys() == {"good_align", "good_mt"}
    assert named - labels.BUILT_IN.keys() <= set(DEFAULT_NULL_REASONS)


@pytest.mark.parametrize(
    ("model", "name"),
    [(ReviewRow, "null_reason"), (ReviewRow, "decision_reason"), (ReviewRow, "tags"), (ReviewRow, "overridden"),
     (Project, "decision_reasons")],
)  # fmt: skip
def test_an_edit_takes_texts_as_long_as_their_column(model: Any, name: str) -> None:
    column = model._meta.get_field(name)
    assert getattr(column, "base_field", column).max_length == steps.LONGEST_TEXT


def test_a_training_row_keeps_every_label_that_is_compared() -> None:
    given: dict[str, Any] = {
        "status": "accepted", "good_align": True, "good_mt": True, "flagged": True, "tags": ("style",),
        "labels": {"tone": "plain"}, "null_reason": "filler", "post_edit": "Tide", "overridden": ("numbers",),
        "decision_reason": "clear", "edited": True,
    }  # fmt: skip
    assert given.keys() >= steps.SETTABLE.keys()
    bare = labelling(RowState("", 0.0))
    assert {name for name, value in given.items() if labelling(RowState("", 0.0, **{name: value})) != bare} == {*LABELS}


def test_all_that_an_edit_changes_of_its_review_is_written(
    annotator: User, bitext: Pair, client_of: Callable[[User], APIClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: set[str] = set()

    def save_edit(*args: Any, changes: dict[str, Any], **kwargs: Any) -> bool:
        changed.update(changes)
        return saving.save_edit(*args, changes=changes, **kwargs)

    monkeypatch.setattr(operate, "save_edit", save_edit)
    editor = Editor(client_of(annotator), bitext)
    editor.done({"type": "submit", "leave_unreviewed": True})
    editor.done({"type": "reopen"})
    assert changed == set(saving._OF_REVIEW)
