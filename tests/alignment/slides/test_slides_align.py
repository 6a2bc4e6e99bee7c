"""Pages of sentences by their words: planted talks, calibration, decisions, reasons."""

from __future__ import annotations

import random

import pytest

from alignment.metrics.boundaries import of_labels
from alignment.metrics.calibration import calibration
from alignment.slides.align import SlidesOptions, align_slides
from alignment.slides.vtssum import Video, read_video
from alignment.slides.words import words_of
from alignment.types import AlignmentError
from annotator.demo.slides import SOURCES, read_deck
from annotator.demo.slides import planted_talk as drawn_from
from tests.alignment.slides.slides_samples import planted_talk
from tests.data import DATA, needs_outside

DECK = ["Two log-normals\nEvery silence has two origins", "Results\nRead speech, ten speakers"]
TALK = [
    "Each silence comes from one of two log-normals.",
    "The two origins of every silence are different.",
    "We asked ten speakers.",
    "They read speech, and these are the results.",
    "So again, every silence has two origins, the two log-normals.",
    "Two origins of every silence.",
]


def test_a_page_may_come_back() -> None:
    found = align_slides(DECK, TALK)
    assert found.pages == (0, 0, 1, 1, 0, 0)
    assert found.boundaries == (2, 4) == tuple(of_labels(found.pages))
    assert [(one.start, one.end, one.page) for one in found.stretches] == [(0, 2, 0), (2, 4, 1), (4, 6, 0)]
    assert {reason.word for reason in found.reasons[3]} == {"read", "speech", "results"}
    assert all(candidates[0][1] >= candidates[-1][1] for candidates in found.candidates)


def test_decisions_are_kept_and_certain() -> None:
    fixed = {1: None, 2: 0, 5: 1}
    found = align_slides(DECK, TALK, fixed=fixed)
    assert {place: found.pages[place] for place in fixed} == fixed
    assert [found.confidence[place] for place in fixed] == pytest.approx([1, 1, 1])
    assert found.reasons[1] == ()
    assert found.signature != align_slides(DECK, TALK).signature


def test_the_same_input_gives_the_same_result() -> None:
    assert align_slides(DECK, TALK) == align_slides(list(DECK), list(TALK))


def test_one_page_and_a_deck_without_text() -> None:
    assert align_slides(["Results"], ["Our results.", "Thank you."]).pages == (0, 0)
    assert len(align_slides(["", ""], ["Hello."]).pages) == 1


@pytest.mark.parametrize(
    ("pages", "sentences", "fixed", "message"),
    [
        ([], ["a"], {}, "one is empty"),
        (["a"], [], {}, "one is empty"),
        (["a"], ["a"], {1: 0}, "sentence 1 is fixed, but there are 1"),
        (["a"], ["a"], {0: 1}, "sentence 0 is fixed to page 1, but the deck has 1"),
    ],
)
def test_wrong_input_is_named(
    pages: list[str], sentences: list[str], fixed: dict[int, int | None], message: str
) -> None:
    with pytest.raises(AlignmentError, match=message):
        align_slides(pages, sentences, fixed=fixed)


def test_wrong_options_are_named() -> None:
    with pytest.raises(AlignmentError, match="share is 0"):
        SlidesOptions(share=0)
    with pytest.raises(AlignmentError, match="sharpness is -1"):
        SlidesOptions(sharpness=-1)


def test_confidences_are_probabilities_on_planted_talks() -> None:
    stated, right = [], []
    for seed in range(12):
        deck, talk, truth = planted_talk(seed)
        found = align_slides(deck, talk)
        stated += found.confidence
        right += [ours == theirs for ours, theirs in zip(found.pages, truth, strict=True)]
    measured = calibration(stated, right)
    assert measured.error <= 0.05
    assert measured.share_right > 0.7


def test_confidences_are_probabilities_on_talks_drawn_from_the_demo_s_deck() -> None:
    deck = read_deck(SOURCES["fog"])
    stated, right = [], []
    for seed in range(200, 230):
        parts = drawn_from(deck, seed)
        found = align_slides([page.text for page in deck.pages], [said for _, sentences in parts for said in sentences])
        stated += found.confidence
        right += [
            ours == page for ours, page in zip(found.pages, (page for page, said in parts for _ in said), strict=True)
        ]
    measured = calibration(stated, right)
    assert measured.error <= 0.05
    assert measured.share_right > 0.78


@needs_outside("vtssum")
def test_confidences_are_probabilities_on_talks_with_planted_decks() -> None:
    stated, right = [], []
    for number, path in [(n, path) for n in (0, 1) for path in sorted((DATA / "vtssum").glob("*.json"))]:
        deck, talk, truth = with_deck(read_video(path.read_bytes()), random.Random(f"{number} {path.name}"))
        found = align_slides(deck, talk)
        stated += found.confidence
        right += [ours == theirs for ours, theirs in zip(found.pages, truth, strict=True)]
    measured = calibration(stated, right)
    assert measured.error <= 0.05
    assert measured.share_right > 0.75


def with_deck(video: Video, rng: random.Random) -> tuple[list[str], list[str], list[int | None]]:
    """A deck for a talk: most words of a few sentences of each segment, and some of elsewhere; some segments have no
    slide, some come back to an earlier page."""
    everywhere = [word.text for sentence in video.sentences for word in words_of(sentence)]
    deck: list[str] = []
    truth: list[int | None] = []
    for clip in video.segments:
        keys = [text for text, label in zip(clip.sentences, clip.labels, strict=True) if label]
        keys = keys or rng.sample(list(clip.sentences), min(len(clip.sentences), rng.choice([1, 1, 2, 3])))
        words = [word.text for text in keys for word in words_of(text) if rng.random() < 0.7]
        words += [word.text for text in clip.sentences for word in words_of(text) if rng.random() < 0.1]
        words += rng.choices(everywhere, k=len(words) // 5 + 2)
        kind = rng.random()
        page: int | None = len(deck)
        if kind < 0.05:
            page = None
        elif kind < 0.15 and len(deck) > 2:
            page = rng.randrange(len(deck) - 1)
            deck[page] += " " + " ".join(rng.sample(words, len(words) // 2))
        else:
            deck.append(" ".join(words))
        truth += [page] * len(clip.sentences)
    return deck, list(video.sentences), truth
