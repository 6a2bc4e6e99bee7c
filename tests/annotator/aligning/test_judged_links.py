"""Confidences of runs are calibrated by what people judged in the project; realigning keeps a run's calibration."""

from __future__ import annotations

from typing import Any

import pytest

from alignment.metrics.calibration import CalibrationCounts
from annotator.aligning import bitext as of_bitexts
from annotator.aligning import judged_links
from annotator.aligning import runs as aligning
from annotator.aligning.recipes import plan_one
from annotator.models import AlignmentRun, Pair, ProjectFigures


def judge(pair: Pair, n: int, n_right: int) -> None:
    """As the figures of the overview would have it: links of the lexical engine with a posterior of .95."""
    counts = CalibrationCounts.of([0.95] * n, [True] * n_right + [False] * (n - n_right), 100)
    engine = {"engine": "lexical", "posteriors": {str(number): sums for number, sums in counts.bins.items()}}
    ProjectFigures.objects.update_or_create(project=pair.project, defaults={"quality": {"engines": [engine]}})


@pytest.fixture
def run(bitext: Pair, admin: Any, client_of: Any, django_capture_on_commit_callbacks: Any) -> Any:
    def make() -> AlignmentRun:
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_of(admin).post("/api/v1/runs/", {"pair": bitext.pk, "engine": "lexical"})
        aligning.execute(answer.data["id"])
        return AlignmentRun.objects.get(pk=answer.data["id"])

    return make


def test_many_wrong_links_lower_the_confidences_of_later_runs(bitext: Pair, run: Any) -> None:
    first, recipe = run(), plan_one(bitext, "lexical", {}).recipe
    judge(bitext, 1000, 400)
    assert judged_links.judged_links(bitext.project, "lexical").bins[95] == [1000, pytest.approx(950.0), 400]
    assert judged_links.judged_links(bitext.project, "vecalign").bins == {}
    assert plan_one(bitext, "lexical", {}).recipe != recipe
    second = run()
    assert first.info["calibration"] != second.info["calibration"]
    assert first.signature != second.signature
    pairs = zip(first.links.order_by("position"), second.links.order_by("position"), strict=True)
    for before, after in pairs:
        assert (before.source, before.target) == (after.source, after.target)
        assert before.features["posterior"] == after.features["posterior"]
        assert after.confidence < before.confidence


def test_a_few_links_more_seldom_change_the_recipe(bitext: Pair) -> None:
    recipes = []
    for n in range(1000, 1010):
        judge(bitext, n, round(0.9 * n))
        recipes.append(plan_one(bitext, "lexical", {}).recipe)
    assert len(set(recipes)) <= 3


def test_realigning_has_the_calibration_of_the_run(bitext: Pair, run: Any) -> None:
    made = run()
    judge(bitext, 1000, 400)
    texts = {"source": bitext.source.texts(), "target": bitext.target.texts()}
    again = of_bitexts.prepare_lexical(made, bitext, texts).align()
    assert [bead.confidence for bead in again.beads] == pytest.approx(
        list(made.links.order_by("position").values_list("confidence", flat=True)), abs=1e-5
    )
    made.info = {name: value for name, value in made.info.items() if name != "calibration"}
    earlier = of_bitexts.prepare_lexical(made, bitext, texts).align()
    assert [bead.confidence for bead in earlier.beads] == pytest.approx(
        [bead.features["posterior"] for bead in again.beads], abs=1e-5
    )
