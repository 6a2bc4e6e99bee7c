"""Which page each frame shows, on decks and recordings that are drawn here; needs the extra `video`.

The table of all looks, with more decks and longer recordings: benchmarks/finding_pages.py.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

# ruff: noqa: E402

pytest.importorskip("cv2", reason="needs the extra video")
av = pytest.importorskip("av", reason="needs the extra video")

from PIL import Image, ImageDraw, ImageFont

from alignment.cli import main
from alignment.slides import page_matcher
from alignment.slides.frames import Frame, read_frames, read_picture, read_recording
from alignment.slides.matching import WATCHING, find_pages, match_frames
from alignment.slides.page_matcher import MOST_POINTS, PageMatcher
from alignment.slides.timeline import read_timeline
from alignment.slides.watching import Watched, watch
from alignment.types import AlignmentError

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from finding_pages import write_video  # type: ignore[import-not-found]
from recordings import LOOKS, Recording, deck  # type: ignore[import-not-found]

N_PAGES = 8
#: The page of each second of a talk, from 0, with a cut to black.
SHOWN = [0] * 7 + [1] * 6 + [None] * 6 + [2] * 7 + [3] * 4
SECONDS = len(SHOWN)


def recording(pages: list[Any], look: str, shown: Sequence[int | None] = SHOWN) -> Recording:
    return Recording(list(shown), pages, LOOKS[look], 2)


@pytest.fixture(scope="module")
def pages() -> list[Any]:
    return list(deck(N_PAGES, seed=4))


@pytest.fixture(scope="module")
def other_pages() -> list[Any]:
    """In the same template."""
    return list(deck(9, seed=10, name="Vowels at night"))


@pytest.fixture(scope="module")
def long_deck() -> list[Any]:
    return list(deck(24, seed=0))


@pytest.fixture(scope="module")
def prepared(pages: list[Any]) -> PageMatcher:
    """Each test takes a copy: what it sees in its frames is its own."""
    return PageMatcher(gray(pages))


@pytest.fixture(scope="module")
def prepared_long_deck(long_deck: list[Any]) -> PageMatcher:
    return PageMatcher(gray(long_deck))


@pytest.fixture(scope="module")
def video(pages: list[Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("video") / "talk.mp4"
    write_video(path, recording(pages, "plain"), rate=4)
    return path


def gray(pages: list[Any]) -> list[Any]:
    return [np.asarray(page.convert("L")) for page in pages]


def frames_of(made: Recording) -> list[Frame]:
    return [Frame(second, picture) for second, picture in enumerate(made.frames())]


def watched(prepared: PageMatcher, frames: list[Frame]) -> Watched:
    """As `find_pages`, with pages that are prepared."""
    return watch(match_frames(copy(prepared), frames), options=WATCHING)


def n_right(found: Any, shown: list[int | None], pages: list[Any]) -> int:
    """Equal pages are one."""
    drawn = [page.tobytes() for page in pages]
    firsts = [drawn.index(page) for page in drawn]
    return sum(
        (None if ours is None else firsts[ours]) == (None if theirs is None else firsts[theirs])
        for ours, theirs in zip(found, shown, strict=True)
    )


@pytest.mark.parametrize("look", ["scaled", "blurred", "compressed", "watermarked", "turned", "inset", "filmed"])
def test_each_second_gets_its_page_and_cut_ins_none(pages: list[Any], prepared: PageMatcher, look: str) -> None:
    found = watched(prepared, frames_of(recording(pages, look)))
    assert n_right(found.pages, SHOWN, pages) >= SECONDS - 1
    inside = [SHOWN[at - 1 : at + 2] == [None] * 3 for at in range(SECONDS)]
    assert not [page for page, is_inside in zip(found.pages, inside, strict=True) if is_inside and page is not None]


def test_steps_of_a_build_are_told_apart(long_deck: list[Any], prepared_long_deck: PageMatcher) -> None:
    shown: list[int | None] = [at for at in (1, 2, 3, 2, 3, 1) for _ in range(5)]
    made = recording(long_deck, "inset", shown)
    assert n_right(watched(prepared_long_deck, frames_of(made)).pages, shown, long_deck) == len(shown)


def test_a_page_with_little_on_it_is_found_behind_an_inset(
    long_deck: list[Any], prepared_long_deck: PageMatcher
) -> None:
    """What the inset shows weighed as much as the page, which a long deck in one template makes a page of its own."""
    matcher = copy(prepared_long_deck)
    made = recording(long_deck, "inset", [20, 21, 20])
    for frame, page in zip(made.frames(), made.shown, strict=True):
        row = matcher.match(frame)
        assert int(row.argmax()) == page
        assert row.max() > 90, "points that count are not half lost"


def test_a_wrong_frame_and_one_that_is_missing_do_not_cut(pages: list[Any]) -> None:
    own = gray(pages)
    frames = [Frame(second, own[0] if second < 20 else own[3]) for second in range(40)]
    frames[8], frames[30] = Frame(8, own[5]), Frame(30, None)
    found = find_pages(own, frames)
    assert [(one.start, one.end, one.page) for one in found.watched.slides.stretches] == [(0, 20, 0), (20, 40, 3)]
    assert found.n_frames == found.n_fitting == 39


def test_decisions_of_people_stand(pages: list[Any]) -> None:
    own = gray(pages)
    found = find_pages(own, [Frame(second, own[0]) for second in range(12)], fixed={4: None, 5: None, 99: 1})
    assert found.watched.pages == (0,) * 4 + (None,) * 2 + (0,) * 6


def test_a_frame_that_stays_is_compared_once(
    pages: list[Any], prepared: PageMatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, n_compared = gray(pages), 0
    compared = PageMatcher._compared

    def counting(self: PageMatcher, *frame: Any) -> Any:
        nonlocal n_compared
        n_compared += 1
        return compared(self, *frame)

    monkeypatch.setattr(PageMatcher, "_compared", counting)
    random = np.random.default_rng(1)
    noisy = [np.clip(own[at // 5] + random.normal(0, 2, own[0].shape), 0, 255).astype(np.uint8) for at in range(10)]
    matcher = copy(prepared)
    best = [int(matcher.match(frame).argmax()) for frame in noisy]
    assert best == [0] * 5 + [1] * 5
    assert n_compared == 2


def test_while_the_camera_stands_still_no_points_are_looked_for(
    pages: list[Any], prepared: PageMatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    matcher = copy(prepared)
    frames = list(recording(pages, "inset", [0] * 6).frames())
    matcher.match(frames[0])
    monkeypatch.setattr(page_matcher, "_features", None)
    assert [int(matcher.match(frame).argmax()) for frame in frames[1:6]] == [0] * 5


def test_a_wrong_deck_is_refused_in_words(other_pages: list[Any], prepared: PageMatcher) -> None:
    made = recording(other_pages[4:], "plain", [0] * 4 + [1] * 4)
    with pytest.raises(AlignmentError, match=r"0 of 8 frames fit this deck\. Is it the right file\?"):
        watched(prepared, frames_of(made))


def test_a_page_of_another_deck_in_the_same_template_is_no_slide(
    pages: list[Any], other_pages: list[Any], prepared: PageMatcher
) -> None:
    shown = [0] * 10 + [1] * 10 + [None] * 10 + [2] * 10
    own, other = gray(pages), gray(other_pages)[4]
    frames = [Frame(at, other if page is None else own[page]) for at, page in enumerate(shown)]
    assert list(watched(prepared, frames).pages) == shown


@pytest.mark.parametrize(("own", "frames", "message"), [(0, 1, "deck has no pages"), (1, 0, "no frames")])
def test_nothing_to_compare_is_named(pages: list[Any], own: int, frames: int, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        find_pages(gray(pages[:own]), [Frame(0, gray(pages)[0])] * frames)


def test_flat_pages_and_frames_fit_nothing(pages: list[Any]) -> None:
    blank = np.full((360, 640), 255, np.uint8)
    matcher = PageMatcher([blank, *gray(pages)])
    assert not matcher.match(blank).any()
    assert not matcher.match(np.zeros((360, 640), np.uint8)).any()
    assert matcher.match(gray(pages)[2]).argmax() == 3


def test_a_recording_and_a_folder_of_frames_give_a_timeline(
    pages: list[Any], video: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = recording(pages, "plain")
    for name in ("pages", "frames"):
        (tmp_path / name).mkdir()
    for number, page in enumerate(pages, start=1):
        page.save(tmp_path / "pages" / f"page {number}.png", compress_level=1)
    for second, picture in enumerate(made.pictures()):
        picture.resize((640, 360)).save(tmp_path / "frames" / f"{second}.jpg")
    for source in (video, tmp_path / "frames"):
        assert main(["slides", "match", str(tmp_path / "pages"), str(source)]) == 0
        read = read_timeline(capsys.readouterr().out.splitlines(), n_pages=N_PAGES)
        assert not read.problems
        found = [one.page for one in read.shown for _ in range(int(one.end_seconds - one.start_seconds))]
        assert n_right(found, SHOWN, pages) >= SECONDS - 1


# What is foreign -----------------------------------------------------------------------------------------------------


def test_a_recording_is_read_from_an_open_file_too(video: Path) -> None:
    with video.open("rb") as file:
        frames = list(read_recording(file, "talk.mp4"))
    assert [frame.second for frame in frames] == list(range(SECONDS))
    assert all(frame.picture is not None and frame.picture.shape == (540, 960) for frame in frames)


def test_a_frame_is_of_the_second_that_it_is_taken_for(tmp_path: Path) -> None:
    """Frames that none depends on are not decoded: what is shown as a second begins is often one of them."""
    path = tmp_path / "changing.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25, options={"preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        for at in range(25 * 12):
            picture = np.full((90, 160, 3), 20 * (at // 25), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode(None))
    shown = [round(float(frame.picture.mean()) / 20) for frame in read_recording(str(path), path.name)
             if frame.picture is not None]  # fmt: skip
    assert shown == list(range(12))


def test_a_recording_whose_end_is_missing_is_refused(pages: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "talk.mkv"
    write_video(path, recording(pages, "scaled", SHOWN * 2), rate=4)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(AlignmentError, match=r"talk\.mkv: .*says that it lasts 01:00, but its pictures end at 00:"):
        list(read_frames(path))


def test_a_damaged_part_has_no_pictures(video: Path, tmp_path: Path) -> None:
    data = bytearray(video.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 4000] = np.random.default_rng(0).bytes(4000)
    (tmp_path / "talk.mp4").write_bytes(data)
    frames = list(read_frames(tmp_path / "talk.mp4"))
    assert [frame.second for frame in frames] == list(range(len(frames)))
    assert len(frames) == SECONDS


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("talk.mp4", b""),
        ("talk.mp4", b"\0" * 5000),
        ("talk.mp4", b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"),
        ("talk.mp4", b"ffconcat version 1.0\nfile /etc/hostname\n"),
        ("talk.mp4", b"\x89PNG\r\n\x1a\n" + b"\0" * 100),
    ],
)
def test_what_is_no_recording_is_refused_in_words(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(AlignmentError, match="can’t be opened; expected a complete MP4"):
        list(read_frames(tmp_path / name))


def test_sound_alone_is_refused_in_words(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "talk.mp4"), "w") as container:
        stream = container.add_stream("aac", rate=16000)
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 16000), np.float32), format="fltp", layout="mono")
        sound.sample_rate = 16000
        container.mux([*stream.encode(sound), *stream.encode(None)])
    with pytest.raises(AlignmentError, match="no pictures in this recording"):
        list(read_frames(tmp_path / "talk.mp4"))


def test_a_picture_of_100_megapixels_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.BytesIO()
    Image.new("1", (10_000, 10_000)).save(packed, "PNG")
    packed.seek(0)
    monkeypatch.setattr(Image.Image, "convert", None)
    with pytest.raises(AlignmentError, match=r"frame\.png: 100 megapixels \(10000 × 10000\); expected 50 at most"):
        read_picture(packed, "frame.png")


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n\0\0"])
def test_what_is_no_picture_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(AlignmentError, match=r"frame\.png: this picture can’t be read"):
        read_picture(io.BytesIO(data), "frame.png")


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    with pytest.raises(AlignmentError, match="no pictures; expected PNG or JPEG"):
        list(read_frames(tmp_path))


def test_a_frame_is_compared_with_pages_point_by_point(pages: list[Any]) -> None:
    """A page in a frame at a known place; another one with more on it, which the frame has not."""
    page = pages[0].convert("L").resize((960, 540))
    build = page.copy()
    ImageDraw.Draw(build).text((500, 400), "At its end: long", fill=20, font=ImageFont.load_default(36))
    frame = Image.new("L", (960, 540), 20)
    frame.paste(page.resize((640, 360)), (100, 60))
    matcher = PageMatcher([np.asarray(page), np.asarray(build), np.asarray(pages[4].convert("L"))])
    same, more, other = matcher.compare(np.asarray(frame), [0, 1, 2])
    assert same is not None
    assert more is not None
    assert other is None
    assert same.matches > 0.5
    assert 10 <= len(same.points) <= MOST_POINTS
    for x, y, page_x, page_y in same.points:
        assert abs(960 * x - (100 + 640 * page_x)) < 4
        assert abs(540 * y - (60 + 360 * page_y)) < 4
    assert np.ptp([point[2] for point in same.points]) > 0.2, "they are far apart"
    assert same.lacks == ()
    ((left, top, right, bottom),) = more.lacks
    assert 0.45 < left < 0.55 < 0.75 < right < 0.85
    assert 0.7 < top < 0.76 < 0.8 < bottom < 0.88
