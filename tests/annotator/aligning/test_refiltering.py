"""The filters on runs that have their links, first of all on alignments that came with a file."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.aligning import refiltering
from annotator.aligning import runs as aligning
from annotator.aligning.engines import check_options
from annotator.aligning.links import IMPORTED
from annotator.aligning.refiltering import request_filtering, without_filters
from annotator.models import (
    ActivityEntry,
    AlignmentRun,
    Filtering,
    Link,
    Project,
    Review,
    RunState,
    Taken,
    TestSet,
)
from annotator.releases.curation.choosing import Curation, curated_records
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.releases.curation.talks import reviewed
from tests.annotator.releases.releasing import make_release
from tests.annotator.shared import do_task

ClientOf = Callable[[User], APIClient]
ENGLISH = ["The lamp 42 burned at the harbour.", "Boats 17 came in.", "Nobody asked her.", "It was 1998."]
JAPANESE = ["灯台42が港で燃えました。", "船17が来ました。", "ですね。", "1998年でした。"]


@pytest.fixture
def imported(project: Project, make_document: Any, settings: Any, tmp_path: Any) -> AlignmentRun:
    """Of a pair with an offline translation; the second link costs too much, the third has a target without content."""
    settings.MEDIA_ROOT, settings.DATA_DIR = tmp_path / "media", tmp_path
    pair = world.make_pair(project, "Lamps", make_document("en", ENGLISH), make_document("ja", JAPANESE, language="ja"))
    pair.offline = make_document("offline", [f"{text}です。" for text in JAPANESE], language="ja")
    pair.save()
    links = [
        {"source": [n], "target": [[n, 0, len(text)]], "cost": cost, "features": {}, "verdicts": {"label": True}}
        for n, (text, cost) in enumerate(zip(JAPANESE, (0.2, 1.3, 0.4, None), strict=True))
    ]
    return world.make_run(pair, links, engine=IMPORTED, info={"file": "lamps.align"})


def filtered(run: AlignmentRun, **options: Any) -> AlignmentRun:
    filtering = request_filtering(run=run, options=options, user=None)
    do_task(filtering.task.name, filtering.pk)
    filtering.refresh_from_db()
    assert filtering.state == RunState.SUCCEEDED, filtering.error
    return AlignmentRun.objects.get(pk=run.pk)


def test_filters_that_failed_begin_anew_when_they_are_asked_for_again(imported: AlignmentRun) -> None:
    first = request_filtering(run=imported, options={}, user=None)
    now = timezone.now()
    Filtering.objects.filter(pk=first.pk).update(
        state=RunState.FAILED, progress=0.4, message="Judging links", error="It was lost.", attempts=3, claim=uuid4(),
        heartbeat_at=now, started_at=now, finished_at=now,
    )  # fmt: skip
    again = Filtering.objects.get(pk=request_filtering(run=imported, options={}, user=None).pk)
    assert (again.pk, again.state, again.progress, again.attempts) == (first.pk, RunState.QUEUED, 0, 0)
    assert (again.message, again.error) == ("", "")
    assert (again.claim, again.started_at, again.finished_at) == (None, None, None)


def said(run: AlignmentRun) -> list[tuple[Any, ...]]:
    return list(run.links.order_by("position").values_list("source", "target", "cost"))


def judged(run: AlignmentRun) -> list[tuple[Any, ...]]:
    return list(run.links.order_by("position").values_list("features", "verdicts"))


def n_rows_of(test_set: TestSet) -> int:
    return len(list(curated_records(Curation.of(test_set))))


def test_an_imported_alignment_is_judged_and_stays_as_it_is(imported: AlignmentRun) -> None:
    before = said(imported)
    run = filtered(imported)
    links = list(run.links.order_by("position"))
    assert said(run) == before
    assert all({"alpha", "gamma", "eta", "score"} <= link.features.keys() for link in links)
    assert [link.verdicts["coarse"] for link in links] == [True, False, True, True]
    assert [link.verdicts["intra"] for link in links] == [True, True, False, True]
    assert all(link.verdicts["label"] and "inter_score" in link.verdicts for link in links)
    assert run.info["file"] == "lamps.align"
    assert run.info["filters"]["dropped"]["coarse"] == 1
    assert run.signature.startswith("engine:imported|filters:")


def test_it_judges_anew_with_other_options(imported: AlignmentRun) -> None:
    first = filtered(imported)
    of_first = judged(first)
    second = filtered(first, offline="none")
    assert second.signature.count("|filters:") == 1
    assert "eta(chrf)" in first.signature
    assert "eta(" not in second.signature
    for link in second.links.all():
        assert not {"gamma", "eta"} & link.features.keys()
        assert not {"inter_gamma", "inter_eta"} & link.verdicts.keys()
    assert Filtering.objects.count() == 1
    again = filtered(second)
    assert again.signature == first.signature
    assert judged(again) == of_first


def test_an_engine_that_left_them_out_is_judged_as_if_it_had_not(imported: AlignmentRun) -> None:
    made = {}
    for mode in ("off", "judge"):
        engine, options = check_options(imported.pair, "lexical", {"filters": mode})
        made[mode] = AlignmentRun.objects.create(
            pair=imported.pair, number=10 + len(made), engine=engine, options=options, recipe="r"
        )
        aligning.execute(made[mode].pk)
        made[mode].refresh_from_db()
    off, asked = filtered(made["off"]), AlignmentRun.objects.get(pk=made["judge"].pk)
    assert off.signature == asked.signature
    assert off.recipe == ""
    assert judged(off) == judged(asked)


def test_reviews_of_the_run_reach_intra_and_inter(imported: AlignmentRun, annotator: User, client_of: ClientOf) -> None:
    """Before, nothing of them was judged; the pool that rules read is up to date too."""
    pair = imported.pair
    reviewed(pair)
    made = TestSet.objects.create(project=pair.project, name="Spring", takes=Taken.ALL, rules={"eta_least": 0.0})
    assert n_rows_of(made) == 0
    filtered(imported)
    assert n_rows_of(made) == 4
    counts = {name: make_release(made, variant=name).n_rows for name in ("coarse", "intra", "inter")}
    assert counts["coarse"] == 3
    assert counts["intra"] == 2
    left_out = make_release(made, variant="inter").manifest
    assert "not_judged" not in left_out
    review = Review.objects.get(pair=pair)
    content = client_of(User.objects.get(pk=review.annotator_id)).get(f"/api/v1/reviews/{review.pk}/content/").json()
    assert [row["verdicts"]["coarse"] for row in content["rows"]] == [True, False, True, True]


def test_what_is_planted_in_reviews_looks_like_its_neighbours_again(imported: AlignmentRun, annotator: User) -> None:
    review, _ = open_review(pair=imported.pair, annotator=annotator)
    instead = Link.objects.create(
        review=review, position=0, source=[0], target=[[1, 0, 3]], cost=0.2, verdicts={"label": True}
    )
    run = filtered(imported)
    instead.refresh_from_db()
    like = run.links.get(position=0)
    assert (instead.features, instead.verdicts) == (like.features, like.verdicts)
    assert instead.features["alpha"] == like.features["alpha"]


def test_over_rest_and_only_where_it_can_be(imported: AlignmentRun, admin: User, client_of: ClientOf) -> None:
    client, address = client_of(admin), f"/api/v1/runs/{imported.pk}/filter/"
    assert client.post(address, {"options": {"filters": "strip"}}, format="json").status_code == 400
    assert client.post(address, {"options": {"similarity": "bleurt"}}, format="json").status_code == 400
    asked = client.post(address, {"options": {"offline": "none"}}, format="json")
    assert asked.status_code == 202, asked.json()
    assert asked.json()["filtering"]["state"] == "queued"
    assert asked.json()["filtering"]["options"] == {"offline": "none", "similarity": "chrf"}
    assert client.post(address, {}, format="json").json()["code"] == "filters_running"
    assert client.post(f"/api/v1/runs/{imported.pk}/cancel/").json()["filtering"]["state"] == "cancelled"
    assert client.post(f"/api/v1/runs/{imported.pk}/cancel/").status_code == 409
    assert client.post(address, {}, format="json").status_code == 202
    assert ActivityEntry.objects.filter(verb="run_filtered").count() == 2
    failed = AlignmentRun.objects.create(
        pair=imported.pair, number=5, engine="lexical", state="failed", error="x", finished_at="2026-01-01T00:00:00Z"
    )
    assert client.post(f"/api/v1/runs/{failed.pk}/filter/", {}, format="json").json()["code"] == "no_links"


def test_a_neural_metric_judges_where_its_model_is_named(
    imported: AlignmentRun, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alignment.filters import Similarity

    settings.COMET_CHECKPOINT = str(tmp_path)
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: name == "comet" or find_spec(name, *more))
    asked = []

    def metric(name: str, *, model: str | None = None) -> Similarity:
        asked.append((name, model))
        return Similarity("comet:made", True, lambda ours, theirs, sources: [0.75] * len(ours))

    monkeypatch.setattr("annotator.aligning.filtering.similarity", metric)
    run = filtered(imported, similarity="comet")
    assert asked == [("comet", str(tmp_path))]
    assert Filtering.objects.get().is_long
    assert {link.features["eta"] for link in run.links.all()} == {0.75}
    assert "eta(comet:made)" in run.signature
    assert run.info["filters"]["similarity"] == "comet:made"


def test_the_command_takes_the_runs_that_nobody_has_judged(
    imported: AlignmentRun, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    project = imported.pair.project
    assert list(without_filters(project)) == [imported]
    out = io.StringIO()

    def at_once(model: Any, pk: int, ended: Any) -> None:
        refiltering.execute(pk)

    monkeypatch.setattr("annotator.management.commands.filter.watch", at_once)
    call_command("filter", "--project", project.slug, "--wait", stdout=out)
    assert "The filters are queued for 1 run." in out.getvalue()
    assert f"Pair {imported.pair_id}, Lamps, run {imported.number}: " in out.getvalue()
    assert "coarse 1" in out.getvalue()
    assert list(without_filters(project)) == []
    call_command("filter", str(imported.pair_id), "--run", str(imported.number), stdout=out)
    assert Filtering.objects.get().state == "queued"
    with pytest.raises(CommandError, match="The filters are running"):
        call_command("filter", str(imported.pair_id), stdout=out)
    with pytest.raises(CommandError, match="has no run 9"):
        call_command("filter", str(imported.pair_id), "--run", "9", stdout=out)
    with pytest.raises(CommandError, match="Name one pair, or a project"):
        call_command("filter", stdout=out)
