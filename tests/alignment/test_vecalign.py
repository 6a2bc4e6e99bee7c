"""vecAlign on texts of our own: what it finds, and what it does not do that the released program did."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from alignment.metrics.beads import score_beads
from alignment.types import Alignment, AlignmentError, Cancelled
from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines, prepare, vecalign
from tests.alignment.vecalign_samples import embedded, hashed, made_up_pair

SMALL = VecalignOptions(max_size_full_dp=30, costs_sample_size=500)  # makes short documents use several levels


def align(source: list[str], target: list[str], options: VecalignOptions | None = None) -> Alignment:
    return vecalign(
        source,
        target,
        source_embeddings=embedded(source, options),
        target_embeddings=embedded(target, options),
        options=options,
    )


def beads(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(bead.source, bead.target) for bead in alignment.beads]


def covered_once(alignment: Alignment, n: int, m: int) -> bool:
    source = sorted(itertools.chain.from_iterable(bead.source for bead in alignment.beads))
    target = sorted(itertools.chain.from_iterable(bead.target for bead in alignment.beads))
    return source == list(range(n)) and target == list(range(m))


@pytest.mark.parametrize(
    "options", [None, SMALL, VecalignOptions(alignment_max_size=8), VecalignOptions(8, max_size_full_dp=20)]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_finds_the_beads_of_a_made_up_pair(options: VecalignOptions | None, seed: int) -> None:
    source, target, gold = made_up_pair(140, seed)
    found = align(source, target, options)
    scores = score_beads(gold, beads(found))
    assert covered_once(found, len(source), len(target))
    assert scores.strict_f1 > 0.85
    assert scores.lax_f1 > 0.97


def test_right_beads_are_more_probable_than_wrong_ones() -> None:
    source, target, gold = made_up_pair(300, 3)
    found = align(source, target)
    right = [bead.confidence for bead in found.beads if (bead.source, bead.target) in gold]
    wrong = [bead.confidence for bead in found.beads if (bead.source, bead.target) not in gold]
    assert wrong
    assert np.mean(right) > np.mean(wrong) + 0.1
    assert all(0 <= p <= 1 for p in right + wrong)


def test_temperature_is_fitted_to_reviewed_beads() -> None:
    source, target, gold = made_up_pair(300, 17)
    sides = {"source_embeddings": embedded(source), "target_embeddings": embedded(target)}
    prepared = prepare(source, target, **sides, options=VecalignOptions(temperature=5.0))

    def distance() -> float:
        """Between how sure the engine is, on average, and how often it is right."""
        found = prepared.align().beads
        right = np.mean([(bead.source, bead.target) in gold for bead in found])
        return abs(float(np.mean([bead.confidence for bead in found]) - right))

    before = distance()
    assert prepared.fit_temperature(gold[:100]) < 5.0
    assert before > 0.3
    assert distance() < 0.1
    with pytest.raises(AlignmentError, match="nothing to fit"):
        prepared.fit_temperature([])


def test_null_bead_costs_nothing_but_is_not_certain() -> None:
    source, target, _ = made_up_pair(100, 4)
    foreign, _, _ = made_up_pair(12, 99)
    nulls = [bead for bead in align(source, [*target[:50], *foreign, *target[50:]]).beads if bead.is_null]
    assert len(nulls) >= 8
    assert all(bead.cost == 0.0 for bead in nulls)
    assert any(bead.confidence < 0.99 for bead in nulls)


def test_features_say_why() -> None:
    source, target = ["one fine signal there", "another river"], ["one fine signal there", "another river"]
    first = align(source, target).beads[0]
    assert first.features["similarity"] == pytest.approx(1.0, abs=1e-3)
    assert first.features["length_ratio"] == 1.0
    assert 0 <= first.features["runner_up"] <= 1 - first.confidence + 1e-6


def test_same_seed_same_beads_and_no_global_random_state() -> None:
    source, target, _ = made_up_pair(150, 5)
    np.random.seed(0)
    state = np.random.get_state()[1].copy()
    first, second = align(source, target, SMALL), align(source, target, SMALL)
    assert first == second
    assert (np.random.get_state()[1] == state).all()


def test_signature_names_what_decides_the_result() -> None:
    source, target, _ = made_up_pair(30, 6)
    signature = align(source, target).signature
    assert signature.startswith("engine:vecalign|encoder:hashed+")
    assert "|max_size:4|" in signature
    assert "|seed:42|" in signature
    assert align([*source[:-1], "else"], target).signature != signature
    assert align(source, target, VecalignOptions(seed=7)).signature != signature


def test_embeddings_are_not_changed() -> None:
    source, target, _ = made_up_pair(40, 7)
    overlaps = overlap_lines(source, 3), overlap_lines(target, 3)
    matrices = [hashed(lines) for lines in overlaps]
    before = [matrix.copy() for matrix in matrices]
    for matrix in matrices:
        matrix.setflags(write=False)
    sides = [Embeddings.from_arrays(lines, matrix) for lines, matrix in zip(overlaps, matrices, strict=True)]
    vecalign(source, target, source_embeddings=sides[0], target_embeddings=sides[1])
    assert all((matrix == old).all() for matrix, old in zip(matrices, before, strict=True))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_half_precision_finds_the_same(dtype: type) -> None:
    source, target, gold = made_up_pair(120, 8)
    sides = [
        Embeddings.from_arrays(lines, hashed(lines).astype(dtype))
        for lines in (overlap_lines(source, 3), overlap_lines(target, 3))
    ]
    found = vecalign(source, target, source_embeddings=sides[0], target_embeddings=sides[1])
    assert score_beads(gold, beads(found)).strict_f1 > 0.85


@pytest.mark.parametrize(("source", "target"), [([], []), (["a line"], []), ([], ["a line", "another"])])
def test_an_empty_side_gives_nulls(source: list[str], target: list[str]) -> None:
    found = align(source, target)
    expected = [((i,), ()) for i in range(len(source))] + [((), (j,)) for j in range(len(target))]
    assert beads(found) == expected
    assert all(bead.confidence == pytest.approx(1.0) for bead in found.beads)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_tiny_documents_of_perfect_matches_are_aligned(n: int) -> None:
    lines = ["the signal of winter", "my doctor's island", "seven bridges", "no ticket left", "a garden of letters"][:n]
    assert beads(align(lines, list(lines))) == [((i,), (i,)) for i in range(n)]


def test_a_document_of_one_repeated_line_is_not_deleted() -> None:
    found = align(["thank you"] * 6, ["thank you"] * 6)
    assert not any(bead.is_null for bead in found.beads)


def test_blank_lines_and_other_scripts() -> None:
    source = ["", "  ", "音声を認識する", "שלום עולם", "👩‍🔬 measures e\u0301"]
    found = align(source, list(source))
    assert covered_once(found, 5, 5)


def test_one_very_short_side() -> None:
    source, target, _ = made_up_pair(400, 9)
    found = align(source[:1], target, SMALL)
    assert covered_once(found, 1, len(target))
    assert covered_once(align(source, target[:3], SMALL), len(source), 3)


def test_one_to_many_keeps_source_sentences_apart() -> None:
    source, target, _ = made_up_pair(150, 10)
    found = align(source, target, VecalignOptions(one_to_many=3))
    assert covered_once(found, len(source), len(target))
    assert all(len(bead.source) <= 1 and len(bead.target) <= 3 for bead in found.beads)
    assert any(len(bead.target) == 2 for bead in found.beads)


def test_alignment_max_size_bounds_beads() -> None:
    source, target, _ = made_up_pair(150, 11)
    for size in (2, 3, 10):
        found = align(source, target, VecalignOptions(alignment_max_size=size))
        assert all(bead.is_null or len(bead.source) + len(bead.target) <= size for bead in found.beads)


def test_missing_overlap_is_named() -> None:
    source, target, _ = made_up_pair(10, 12)
    only_lines = Embeddings.from_arrays(overlap_lines(source, 1), hashed(overlap_lines(source, 1)), name="uploaded")
    with pytest.raises(AlignmentError, match=r"uploaded: no embedding for the overlap '"):
        vecalign(source, target, source_embeddings=only_lines, target_embeddings=embedded(target))


def test_dimensions_must_agree() -> None:
    source = ["a line", "another"]
    with pytest.raises(AlignmentError, match="differ in dimension: hashed has 512, hashed has 64"):
        vecalign(source, source, source_embeddings=embedded(source), target_embeddings=embedded(source, dimension=64))


def test_embeddings_that_are_not_numbers_are_named() -> None:
    source = ["a line", "another", "third"]
    overlaps = overlap_lines(source, 3)
    matrix = hashed(overlaps)
    matrix[overlaps.index("another")] = np.nan
    broken = Embeddings.from_arrays(overlaps, matrix, name="broken")
    with pytest.raises(AlignmentError, match="broken: the embedding of lines 2 to 2 is not finite"):
        vecalign(source, source, source_embeddings=broken, target_embeddings=embedded(source))


def test_counts_and_types_of_embeddings_are_checked(tmp_path: Path) -> None:
    with pytest.raises(AlignmentError, match="2 lines of overlaps but 3 rows"):
        Embeddings.from_arrays(["a", "b"], np.zeros((3, 4), np.float32))
    with pytest.raises(AlignmentError, match="float64"):
        Embeddings.from_arrays(["a"], np.zeros((1, 4)))
    (tmp_path / "o").write_text("a\nb\nc\n")
    (tmp_path / "e").write_bytes(b"\0" * 20)
    with pytest.raises(AlignmentError, match=r"e: 20 bytes are not a whole number of float32 for each of the 3 lines"):
        Embeddings.from_files(tmp_path / "o", tmp_path / "e")
    with pytest.raises(AlignmentError, match="No such file"):
        Embeddings.from_files(tmp_path / "o", tmp_path / "absent")


def test_mapped_files_give_what_arrays_give(tmp_path: Path) -> None:
    source, target, _ = made_up_pair(60, 13)
    sides = []
    for name, lines in (("s", overlap_lines(source, 3)), ("t", overlap_lines(target, 3))):
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        hashed(lines).tofile(tmp_path / f"{name}.emb")
        side = Embeddings.from_files(tmp_path / f"{name}.txt", tmp_path / f"{name}.emb")
        assert isinstance(side.matrix, np.memmap)
        sides.append(side)
    mapped = vecalign(source, target, source_embeddings=sides[0], target_embeddings=sides[1])
    sides[0].release()  # pages handed back are read again
    again = vecalign(source, target, source_embeddings=sides[0], target_embeddings=sides[1])
    assert mapped.beads == again.beads == align(source, target).beads


def test_extra_cost_is_one_more_term() -> None:
    source, target, _ = made_up_pair(60, 14)
    sides = {"source_embeddings": embedded(source), "target_embeddings": embedded(target)}

    def no_pairs_of_two(s0, s1, t0, t1):  # type: ignore[no-untyped-def]
        assert s0.shape == t1.shape
        assert ((s1 - s0) >= 1).all()
        assert ((t1 - t0) >= 1).all()
        assert s1.max() <= len(source)
        assert t1.max() <= len(target)
        return np.where((s1 - s0) + (t1 - t0) > 2, 50.0, 0.0)

    plain = vecalign(source, target, **sides)
    steered = vecalign(source, target, **sides, extra_cost=no_pairs_of_two)
    assert any(len(bead.source) + len(bead.target) > 2 for bead in plain.beads)
    assert not any(len(bead.source) + len(bead.target) > 2 for bead in steered.beads)
    none = vecalign(source, target, **sides, extra_cost=lambda s0, s1, t0, t1: np.zeros(len(s0)))
    assert none.beads == plain.beads
    with pytest.raises(AlignmentError, match=r"extra cost returned shape"):
        vecalign(source, target, **sides, extra_cost=lambda s0, s1, t0, t1: np.zeros(1))
    with pytest.raises(AlignmentError, match=r"is nan; it must be finite"):
        vecalign(source, target, **sides, extra_cost=lambda s0, s1, t0, t1: np.full(len(s0), np.nan))


def test_progress_rises_to_one_and_may_stop_the_engine() -> None:
    source, target, _ = made_up_pair(60, 15)
    sides = {"source_embeddings": embedded(source), "target_embeddings": embedded(target)}
    shares: list[float] = []
    vecalign(source, target, **sides, progress=lambda share, what: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0

    def stop(share: float, what: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        vecalign(source, target, **sides, progress=stop)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("alignment_max_size", 1),
        ("one_to_many", 0),
        ("del_percentile_frac", 1.5),
        ("search_buffer_size", 0),
        ("temperature", 0.0),
    ],
)
def test_options_out_of_range_are_named(field: str, value: float) -> None:
    with pytest.raises(AlignmentError, match=field):
        VecalignOptions(**{field: value})


def test_probabilities_of_all_beads_over_a_sentence_sum_to_one() -> None:
    source, target, _ = made_up_pair(80, 16)
    prepared = prepare(source, target, source_embeddings=embedded(source), target_embeddings=embedded(target))
    sums = np.zeros(len(source))
    for (positions, _), probability in prepared.probabilities(at_least=0).items():
        sums[list(positions)] += probability
    assert sums == pytest.approx(np.ones(len(source)), abs=1e-4)
