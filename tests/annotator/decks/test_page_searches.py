"""Searches of recordings for the pages of a deck: what is found, what people set that stays, and what is refused.

Most need the extra `video`, and say so where they are passed over.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone
from PIL import Image
from rest_framework.test import APIClient

from alignment.slides.frames import N_SAMPLES
from alignment.slides.page_matcher import PageMatcher
from alignment.slides.watching import watch
from annotator.corpus.importing.newer import store_newer
from annotator.decks import searches
from annotator.decks.evidence import N_POINTS
from annotator.decks.timelines import keep_imported
from annotator.demo.slides import FOLDER
from annotator.importers import sandbox
from annotator.models import ActivityEntry, DeckPictures, PagePicture, PageSearch, Pair, Project, Role, Timeline, Unit
from annotator.platform.errors import Conflict
from annotator.site import housekeeping
from annotator.site.project_removal import remove_project
from tests import world
from tests.annotator.importers.hostile_decks import frame, packed
from tests.annotator.importers.hostile_recordings import FEW_MEMBERS, HOSTILE, video
from tests.annotator.shared import answer_in_process, do_task

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

ClientOf = Callable[[User], APIClient]

pytestmark = pytest.mark.django_db
needs_video = pytest.mark.skipif(
    not (find_spec("av") and find_spec("cv2")), reason="needs the extra video: LECTERN_EXTRAS=video"
)


@pytest.fixture(autouse=True)
def own_files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recordings are read without a child, but by tests that say in their names that they take it."""
    if "in_a_child" not in request.node.name:
        answer_in_process(monkeypatch)


@cache
def drawn_pages() -> tuple[Any, ...]:
    from recordings import deck  # type: ignore[import-not-found]

    return tuple(deck(3, seed=4))


def encoded(picture: Any, form: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, form)
    return out.getvalue()


@cache
def pages_as_webp() -> tuple[bytes, ...]:
    return tuple(encoded(page, "WEBP") for page in drawn_pages())


@pytest.fixture(autouse=True)
def prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of the deck are the same in all tests; what is seen in frames is of each search."""

    def prepared(pages: Iterable[Any]) -> Any:
        read = tuple(pages)
        key = b"".join(page.tobytes() for page in read)
        if key not in MATCHERS:
            MATCHERS[key] = PageMatcher(read)
        return copy(MATCHERS[key])

    monkeypatch.setattr(searches, "PageMatcher", prepared)


#: By the pixels of all pages.
MATCHERS: dict[bytes, PageMatcher] = {}


@pytest.fixture
def pair(project: Project) -> Pair:
    """A deck of three pages with pictures, and its talk; no timeline."""
    pair = world.slides(project, timeline=False)
    pictures = DeckPictures.objects.create(document=pair.source, name="a.pdf", state="done")
    for number, page in enumerate(pages_as_webp(), start=1):
        file = ContentFile(page, name=f"{number}.webp")
        PagePicture.objects.create(
            pictures=pictures, page=number, width=1280, height=720, sha256="0" * 64, picture=file, thumbnail=file
        )
    return pair


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def address(pair: Pair, what: str = "page-search") -> str:
    return f"/api/v1/pairs/{pair.pk}/{what}/"


@cache
def frames_of(*shown: int) -> bytes:
    """A zip of frames, one a second; page 0 is black."""
    pages = [encoded(page.resize((640, 360)), "PNG") for page in [Image.new("RGB", (1280, 720)), *drawn_pages()]]
    return packed({f"{second}.png": pages[page] for second, page in enumerate(shown)})


#: Ten seconds of page 1, ten of page 3, ten of none.
SHOWN = (*[1] * 10, *[3] * 10, *[0] * 10)


def send(client: APIClient, pair: Pair, *files: tuple[str, bytes]) -> Any:
    sent = [SimpleUploadedFile(name, data, content_type="text/html") for name, data in files]
    return client.post(address(pair), {"files": sent}, format="multipart")


def search(client: APIClient, pair: Pair, *files: tuple[str, bytes]) -> Any:
    """Ask, be the worker, and say how it ended."""
    answer = send(client, pair, *(files or [("frames.zip", frames_of(*SHOWN))]))
    assert answer.status_code == 201, answer.content
    do_task("find_pages", PageSearch.objects.filter(pair=pair).latest("pk").pk)
    return client.get(address(pair)).json()["search"]


def stretches(pair: Pair) -> list[Any]:
    return [one[:3] for one in Timeline.objects.get(pair=pair).stretches]


#: What the child refuses as it reads a file, and what would take its memory.
IN_A_CHILD = dict.fromkeys(("one that is cut off", "a giant header"), " in_a_child")


def frames_kept(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "decks" / "frames").rglob("*") if path.is_file())


def uploads(folder: Path) -> list[Path]:
    return [path for path in (folder / "decks" / "recordings").rglob("*") if path.is_file()]


@needs_video
def test_pages_are_found_in_frames_with_confidences(
    client: APIClient, pair: Pair, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        ended = search(client, pair)
    assert (ended["state"], ended["message"]) == ("done", "20 of 30 frames show a page"), ended
    timeline = client.get(address(pair, "timeline")).json()
    assert (timeline["origin"], timeline["file_name"], timeline["changed_by"]) == ("found", "frames.zip", None)
    assert stretches(pair) == [[1, 0.0, 10.0], [3, 10.0, 20.0], [0, 20.0, 30.0]]
    assert all(0.8 < one["confidence"] <= 1 for one in timeline["stretches"])
    assert uploads(own_files) == []
    assert ActivityEntry.objects.filter(verb="timeline_found").count() == 1


@needs_video
def test_pages_are_found_in_the_talks_own_recording_in_a_child(
    client: APIClient, pair: Pair, own_files: Path, tmp_path: Path
) -> None:
    from finding_pages import write_video  # type: ignore[import-not-found]
    from recordings import Recording as Drawn
    from recordings import recording

    made = Drawn([0] * 6 + [2] * 6, drawn_pages(), recording(drawn_pages(), "plain", 0, n_seconds=1)._look, 0)
    write_video(tmp_path / "talk.mp4", made, rate=4)
    pair.target.media_file.save("talk.mp4", ContentFile((tmp_path / "talk.mp4").read_bytes()))
    assert client.get(address(pair)).json()["recording"] == "talk.mp4"
    assert client.post(address(pair)).status_code == 201
    do_task("find_pages", PageSearch.objects.latest("pk").pk)
    assert client.get(address(pair)).json()["search"]["error"] == ""
    assert stretches(pair) == [[1, 0.0, 6.0], [3, 6.0, 12.0]]
    assert pair.target.media_file.storage.exists(str(pair.target.media_file.name)), "it is the talk's"


@needs_video
def test_what_a_search_saw_is_kept_for_whoever_looks_at_its_stretches(
    client: APIClient, pair: Pair, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    assert client.get(address(pair, "page-search/seen")).json() == {"limit": 8.0, "inliers": [], "stretches": []}
    with django_capture_on_commit_callbacks(execute=True):
        search(client, pair)
    seen = client.get(address(pair, "page-search/seen")).json()
    assert len(seen["inliers"]) == 30
    assert min(seen["inliers"][:20]) > seen["limit"] > max(seen["inliers"][20:])
    assert [(one["start"], one["end"], one["frame"]) for one in seen["stretches"]] == [
        (0.0, 10.0, 4), (10.0, 20.0, 14), (20.0, 30.0, 24),
    ]  # fmt: skip
    first, second, third = (one["candidates"] for one in seen["stretches"])
    assert (first[0]["page"], second[0]["page"], third[-1]["page"]) == (1, 3, 0)
    assert first[0]["confidence"] > 0.9 > 0.1 > first[-1]["confidence"]
    assert third[-1]["confidence"] > 0.9
    assert 0.3 < first[0]["matches"] <= 1
    assert 10 <= len(first[0]["points"]) <= N_POINTS
    assert all(len(point) == 4 and min(point) >= 0 and max(point) <= 1000 for point in first[0]["points"])
    assert (first[-1]["matches"], first[-1]["points"], first[-1]["lacks"]) == (None, [], [])
    most = max(len(json.dumps(one["candidates"])) for one in seen["stretches"])
    assert most < 2000, "what is kept of a stretch is bounded"
    frame = client.get(address(pair, "page-search/frames/14"))
    shown = np.asarray(Image.open(io.BytesIO(b"".join(frame.streaming_content))), dtype=float)
    drawn = np.asarray(drawn_pages()[2].convert("L").resize(shown.shape[::-1]), dtype=float)
    assert np.abs(shown - drawn).mean() < 8
    assert client.get(address(pair, "page-search/frames/15")).status_code == 404
    # They are of this search: the next one's take their place, and they go with it.
    with django_capture_on_commit_callbacks(execute=True):
        search(client, pair, ("frames.zip", frames_of(*[2] * 8)))
    assert [path.name for path in frames_kept(own_files)] == ["000004.jpg"]
    with django_capture_on_commit_callbacks(execute=True):
        client.delete(address(pair))
    assert frames_kept(own_files) == []


@needs_video
def test_what_a_search_saw_is_shown_until_the_next_is_done(
    client: APIClient, pair: Pair, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        done = search(client, pair)
    seen, frames = client.get(address(pair, "page-search/seen")).json(), frames_kept(own_files)
    assert len(frames) == 3

    def is_shown(state: str) -> None:
        answer = client.get(address(pair)).json()
        assert (answer["search"]["state"], answer["seen_at"]) == (state, done["finished_at"])
        assert client.get(address(pair, "page-search/seen")).json() == seen
        assert frames_kept(own_files) == frames
        assert client.get(address(pair, "page-search/frames/14")).status_code == 200

    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            send(client, pair, ("frames.zip", frames_of(*[2] * 8)))
        is_shown("queued")
        with django_capture_on_commit_callbacks(execute=True):
            assert client.delete(address(pair)).status_code == 200
        is_shown("done")
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert search(client, pair, ("black.zip", frames_of(0, 0, 0)))["state"] == "failed"
        is_shown("failed")
    assert PageSearch.objects.filter(pair=pair).count() == 2
    with django_capture_on_commit_callbacks(execute=True):
        assert search(client, pair, ("frames.zip", frames_of(*[2] * 8)))["state"] == "done"
    assert PageSearch.objects.filter(pair=pair).count() == 1
    assert len(client.get(address(pair, "page-search/seen")).json()["inliers"]) == 8
    assert [path.name for path in frames_kept(own_files)] == ["000004.jpg"]


@needs_video
def test_a_long_recording_of_something_else_is_refused_by_some_of_its_frames(client: APIClient, pair: Pair) -> None:
    other = packed({f"{second}.png": frame(second) for second in range(2 * N_SAMPLES)})
    ended = search(client, pair, ("other.zip", other))
    assert ended["error"] == "0 of 60 frames from all of the recording fit this deck. Is it the right file?"


@needs_video
def test_a_long_recording_is_read_from_its_start_after_some_of_its_frames(client: APIClient, pair: Pair) -> None:
    shown = frames_of(*[0] * 2 * N_SAMPLES, *[1] * 30, *[3] * 20)
    assert search(client, pair, ("long.zip", shown))["state"] == "done"
    assert stretches(pair) == [[0, 0.0, 120.0], [1, 120.0, 150.0], [3, 150.0, 170.0]]


@needs_video
def test_samples_of_a_recording_leave_its_frames_as_they_are_in_a_child() -> None:
    def first_frames(n: int) -> list[Any]:
        with (FOLDER / "fog.mp4").open("rb") as file, sandbox.Reader(sandbox.Limits(file_megabytes=10)) as reader:
            samples = list(islice(reader.samples(file, "fog.mp4"), n)) if n else []
            assert len({sample.pixels for sample in samples}) == len(samples) >= min(n, 10)
            return [frame for frame, _ in islice(reader.frames(file, "fog.mp4"), 20)]

    after_all = first_frames(60)
    with pytest.MonkeyPatch.context() as patch:
        answer_in_process(patch)
        assert first_frames(1) == after_all == first_frames(0)


@needs_video
def test_a_frame_that_is_the_file_before_it_is_not_sent_again(tmp_path: Path) -> None:
    (tmp_path / "frames.zip").write_bytes(frames_of(1, 1, 3, 3, 1))
    with (tmp_path / "frames.zip").open("rb") as file, sandbox.Reader() as reader:
        sent = [frame.pixels for frame, _ in reader.frames(file, "frames.zip")]
    first, other = sent[0], sent[2]
    assert sent == [first, b"", other, b"", first]
    assert b"" != first != other


@needs_video
def test_what_people_set_or_accepted_stands_and_the_rest_is_filled(client: APIClient, pair: Pair) -> None:
    search(client, pair)
    first, second, third = client.get(address(pair, "timeline")).json()["stretches"]
    set_by_person = {"page": 2, "start": 12.4, "end": 15.5}
    body = [first, {**second, "end": 12.4}, set_by_person, {**second, "start": 15.5}, {**third, "confidence": None}]
    assert client.put(address(pair, "timeline"), {"stretches": body}, format="json").status_code == 200
    timeline = Timeline.objects.get(pair=pair)
    assert [len(one) for one in timeline.stretches] == [4, 4, 3, 4, 3]
    assert (timeline.origin, timeline.file_name) == ("found", "frames.zip")
    shown = frames_of(*[2] * 8, *[1] * 22)
    assert search(client, pair, ("other.zip", shown))["state"] == "done"
    found = Timeline.objects.get(pair=pair)
    assert stretches(pair) == [
        [2, 0.0, 8.0], [1, 8.0, 12.4], [2, 12.4, 15.5], [1, 15.5, 20.0], [0, 20.0, 30.0],
    ]  # fmt: skip
    assert [len(one) for one in found.stretches] == [4, 4, 3, 4, 3]
    assert found.file_name == "other.zip"


@needs_video
def test_what_people_set_while_it_searches_stands_too(
    client: APIClient, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(client, pair)
    first, *others = client.get(address(pair, "timeline")).json()["stretches"]
    filled, n = searches.filled_around, 0

    def meanwhile(*what: Any) -> Any:
        nonlocal n
        n += 1
        if n == 1:
            body = [{"page": 2, "start": 0, "end": 4}, {**first, "start": 4}, *others]
            assert client.put(address(pair, "timeline"), {"stretches": body}, format="json").status_code == 200
        return filled(*what)

    monkeypatch.setattr(searches, "filled_around", meanwhile)
    assert search(client, pair)["state"] == "done"
    assert (n, stretches(pair)[:2]) == (2, [[2, 0.0, 4.0], [1, 4.0, 10.0]])


def newer_talk(pair: Pair, admin: User) -> Pair:
    units = [Unit(position=at, text=text) for at, text in enumerate(pair.target.texts())]
    with transaction.atomic():
        store_newer(pair.target, units, user=admin, origin="again", metadata={}, progress=lambda *_: None)
    return Pair.objects.exclude(pk=pair.pk).get()


@needs_video
def test_a_search_goes_on_for_the_newer_talk_that_comes_meanwhile(
    client: APIClient, admin: User, pair: Pair, own_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever imports a corrected transcript while the recording is searched would have to search it again."""
    filled, made = searches.filled_around, list[Pair]()

    def meanwhile(*what: Any) -> Any:
        if not made:
            made.append(newer_talk(pair, admin))
        return filled(*what)

    monkeypatch.setattr(searches, "filled_around", meanwhile)
    send(client, pair, ("frames.zip", frames_of(*SHOWN)))
    do_task("find_pages", PageSearch.objects.get().pk)
    (newer,) = made
    assert client.get(address(newer)).json()["search"]["state"] == "done"
    assert stretches(newer) == [[1, 0.0, 10.0], [3, 10.0, 20.0], [0, 20.0, 30.0]]
    assert not Timeline.objects.filter(pair=pair).exists()


@needs_video
def test_what_a_search_saw_goes_with_the_timeline_to_a_newer_talk(
    client: APIClient, admin: User, pair: Pair, own_files: Path
) -> None:
    search(client, pair)
    seen = client.get(address(pair, "page-search/seen")).json()
    newer = newer_talk(pair, admin)
    assert client.get(address(newer, "page-search/seen")).json() == seen
    assert client.get(address(newer, "page-search/frames/14")).status_code == 200
    answer = send(client, pair, ("frames.zip", frames_of(*SHOWN)))
    assert (answer.status_code, answer.json()["newer_pair"]) == (409, newer.pk)
    assert client.get(address(pair)).json()["refusal"] == "A newer version of this pair was imported."


@needs_video
@pytest.mark.parametrize("origin", ["person", "file"])
def test_a_whole_timeline_that_was_set_meanwhile_stays(client: APIClient, pair: Pair, origin: str) -> None:
    send(client, pair, ("frames.zip", frames_of(*SHOWN)))
    Timeline.objects.create(pair=pair, stretches=world.STRETCHES, origin=origin, file_name="a.csv")
    do_task("find_pages", PageSearch.objects.latest("pk").pk)
    assert "It stays as it is." in PageSearch.objects.latest("pk").error
    assert Timeline.objects.get().stretches == world.STRETCHES


@needs_video
def test_a_search_takes_the_place_of_a_file_and_a_file_that_of_a_search(
    client: APIClient, pair: Pair, admin: User
) -> None:
    Timeline.objects.create(pair=pair, stretches=world.STRETCHES, origin="file", file_name="a.csv")
    assert search(client, pair)["state"] == "done"
    keep_imported(pair, [[1, 0.0, None, 1]], "b.csv", admin)
    assert search(client, pair)["state"] == "done"
    body = client.get(address(pair, "timeline")).json()["stretches"]
    body[0]["confidence"] = None
    client.put(address(pair, "timeline"), {"stretches": body}, format="json")
    with pytest.raises(Conflict, match="Somebody has set the timeline"):
        keep_imported(pair, [[1, 0.0, None, 1]], "c.csv", admin)


def test_a_timeline_is_filled_around_what_people_set() -> None:
    watched = watch(np.array([[90.0, 1.0]] * 10 + [[1.0, 90.0]] * 10), fixed={9: 1})
    kept: list[Any] = [[2, 9.5, 9.9], [0, 15.25, None, None, "demo"]]
    made = searches.filled_around(kept, watched)
    assert [one[:3] for one in made] == [[1, 0.0, 9.5], [2, 9.5, 9.9], [2, 9.9, 15.25], [0, 15.25, None]]
    assert [len(one) for one in made] == [4, 3, 4, 5]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case}{IN_A_CHILD.get(case, '')}") for case in HOSTILE])
@needs_video
def test_what_is_refused_is_said_and_leaves_nothing(
    client: APIClient, pair: Pair, own_files: Path, case: str, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    name, content, words = HOSTILE[case]
    monkeypatch.setattr("annotator.importers.support.zip_source.MAX_MEMBERS", FEW_MEMBERS)
    answer = send(client, pair, (name, content()))
    if answer.status_code == 400:  # by its name, or nothing in it
        assert words in str(answer.json())
        assert not PageSearch.objects.exists()
    else:
        with django_capture_on_commit_callbacks(execute=True):
            do_task("find_pages", PageSearch.objects.latest("pk").pk)
        shown = client.get(address(pair)).json()["search"]
        assert (shown["state"], words in shown["error"]) == ("failed", True), shown["error"]
        assert "/" not in shown["error"].replace("../1.png", ""), "no paths of this machine"
    assert uploads(own_files) == []
    assert not Timeline.objects.exists()


@needs_video
def test_a_search_that_is_cancelled_stores_nothing(
    client: APIClient, pair: Pair, own_files: Path, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    read = sandbox.Reader.frames

    def cancelled_meanwhile(*what: Any) -> Iterator[Any]:
        assert client.delete(address(pair)).json()["search"] is None
        yield from read(*what)

    monkeypatch.setattr(sandbox.Reader, "frames", cancelled_meanwhile)
    with django_capture_on_commit_callbacks(execute=True):
        send(client, pair, ("frames.zip", frames_of(*SHOWN)))
        do_task("find_pages", PageSearch.objects.latest("pk").pk)
    assert not Timeline.objects.exists()
    assert uploads(own_files) == []


class Killed(BaseException):
    """As if the process had ended."""


@needs_video
def test_a_lost_worker_is_followed_by_another_until_there_were_too_many(
    client: APIClient, pair: Pair, own_files: Path, settings: Any, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    def killed(*_: Any) -> None:
        raise Killed

    def lose() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(sandbox.Reader, "frames", killed)
            with pytest.raises(Killed):
                do_task("find_pages", PageSearch.objects.latest("pk").pk)
        PageSearch.objects.update(heartbeat_at="2020-01-01T00:00Z")

    send(client, pair, ("frames.zip", frames_of(*SHOWN)))
    lose()
    assert len(uploads(own_files)) == 1
    with django_capture_on_commit_callbacks(execute=True):
        do_task("find_pages", PageSearch.objects.latest("pk").pk)
    assert PageSearch.objects.latest("pk").state == "done"
    settings.MAX_ATTEMPTS = 1
    send(client, pair, ("frames.zip", frames_of(*SHOWN)))
    lose()
    with django_capture_on_commit_callbacks(execute=True):
        do_task("find_pages", PageSearch.objects.latest("pk").pk)
    ended = PageSearch.objects.latest("pk")
    assert (ended.state, ended.upload.name) == ("failed", "")
    assert "may need more memory" in ended.error
    assert uploads(own_files) == []


@needs_video
def test_what_was_sent_goes_with_the_project(
    client: APIClient, pair: Pair, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    send(client, pair, ("frames.zip", frames_of(*SHOWN)))
    assert len(uploads(own_files)) == 1
    with django_capture_on_commit_callbacks(execute=True):
        remove_project(pair.project)
    assert uploads(own_files) == []


@needs_video
def test_one_search_is_under_way_at_a_time(client: APIClient, pair: Pair, own_files: Path) -> None:
    assert send(client, pair, ("1.png", frame()), ("2.png", frame())).json()["search"]["name"] == "2 frames"
    again = send(client, pair, ("talk.mp4", video()))
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert len(uploads(own_files)) == 1


def test_who_may_search(
    pair: Pair, person: Callable[..., User], client_of: ClientOf, talk: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "missing_extra", lambda: "")
    for role in (Role.ANNOTATOR, Role.VIEWER, Role.ADJUDICATOR):
        member = client_of(person(role))
        assert member.get(address(pair)).status_code == 200
        assert send(member, pair, ("frames.zip", frames_of(*SHOWN))).status_code == 403
        assert member.delete(address(pair)).status_code == 403
    outsider = client_of(person(None))
    assert (outsider.get(address(pair)).status_code, APIClient().get(address(pair)).status_code) == (404, 401)
    assert client_of(person(Role.ADMIN)).get(address(talk)).status_code == 404, "it has no slides"


@pytest.mark.parametrize(
    ("case", "code", "words"),
    [
        ("no extra", "no_video", "Install the extra video"),
        ("no pictures", "no_pictures", "Open the deck and add a PDF."),
        ("set by people", "timeline_set", "Remove it to search a recording instead."),
        ("no recording", "invalid", "has no recording here. Send a recording or frames."),
    ],
)
def test_why_nothing_can_be_searched_is_said_before_and_after(
    client: APIClient, pair: Pair, monkeypatch: pytest.MonkeyPatch, case: str, code: str, words: str
) -> None:
    missing = "" if case != "no extra" else "Finding pages in frames needs PyAV. Install the extra video: ..."
    monkeypatch.setattr(searches, "missing_extra", lambda: missing)
    if case == "no pictures":
        DeckPictures.objects.update(state="failed")
    if case == "set by people":
        Timeline.objects.create(pair=pair, stretches=world.STRETCHES, origin="person")
    before, answer = client.get(address(pair)).json(), client.post(address(pair))
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert words in answer.json()["detail"]
    assert before["refusal"] == ("" if case == "no recording" else answer.json()["detail"])
    assert not PageSearch.objects.exists()


@pytest.mark.parametrize("state", ["done", "failed", "running"])
def test_a_recording_that_a_lost_answer_left_is_removed_by_the_sweep(
    pair: Pair, own_files: Path, django_capture_on_commit_callbacks: Any, state: str
) -> None:
    """The search has ended, and who ended it never heard so: nobody deleted the file."""
    left = PageSearch(pair=pair, name="talk.mp4", state=state, finished_at=timezone.now() if state == "done" else None)
    left.upload.save("recording", ContentFile(b"frames"))
    with django_capture_on_commit_callbacks(execute=True):
        housekeeping.tidy()
    left.refresh_from_db()
    is_at_work = state == "running"
    assert bool(left.upload) == bool(uploads(own_files)) == is_at_work


def test_pictures_that_a_lost_answer_left_beside_newer_ones_are_removed_by_the_sweep(
    pair: Pair, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    pictures = DeckPictures.objects.get(document=pair.source)
    DeckPictures.objects.update(finished_at=timezone.now())
    asked = DeckPictures.objects.create(document=pair.source, name="newer.pdf")
    folders = [
        own_files / pictures.folder,
        own_files / asked.folder,
        own_files / f"decks/{pair.source_id}/{pictures.pk - 1}",
    ]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "0001-picture.webp").write_bytes(b"RIFF")
    with django_capture_on_commit_callbacks(execute=True):
        housekeeping.tidy()
    assert [(folder / "0001-picture.webp").exists() for folder in folders] == [True, True, False]
