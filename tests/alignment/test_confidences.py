"""What makes confidences of posteriors, where vecAlign could not make beads as large as the texts need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alignment.bitext import align
from alignment.cli import main
from alignment.confidences import CALIBRATORS, MOST_AT_LIMIT, Calibrated, no_confidences, weak_encoder
from alignment.metrics.calibration import CalibrationCounts, Calibrator
from alignment.types import Alignment, Bead, Constraints
from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines, vecalign
from tests.alignment.lexical_samples import ENGLISH, GERMAN, JAPANESE, TALK
from tests.alignment.vecalign_samples import WORDS, hashed


def texts_in_pieces(n: int, pieces: Sequence[int]) -> tuple[list[str], list[str]]:
    """Sentences of twelve words, and the same cut into so many pieces each, in turn."""
    rng = np.random.default_rng(7)
    source, target = [], []
    for number in range(n):
        words = [WORDS[at] + str(rng.integers(1000)) for at in rng.integers(len(WORDS), size=12)]
        source.append(" ".join(words))
        n_pieces = pieces[number % len(pieces)]
        target += [" ".join(part) for part in np.array_split(np.array(words), n_pieces)]
    return source, target


def embedded(lines: Sequence[str], name: str = "hashed", layers: int = 7) -> Embeddings:
    blocks = overlap_lines(lines, layers)
    return Embeddings.from_arrays(blocks, hashed(blocks), name=name)


def aligned(source: list[str], target: list[str], size: int, **more: Any) -> Alignment:
    sides = (embedded(source), embedded(target))
    return align(source, target, embeddings=sides, options=VecalignOptions(alignment_max_size=size), **more)


def test_no_confidences_where_links_would_have_to_be_larger() -> None:
    source, target = texts_in_pieces(30, [4])
    small, large = (aligned(source, target, size) for size in (4, 8))
    assert "as large as a link may be" in small.info["no_confidences"]
    assert all(bead.confidence is None for bead in small.beads)
    assert all(0.0 <= bead.features["posterior"] <= 1.0 for bead in small.beads)
    assert "no_confidences" not in large.info
    assert all(bead.confidence is not None for bead in large.beads)


def test_what_people_fixed_stays_certain_without_confidences() -> None:
    source, target = texts_in_pieces(30, [4])
    found = aligned(source, target, 4, constraints=Constraints(fixed=[((0,), (0, 1, 2, 3))]))
    assert [bead.confidence for bead in found.beads if bead.source == (0,)] == [1.0]
    assert found.info["no_confidences"]


def test_a_bead_as_large_as_can_be_is_believed_less() -> None:
    source, target = texts_in_pieces(40, [1, 1, 1, 1, 1, 1, 1, 3])
    found = aligned(source, target, 4)
    at_limit = [bead for bead in found.beads if bead.features.get("at_limit")]
    assert {len(bead.source) + len(bead.target) for bead in at_limit} == {4}
    assert len(at_limit) == 5
    options = VecalignOptions(alignment_max_size=4)
    own = vecalign(
        source, target, source_embeddings=embedded(source), target_embeddings=embedded(target), options=options
    )
    for bead, before in zip(found.beads, own.beads, strict=True):
        assert (bead.source, bead.target, bead.cost) == (before.source, before.target, before.cost)
        factor = 0.5 if bead in at_limit else 1.0
        assert bead.features["posterior"] == pytest.approx(factor * (before.confidence or 0), abs=1e-6)
        assert bead.confidence == CALIBRATORS["vecalign"](bead.features["posterior"])
    # With larger links to choose from, nothing is cut short.
    assert not any(bead.features.get("at_limit") for bead in aligned(source, target, 8).beads)


def test_one_to_many_has_a_limit_on_the_side_of_many() -> None:
    source, target = texts_in_pieces(30, [1, 3])
    options = VecalignOptions(one_to_many=3)
    found = align(source, target, embeddings=(embedded(source), embedded(target)), options=options)
    limits = {len(bead.target) for bead in found.beads if bead.features.get("at_limit")}
    assert limits == {3}


class Ready:
    """An engine that has these beads."""

    def __init__(self, beads: Sequence[Bead]) -> None:
        self._beads = tuple(beads)

    def align(self, constraints: Constraints | None = None, *, progress: Any = None) -> Alignment:
        return Alignment(self._beads, "engine:ready", {})


def beads_of(n_at_limit: int, n: int) -> list[Bead]:
    return [
        Bead((at,), (at,), 0.8, features={"at_limit": 1.0} if at < n_at_limit else {"runner_up": 0.1})
        for at in range(n)
    ]


@pytest.mark.parametrize(("n_at_limit", "n", "none"), [(20, 100, False), (21, 100, True), (4, 8, False), (5, 8, True)])
def test_where_the_line_is(n_at_limit: int, n: int, none: bool) -> None:
    assert MOST_AT_LIMIT == 0.2
    assert bool(no_confidences(beads_of(n_at_limit, n))) is none


@pytest.mark.parametrize(("confidence", "n", "none"), [(0.49, 5, True), (0.5, 5, False), (0.49, 4, False)])
def test_an_engine_that_is_unsure_of_most_has_none(confidence: float, n: int, none: bool) -> None:
    beads = [Bead((at,), (at,), confidence) for at in range(n)]
    assert no_confidences(beads) == ""
    assert ("unsure of most" in no_confidences(beads, 0.5)) is none
    # What people fixed says nothing of what the engine knows.
    fixed = [Bead((at,), (at,), 1.0, features={"fixed": 1.0}) for at in range(n, 2 * n)]
    assert bool(no_confidences([*beads, *fixed], 0.5)) is none


def test_lengths_have_none_where_they_say_little() -> None:
    english, japanese = TALK, JAPANESE
    unsure, sure = align(english, japanese, engine="lengths"), align(ENGLISH, GERMAN, engine="lengths")
    assert "lengths alone" in unsure.info["no_confidences"]
    assert {bead.confidence for bead in unsure.beads} == {None}
    assert "no_confidences" not in sure.info
    assert "no_confidences" not in align(english, japanese, engine="lexical").info


def test_realigning_does_as_the_run_did() -> None:
    """Fixing rows changes how many beads are as large as can be, but not whether a run has confidences."""
    calibrator = Calibrator(at_limit=0.5)
    few, many = Ready(beads_of(0, 30)), Ready(beads_of(20, 30))
    hidden = Calibrated(few, calibrator, why_none="Too small.").align()
    assert {bead.confidence for bead in hidden.beads} == {None}
    assert {bead.features["posterior"] for bead in hidden.beads} == {0.8}
    assert hidden.info["no_confidences"] == "Too small."
    shown = Calibrated(many, calibrator, why_none="").align()
    assert {round(bead.confidence or 0, 6) for bead in shown.beads} == {0.4, 0.8}


def test_runs_from_before_are_realigned_as_they_were() -> None:
    """Their three numbers say nothing of beads at the limit."""
    again = Calibrated(Ready(beads_of(3, 30)), Calibrator(1.0, 0.0, 1.0), why_none="").align()
    assert {round(bead.confidence or 0, 6) for bead in again.beads} == {0.8}


def test_a_weak_encoder_has_no_confidences() -> None:
    source, target = texts_in_pieces(10, [1])
    sides = (embedded(source, "use:multilingual-3"), embedded(target, "use:multilingual-3"))
    weak, other = align(source, target, embeddings=sides), aligned(source, target, 4)
    assert "with the encoder use" in weak.info["no_confidences"]
    assert {bead.confidence for bead in weak.beads} == {None}
    assert [bead.features["posterior"] for bead in weak.beads] == [bead.features["posterior"] for bead in other.beads]
    used = CALIBRATORS["vecalign"]
    assert other.info["calibration"] == [used.cap, used.shift, used.slope, used.at_limit]
    assert other.signature.endswith(f"|calibration:{used.signature()}")
    assert all(bead.confidence == used(bead.features["posterior"]) for bead in other.beads)
    assert weak_encoder("de.emb", "used.emb") is None


def test_reviews_do_not_change_what_beads_at_the_limit_are_worth() -> None:
    fitted = CALIBRATORS["vecalign"].refitted(CalibrationCounts.of([0.9] * 200, [True, False] * 100))
    assert fitted.at_limit == CALIBRATORS["vecalign"].at_limit
    assert fitted(0.9) < CALIBRATORS["vecalign"](0.9)


def test_the_shell_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = texts_in_pieces(30, [4])
    command = ["bitext", "--engine", "vecalign", "--json", str(tmp_path / "out.json")]
    for flag, embed, lines in (("-s", "--src_embed", source), ("-t", "--tgt_embed", target)):
        blocks = overlap_lines(lines, 3)
        text, overlaps, vectors = (tmp_path / f"{flag[1:]}.{suffix}" for suffix in ("txt", "overlaps", "emb"))
        text.write_text("\n".join(lines), encoding="utf-8")
        overlaps.write_text("\n".join(blocks) + "\n", encoding="utf-8")
        hashed(blocks).astype("<f4").tofile(vectors)
        command += [flag, str(text), embed, str(overlaps), str(vectors)]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert err.startswith("No confidences are shown: ")
    assert len(out.splitlines()) >= 30
