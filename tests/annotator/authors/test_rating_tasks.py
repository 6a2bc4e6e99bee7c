"""Rating tasks: made by admins, rated by people behind links, summed up without those who did not listen."""

from __future__ import annotations

import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.utils import timezone
from PIL import Image
from rest_framework.test import APIClient

from alignment.opinions.screening import Rules
from alignment.recordings.audio import read_sound, write_samples
from annotator.authors.api.rating_task_serializers import RejectionRulesSerializer
from annotator.authors.rating_tasks import raters as rater_verbs
from annotator.authors.rating_tasks.questions import OF_M3AV, OF_SOUND
from annotator.authors.rating_tasks.raters import HELD, add_members, add_raters, begin, find_rater, rate, rater_token
from annotator.authors.rating_tasks.results import results_of
from annotator.authors.rating_tasks.tasks import SOUND_RATE, create_task, set_samples
from annotator.importers.sandbox import Reader
from annotator.models import ActivityEntry, Membership, Project, Rater, RaterSample, RatingTask
from annotator.platform.errors import Closed
from tests.alignment.opinions.opinion_samples import CARELESS, RANDOM, SYSTEMS, world
from tests.annotator.conftest import make_project
from tests.annotator.importers.hostile_decks import frame

API = "/api/v1"
QUESTION = {"name": "Fluency", "scale": "whole"}


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


def samples_of(
    n_sets: int, systems: tuple[str, ...] = ("North", "South"), *, trap: bool = True
) -> list[dict[str, Any]]:
    lines = [
        {"group": f"set {one}", "system": system, "text": f"{one}: said.", "reference": "R", "trap": None}
        for one in range(n_sets)
        for system in systems
    ]
    traps = [
        {"group": f"set {one}", "system": "", "text": "Choose Bad.", "reference": "R", "trap": [1.0, 1.0]}
        for one in range(n_sets)
    ]
    return lines + traps * trap


def make_task(project: Project, n_sets: int = 3, *, trap: bool = True, **how: Any) -> RatingTask:
    known = {"name": "Texts", "medium": "text", "questions": [OF_M3AV[2]], "per_set": 5, "sets_per_rater": 2}
    task = create_task(project=project, user=None, rules={}, **{**known, **how})
    set_samples(task, samples_of(n_sets, trap=trap))
    return task


def begun(task: RatingTask, n: int = 1) -> list[Rater]:
    raters = add_raters(task, n)
    for rater in raters:
        begin(rater, language="en", consent=0, headphones="")
    return raters


def as_lines(samples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"set": one["group"], **{name: one[name] for name in one.keys() - {"group"}}} for one in samples]


def test_a_task_from_its_making_to_its_results(client: APIClient, project: Project) -> None:
    body = {"project": project.slug, "name": "Fluency of scripts", "medium": "text", "questions": [QUESTION]}
    made = client.post(f"{API}/rating-tasks/", {**body, "per_set": 2, "sets_per_rater": 3}, format="json")
    assert made.status_code == 201, made.content
    task = f"{API}/rating-tasks/{made.json()['id']}/"
    assert client.post(f"{task}raters/", {"n": 1}).json()["code"] == "not_ready"
    put = client.put(f"{task}samples/", {"samples": as_lines(samples_of(3))}, format="json")
    assert put.status_code == 200, put.content
    assert {name: client.get(task).json()[name] for name in ("n_samples", "n_sets", "n_traps")} == {
        "n_samples": 9, "n_sets": 3, "n_traps": 3,
    }  # fmt: skip
    links = client.post(f"{task}raters/", {"n": 2}).json()["raters"]

    page = f"{API}/rate/{links[0]['token']}/samples/"
    rater = APIClient()
    seen = rater.get(page).json()
    assert (seen["samples"], seen["begun_at"], seen["n_sets"]) == ([], None, 3)
    seen = rater.post(page, {"consent": seen["consent"]["number"]}).json()
    assert [sample["set"] for sample in seen["samples"]] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    first, *others = [sample["key"] for sample in seen["samples"]]
    kept = rater.patch(page, {"ratings": [{"key": first, "values": [4], "seconds": 8, "heard": True}]}, format="json")
    assert kept.json() == {"n_open": 8, "finished_at": None, "code": ""}
    assert rater.patch(page, {"finished": True}, format="json").json()["code"] == "not_rated"
    rest = [{"key": key, "values": [2], "seconds": 5, "heard": True} for key in others[1:]]
    done = rater.patch(
        page, {"ratings": [*rest, {"key": others[0], "trouble": "cut_off"}], "finished": True}, format="json"
    )
    assert done.json()["code"] == Rater.objects.get(number=1).code == rater.get(page).json()["code"]
    assert rater.get(page).json()["samples"][0]["values"] == [4]  # resumed as it was

    assert client.get(f"{task}results/").json()["code"] == "still_open"
    assert client.get(f"{task}results/?early=1").status_code == 200
    assert ActivityEntry.objects.filter(verb="rating_results_seen").count() == 1
    changed = client.patch(task, {"closes_at": "2020-01-01T00:00:00Z"}, format="json")
    assert changed.json()["open"] is False
    results = client.get(f"{task}results/").json()
    assert [(one["number"], one["n_rated"]) for one in results["raters"]] == [(1, 8)]
    answer = rater.patch(page, {"ratings": [{"key": first, "values": [1]}]}, format="json")
    assert answer.status_code == 403
    assert answer.json()["detail"] == "This task closed on 1 January 2020. Your ratings were saved."
    assert RaterSample.objects.get(key=first).values == [4]
    assert rater.get(page).json()["open"] is False


def test_after_the_first_rating_only_closing_date_and_more_raters_change(client: APIClient, project: Project) -> None:
    task = make_task(project)
    address = f"{API}/rating-tasks/{task.pk}/"
    assert client.patch(address, {"per_set": 4, "rules": {"least_r": None}}, format="json").status_code == 200
    task.refresh_from_db()
    assert (task.per_set, task.rules["least_r"], task.rules["most_traps_missed"]) == (4, None, 0.34)
    begun(task)
    for body in ({"per_set": 9}, {"questions": [QUESTION]}, {"rules": {"least_r": 0.5}}):
        assert client.patch(address, body, format="json").json()["code"] == "rated", body
    assert client.put(f"{address}samples/", {"samples": as_lines(samples_of(1))}, format="json").status_code == 409
    assert client.patch(address, {"closes_at": "2099-01-01T00:00:00Z"}, format="json").status_code == 200
    assert client.post(f"{address}raters/", {"n": 3}).status_code == 201
    assert [rater.number for rater in task.raters.order_by("number")] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("change", "line", "field"),
    [
        ({"system": "", "trap": None}, 1, "system"),
        ({"system": "North", "trap": [1, 1]}, 1, "system"),
        ({"system": "", "trap": [4, 2]}, 1, "trap"),
        ({"system": "South"}, 2, "system"),
        ({"text": ""}, 1, "text"),
        ({"set": "set 1"}, 2, "group"),
    ],
)
def test_a_wrong_line_is_named(
    client: APIClient, project: Project, change: dict[str, Any], line: int, field: str
) -> None:
    task = create_task(
        project=project, user=None, rules={}, name="T", medium="text", questions=[QUESTION], per_set=1, sets_per_rater=1
    )
    lines = as_lines(samples_of(2, trap=False))
    lines[0] |= change
    answer = client.put(f"{API}/rating-tasks/{task.pk}/samples/", {"samples": lines}, format="json")
    assert answer.status_code == 400
    assert (line, field) in [(error["line"], error["field"]) for error in answer.json()["errors"]], answer.content
    assert not task.samples.exists()


def test_a_set_with_a_trap_is_no_larger_than_others(client: APIClient, project: Project) -> None:
    task = make_task(project)
    answer = client.put(
        f"{API}/rating-tasks/{task.pk}/samples/", {"samples": as_lines(samples_of(2)[:-1])}, format="json"
    )
    assert "Sets of one size don't show which have an attention check" in answer.json()["detail"]


def test_a_value_that_is_not_on_the_scale_is_refused(project: Project) -> None:
    task = make_task(project)
    (rater,) = begun(task)
    page, key = f"{API}/rate/{rater_token(rater)}/samples/", rater.samples.earliest("pk").key
    for values in ([2.5], [0], [6], [1, 1], ["x"]):
        answer = APIClient().patch(page, {"ratings": [{"key": key, "values": values}]}, format="json")
        assert answer.status_code == 400, values
    other = begun(task)[0].samples.earliest("pk").key
    answer = APIClient().patch(page, {"ratings": [{"key": other, "values": [2]}]}, format="json")
    assert answer.json()["code"] == "unknown_sample"
    assert not RaterSample.objects.filter(rated_at__isnull=False).exists()


def leaks_in(task: RatingTask, answers: list[tuple[dict[str, str], bytes]]) -> list[str]:
    """What of a task stands in answers and must not: names of systems and of sets, other raters, the word trap."""
    words = {"trap", "system"} | set(task.samples.exclude(system="").values_list("system", flat=True))
    words |= set(task.samples.values_list("group", flat=True))
    words |= {name.rpartition("/")[2] for name in task.samples.exclude(file="").values_list("file", flat=True)}
    for names in task.pictures.values_list("file", "name"):
        words |= {name.rpartition("/")[2] for name in names}
    texts = [(json.dumps(headers) + content.decode("latin-1")).lower() for headers, content in answers]
    return sorted(word for word in words if any(word.lower() in text for text in texts))


def answers_to(rater: Rater, member: APIClient | None = None) -> list[tuple[dict[str, str], bytes]]:
    """Every answer that the link of a rater can get, of each sample. member : who rates without one, signed in."""
    page, client = f"{API}/rate/{rater_token(rater)}/samples/", APIClient()
    if member is not None:
        page = f"{API}/my-ratings/{rater.task_id}/"
        client = member
    requests = [client.get(page), client.post(page, {"consent": 0}), client.get(page), client.options(page)]
    for sample in client.get(page).json()["samples"]:
        low, wrong = [{"key": sample["key"], "values": [value]} for value in (1, 99)]
        requests += [client.patch(page, {"ratings": [one]}, format="json") for one in (low, wrong)]
        sound = f"{page}{sample['key']}/sound/"
        requests += [
            client.get(sound),
            client.get(sound, HTTP_RANGE="bytes=0-9"),
            client.get(sound, HTTP_RANGE="bytes=x"),
            client.get(f"{page}{sample['key']}/picture/"),
        ]
    requests += [client.patch(page, {"finished": True}, format="json"), client.get(page)]
    requests += [client.get(f"{page}nothing/{what}/") for what in ("sound", "picture")]
    requests += [client.get(f"{API}/rate/{rater_token(rater)}/")]
    if member is not None:
        requests += [member.get(f"{API}/my-ratings/"), member.get(f"{API}/my-ratings/?project=harbour-talks")]
    return [(dict(one.headers), b"".join(one) if one.streaming else one.content) for one in requests]


def tone(hertz: int, *, rate: int, form: str = "wav") -> SimpleUploadedFile:
    samples = (8000 * np.sin(2 * np.pi * hertz * np.arange(rate) / rate)).astype(np.int16)
    file = io.BytesIO()
    file.close = lambda: None  # type: ignore[method-assign]
    write_samples(file, samples, rate, form)
    return SimpleUploadedFile(f"North-{rate}.{form}", file.getvalue())


@pytest.fixture
def heard_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sounds are read without a child process."""

    def sound_at(self: Reader, file: Any, name: str, rate: int) -> tuple[int, Iterator[bytes]]:
        file.seek(0)
        return rate, (chunk.tobytes() for chunk in read_sound(file, name, rate=rate))

    monkeypatch.setattr(Reader, "sound_at", sound_at)


def listening(project: Project, client: APIClient, n_heard: int = 6) -> RatingTask:
    task = create_task(
        project=project, user=None, rules={}, name="Voices", medium="sound", questions=list(OF_SOUND), per_set=4,
        sets_per_rater=2,
    )  # fmt: skip
    set_samples(task, [{**one, "text": "", "reference": ""} for one in samples_of(2)])
    for position in range(n_heard):
        file = tone(300 + position, rate=16_000 if position % 2 else 48_000, form="flac" if position % 3 else "wav")
        answer = client.put(
            f"{API}/rating-tasks/{task.pk}/samples/{position}/sound/", {"file": file}, format="multipart"
        )
        assert answer.status_code == 200, answer.content
        assert answer.json()["seconds"] == pytest.approx(1, abs=0.05)
    return task


@pytest.mark.usefixtures("heard_in_process")
def test_nothing_that_a_rater_gets_tells_a_system_or_a_trap(
    client: APIClient,
    project: Project,
    person: Any,
    client_of: Any,
    settings: Any,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.MEDIA_ROOT = tmp_path
    task = listening(project, client)
    rater, second, third = add_raters(task, 3)
    answers = answers_to(rater)
    assert leaks_in(task, answers) == []
    page = json.loads(answers[2][1])
    assert len(page["samples"]) == 6
    assert len({tuple(sample) for sample in page["samples"]}) == 1  # the same fields, of traps too
    heads = [
        tuple(sorted(item for item in headers.items() if item[0] != "Content-Length"))
        for headers, content in answers
        if content.startswith(b"fLaC") and len(content) > 10
    ]
    assert len(heads) == 12
    assert len(set(heads)) == 1
    assert not {sample["key"] for sample in page["samples"]} & set(second.samples.values_list("key", flat=True))
    begin(second, language="en", consent=0, headphones="")
    of_second = [row.key.encode() for row in second.samples.all()]
    assert not [key for key in of_second for _, content in answers if key in content]

    member = person("viewer")
    (chosen,) = add_members(task, [member.pk])
    answers = answers_to(chosen, client_of(member))
    assert leaks_in(task, answers) == []
    assert sum(content.startswith(b"fLaC") and len(content) > 10 for _, content in answers) == 12

    def planted(row: RaterSample, pictures: Any, shown: Any = rater_verbs._shown) -> dict[str, Any]:
        return {**shown(row, pictures), "text": row.sample.system or "trap"}

    monkeypatch.setattr(rater_verbs, "_shown", planted)
    assert leaks_in(task, answers_to(third)) == ["North", "South", "trap"]


def picture(name: str, size: tuple[int, int] = (320, 180), form: str = "PNG") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, frame("navy", size, form))


def put_picture(client: APIClient, task: RatingTask, position: int, file: SimpleUploadedFile) -> Any:
    address = f"{API}/rating-tasks/{task.pk}/samples/{position}/picture/"
    return client.put(address, {"file": file}, format="multipart")


def looking(project: Project) -> tuple[RatingTask, list[dict[str, Any]]]:
    """A task of two sets, and its samples: the first set has a picture, named where its first system stands."""
    task = make_task(project, 2)
    beside = {"picture": "slides/North.png", "alt": "A harbour"}
    return task, [{**one, **(beside if at == 0 else {})} for at, one in enumerate(samples_of(2))]


def test_all_samples_of_a_set_stand_beside_the_same_picture(
    client: APIClient, project: Project, person: Any, client_of: Any, settings: Any, tmp_path: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path
    task, samples = looking(project)
    listed = client.put(f"{API}/rating-tasks/{task.pk}/samples/", {"samples": as_lines(samples)}, format="json")
    assert {(one["set"], one["picture"], one["has_picture"]) for one in listed.json()["samples"]} == {
        ("set 0", "slides/North.png", False), ("set 1", "", False),
    }  # fmt: skip
    links = f"{API}/rating-tasks/{task.pk}/raters/"
    assert client.post(links, {"n": 1}).json()["detail"] == "Pictures are missing: slides/North.png."
    assert put_picture(client, task, 1, picture("North.png", (80, 60))).status_code == 200
    (before,) = tmp_path.glob("rating-tasks/*")
    sent = picture("North.jpg", (4000, 2000), "JPEG")
    with django_capture_on_commit_callbacks(execute=True):
        answer = put_picture(client, task, 4, sent)  # of the trap: all of a set have one picture
    assert (answer.status_code, answer.json()["has_picture"]) == (200, True)
    assert client.get(f"{API}/rating-tasks/{task.pk}/samples/0/picture/").status_code == 200
    (kept,) = tmp_path.glob("rating-tasks/*")
    assert kept != before

    rater, _ = add_raters(task, 2)
    member = person("viewer")
    for one, signed_in in ((rater, None), (*add_members(task, [member.pk]), client_of(member))):
        answers = answers_to(one, signed_in)
        assert leaks_in(task, answers) == []
        shown = json.loads(answers[2][1])["samples"]
        assert len({tuple(sample) for sample in shown}) == 1
        first = RaterSample.objects.filter(rater=one, sample__group="set 0").values_list("key", flat=True)
        assert {sample["key"] for sample in shown if sample["picture"]} == set(first)
        pictures = [sample["picture"] for sample in shown if sample["picture"]]
        assert pictures == [{"width": 1600, "height": 800, "alt": "A harbour"}] * 3
        served = [(headers, content) for headers, content in answers if content.startswith(b"RIFF")]
        assert len(served) == 3
        assert len({(tuple(sorted(headers.items())), content) for headers, content in served}) == 1
        with Image.open(io.BytesIO(served[0][1])) as image:
            assert (image.format, image.size) == ("WEBP", (1600, 800))
    assert put_picture(client, task, 0, picture("a.png")).json()["code"] == "rated"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("half.png", frame()[:-60], "half.png: the file is damaged and cannot be drawn; expected a complete picture"),
        ("moving.gif", frame(form="GIF"), "moving.gif: the file is no picture; expected a PNG, JPEG or WebP file"),
    ],
)
def test_a_file_that_is_no_picture_is_named(
    client: APIClient, project: Project, name: str, content: bytes, words: str
) -> None:
    answer = put_picture(client, make_task(project, 1), 0, SimpleUploadedFile(name, content))
    assert (answer.status_code, answer.json()["code"]) == (400, "no_picture")
    assert words in answer.json()["detail"]


def test_two_pictures_of_a_set_and_those_of_sounds_are_refused(client: APIClient, project: Project) -> None:
    task, samples = looking(project)
    samples[1]["picture"] = "South.png"
    address = f"{API}/rating-tasks/{task.pk}/samples/"
    answer = client.put(address, {"samples": as_lines(samples)}, format="json")
    assert answer.json()["detail"] == (
        "Line 2: Set set 0 has the picture slides/North.png in line 1 and South.png here. All samples of a set stand "
        "beside the same one."
    )
    RatingTask.objects.filter(pk=task.pk).update(medium="sound")
    answer = client.put(address, {"samples": as_lines(looking(project)[1])}, format="json")
    why = "slides/North.png: Pictures stand beside texts, and this task is about sound."
    assert answer.json()["detail"] == f"Line 1: {why}"
    assert put_picture(client, task, 0, picture("a.png")).json()["code"] == "other_medium"


@pytest.mark.usefixtures("heard_in_process")
def test_all_sounds_are_stored_alike(client: APIClient, project: Project, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    task = listening(project, client)
    names = list(task.samples.values_list("file", flat=True))
    assert not [name for name in names if "North" in name or "16000" in name]
    heads = set()
    for name in names:
        with default_storage.open(name) as file:
            heads.add(file.read(4))
            file.seek(0)
            n = sum(len(chunk) for chunk in read_sound(file, name, rate=SOUND_RATE))
        assert n == pytest.approx(SOUND_RATE, rel=0.05)
    assert heads == {b"fLaC"}
    assert client.delete(f"{API}/rating-tasks/{task.pk}/").status_code == 204
    assert not RatingTask.objects.exists()


def test_a_sound_is_decoded_in_a_child_or_refused(
    client: APIClient, project: Project, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    task = listening(project, client, n_heard=1)
    (name,) = task.samples.exclude(file="").values_list("file", flat=True)
    with default_storage.open(name) as file:
        assert file.read(4) == b"fLaC"
    bad = SimpleUploadedFile("noise.wav", b"no sound at all")
    answer = client.put(f"{API}/rating-tasks/{task.pk}/samples/0/sound/", {"file": bad}, format="multipart")
    assert (answer.status_code, answer.json()["code"]) == (400, "no_sound")


@pytest.mark.parametrize(
    ("language", "nameless"),
    [
        ("en", "with your name if you were invited by name, otherwise without it"),
        ("de", "mit Ihrem Namen, falls Sie namentlich eingeladen wurden, sonst ohne"),
        ("ja", "それ以外の場合は、お名前なしで表示されます"),
    ],
)
def test_the_consent_promises_raters_no_name(client: APIClient, project: Project, language: str, nameless: str) -> None:
    """Nobody keeps a rater's name, and a set that was gone on from takes no changes."""
    (rater,) = add_raters(make_task(project, language=language), 1)
    consent = client.get(f"{API}/rate/{rater_token(rater)}/samples/").json()["consent"]
    assert (consent["language"], consent["text"].count(nameless)) == (language, 1)


def test_members_rate_as_themselves_and_never_what_they_made(
    client: APIClient, project: Project, person: Any, client_of: Any, outsider: User
) -> None:
    task = make_task(project, n_sets=3, sets_per_rater=3)
    rater, maker, other = person("annotator"), person("viewer"), person("adjudicator")
    mine, raters = f"{API}/my-ratings/{task.pk}/", f"{API}/rating-tasks/{task.pk}/raters/"
    task.samples.filter(group="set 1", system="North").update(made_by=maker)
    for wrong in ([outsider.pk], [rater.pk, 10**9]):
        assert client.post(raters, {"users": wrong}, format="json").json()["errors"][0]["field"] == "users"
    added = client.post(raters, {"users": [rater.pk, maker.pk], "n": 1}, format="json").json()["raters"]
    assert [(one["user"] and one["user"]["username"], bool(one["token"])) for one in added] == [
        ("annotator", False), ("viewer", False), (None, True),
    ]  # fmt: skip
    again = client.post(raters, {"users": [rater.pk]}, format="json").json()["raters"]
    assert len(again) == 3

    assert client_of(other).get(mine).status_code == 403
    assert client_of(other).get(f"{API}/my-ratings/").json() == {"tasks": []}
    at_work = client_of(rater)
    (listed,) = at_work.get(f"{API}/my-ratings/").json()["tasks"]
    assert (listed["name"], listed["open"], listed["n_rated"], listed["finished_at"]) == ("Texts", True, 0, None)
    by_link = rater_token(task.raters.get(user=rater))
    assert APIClient().get(f"{API}/rate/{by_link}/samples/").status_code == 404
    seen = at_work.post(mine, {"consent": 0}).json()
    assert {sample["set"] for sample in seen["samples"]} == {0, 1, 2}
    assert at_work.post(mine, {"consent": 0}).json()["samples"] == seen["samples"]  # asked twice
    ratings = [{"key": sample["key"], "values": [4], "heard": True} for sample in seen["samples"]]
    assert at_work.patch(mine, {"ratings": ratings, "finished": True}, format="json").json()["code"]

    of_maker = client_of(maker).post(mine, {"consent": 0}).json()
    shown = RaterSample.objects.filter(key__in=[sample["key"] for sample in of_maker["samples"]])
    assert set(shown.values_list("sample__group", flat=True)) == {"set 0", "set 2"}
    Membership.objects.filter(user=maker).delete()  # half-way
    assert client_of(maker).get(mine).status_code == 404
    assert client_of(maker).get(f"{API}/my-ratings/").json() == {"tasks": []}

    task.samples.filter(system="South").update(made_by=other)
    refused = client.post(raters, {"users": [other.pk]}, format="json").json()
    assert refused["detail"] == "adjudicator made something in each set, and would rate it. Nobody was added."
    rater.delete()
    assert results_of(task)["raters"][0]["n_rated"] == 9  # what somebody rated stays, under the number


def test_a_trial_stores_nothing(client: APIClient, project: Project) -> None:
    task = make_task(project)
    seen = client.get(f"{API}/rating-tasks/{task.pk}/trial/").json()
    assert len(seen["samples"]) == 6
    assert not Rater.objects.exists()
    assert not RaterSample.objects.exists()


@pytest.mark.usefixtures("heard_in_process")
def test_a_trial_has_the_sounds_of_its_samples(
    client: APIClient, project: Project, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    task = listening(project, client)
    keys = [sample["key"] for sample in client.get(f"{API}/rating-tasks/{task.pk}/trial/").json()["samples"]]
    assert sorted(keys) == ["0", "1", "2", "3", "4", "5"]
    for key in keys:
        answer = client.get(f"{API}/rating-tasks/{task.pk}/samples/{key}/sound/")
        assert (answer.status_code, b"".join(answer)[:4]) == (200, b"fLaC")
    assert client.get(f"{API}/rating-tasks/{task.pk}/samples/6/sound/").status_code == 404


def test_a_page_that_was_opened_again_takes_nothing_back(project: Project) -> None:
    task = make_task(project)
    (rater,) = begun(task)
    key = rater.samples.earliest("pk").key
    rate(rater, ratings=[{"key": key, "values": [2], "seconds": 40, "n_plays": 3, "is_heard": True}])
    rate(rater, ratings=[{"key": key, "values": [4], "seconds": 2, "n_plays": 0, "is_heard": False}])
    row = rater.samples.get(key=key)
    assert (row.values, row.seconds, row.n_plays, row.is_heard) == ([4], 40, 3, True)


def test_sets_of_who_left_go_to_others(project: Project) -> None:
    task = make_task(project, per_set=1, sets_per_rater=3)
    gone, second, third = add_raters(task, 3)
    begin(gone, language="en", consent=0, headphones="")
    with pytest.raises(Closed, match="All ratings that were needed"):
        begin(second, language="en", consent=0, headphones="")
    Rater.objects.filter(pk=gone.pk).update(begun_at=timezone.now() - HELD - timedelta(minutes=1))
    begin(second, language="en", consent=0, headphones="")
    assert second.samples.count() == 9
    with pytest.raises(Closed):
        begin(third, language="en", consent=0, headphones="")


def test_a_person_decides_who_counts(client: APIClient, project: Project) -> None:
    task = make_task(project)
    (rater,) = begun(task)
    rate(
        rater, ratings=[{"key": row.key, "values": [5], "seconds": 9, "is_heard": True} for row in rater.samples.all()]
    )
    address = f"{API}/rating-tasks/{task.pk}/raters/1/"
    before = results_of(task)["raters"][0]
    assert (before["is_counted"], before["reasons"], before["n_traps_missed"]) == (False, ["traps"], 2)
    assert client.put(address, {"counted": True}, format="json").json()["errors"][0]["field"] == "reason"
    after = client.put(address, {"counted": True, "reason": "The traps were unclear."}, format="json").json()
    assert (after["raters"][0]["is_counted"], after["raters"][0]["by_hand"], after["n_counted"]) == (True, True, 1)
    assert ActivityEntry.objects.get(verb="rater_counted").detail == "rater 1, counted: The traps were unclear."


def rated_world(project: Project) -> RatingTask:
    """The made-up raters and systems of `opinion_samples`, stored."""
    made = world(2, n_raters=12, n_sets=12, per_rater=6)
    task = create_task(
        project=project, user=None, rules={}, name="Known", medium="text", questions=list(OF_SOUND), per_set=12,
        sets_per_rater=6,
    )  # fmt: skip
    set_samples(task, samples_of(12, tuple(f"S{number}" for number in range(len(SYSTEMS)))))
    by_place = {(one.group, one.system): one for one in task.samples.all()}
    now = timezone.now()
    known = {(rater, one * 10 + system): value for rater, one, system, value in made.rows}
    for number, judged in made.judged.items():
        rater = Rater.objects.create(task=task, number=number, consented_at=now, begun_at=now)
        RaterSample.objects.bulk_create(
            RaterSample(
                rater=rater, position=at, set_position=0, rated_at=now, seconds=one.seconds, is_heard=one.heard,
                sample=by_place[f"set {one.sample // 10}", "" if one.right is not None else f"S{one.sample % 10}"],
                values=[known.get((number, one.sample), 1.0 if one.right else 5.0)],
            )
            for at, one in enumerate(judged)
        )  # fmt: skip
    return task


def test_results_leave_out_who_did_not_listen(client: APIClient, project: Project) -> None:
    task = rated_world(project)
    results = client.get(f"{API}/rating-tasks/{task.pk}/results/?early=1").json()
    assert [one["number"] for one in results["raters"] if not one["is_counted"]] == [CARELESS, RANDOM]
    (question,) = results["questions"]
    assert [one["system"] for one in question["systems"]] == ["S0", "S1", "S2", "S3"]
    for one, quality in zip(question["systems"], SYSTEMS, strict=True):
        assert one["low"] < quality < one["high"]
        assert sum(count["n"] for count in one["counts"]) == one["n"] == 60
    apart = {(one["first"], one["second"]): one for one in question["differences"]}
    assert apart["S0", "S3"]["is_clear"]
    assert not apart["S1", "S2"]["is_clear"]
    assert apart["S1", "S2"]["n_more"] != 0
    assert question["alpha"] > question["all"]["alpha"] > 0
    assert question["alpha_low"] < question["alpha"] < question["alpha_high"] < 1
    assert question["icc"] > 0.5

    long = client.get(f"{API}/rating-tasks/{task.pk}/export/?early=1&file_format=jsonl")
    rows = [json.loads(line) for line in b"".join(long).splitlines()]
    assert len(rows) == 12 * 6 * 5
    assert {row["rater"] for row in rows if not row["counted"]} == {CARELESS, RANDOM}
    values = defaultdict(list)
    for row in rows:
        if row["counted"] and not row["trap"]:
            values[row["system"]].append(row["value"])
    assert {name: np.mean(of) for name, of in values.items()} == {
        one["system"]: pytest.approx(one["value"]) for one in question["systems"]
    }
    wide = b"".join(client.get(f"{API}/rating-tasks/{task.pk}/export/?early=1&part=wide")).decode().splitlines()
    assert wide[0].split("\t") == ["set", "question", "S0", "S1", "S2", "S3"]
    assert len(wide) == 13
    table = b"".join(client.get(f"{API}/rating-tasks/{task.pk}/export/?early=1&part=wide&file_format=csv"))
    assert table.decode().splitlines()[0] == "set,question,S0,S1,S2,S3"
    shown = client.get(f"{API}/rating-tasks/{task.pk}/").json()
    assert (shown["n_samples"], shown["n_links"], shown["n_begun"], shown["n_rated"]) == (60, 12, 12, 360)


def test_the_rules_of_the_page_are_those_of_the_engine() -> None:
    assert {field.name for field in fields(Rules)} == RejectionRulesSerializer().fields.keys()


def test_raters_at_one_address_do_not_take_each_other_s_requests(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class that rates in one room would be refused together. Who guesses links is one sender."""
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", {"author": "2/min"})
    cache.clear()  # what other tests have asked from here
    one, other = (rater_token(rater) for rater in begun(make_task(project), 2))
    asked = [one, one, other, one, other, "made.up", "made.again", "made.more"]
    stranger = APIClient()
    statuses = [stranger.get(f"{API}/rate/{token}/samples/").status_code for token in asked]
    assert statuses == [200, 200, 200, 429, 200, 404, 404, 429]


@pytest.mark.django_db(transaction=True)
def test_raters_who_begin_at_once_share_the_sets() -> None:
    task = make_task(make_project(), n_sets=10, per_set=8, sets_per_rater=4)
    tokens = [rater_token(rater) for rater in add_raters(task, 20)]

    def all_of_it(token: str) -> None:
        try:
            client, page = APIClient(), f"{API}/rate/{token}/samples/"
            samples = client.post(page, {"consent": 0}).json()["samples"]
            ratings = [{"key": one["key"], "values": [3], "heard": True} for one in samples]
            assert client.patch(page, {"ratings": ratings, "finished": True}, format="json").status_code == 200
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(all_of_it, tokens))
    rated = RaterSample.objects.filter(rated_at__isnull=False).order_by().select_related("sample")
    assert set(Counter(row.sample_id for row in rated).values()) == {8}
    places = Counter((row.sample.system, row.position % 3) for row in rated)
    expected = 20 * 4 / 3
    assert sum((n - expected) ** 2 / expected for n in places.values()) < 23.5  # 4 degrees of freedom, p = .0001
    late = find_rater(rater_token(add_raters(task, 1)[0]))
    assert late
    with transaction.atomic(), pytest.raises(Closed):
        begin(late, language="en", consent=0, headphones="")
