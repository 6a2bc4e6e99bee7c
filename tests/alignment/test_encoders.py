"""Encoders and their cache: what is encoded, what is not encoded again, and what is said when one is absent."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from alignment import encoders
from alignment.encoders import embed, encoder
from alignment.metrics.beads import score_beads
from alignment.types import AlignmentError, Progress
from alignment.vecalign import overlap_lines, vecalign
from tests.alignment.vecalign_samples import hashed, made_up_pair


class Hashing:
    """An encoder of our own that remembers what it was asked."""

    def __init__(self, name: str = "hashing:1", width: int = 256) -> None:
        self.name, self.width = name, width
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
        self.asked += texts
        if progress is not None:
            progress(1.0, "encoding")
        return 7.0 * hashed(texts, self.width)


def test_vectors_keep_their_direction(tmp_path: Path) -> None:
    texts = ["a signal", "another talk", "a signal", "short"]
    found = embed(texts, Hashing(), tmp_path)
    ours = found.take(found.rows(texts))
    theirs = hashed(texts, 256)
    cosines = (ours * theirs).sum(axis=1) / np.linalg.norm(ours, axis=1) / np.linalg.norm(theirs, axis=1)
    assert cosines == pytest.approx(np.ones(4), abs=1e-3)
    assert found.matrix.dtype == np.float16
    assert found.name == "hashing:1"


def test_only_what_an_edit_touched_is_encoded_again(tmp_path: Path) -> None:
    source, _, _ = made_up_pair(40, 51)
    first = Hashing()
    embed(overlap_lines(source, 3), first, tmp_path)
    assert len(first.asked) == len(overlap_lines(source, 3))
    edited = [*source[:20], "split one", "split two", *source[21:]]
    second = Hashing()
    embed(overlap_lines(edited, 3), second, tmp_path)
    assert second.asked
    assert all("split" in text for text in second.asked)
    third = Hashing()
    embed(overlap_lines(edited, 3), third, tmp_path)
    assert third.asked == []


def test_encoders_do_not_share_vectors(tmp_path: Path) -> None:
    embed(["a text"], Hashing("one/model"), tmp_path)
    other = Hashing("one-model")
    embed(["a text"], other, tmp_path)
    assert other.asked == ["a text"]


def test_what_was_encoded_before_a_failure_is_kept(tmp_path: Path) -> None:
    texts = [f"text {k}" for k in range(1200)]

    class Failing(Hashing):
        def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
            if self.asked:
                raise AlignmentError("the power is out")
            return super().encode(texts)

    with pytest.raises(AlignmentError, match="power"):
        embed(texts, Failing(), tmp_path)
    again = Hashing()
    embed(texts, again, tmp_path)
    assert 0 < len(again.asked) < len(texts)


def test_embeddings_align(tmp_path: Path) -> None:
    source, target, gold = made_up_pair(60, 52)
    sides = [embed(overlap_lines(lines, 3), Hashing(), tmp_path) for lines in (source, target)]
    found = vecalign(source, target, source_embeddings=sides[0], target_embeddings=sides[1])
    assert score_beads(gold, [(bead.source, bead.target) for bead in found.beads]).lax_f1 > 0.95
    assert "encoder:hashing:1+" in found.signature


def test_progress_rises_over_all_parts(tmp_path: Path) -> None:
    shares: list[float] = []
    embed([f"text {k}" for k in range(1100)], Hashing(), tmp_path, progress=lambda share, what: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) == 4


def test_no_texts(tmp_path: Path) -> None:
    assert len(embed([], Hashing(), tmp_path)) == 0


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        (np.zeros((1, 3)), r"returned shape \(1, 3\) for 2 texts"),
        (np.array([[1.0, 2.0], [np.nan, 0.0]]), r"not finite for 'b'"),
    ],
)
def test_vectors_that_are_unfit_are_named(tmp_path: Path, vectors: NDArray[Any], message: str) -> None:
    broken = Hashing()
    broken.encode = lambda texts, progress=None: vectors  # type: ignore[method-assign, assignment]
    with pytest.raises(AlignmentError, match=message):
        embed(["a", "b"], broken, tmp_path)


def test_changed_weights_are_noticed(tmp_path: Path) -> None:
    embed(["a"], Hashing(), tmp_path)
    with pytest.raises(AlignmentError, match="64 and 256 wide; its weights have changed"):
        embed(["a", "b"], Hashing(width=64), tmp_path)


def test_absent_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders.importlib.util, "find_spec", lambda name: None)
    for name in encoders.NAMES:
        found, reason = encoders.available(name)
        assert not found
        with pytest.raises(AlignmentError, match="is not installed: pip install"):
            encoder(name)
        assert "pip install" in reason
    with pytest.raises(AlignmentError, match="there is no encoder 'bert'; there are laser, sentence-transformers"):
        encoder("bert")


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Stand-ins with the signatures of the two packages, that record how they are called."""
    calls: list[Any] = []

    class Pipeline:
        def __init__(self, lang: str | None = None, laser: str | None = None) -> None:
            calls.append((lang, laser))

        def encode_sentences(self, sentences: list[str], normalize_embeddings: bool = False) -> NDArray[np.float32]:
            calls.append(sentences)
            return hashed(sentences, 32)

    class SentenceTransformer:
        def __init__(self, name: str, device: str | None = None) -> None:
            if name == "absent":
                raise OSError("absent is not a local folder\nand more lines")
            calls.append((name, device))

        def encode(self, sentences: list[str], **options: Any) -> NDArray[np.float32]:
            calls.append((sentences, options))
            return hashed(sentences, 32)

    monkeypatch.setattr(encoders.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "laser_encoders", SimpleNamespace(LaserEncoderPipeline=Pipeline))
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=SentenceTransformer))
    return calls


def test_laser_is_loaded_once_and_called_in_batches(packages: list[Any]) -> None:
    laser = encoder("laser", batch_size=2)
    assert packages == []  # not before it is needed
    texts = ["three words here", "one", "two words"]
    assert (laser.encode(texts) == hashed(texts, 32)).all()
    laser.encode(["again"])
    assert packages == [(None, "laser2"), ["one", "two words"], ["three words here"], ["again"]]
    assert laser.name == "laser:laser2"
    german = encoder("laser", model="laser3", language="deu_Latn")
    german.encode(["ein Satz"])
    assert ("deu_Latn", "laser3") in packages
    with pytest.raises(AlignmentError, match="laser3 has a model for each language"):
        encoder("laser", model="laser3")


def test_sentence_transformers_default_to_labse(packages: list[Any]) -> None:
    labse = encoder("sentence-transformers", device="cpu")
    texts = ["a text", "b"]
    assert (labse.encode(texts) == hashed(texts, 32)).all()
    assert packages[0] == ("sentence-transformers/LaBSE", "cpu")
    assert packages[1][1]["show_progress_bar"] is False
    with pytest.raises(AlignmentError, match="absent could not be loaded: absent is not a local folder; its weights"):
        encoder("sentence-transformers", model="absent").encode(["x"])
