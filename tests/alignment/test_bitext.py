"""The choice of engine: what can run, what `auto` takes and why, and what is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import alignment.encoders as encoders
from alignment.bitext import ENCODERS, EncoderChoice, align, as_json, engines
from alignment.confidences import CALIBRATORS
from alignment.lexical import LexicalOptions, lengths, lexical
from alignment.metrics.calibration import CalibrationCounts
from alignment.types import Alignment, AlignmentError, Constraints
from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines
from tests.alignment.lexical_samples import ENGLISH, GERMAN


class Hashing:
    """An encoder of our own: hashed character trigrams, enough to tell texts with shared names and numbers apart."""

    name = "hashing"

    def encode(self, texts: Sequence[str], *, progress: object = None) -> NDArray[np.floating]:
        vectors = np.full((len(texts), 64), 0.01, dtype=np.float32)
        for row, text in enumerate(texts):
            for k in range(len(text) - 2):
                vectors[
                    row, int.from_bytes(hashlib.blake2b(text[k : k + 3].encode(), digest_size=2).digest()) % 64
                ] += 1
        return vectors


def embedded(texts: list[str], layers: int = 3) -> Embeddings:
    lines = list(overlap_lines(texts, layers))
    return Embeddings.from_arrays(lines, np.asarray(Hashing().encode(lines), dtype=np.float32), name="hashing")


def groups(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(bead.source, bead.target) for bead in alignment.beads]


@pytest.fixture
def no_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "available", lambda name: (False, f"{name} is not installed: pip install {name}"))


@pytest.fixture
def own_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "available", lambda name: (True, "installed"))
    monkeypatch.setattr(encoders, "encoder", lambda name, **more: Hashing())


@pytest.mark.usefixtures("no_encoder")
def test_engines_say_what_can_run_and_why() -> None:
    found = {status.name: status for status in engines()}
    assert list(found) == ["vecalign", "lexical", "lengths"]
    assert [status.available for status in found.values()] == [False, True, True]
    assert "pip install laser" in found["vecalign"].reason
    assert all(status.reason.endswith(".") and status.version for status in found.values())
    assert engines(has_embeddings=True)[0].available


@pytest.mark.usefixtures("no_encoder")
def test_auto_takes_lexical_where_there_is_nothing_else_and_says_why() -> None:
    found = align(ENGLISH, GERMAN)
    assert found.info["engine"] == "lexical"
    assert "not installed" in found.info["why"]
    assert groups(found) == groups(lexical(ENGLISH, GERMAN))


def test_auto_takes_vecalign_where_embeddings_are_given() -> None:
    found = align(ENGLISH, GERMAN, embeddings=(embedded(ENGLISH), embedded(GERMAN)))
    assert found.info["engine"] == "vecalign"
    assert found.info["why"] == "Embeddings of both texts are given."
    assert "encoder" not in found.info
    assert found.signature.startswith("engine:vecalign")


@pytest.mark.usefixtures("own_encoder")
def test_auto_takes_an_encoder_and_keeps_what_it_embedded(tmp_path: Path) -> None:
    shares: list[float] = []
    found = align(
        ENGLISH,
        GERMAN,
        encoder=EncoderChoice(cache_directory=tmp_path),
        progress=lambda share, what: shares.append(share),
    )
    assert (found.info["engine"], found.info["encoder"]) == ("vecalign", ENCODERS[0])
    assert any(tmp_path.rglob("*"))
    assert shares == sorted(shares)


@pytest.mark.usefixtures("own_encoder")
def test_auto_falls_back_where_the_encoder_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(name: str, **more: object) -> Hashing:
        raise AlignmentError("the weights cannot be fetched.")

    monkeypatch.setattr(encoders, "encoder", broken)
    found = align(ENGLISH, GERMAN, encoder=EncoderChoice(cache_directory=tmp_path))
    assert found.info["engine"] == "lexical"
    assert "weights cannot be fetched" in found.info["why"]
    with pytest.raises(AlignmentError, match="weights cannot be fetched"):
        align(ENGLISH, GERMAN, engine="vecalign", encoder=EncoderChoice(cache_directory=tmp_path))


@pytest.mark.parametrize("engine", ["lexical", "lengths"])
def test_the_engine_asked_for_runs(engine: str) -> None:
    constraints = Constraints(fixed=[((3,), (3, 4))])
    found = align(ENGLISH, GERMAN, engine=engine, constraints=constraints)
    assert found.info["engine"] == engine
    expected = (lexical if engine == "lexical" else lengths)(ENGLISH, GERMAN, constraints=constraints)
    assert groups(found) == groups(expected)
    for bead, own in zip(found.beads, expected.beads, strict=True):
        assert bead.features.get("posterior", 1.0) == pytest.approx(own.confidence, abs=1e-6)
        fixed = own.features.get("fixed")
        assert bead.confidence == (1.0 if fixed else CALIBRATORS[engine](bead.features["posterior"]))
    used = CALIBRATORS[engine]
    assert found.info["calibration"] == [used.cap, used.shift, used.slope, used.at_limit]
    assert found.signature.endswith(f"|calibration:{CALIBRATORS[engine].signature()}")


def test_options_of_an_engine_choose_it() -> None:
    pair = (embedded(ENGLISH), embedded(GERMAN))
    assert align(ENGLISH, GERMAN, options=LexicalOptions(rounds=1), embeddings=pair).info["engine"] == "lexical"
    assert align(ENGLISH, GERMAN, options=VecalignOptions(), embeddings=pair).info["engine"] == "vecalign"
    with pytest.raises(AlignmentError, match="expected LexicalOptions for the engine lengths"):
        align(ENGLISH, GERMAN, engine="lengths", options=VecalignOptions())
    with pytest.raises(AlignmentError, match="expected VecalignOptions"):
        align(ENGLISH, GERMAN, engine="vecalign", options=LexicalOptions(), embeddings=pair)


@pytest.mark.usefixtures("no_encoder")
def test_what_cannot_run_is_refused_with_what_to_do() -> None:
    with pytest.raises(AlignmentError, match="pip install laser"):
        align(ENGLISH, GERMAN, engine="vecalign")
    with pytest.raises(AlignmentError, match="pip install laser"):
        align(ENGLISH, GERMAN, encoder=EncoderChoice("laser"))
    with pytest.raises(AlignmentError, match="engine 'magic' is not known, expected auto, vecalign"):
        align(ENGLISH, GERMAN, engine="magic")


def test_an_alignment_is_json() -> None:
    found = align(ENGLISH, GERMAN, engine="lexical")
    written = json.loads(json.dumps(as_json(found), allow_nan=False))
    assert written["signature"] == found.signature
    assert [(tuple(b["source"]), tuple(b["target"])) for b in written["beads"]] == [
        (b.source, b.target) for b in found.beads
    ]
    assert written["info"]["engine"] == "lexical"


def test_confidences_follow_what_people_judged() -> None:
    usual = align(ENGLISH, GERMAN, engine="lexical")
    # Of two hundred links as sure as can be, half were wrong.
    judged = CalibrationCounts.of([0.99] * 200, [True, False] * 100)
    doubted = align(ENGLISH, GERMAN, engine="lexical", judged=judged)
    assert groups(doubted) == groups(usual)
    surest = [max(bead.confidence or 0.0 for bead in each.beads) for each in (usual, doubted)]
    assert surest[0] > 0.95
    assert 0.4 < surest[1] < 0.75
    assert doubted.signature != usual.signature
