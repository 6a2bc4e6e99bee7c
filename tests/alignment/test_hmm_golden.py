"""The `released` preset against what the authors' program computed, both presets against their hand-labelled example.

The data are not ours to ship; without them these are skipped, and test_hmm_chain and test_hmm_align cover the ground.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alignment.hmm import HmmOptions, PaperSentence, align_talk
from alignment.hmm.emission import emission_table
from alignment.hmm.model import GeometricTransition, chain
from alignment.hmm.viterbi import viterbi
from alignment.metrics.hmm import UNJUDGED, talk_score
from alignment.summarize import summary_by_ratio, summary_by_words, top_sentences
from alignment.vectors import WordVectors, load_vectors

DATA = Path(os.environ.get("LECTERN_DATA", Path(__file__).parents[2] / ".." / "shared" / "data"))
TALKSUMM = DATA / "golden" / "talksumm"
pytestmark = pytest.mark.skipif(not TALKSUMM.is_dir(), reason=f"no reference data in {DATA}")


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    described = json.loads((TALKSUMM / "golden_vec100.json").read_text(encoding="utf-8"))
    with np.load(TALKSUMM / "golden_vec100.npz") as arrays:
        return described | dict(arrays)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> WordVectors:
    return load_vectors(TALKSUMM / "vec100.txt.gz", cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def transcript() -> list[str]:
    (path,) = (DATA / "talksumm" / "transcript").iterdir()
    return path.read_text(encoding="utf-8").split()


@pytest.fixture(scope="module")
def paper(golden: dict[str, Any]) -> list[PaperSentence]:
    return [PaperSentence(*pair) for pair in zip(golden["paper_sentences"], golden["section_per_sent"], strict=True)]


def test_similarity_and_emission(golden: dict[str, Any], vectors: WordVectors, paper: list[PaperSentence]) -> None:
    kept = [sentence.text for index, sentence in enumerate(paper) if index not in set(golden["excluded"])]
    similarity, emission = emission_table(kept, golden["id2word"], vectors=vectors, preset="released")
    np.testing.assert_allclose(similarity, golden["similarity"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(emission, golden["emission"], rtol=0, atol=1e-14)


def test_transition(golden: dict[str, Any]) -> None:
    stay = HmmOptions(preset="released").stay_probability(golden["K"], golden["T"])
    assert stay == golden["stay_prob"]
    dense = GeometricTransition(golden["K"], stay).dense()
    np.testing.assert_allclose(dense, golden["transition"], rtol=0, atol=1e-15)


def test_path_of_the_reference_arrays(golden: dict[str, Any]) -> None:
    with np.errstate(divide="ignore"):
        start = np.log(golden["start"])
    c = chain(np.log(golden["emission"]).T, golden["observed"], start, GeometricTransition(golden["K"], 0.29))
    path, score = viterbi(c)
    np.testing.assert_array_equal(path, golden["path"])
    assert score == pytest.approx(golden["log_prob"], rel=1e-12)


def test_from_texts_to_summary(
    golden: dict[str, Any], vectors: WordVectors, paper: list[PaperSentence], transcript: list[str]
) -> None:
    result = align_talk(paper, transcript, options=HmmOptions(preset="released"), vectors=vectors)
    assert list(result.tokens) == golden["transcript_tokens"]
    assert result.log_probability == pytest.approx(golden["log_prob"], rel=1e-12)
    states = [index for index in range(len(paper)) if index not in set(golden["excluded"])]
    assert list(result.path) == [states[state] for state in golden["path"]]
    assert list(result.durations) == golden["durations"].tolist()
    assert top_sentences(result.durations, 30) == golden["top30"]
    assert result.info["types_without_vector"] == golden["oov_transcript"]


def test_summaries_of_a_length(golden: dict[str, Any], paper: list[PaperSentence]) -> None:
    sentences = [sentence.text for sentence in paper]
    for chosen, name in (
        (summary_by_words(sentences, golden["durations"].tolist(), 150), "highlight_150w.txt"),
        (summary_by_ratio(golden["durations"].tolist(), 0.3), "highlight_ratio0.3.txt"),
    ):
        written = (TALKSUMM / "sc_vec100" / name).read_text(encoding="utf-8").split("@highlight")[1:]
        assert [sentences[index] for index in chosen] == [part.strip().splitlines()[0] for part in written], name


@pytest.mark.parametrize("preset", ["paper", "released"])
@pytest.mark.parametrize(("given", "least"), [(True, 0.85), (False, 0.63)])
def test_the_authors_hand_labelled_example(preset: Any, given: bool, least: float, vectors: WordVectors) -> None:
    table = json.loads((DATA / "table4" / "table4.json").read_text(encoding="utf-8"))
    words, gold = [], []
    for row in table["rows"]:
        words += row["asr"].split()
        gold += [row["sentence"] if row["mark"] == "yes" else UNJUDGED] * len(row["asr"].split())
    sentences = [PaperSentence(text) for text in table["sentences"]]
    result = align_talk(sentences, words, options=HmmOptions(preset=preset), vectors=vectors if given else None)
    found = [span.sentence for span in result.spans for _ in range(span.start_word, span.end_word)]
    score = talk_score(gold, found)
    assert score.words >= least
    assert score.spans == 1
