"""A planted mask looks like any other: to who has the transcript beside it, counts along the talk, or sees many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User

from alignment.transcripts.comparison import compare
from alignment.transcripts.disagreement import find_masks
from alignment.transcripts.words import Word, joined, spread
from annotator.models import Project, Recognition, TranscriptCheck
from annotator.recordings.checks import _masks
from annotator.recordings.masking import Place, spoken_words
from annotator.recordings.planting import plant
from tests import world
from tests.annotator.conftest import Role, make_person, make_project
from tests.annotator.shared import do_task, shared_rows

LINES = world.SPOKEN * 12


def _check(project: Project, *, own: str = "", certain: bool = False) -> TranscriptCheck:
    """own : the side that is the transcript's own words, where one is."""
    document = world.make_document(project, f"Origins {own} {certain}", LINES, kind="transcript", timed=True)
    sides = {
        side: world.recognition(
            document, side.upper(), LINES if side == own else [world.misheard(text, errors) for text in LINES]
        )
        for side, errors in (("a", world.MISHEARD_A), ("b", world.MISHEARD_B))
    }
    if certain:  # a recogniser is unsure where it is wrong
        right = Counter(word for line in LINES for word in line.casefold().split())
        for one in sides.values():
            one.words = [[text, *times, 0.99 if text.casefold() in right else 0.4] for text, *times, _ in one.words]
            one.save()
    check = TranscriptCheck.objects.create(document=document, **sides, language="en", planted_share=0.25, seed=7)
    do_task("check_transcript", check.pk)
    check.refresh_from_db()
    assert check.error == ""
    return check


@pytest.fixture(scope="module")
def shared_check(django_db_setup: None, django_db_blocker: Any) -> Iterator[TranscriptCheck]:
    """Of what two recognisers heard, neither of them the transcript itself."""
    with shared_rows(django_db_blocker):
        yield _check(make_project())


@pytest.fixture
def project(db: None, shared_check: TranscriptCheck) -> Project:
    return Project.objects.get(pk=shared_check.document.project_id)


@pytest.mark.parametrize("own", ["a", "b"])
def test_the_transcript_agrees_with_the_same_side_of_planted_masks_as_of_others(project: Project, own: str) -> None:
    """Whoever reads the transcript beside the masks finds it on that side of each."""
    check = _check(project, own=own)
    planted = list(check.masks.exclude(planted=""))
    assert len(planted) > 10
    assert [getattr(mask, own) for mask in planted] == [mask.planted for mask in planted]


def test_of_two_recognisers_either_has_the_reading_that_is_made_up(check: TranscriptCheck) -> None:
    planted = list(check.masks.exclude(planted=""))
    on_a = sum(mask.a == mask.planted for mask in planted)
    assert 0 < on_a < len(planted)


def test_error_rates_are_those_that_can_be_counted_in_what_is_shown(
    check: TranscriptCheck, project: Project, annotator: User, client_of: Any
) -> None:
    client = client_of(annotator)
    claimed = client.post(
        f"/api/v1/projects/{project.slug}/transcripts/claim/", {"check": check.pk, "kind": "first"}, format="json"
    ).json()
    content = client.get(f"/api/v1/passes/{claimed['id']}/").json()
    masks = {mask["code"]: mask for mask in content["masks"]}
    shown: dict[str, list[Word]] = {"a": [], "b": []}
    for line in content["lines"]:
        for part in line["parts"]:
            for side, words in shown.items():
                text = masks[part["mask"]][side] if "mask" in part else part["text"]
                at = masks[part["mask"]]["start"] if "mask" in part else line["start"]
                at = max(at, words[-1].start if words else 0.0)
                words += spread(text, at, at, "en")
    counted = compare(shown["a"], shown["b"], language="en").words.rate
    assert content["between"]["wer"] == pytest.approx(counted, abs=1e-3)
    assert (
        client.get(f"/api/v1/documents/{check.document_id}/transcript-check/").json()["check"]["wer"]
        == (content["between"]["wer"])
    )


def test_recognisers_are_as_sure_of_planted_masks_as_of_others(project: Project) -> None:
    check = _check(project, certain=True)
    by_kind: dict[bool, set[tuple[float | None, float | None]]] = {True: set(), False: set()}
    for mask in check.masks.all():
        by_kind[bool(mask.planted)].add((mask.certain_a, mask.certain_b))
    assert by_kind[True] <= by_kind[False]


def test_planted_masks_have_no_certainty_of_another_mask(check: TranscriptCheck) -> None:
    """Of a thousand certainties two masks seldom have the same; planted ones had that of another mask each."""
    rng = random.Random(1)
    for one in (check.a, check.b):
        one.words = [[text, *times, rng.uniform(0.05, 0.95)] for text, *times, _ in one.words]
        one.save()
    check.masks.all().delete()
    TranscriptCheck.objects.filter(pk=check.pk).update(state="making")
    do_task("check_transcript", check.pk)
    for side in ("certain_a", "certain_b"):
        by_kind: dict[bool, list[float]] = {True: [], False: []}
        for mask in check.masks.all():
            by_kind[bool(mask.planted)].append(getattr(mask, side))
        assert len(by_kind[True]) > 10
        often = Counter([*by_kind[True], *by_kind[False]])
        repeated = sum(often[value] > 1 for value in by_kind[True])
        assert repeated <= 0.3 * len(by_kind[True]), (
            f"{repeated} of {len(by_kind[True])} planted masks have the {side} of another mask"
        )
        assert min(by_kind[False]) <= min(by_kind[True])
        assert max(by_kind[True]) <= max(by_kind[False])


def test_a_planted_mask_has_a_certainty_where_it_has_a_reading() -> None:
    """Of nothing no recogniser is certain: a reading without a certainty, or the other way round, would tell."""
    heard = [[f"word{at}", at, at + 1, 0.5 + at / 100] for at in range(20)]
    check = TranscriptCheck(a=Recognition(words=heard), b=Recognition(words=heard))
    places = [
        Place((at, at + 1), (at, at + n_b), "one", "two" * n_b, at, at + 1)
        for at, n_b in enumerate([1, 0, 1, 1, 0, 1, 0, 1])
    ]
    planted = [
        Place((at, at + 1), (at, at + 1), "one", text, at, at + 1, planted="one")
        for at, text in enumerate(["", "six", "", "two", "", "ten"], start=8)
    ]
    places += planted
    masks = _masks(check, places)
    assert any(mask.planted and not mask.b for mask in masks)
    assert [mask.certain_b is None for mask in masks] == [not mask.b for mask in masks]


def test_codes_do_not_come_from_what_places_the_masks(check: TranscriptCheck) -> None:
    places = [(mask.position, mask.planted) for mask in check.masks.all()]
    codes = {mask.code for mask in check.masks.all()}
    check.masks.all().delete()
    TranscriptCheck.objects.filter(pk=check.pk).update(state="making")
    do_task("check_transcript", check.pk)
    again = TranscriptCheck.objects.get(pk=check.pk).masks.all()
    assert [(mask.position, mask.planted) for mask in again] == places
    assert codes.isdisjoint(mask.code for mask in again)


def test_how_many_are_planted_is_told_to_nobody_who_fills(
    check: TranscriptCheck, project: Project, client_of: Any
) -> None:
    client = client_of(make_person(project, Role.ANNOTATOR, "Ines"))
    answer = client.get(f"/api/v1/documents/{check.document_id}/transcript-check/")
    assert "plant" not in answer.content.decode()
    assert Recognition.objects.filter(document=check.document).count() == 2


def _spoken_twice(seed: int) -> tuple[list[Word], list[Word]]:
    """A talk as two recognisers heard it: words as frequent as in talks, and errors of every kind near each other."""
    rng = random.Random(seed)
    vocabulary = ["".join(rng.choices("aeioubdklmnrst", k=rng.randint(2, 9))) for _ in range(900)]
    said = rng.choices(vocabulary, [1 / (at + 2) for at in range(900)], k=1500)

    def heard() -> list[Word]:
        words: list[str] = []
        is_wrong = False
        for word in said:
            is_wrong = rng.random() < (0.2 if is_wrong else 0.05)
            kind = rng.random() if is_wrong else 1.0
            if kind >= 0.2:
                words.append(
                    word if kind >= 0.8 else rng.choice([word[:-1] + "ash", word + "s", rng.choice(vocabulary)])
                )
            if 0.65 < kind < 0.8:
                words.append(rng.choice(vocabulary))
        return [Word(word, 0.4 * at, 0.4 * at + 0.4) for at, word in enumerate(words)]

    return heard(), heard()


def _shown_of(places: list[Place], spoken: list[str]) -> np.ndarray:
    """What a browser can count of each mask."""
    texts = [*spoken, *(word for one in places for word in one.text_b.split())]
    often = Counter(texts)
    rows = []
    for at, one in enumerate(places):
        a, b = one.text_a.split(), one.text_b.split()
        before = one.a[0] - places[at - 1].a[1] if at else 30
        after = places[at + 1].a[0] - one.a[1] if at + 1 < len(places) else 30
        rarest = [min((often[word] for word in words), default=0) for words in (a, b)]
        rows.append([
            not a, not b, len(a), len(b), len(a) == len(b), bool({*a} & {*b}), min(before, after, 9) < 3,
            np.log1p(before), np.log1p(after), *np.log1p(rarest), len(one.text_a), len(one.text_b),
            SequenceMatcher(None, one.text_a, one.text_b).ratio(), 1.0,
        ])  # fmt: skip
    return np.array(rows, float)


def test_who_knows_many_checks_cannot_tell_the_planted_masks_of_another() -> None:
    """With all that is shown of them, learnt from other checks; they were told with an AUC of .94 to .99."""
    shown, is_planted = [], []
    for seed in range(6):
        a, b = _spoken_twice(seed)
        spoken = spoken_words(a, "en"), spoken_words(b, "en")
        places = [
            Place(one.a_range, one.b_range, joined(spoken[0][slice(*one.a_range)]),
                  joined(spoken[1][slice(*one.b_range)]), one.start, one.end)
            for one in find_masks(a, b, language="en")
        ]  # fmt: skip
        planted = plant(places, a, b, spoken, share=0.1, seed=seed)
        assert len(planted) - len(places) == round(len(places) / 9)
        shown.append(_shown_of(planted, spoken[0]))
        is_planted.append(np.array([bool(one.planted) for one in planted]))
    areas = []
    for left_out in range(6):
        x = np.vstack([one for at, one in enumerate(shown) if at != left_out])
        y = np.concatenate([one for at, one in enumerate(is_planted) if at != left_out])
        scale = np.abs(x).max(axis=0) + 1e-9
        weights = np.zeros(x.shape[1])
        for _ in range(300):
            odds = 1 / (1 + np.exp(-(x / scale) @ weights))
            weights -= 4 * (x / scale).T @ ((odds - y) * np.where(y, 9, 1)) / len(y)
        scores = shown[left_out] / scale @ weights
        there, others = scores[is_planted[left_out]], scores[~is_planted[left_out]]
        areas.append((there[:, None] > others).mean() + (there[:, None] == others).mean() / 2)
    assert np.mean(areas) < 0.72, areas


def test_masks_that_are_all_as_far_apart_leave_room_for_planted_ones() -> None:
    said = [f"word{at % 97}" for at in range(600)]
    words = [Word(text, at, at + 1) for at, text in enumerate(said)]
    places = [Place((at, at + 1), (at, at + 1), said[at], "other", at, at + 1) for at in range(3, 600, 6)]
    assert len(plant(places, words, words, (said, said), share=0.1, seed=1)) == len(places) + 11


def test_masks_that_are_all_long_have_planted_ones_among_them() -> None:
    said = [f"word{at % 97}" for at in range(600)]
    words = [Word(text, at, at + 1) for at, text in enumerate(said)]
    places = [
        Place((at, at + 6), (at, at + 6), " ".join(said[at : at + 6]), "a b c d e f", at, at + 6)
        for at in range(3, 590, 20)
    ]
    assert len(plant(places, words, words, (said, said), share=0.1, seed=1)) == len(places) + 3
