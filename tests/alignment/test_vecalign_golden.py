"""vecAlign against what the released program computed, step by step, with its own norms and penalties."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alignment.metrics.beads import score_beads
from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines, prepare, vecalign
from alignment.vecalign.explain import Characters
from alignment.vecalign.layers import Document, halve
from alignment.vecalign.prepared import Prepared
from alignment.vecalign.search import Stage, coarser_stages

DATA = Path(os.environ.get("LECTERN_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
GOLDEN = DATA / "golden" / "vecalign"
pytestmark = pytest.mark.skipif(not GOLDEN.is_dir(), reason="development data is absent")
OPTIONS = VecalignOptions(alignment_max_size=8)


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1]


def beads(path: Path) -> list[tuple[tuple[int, ...], tuple[int, ...], float | None]]:
    found = []
    for line in lines(path):
        source, target, *score = line.split(":")
        found.append(
            (
                tuple(ast.literal_eval(source)),
                tuple(ast.literal_eval(target)),
                float(score[0]) if score else None,
            )
        )
    return found


@pytest.fixture(scope="module")
def texts() -> tuple[list[str], list[str]]:
    return lines(DATA / "bleualign" / "dev.de"), lines(DATA / "bleualign" / "dev.fr")


@pytest.fixture(scope="module")
def embeddings() -> tuple[Embeddings, Embeddings]:
    arrays = np.load(GOLDEN / "dev.mt.npz")
    return (
        Embeddings.from_arrays(lines(GOLDEN / "dev.overlaps.de"), arrays["de"]),
        Embeddings.from_arrays(lines(GOLDEN / "dev.overlaps.fr"), arrays["fr"]),
    )


@pytest.fixture(scope="module")
def golden() -> tuple[dict[str, Any], Any]:
    return json.loads((GOLDEN / "mt_dev.json").read_text()), np.load(GOLDEN / "mt_dev.npz")


@pytest.fixture(scope="module")
def replayed(
    texts: tuple[list[str], list[str]],
    embeddings: tuple[Embeddings, Embeddings],
    golden: tuple[dict[str, Any], Any],
) -> Prepared:
    """The pair with the norms and penalties of the released program in place of our own random draws."""
    numbers, arrays = golden
    sides = [
        Document(text, side, layers)
        for text, side, layers in zip(texts, embeddings, (OPTIONS.source_layers, OPTIONS.target_layers), strict=True)
    ]
    for side, key in zip(sides, ("n0", "n1"), strict=True):
        side.measure(np.zeros(256))
        side.norms = arrays[f"{key}_0"][: side.rows.shape[0]]
    coarser = coarser_stages(*sides, OPTIONS, np.random.default_rng(0))
    assert len(coarser) == numbers["depths"] - 1
    coarser[0].source.norms = arrays["n0_1"][:1]
    coarser[0].target.norms = arrays["n1_1"][:1]
    coarser[0].penalty = numbers["del_penalty"]["1"]
    characters = Characters(*([len(line) for line in text] for text in texts))
    full = Stage(*sides, numbers["del_penalty"]["0"])
    return Prepared(full, coarser, OPTIONS, characters=characters, signature="replayed")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_overlaps_are_those_of_the_released_program(language: str) -> None:
    expected = lines(GOLDEN / f"dev.overlaps.{language}")
    assert overlap_lines(lines(DATA / "bleualign" / f"dev.{language}"), 8) == expected


def test_coarser_level_has_the_released_vectors(replayed: Prepared, golden: tuple[dict[str, Any], Any]) -> None:
    _, arrays = golden
    for side, key in ((replayed.source, "v0_1"), (replayed.target, "v1_1")):
        level = halve(side)
        assert np.abs(level.vectors(1, 0, level.n) - arrays[key][0]).max() < 2e-4


def test_one_to_one_costs_are_the_released_ones(replayed: Prepared, golden: tuple[dict[str, Any], Any]) -> None:
    _, arrays = golden
    theirs, offsets = arrays["a_b_costs_0_1to1"], arrays["b_offset_0"]
    costs = replayed.costs
    compared = 0
    for antidiagonal in range(theirs.shape[0]):  # theirs are indexed by the sentences a bead ends with, from 0
        for place in np.flatnonzero(np.isfinite(theirs[antidiagonal])):
            j = int(offsets[antidiagonal]) + int(place) + 1
            i = antidiagonal + 2 - j
            if i <= replayed.source.n and j <= replayed.target.n and costs.band.contains(i, j):
                ours = costs.values[i + j, 0, j - costs.band.offsets[i + j]]
                assert abs(ours - theirs[antidiagonal, place]) < 2e-4
                compared += 1
    assert compared > 0.9 * np.isfinite(theirs).sum()


def test_path_cost_is_the_released_one(replayed: Prepared, golden: tuple[dict[str, Any], Any]) -> None:
    _, arrays = golden
    n, m = replayed.source.n, replayed.target.n
    theirs = arrays["a_b_csum_0"][n + m, m - arrays["new_b_offset_0"][n + m]]
    assert replayed.align().info["cost"] == pytest.approx(theirs, abs=2e-4 * 500)


def test_alignment_and_scores_are_the_released_ones(replayed: Prepared) -> None:
    ours = replayed.align().beads
    theirs = beads(GOLDEN / "dev.mt.align")
    assert [(bead.source, bead.target) for bead in ours] == [bead[:2] for bead in theirs]
    for bead, (_, _, score) in zip(ours, theirs, strict=True):
        assert bead.cost == pytest.approx(score, abs=2e-6)


def test_end_to_end_is_as_good(texts: tuple[list[str], list[str]], embeddings: tuple[Embeddings, Embeddings]) -> None:
    found = vecalign(*texts, source_embeddings=embeddings[0], target_embeddings=embeddings[1], options=OPTIONS)
    gold = [bead[:2] for bead in beads(DATA / "bleualign" / "dev.defr")]
    scores = score_beads(gold, [(bead.source, bead.target) for bead in found.beads])
    assert scores.strict_f1 == pytest.approx(0.736, abs=0.02)
    assert scores.lax_f1 >= 0.97


@pytest.mark.parametrize("seed", range(5))
def test_quality_does_not_hang_on_the_seed(
    texts: tuple[list[str], list[str]], embeddings: tuple[Embeddings, Embeddings], seed: int
) -> None:
    options = VecalignOptions(alignment_max_size=8, seed=seed)
    found = prepare(*texts, source_embeddings=embeddings[0], target_embeddings=embeddings[1], options=options).align()
    gold = [bead[:2] for bead in beads(DATA / "bleualign" / "dev.defr")]
    scores = score_beads(gold, [(bead.source, bead.target) for bead in found.beads])
    assert scores.strict_f1 == pytest.approx(0.736, abs=0.02)
    assert scores.lax_f1 >= 0.97
