"""Opening a probed review: which rows are hidden, which errors are planted, and that all text is in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from alignment import bitext, encoders
from alignment.text import count_characters
from annotator.models import Chip, Link, Pair, Probe, ProbedReview, ProbeKind, ProbePolicy, Project, Review, Role
from annotator.reviewing.opening import open_review
from annotator.reviewing.planted_errors import plant
from annotator.reviewing.planting import _stripped, place_probes
from annotator.reviewing.probes.planning import BLIND_ROWS, RowOutline, plan
from annotator.reviewing.probes.standing import standing_of
from annotator.reviewing.state import ChipState, RowState
from annotator.reviewing.storage import copy_links, each_row
from tests.alignment.encoder_samples import Meanings
from tests.annotator.reviewing.probes.conftest import N_ROWS, probes_of, proposed, shapes


def outlines(n: int, n_target: int = 1) -> list[RowOutline]:
    return [RowOutline(str(number), 1, n_target) for number in range(n)]


@pytest.mark.parametrize("seed", range(40))
def test_places_never_touch_and_their_number_follows_from_the_shares(seed: int) -> None:
    rows = outlines(200, n_target=2)
    chosen = plan(rows, seed=seed, blind_share=0.1, planted_share=0.1, is_bitext=True)
    assert chosen == plan(rows, seed=seed, blind_share=0.1, planted_share=0.1, is_bitext=True)
    places = [(first, BLIND_ROWS) for first in chosen.blind] + [(first, 2) for _, first in chosen.errors]
    taken = Counter(index for first, n in places for index in range(first, first + n))
    assert set(taken.values()) == {1}
    starts = sorted(places)
    assert all(first + n < after for (first, n), (after, _) in pairwise(starts))
    assert len(chosen.blind) in (6, 7)
    assert chosen.n_errors == 10 <= len(chosen.errors)


def test_short_reviews_have_their_share_over_many_of_them() -> None:
    n_blind = sum(
        len(plan(outlines(10), seed=seed, blind_share=0.1, planted_share=0.0, is_bitext=True).blind)
        for seed in range(600)
    )
    assert 150 < n_blind < 250, "0.1 of 10 rows is a third of a run of three"


def test_nothing_is_planted_where_nothing_is_linked() -> None:
    rows = [RowOutline(str(n), 1, 0) for n in range(30)]
    chosen = plan(rows, seed=1, blind_share=0.3, planted_share=0.3, is_bitext=True)
    assert (chosen.blind, chosen.errors) == ((), ())
    same = [RowOutline(str(n), 1, 3, sentence=4) for n in range(30)]
    assert plan(same, seed=1, blind_share=0, planted_share=0.3, is_bitext=False).errors == (), "one sentence throughout"


def chip(unit: int, length: int = 5) -> ChipState:
    return ChipState(id=f"c{unit}", unit=unit, start=0, end=length)


def test_texts_that_say_the_same_are_not_swapped() -> None:
    first = RowState(id="a", position=1, source=(chip(0),), target=(chip(0),))
    second = RowState(id="b", position=2, source=(chip(1),), target=(chip(1),))
    texts = {("source", 0): "Yes.", ("source", 1): "No.", ("target", 0): "Ja, ja!", ("target", 1): "ja ja"}

    def text_of(side: str, chips: Any) -> str:
        return texts[side, chips[0].unit]

    assert plant(ProbeKind.SWAP, first, second, is_bitext=True, text_of=text_of, random=Random(1)) is None
    texts["target", 1] = "Nein."
    found = plant(ProbeKind.SWAP, first, second, is_bitext=True, text_of=text_of, random=Random(1))
    assert found is not None
    assert [row.target[0].unit for row in found.rows] == [1, 0]
    assert found.wrong == ((0, 1, 0), (1, 0, 0))
    assert found.lost == ((0, 0, 0), (1, 1, 0))


def test_the_boundary_is_shifted_by_text_that_can_be_missed() -> None:
    first = RowState(id="a", position=1, source=(chip(0),), target=(chip(0), chip(1)))
    second = RowState(id="b", position=2, source=(chip(1),), target=(chip(2),))
    found = plant(
        ProbeKind.BOUNDARY, first, second, is_bitext=True, text_of=lambda side, chips: "some", random=Random(1)
    )
    assert found is not None
    assert [[c.unit for c in row.target] for row in found.rows] == [[0], [1, 2]]
    assert (found.wrong, found.lost) == (((1, 1, 0),), ((0, 1, 0),))
    comma = plant(ProbeKind.BOUNDARY, first, second, is_bitext=True, text_of=lambda side, chips: "、", random=Random(1))
    assert comma is None


def text_of_rows(review: Review) -> Counter[tuple[str, int, int]]:
    """Each character of a review."""
    chips = Chip.objects.filter(row__review=review).values_list("side", "unit", "start", "end")
    return Counter((side, unit, at) for side, unit, start, end in chips for at in range(start, end))


@pytest.mark.parametrize("seed", range(6))
def test_all_text_of_a_bitext_stays_and_rows_look_like_those_of_any_new_review(
    long_bitext: Pair, annotator: User, admin: User, seed: int
) -> None:
    whole, probed = (
        Review.objects.create(pair=long_bitext, run=long_bitext.runs.get(), annotator=person)
        for person in (admin, annotator)
    )
    for review in (whole, probed):
        copy_links(review, review.run)
    place_probes(probed, seed=seed, blind_share=0.2, planted_share=0.2)
    assert text_of_rows(probed) == text_of_rows(whole)
    rows = [row for row, _ in each_row(probed)]
    assert [row.position for row in rows] == [float(n) for n in range(1, len(rows) + 1)]
    assert probed.row_count == len(rows)
    assert {(r.version, r.status, r.flagged, r.edited, r.tags, r.null_reason) for r in rows} == {
        (1, "proposed", False, False, (), "")
    }
    facts = [facts for _, facts in each_row(probed)]
    assert all(f.confidence is not None and f.features and f.verdicts for f in facts), "as all links of this run"
    kinds = Counter(probe.kind for probe in probes_of(probed))
    assert kinds["boundary"] + kinds["swap"] == 4
    assert kinds["blind"] in (2, 3)


def test_blind_rows_are_null_rows_in_the_order_of_the_texts(probed: Review) -> None:
    now, engine = shapes(probed), proposed(probed)
    for probe in probes_of(probed, "blind"):
        units = [(unit, start, end) for unit, start, end in probe.target]
        inside = [one for one in now if set(one[0]) & set(probe.source) or set(one[1]) & set(units)]
        assert inside == [((unit,), ()) for unit in probe.source] + [((), (piece,)) for piece in units]
        at = now.index(inside[0])
        assert now[at : at + len(inside)] == inside, "a run of rows"
        assert len([one for one in engine if set(one[0]) & set(probe.source)]) >= 2


def test_planted_errors_differ_from_the_proposal_and_everything_else_is_the_proposal(probed: Review) -> None:
    engine, now = proposed(probed), shapes(probed)
    probed_units = {unit for probe in probes_of(probed) for unit in probe.source}
    probed_targets = {tuple(piece) for probe in probes_of(probed) for piece in probe.target}
    errors = probes_of(probed, "boundary", "swap")
    assert len(errors) == 4
    for row in engine:
        is_probed = bool(set(row[0]) & probed_units or set(row[1]) & probed_targets)
        assert is_probed or row in now
    for probe in errors:
        assert {tuple(link) for link in probe.wrong}.isdisjoint(tuple(link) for link in probe.lost)
    assert all(
        not one.is_caught and one.has_error for one in standing_of([probed.pk])[probed.pk] if one.probe in errors
    )


@pytest.mark.parametrize(
    ("engine", "n_of"), [("vecalign", _stripped), ("lexical", count_characters), ("lengths", count_characters)]
)
def test_lengths_are_counted_as_engines_count_them(
    engine: str, n_of: Callable[[str], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoders, "available", lambda name: (name == "laser", f"{name} is not here"))
    monkeypatch.setattr(encoders, "encoder", lambda name, **_: Meanings())
    source = ["  High  water, by hand. ", "\u3000Nobody asked her to.\u2003", "It stays.\t", "The family 👩‍👩‍👧 came."]
    target = ["満潮の高さを、 手書きで。\u3000", " 誰にも 頼まれずに。", "\ufeffそのまま。", "か\u3099族が来た👩‍👩‍👧。"]
    alignment = bitext.align(source, target, engine=engine, encoder=bitext.EncoderChoice("laser", tmp_path))
    links = [bead for bead in alignment.beads if bead.source and bead.target]
    assert links
    for bead in links:
        ratio = sum(n_of(target[at]) for at in bead.target) / sum(n_of(source[at]) for at in bead.source)
        assert bead.features["length_ratio"] in (ratio, round(ratio, 6))


@pytest.mark.parametrize("as_by", ["lexical", "vecalign", "neither"])
def test_no_number_that_can_be_compared_with_the_texts_tells_what_is_planted(
    probing: ProbePolicy, long_bitext: Pair, annotator: User, as_by: str
) -> None:
    texts = {
        side: list(getattr(long_bitext, side).units.order_by("position").values_list("text", flat=True))
        for side in ("source", "target")
    }

    def ratio(source: list[int], target: list[int]) -> float:
        kept = [[texts["source"][n] for n in source], [texts["target"][n] for n in target]]
        n_source, n_target = (sum(len("".join(t.split()) if as_by == "lexical" else t) for t in side) for side in kept)
        return round(n_target / n_source, 6) if as_by == "lexical" else n_target / n_source * (1 + (as_by == "neither"))

    for link in Link.objects.filter(run__pair=long_bitext):
        if link.source and link.target:
            source, target = link.source, [unit for unit, _, _ in link.target]
            # Of two or more units, the next choice gives one away; of one, it takes one.
            following = {"next_source": float(len(source)), "next_target": float(len(target) - 1 or 2)}
            link.features = {"length_ratio": ratio(source, target), **following}
            link.save()
    review = open_review(pair=long_bitext, annotator=annotator)[0]
    assert probes_of(review, "boundary", "swap")
    for row, facts in each_row(review):
        if row.source and row.target:
            source, target = ([chip.unit for chip in side] for side in (row.source, row.target))
            assert facts.features["length_ratio"] == pytest.approx(
                ratio(source, target), abs=0.0 if as_by != "neither" else 1e-5
            )
            assert (facts.features.get("next_source"), facts.features.get("next_target")) != (len(source), len(target))


def test_no_count_of_words_tells_what_is_planted_in_a_talk(long_talk: Pair, annotator: User) -> None:
    texts = list(long_talk.target.units.order_by("position").values_list("text", flat=True))

    def n_words(pieces: Iterable[tuple[int, int, int]]) -> int:
        return sum(len(texts[unit][start:end].split()) for unit, start, end in pieces)

    for link in Link.objects.filter(run__pair=long_talk):
        link.features = {"words": n_words(link.target), "sentences": len(link.target)}
        link.save()
    review = open_review(pair=long_talk, annotator=annotator)[0]
    place_probes(review, seed=2, blind_share=0.0, planted_share=0.3)
    assert probes_of(review, "boundary")
    assert probes_of(review, "swap")
    for row, facts in each_row(review):
        pieces = [(chip.unit, chip.start, chip.end) for chip in row.target]
        assert facts.features == {"words": n_words(pieces), "sentences": len(pieces)}


def test_a_talk_keeps_its_spans_and_hides_their_sentences(
    probing: ProbePolicy, long_talk: Pair, annotator: User
) -> None:
    links = list(long_talk.runs.get().links.all())
    for link in links:
        link.key_sentences = [unit for unit, *_ in link.target]
    Link.objects.bulk_update(links, ["key_sentences"])
    review = open_review(pair=long_talk, annotator=annotator)[0]
    rows = {row.id: (row, facts) for row, facts in each_row(review)}
    assert len(rows) == N_ROWS == review.row_count
    assert [r.position for r, _ in rows.values()] == sorted(r.position for r, _ in rows.values())
    found = standing_of([review.pk])[review.pk]
    assert {one.probe.kind for one in found} >= {"blind"}
    for one in found:
        held = [rows[row.id] for row in one.rows]
        if one.probe.kind == ProbeKind.BLIND:
            assert all(not row.source and facts.features == {"words": 11} for row, facts in held)
            assert all([c[0] for c in facts.candidates] == [None] for _, facts in held), "the sentence is not told"
            assert not any(chip.is_key for row, _ in held for chip in row.target), "nor what resembles it"
        else:
            # What is shown is the first candidate, as everywhere else.
            assert all(facts.candidates[0][0] == row.source[0].unit for row, facts in held)
            assert one.has_error
    pieces = sorted((c.unit, c.start, c.end) for row, _ in rows.values() for c in row.target)
    assert all(start == 0 or (unit, start) == (last[0], last[2]) for last, (unit, start, _) in pairwise(pieces))


@pytest.mark.parametrize("role", [Role.ADMIN, Role.ADJUDICATOR])
def test_who_reads_the_engines_links_is_not_probed(
    probing: ProbePolicy, long_bitext: Pair, person: Callable[..., User], role: Role
) -> None:
    review = open_review(pair=long_bitext, annotator=person(role, "boss"))[0]
    assert shapes(review) == proposed(review)
    assert not ProbedReview.objects.exists()


def test_without_shares_nothing_is_probed(project: Project, long_bitext: Pair, annotator: User) -> None:
    ProbePolicy.objects.create(project=project)
    review = open_review(pair=long_bitext, annotator=annotator)[0]
    assert shapes(review) == proposed(review)
    assert not Probe.objects.exists()


def test_two_reviews_of_a_pair_are_probed_elsewhere(
    probing: ProbePolicy, long_bitext: Pair, person: Callable[..., User]
) -> None:
    reviews = [open_review(pair=long_bitext, annotator=person(Role.ANNOTATOR, name))[0] for name in ("ann", "ben")]
    places = [{tuple(probe.source) for probe in probes_of(review)} for review in reviews]
    assert places[0] != places[1]
    assert len(set(ProbedReview.objects.values_list("seed", flat=True))) == 2


def test_a_review_that_is_removed_takes_its_probes_and_links_along(probed: Review) -> None:
    assert probed.links_instead.count() > 8
    n_links = probed.run.links.count()
    probed.delete()
    assert not Probe.objects.exists()
    assert not ProbedReview.objects.exists()
    assert Link.objects.count() == n_links


def test_shares_are_small(project: Project) -> None:
    with pytest.raises(IntegrityError, match="probes_take_a_small_share"), transaction.atomic():
        ProbePolicy.objects.create(project=project, blind_share=0.5)
