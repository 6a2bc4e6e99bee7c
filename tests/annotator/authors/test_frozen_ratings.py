"""Results of rating tasks that are frozen with a release: they do not move, and hold no more than raters agreed to."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors import wording
from annotator.authors.rating_tasks.raters import add_raters, begin, decide_counted
from annotator.authors.rating_tasks.results import results_of
from annotator.authors.rating_tasks.tasks import remove_task
from annotator.models import Pair, Project, Rater, RaterSample, RatingTask, Release, TestSet, Wording, WordingKind
from annotator.releases import verification
from annotator.releases.erasing import Leaving, holding, remake
from annotator.releases.ratings import without_sets_of
from tests.annotator.authors.test_rating_tasks import make_task
from tests.annotator.releases.releasing import execute, make_release, set_of_all
from tests.annotator.reviewing.editor import Editor

API = "/api/v1"
FORMS = ("jsonl", "card", "manifest", "ratings", "all")


@pytest.fixture
def media(settings: Any, tmp_path: Any) -> Any:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def test_set(
    client_of: Callable[[User], APIClient], annotator: User, talk: Pair, project: Project, media: Any
) -> TestSet:
    editor = Editor(client_of(annotator), talk)
    accepted = {"status": "accepted", "good_align": True, "good_mt": True}
    editor.done(
        {"type": "set", "rows": editor.row_ids, "fields": accepted}, {"type": "submit", "leave_unreviewed": True}
    )
    return set_of_all(project)


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


def rated(project: Project, n: int = 6) -> RatingTask:
    """A task that has closed: North got 4 or 5 and South 2 or 3, and the last rater missed every trap."""
    task = make_task(project, n_sets=6, per_set=n, sets_per_rater=6, name="Fluency, spring")
    raters = add_raters(task, n)
    for rater in raters:
        begin(rater, language="en", consent=wording.latest(project, WordingKind.CONSENT, "en").number, headphones="")
    for number, rater in enumerate(raters):
        for row in rater.samples.select_related("sample"):
            value = {"North": 4, "South": 2, "": 1}[row.sample.system] + (row.sample.position + number) % 2 * (
                row.sample.system != ""
            )
            if rater == raters[-1] and row.sample.is_trap:
                value = 5
            RaterSample.objects.filter(pk=row.pk).update(
                values=[value], seconds=8, is_heard=True, rated_at=timezone.now()
            )
    close(task)
    return task


def close(task: RatingTask) -> None:
    task.closes_at = timezone.now() - timedelta(minutes=1)
    task.save(update_fields=["closes_at"])


#: What the consent says by now of answers that somebody withdraws, and what it said instead.
SAID_SINCE = {
    " from then on; what was published before keeps them": "",
    "gehen von da an in keine Auswertung mehr ein; was vorher veröffentlicht wurde, enthält sie weiterhin.": (
        "gehen in keine Auswertung ein."
    ),
    "それ以降の集計に含めません。取り下げの前に公表した結果には残ります。": "集計に含めません。",
}


def own_consent(project: Project, user: User) -> None:
    text = "Your ratings are published one by one, under a pseudonym."
    wording.store(project, WordingKind.CONSENT, "en", text=text, user=user)


def manifest_of(release: Release) -> dict[str, Any]:
    told: dict[str, Any] = orjson.loads(release.manifest)
    return told


def in_zip(release: Release) -> dict[str, bytes]:
    with release.files.get(form="ratings").file.open("rb") as file, zipfile.ZipFile(io.BytesIO(file.read())) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


def test_results_do_not_move_once_they_are_frozen(client: APIClient, project: Project, test_set: TestSet) -> None:
    task = rated(project)
    asked = {"test_set": test_set.pk, "rating_tasks": [task.pk]}
    made = client.post(f"{API}/releases/", asked, format="json")
    assert made.status_code == 201, made.content
    release = Release.objects.get(pk=made.json()["id"])
    execute(release, FORMS)
    release.refresh_from_db()
    frozen = manifest_of(release)["ratings"][0]
    assert frozen["results"]["questions"] == orjson.loads(orjson.dumps(results_of(task)["questions"]))
    assert (frozen["n_raters"], frozen["n_counted"], frozen["not_counted"]) == (6, 5, {"traps": 1})
    assert frozen["rules"]["most_traps_missed"] == 0.34
    assert frozen["questions"][0]["meaning"]
    files = in_zip(release)
    assert set(files) == {"ratings-1/results.json", "ratings-1/means.csv", "checksums.txt"}
    hashes = {each["name"]: each["sha256"] for each in frozen["files"]}
    assert hashes == {
        name.removeprefix("ratings-1/"): hashlib.sha256(content).hexdigest()
        for name, content in files.items()
        if name != "checksums.txt"
    }
    rows = list(csv.DictReader(io.StringIO(files["ratings-1/means.csv"].decode("utf-8-sig"))))
    assert len(rows) == 6
    counted = [
        row.values[0]
        for row in RaterSample.objects.filter(sample__group=rows[0]["set"], sample__system="North")
        if row.rater.number != 6
    ]
    assert float(rows[0]["North"]) == pytest.approx(sum(counted) / len(counted))

    before = release.manifest, release.files.get(form="ratings").sha256
    decide_counted(Rater.objects.get(task=task, number=6), counted=True, reason="Somebody else rated.")
    assert results_of(task)["n_counted"] == 6
    remove_task(task)
    verification.verify(release)
    release.refresh_from_db()
    assert (release.manifest, release.files.get(form="ratings").sha256, release.problems) == (*before, [])


def test_a_lost_file_of_ratings_is_written_again_from_the_manifest(project: Project, test_set: TestSet) -> None:
    release = make_release(test_set, FORMS, rating_tasks=[rated(project).pk])
    RatingTask.objects.all().delete()
    file = release.files.get(form="ratings")
    file.file.storage.delete(file.file.name)
    call_command("release", "repair", str(release.pk))
    again = release.files.get(form="ratings")
    assert (again.sha256, "ratings-1/results.json" in in_zip(release)) == (file.sha256, True)


def test_single_ratings_are_frozen_only_where_raters_agreed_to_it(
    client: APIClient, project: Project, test_set: TestSet, admin: User
) -> None:
    asked = {"test_set": test_set.pk, "rating_tasks": [rated(project).pk], "single_ratings": True}
    refused = client.post(f"{API}/releases/", asked, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "single_ratings")
    assert "6 raters agreed to a text by which only admins and adjudicators see single answers" in str(refused.json())
    own_consent(project, admin)
    own = rated(project)
    decide_counted(own.raters.get(number=2), counted=False, reason="Ana says she was ill.")
    release = make_release(test_set, FORMS, rating_tasks=[own.pk], single_ratings=True)
    files = in_zip(release)
    rows = list(csv.DictReader(io.StringIO(files["ratings-1/ratings.csv"].decode("utf-8-sig"))))
    assert len(rows) == 6 * 18
    assert len({row["rater"] for row in rows}) == 6
    assert not {row["rater"] for row in rows} & {str(number) for number in range(1, 7)}
    assert {(row["counted"], row["reason"]) for row in rows} == {
        ("true", ""), ("false", "traps"), ("false", "by hand"),
    }  # fmt: skip
    assert b"Ana" not in b"".join(files.values())
    assert "Ana" not in release.manifest


def test_a_text_that_others_agreed_to_before_it_was_changed_still_holds(
    project: Project, test_set: TestSet, admin: User
) -> None:
    task = rated(project, 5)
    own_consent(project, admin)
    with pytest.raises(Exception, match="5 raters agreed to a text"):
        make_release(test_set, FORMS, rating_tasks=[task.pk], single_ratings=True)


def test_consents_of_earlier_versions_are_not_a_projects_own(project: Project) -> None:
    """Whoever agreed to one agreed that only admins and adjudicators see single answers."""
    for language in ("en", "de", "ja"):
        now = wording.latest(project, WordingKind.CONSENT, language).text
        stored = Wording(project=project, kind=WordingKind.CONSENT, language=language, text=now)
        assert wording.is_built_in(stored)
        for added, before in SAID_SINCE.items():
            stored.text = stored.text.replace(added, before)
        assert stored.text != now
        assert wording.is_built_in(stored)
        stored.text += " And more."
        assert not wording.is_built_in(stored)


def test_what_cannot_be_frozen_is_refused(client: APIClient, project: Project, test_set: TestSet) -> None:
    def why(task: int) -> str:
        answer = client.post(f"{API}/releases/", {"test_set": test_set.pk, "rating_tasks": [task]}, format="json")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "rating_tasks")
        return str(answer.json()["errors"][0]["message"])

    still_open = make_task(project)
    assert "is still open" in why(still_open.pk)
    close(still_open)
    assert "Nobody has rated" in why(still_open.pk)
    assert "has no rating task" in why(10**9)
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere")
    assert "has no rating task" in why(rated(elsewhere).pk)
    with pytest.raises((CommandError, Exception), match="has no rating task"):
        call_command("release", "create", project.slug, test_set.name, "--ratings", str(10**9))


def test_a_task_that_opens_again_meanwhile_fails_the_release(project: Project, test_set: TestSet) -> None:
    from annotator.releases import making

    task = rated(project)
    release = making.request_release(test_set=test_set, user=None, rating_tasks=[task.pk])
    RatingTask.objects.filter(pk=task.pk).update(closes_at=timezone.now() + timedelta(days=1))
    execute(release, FORMS)
    release.refresh_from_db()
    assert (release.state, "is still open" in release.error) == ("failed", True)


def test_card_and_public_page_say_what_was_rated(client: APIClient, project: Project, test_set: TestSet) -> None:
    release = make_release(test_set, FORMS, rating_tasks=[rated(project).pk])
    with release.files.get(form="card").file.open("rb") as file:
        card = file.read().decode()
    assert "- Rated by people, Fluency, spring: 5 of 6 raters counted, 90 samples rated" in card
    page = {"address": "spring-1.0", "shows_scores": False}
    assert client.put(f"{API}/releases/{release.pk}/page/", page, format="json").status_code == 200
    shown = APIClient().get(f"{API}/release-pages/spring-1.0/").json()["ratings"]
    assert [(one["name"], one["n_counted"], one["questions"]) for one in shown] == [("Fluency, spring", 5, [])]
    client.put(f"{API}/releases/{release.pk}/page/", {**page, "shows_scores": True}, format="json")
    (shown,) = APIClient().get(f"{API}/release-pages/spring-1.0/").json()["ratings"]
    (question,) = shown["questions"]
    assert {one["system"]: 2 <= one["value"] <= 5 for one in question["systems"]} == {"North": True, "South": True}
    detail = client.get(f"{API}/releases/{release.pk}/").json()
    assert detail["contents"]["ratings"] == [shown]


def test_sets_of_an_erased_talk_leave_the_tables(project: Project, test_set: TestSet, talk: Pair, admin: User) -> None:
    own_consent(project, admin)
    task = rated(project)
    task.samples.filter(group="set 0").update(pair=talk)
    release = make_release(test_set, FORMS, rating_tasks=[task.pk], single_ratings=True)
    frozen = manifest_of(release)["ratings"]
    (left,) = without_sets_of(frozen, {talk.pk}, set())
    assert "set 0" in json.dumps(frozen)
    assert "set 0" not in json.dumps(left)
    assert (left["n_sets_erased"], len(left["means"]), left["results"]) == (1, 5, frozen[0]["results"])
    assert left["files"] != frozen[0]["files"]
    assert without_sets_of(frozen, {talk.pk + 1}, set()) == frozen


@pytest.mark.parametrize("name", ["Settled", "settled, row 3", "2: Settled, row 3"])
def test_sets_that_are_only_called_by_an_erased_talk_leave_too(
    project: Project, test_set: TestSet, name: str, media: Any
) -> None:
    """Those of an uploaded list name no talk by its id."""
    task = rated(project)
    task.samples.filter(group="set 0").update(group=name)
    release = make_release(test_set, FORMS, rating_tasks=[task.pk])
    leaving = Leaving(frozenset(), frozenset(), frozenset({"settled"}))
    assert release in holding(project.pk, leaving)
    remade = remake(release, leaving, reason="", scratch=media, attempt="again", progress=lambda done, message: None)
    (left,) = remade.frozen.manifest["ratings"]
    assert name not in json.dumps(left)
    assert (left["n_sets_erased"], len(left["means"])) == (1, 5)
    assert {each["name"] for each in left["sets"]} == {f"set {number}" for number in range(1, 6)}


def test_no_mean_is_a_single_answer_unless_raters_agreed_to_that(
    client: APIClient, project: Project, test_set: TestSet, admin: User
) -> None:
    def means(task: RatingTask, *, single: bool) -> dict[str, list[float | None]]:
        release = make_release(test_set, FORMS, rating_tasks=[task.pk], single_ratings=single, is_major=True)
        return {row[0]: row[2:] for row in manifest_of(release)["ratings"][0]["means"]}

    def rated_once(task: RatingTask) -> RatingTask:
        others = task.raters.filter(number__gt=1)
        RaterSample.objects.filter(rater__in=others, sample__group="set 0").update(rated_at=None)
        return task

    once = rated_once(rated(project))
    held = means(once, single=False)
    assert held["set 0"] == [None, None]
    assert None not in held["set 1"]
    once.raters.filter(number__gt=1).update(declined_at=timezone.now())
    answer = client.post(f"{API}/releases/", {"test_set": test_set.pk, "rating_tasks": [once.pk]}, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "rating_tasks")
    assert "Only one person has rated" in answer.json()["errors"][0]["message"]
    own_consent(project, admin)
    assert None not in means(rated_once(rated(project)), single=True)["set 0"]
