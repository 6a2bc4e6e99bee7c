"""vecAlign against what the released program computed, step by step, with its own norms and penalties.

On the demo's texts always; on German-French development texts where the outside data are at hand.
"""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import annotator.demo
from alignment.metrics.beads import score_beads
from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines, prepare, vecalign
from alignment.vecalign.dp import Lattice, settle
from alignment.vecalign.explain import Characters
from alignment.vecalign.layers import Document, halve
from alignment.vecalign.prepared import Prepared
from alignment.vecalign.search import Stage, coarser_stages
from tests.data import DATA, GOLDEN, needs_outside

DEMO = Path(annotator.demo.__file__).parent
RUNS = ("en-de.a6", "en-ja.a6", "en-de.a6.dp30", "en-ja.a6.dp30", "en-de.cut.a6")


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


Texts = tuple[list[str], list[str]]
Pair = tuple[Embeddings, Embeddings]


@dataclass(frozen=True)
class Run:
    """One run of the program: inputs, what it computed, and our pair with its norms and penalties in place of draws."""

    texts: Texts
    overlaps: tuple[Path, Path]
    numbers: dict[str, Any]
    arrays: dict[str, Any]
    beads: Path
    prepared: Prepared


def demo_run(name: str) -> Run:
    folder, pair = GOLDEN / "vecalign", name.split(".")[0]
    languages = pair.split("-")
    source, target = (lines(DEMO / pair / f"{side}.txt") for side in ("source", "target"))
    if ".cut." in name:
        source, target = source[:45], target[10:53]
    numbers = json.loads((folder / f"{name}.json").read_text())
    given = dict(zip(numbers["program_args"][::2], numbers["program_args"][1::2], strict=True))
    options = VecalignOptions(
        alignment_max_size=int(given["-a"]), max_size_full_dp=int(given.get("--max_size_full_dp", 300))
    )
    overlaps = tuple(folder / f"{pair}.overlaps.{language}" for language in languages)
    with np.load(folder / f"{pair}.emb.npz") as matrices, np.load(folder / f"{name}.npz") as arrays:
        embeddings = [
            Embeddings.from_arrays(lines(path), matrices[language])
            for path, language in zip(overlaps, languages, strict=True)
        ]
        values = dict(arrays)
    prepared = replayed((source, target), (embeddings[0], embeddings[1]), numbers, values, options)
    return Run((source, target), (overlaps[0], overlaps[1]), numbers, values, folder / f"{name}.align", prepared)


def development_run() -> Run:
    folder = DATA / "golden" / "vecalign"
    numbers = json.loads((folder / "mt_dev.json").read_text())
    with np.load(folder / "mt_dev.npz") as arrays:
        values = dict(arrays)
    options = VecalignOptions(alignment_max_size=8)
    prepared = replayed(development_texts(), development_embeddings(), numbers, values, options)
    overlaps = folder / "dev.overlaps.de", folder / "dev.overlaps.fr"
    return Run(development_texts(), overlaps, numbers, values, folder / "dev.mt.align", prepared)


def development_texts() -> Texts:
    return lines(DATA / "bleualign" / "dev.de"), lines(DATA / "bleualign" / "dev.fr")


def development_embeddings() -> Pair:
    folder = DATA / "golden" / "vecalign"
    with np.load(folder / "dev.mt.npz") as arrays:
        source, target = (
            Embeddings.from_arrays(lines(folder / f"dev.overlaps.{language}"), arrays[language])
            for language in ("de", "fr")
        )
    return source, target


def replayed(
    texts: Texts, embeddings: Pair, numbers: dict[str, Any], arrays: Any, options: VecalignOptions
) -> Prepared:
    """The pair with the norms and penalties of the released program in place of our own random draws."""
    sides = [
        Document(text, side, layers)
        for text, side, layers in zip(texts, embeddings, (options.source_layers, options.target_layers), strict=True)
    ]
    for side, key in zip(sides, ("n0", "n1"), strict=True):
        side.measure(np.zeros(embeddings[0].dimension))
        side.norms = arrays[f"{key}_0"][: side.rows.shape[0]]
    coarser = coarser_stages(sides[0], sides[1], options, np.random.default_rng(0))
    assert len(coarser) == numbers["depths"] - 1
    for depth, stage in enumerate(coarser, start=1):
        stage.source.norms = arrays[f"n0_{depth}"][:1]
        stage.target.norms = arrays[f"n1_{depth}"][:1]
        stage.penalty = numbers["del_penalty"][str(depth)]
    characters = Characters(*([len(line) for line in text] for text in texts))
    full = Stage(sides[0], sides[1], numbers["del_penalty"]["0"])
    return Prepared(full, coarser, options, characters=characters, signature="replayed")


@pytest.fixture(scope="module", params=[*RUNS, pytest.param("development", marks=needs_outside("golden", "vecalign"))])
def run(request: pytest.FixtureRequest) -> Run:
    return development_run() if request.param == "development" else demo_run(request.param)


def test_overlaps_are_those_of_the_released_program(run: Run) -> None:
    options = run.prepared.options
    n_source, n_target = (len(text) for text in run.texts)
    for text, path in zip(run.texts, run.overlaps, strict=True):
        expected = lines(path)
        made = overlap_lines(text, options.alignment_max_size)
        # The files of the demo are those of whole texts; a run on a part of one knows some of them.
        assert made == expected or ((n_source, n_target) == (45, 43) and set(made) < set(expected))


def test_coarser_levels_have_the_released_vectors(run: Run) -> None:
    for side, key in ((run.prepared.source, "v0"), (run.prepared.target, "v1")):
        level: Any = side
        for depth in range(1, run.numbers["depths"]):
            level = halve(level)
            assert np.abs(level.vectors(1, 0, level.n) - run.arrays[f"{key}_{depth}"][0]).max() < 2e-4


def test_costs_are_the_released_ones(run: Run) -> None:
    """Of every type of bead where the run has them all, else of one to one."""
    offsets, costs = run.arrays["b_offset_0"], run.prepared.costs
    types = list(run.prepared.options.bead_types)
    by_type = {(1, 1): run.arrays["a_b_costs_0_1to1"]}
    if "a_b_costs_0" in run.arrays:
        by_type |= {tuple(kind): run.arrays["a_b_costs_0"][n] for n, kind in enumerate(run.numbers["alignment_types"])}
    for kind, theirs in by_type.items():
        compared = 0
        for antidiagonal, place in np.argwhere(np.isfinite(theirs)).tolist():
            # Theirs are indexed by the sentences that a bead ends with, from 0; what starts before the text is no bead.
            j = int(offsets[antidiagonal]) + place + 1
            i = antidiagonal + 2 - j
            inside = kind[0] <= i <= run.prepared.source.n and kind[1] <= j <= run.prepared.target.n
            if inside and costs.band.contains(i, j):
                ours = costs.values[i + j, types.index(kind), j - costs.band.offsets[i + j]]
                assert abs(ours - theirs[antidiagonal, place]) < 2e-4, (kind, i, j)
                compared += 1
        if kind == (1, 1):
            assert compared > 0.9 * np.isfinite(theirs).sum()
        else:
            assert compared > 0


def test_every_way_costs_what_it_costs_there_and_comes_from_where_it_comes_from_there(run: Run) -> None:
    """Sums at all nodes of the band; the back-pointers too, but where two ways cost the same within the tolerance."""
    prepared, options = run.prepared, run.prepared.options
    n, m, costs = prepared.source.n, prepared.target.n, prepared.costs
    penalty = run.numbers["del_penalty"]["0"]
    lattice = Lattice(
        options.bead_types, costs.values, costs.band.offsets, np.full(n, penalty), np.full(m, penalty), (0, 0), (n, m)
    )
    best = settle(lattice).best
    sums, offsets = run.arrays["a_b_csum_0"], run.arrays["new_b_offset_0"]
    same = lower = n_pointers = agreeing = 0
    for antidiagonal, place in np.argwhere(np.isfinite(sums)).tolist():
        j = int(offsets[antidiagonal]) + place
        i = antidiagonal - j
        if not (0 <= i <= n and 0 <= j <= m and antidiagonal < len(best) and costs.band.contains(i, j)):
            continue
        ours = best[antidiagonal, j - costs.band.offsets[antidiagonal]]
        beyond = ours - sums[antidiagonal, place]
        assert beyond < 2e-4 * (1 + antidiagonal), (i, j)
        if beyond < -2e-4 * (1 + antidiagonal):
            lower += 1  # near the edge, by a way that their band does not hold
            continue
        same += 1
        x, y = int(run.arrays["a_b_xp_0"][antidiagonal, place]), int(run.arrays["a_b_yp_0"][antidiagonal, place])
        if (i, j) == (0, 0) or not costs.band.contains(i - x, j - y):
            continue
        n_pointers += 1
        before = best[i - x + j - y, j - y - costs.band.offsets[i - x + j - y]]
        if x and y:
            step = costs.values[antidiagonal, options.bead_types.index((x, y)), j - costs.band.offsets[antidiagonal]]
        else:
            step = penalty * (x + y)
        agreeing += abs(before + step - ours) < 2e-4
    assert same > 10 * (n + m)
    assert lower < 0.01 * same
    assert n_pointers > 10 * (n + m)
    assert agreeing > 0.998 * n_pointers


def test_alignment_and_scores_are_the_released_ones(run: Run) -> None:
    ours = run.prepared.align().beads
    theirs = beads(run.beads)
    assert [(bead.source, bead.target) for bead in ours] == [bead[:2] for bead in theirs]
    for bead, (_, _, score) in zip(ours, theirs, strict=True):
        assert bead.cost == pytest.approx(score, abs=2e-6)


@needs_outside("golden", "vecalign")
def test_end_to_end_is_as_good() -> None:
    source, target = development_embeddings()
    options = VecalignOptions(alignment_max_size=8)
    found = vecalign(*development_texts(), source_embeddings=source, target_embeddings=target, options=options)
    gold = [bead[:2] for bead in beads(DATA / "bleualign" / "dev.defr")]
    scores = score_beads(gold, [(bead.source, bead.target) for bead in found.beads])
    assert scores.strict_f1 == pytest.approx(0.736, abs=0.02)
    assert scores.lax_f1 >= 0.97


@needs_outside("golden", "vecalign")
@pytest.mark.parametrize("seed", range(5))
def test_quality_does_not_hang_on_the_seed(seed: int) -> None:
    options = VecalignOptions(alignment_max_size=8, seed=seed)
    source, target = development_embeddings()
    found = prepare(*development_texts(), source_embeddings=source, target_embeddings=target, options=options).align()
    gold = [bead[:2] for bead in beads(DATA / "bleualign" / "dev.defr")]
    scores = score_beads(gold, [(bead.source, bead.target) for bead in found.beads])
    assert scores.strict_f1 == pytest.approx(0.736, abs=0.02)
    assert scores.lax_f1 >= 0.97
