"""The words that speak for a row's link: of the texts that it holds now, by what its run learned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from alignment.lexical import prepare_lexical
from annotator.aligning.learned.run_models import remember
from annotator.models import Chip, Project, Review, Side
from annotator.reviewing.opening import open_review
from tests import world
from tests.alignment.lexical_samples import ENGLISH, GERMAN


@pytest.fixture
def review(project: Project, annotator: User, settings: Any, tmp_path: Path) -> Review:
    """Of two rows, of which the second has no target."""
    settings.DATA_DIR = tmp_path
    german = "1998 wurde ein kleines Museum eröffnet."
    source = world.make_document(project, "English", ["A small museum was opened.", "Nobody came."], language="en")
    target = world.make_document(project, "Deutsch", [german], language="de")
    pair = world.make_pair(project, "Museum", source, target)
    world.make_run(pair, [{"source": [0], "target": [[0, 0, len(german)]]}, {"source": [1], "target": []}])
    return open_review(pair=pair, annotator=annotator)[0]


def words(client: APIClient, review: Review, at: int) -> dict[str, Any]:
    row = review.rows.order_by("position")[at]
    answer = client.get(f"/api/v1/reviews/{review.pk}/matched-words/?row={row.pk}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_row_tells_the_words_that_carry_it(review: Review, annotator: User, client_of: Any) -> None:
    client = client_of(annotator)
    assert words(client, review, 0) == {"known": False, "words": []}, "nothing is learned in a request"
    remember(review.run, prepare_lexical(ENGLISH, GERMAN))
    found = words(client, review, 0)
    assert found["known"]
    assert ("museum", "museum") in {(pair["source"], pair["target"]) for pair in found["words"]}
    assert words(client, review, 1) == {"known": True, "words": []}, "a row with one side has no pairs"
    # What people make of a row is what is asked about, not what was proposed.
    first, last = review.rows.order_by("position")
    Chip.objects.filter(row=first, side=Side.TARGET).update(row=last)
    assert words(client, review, 0) == {"known": True, "words": []}
