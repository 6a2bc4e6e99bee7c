"""The `released` preset against what the authors' program computed, both presets against their hand-labelled example.

On the demo's texts always; on the authors' own example paper where the outside data are at hand.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from alignment.hmm import HmmOptions, PaperSentence, align_talk
from alignment.hmm.emission import emission_table
from alignment.hmm.model import GeometricTransition, chain
from alignment.hmm.options import PRESETS, Preset
from alignment.hmm.viterbi import viterbi
from alignment.metrics.hmm import UNJUDGED, talk_score
from alignment.summarize import summary_by_ratio, summary_by_words, top_sentences
from alignment.vectors import WordVectors, load_vectors
from tests.alignment.hmm_samples import dense
from tests.data import DATA, GOLDEN, needs_outside


@dataclass(frozen=True)
class Case:
    """The program's inputs and everything it computed."""

    values: dict[str, Any]
    vectors: WordVectors
    transcript: list[str]
    summaries: Path

    @property
    def paper(self) -> list[PaperSentence]:
        pairs = zip(self.values["paper_sentences"], self.values["section_per_sent"], strict=True)
        return [PaperSentence(text, heading) for text, heading in pairs]

    @property
    def states(self) -> list[int]:
        """The sentences that are not excluded."""
        return [n for n in range(len(self.values["paper_sentences"])) if n not in set(self.values["excluded"])]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of vectors: they are read from text once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(
    scope="module",
    params=["demo", pytest.param("example", marks=needs_outside("golden", "talksumm"))],
)
def case(request: pytest.FixtureRequest, cache: Path) -> Case:
    if request.param == "demo":
        folder, name = GOLDEN / "talksumm", "vec50"
        transcript = folder / "transcript.txt"
    else:
        folder, name = DATA / "golden" / "talksumm", "vec100"
        (transcript,) = (DATA / "talksumm" / "transcript").iterdir()
    described = json.loads((folder / f"golden_{name}.json").read_text(encoding="utf-8"))
    with np.load(folder / f"golden_{name}.npz") as arrays:
        values = described | dict(arrays)
    vectors = load_vectors(folder / f"{name}.txt.gz", cache=cache)
    return Case(values, vectors, transcript.read_text(encoding="utf-8").split(), folder / f"sc_{name}")


def test_similarity_and_emission(case: Case) -> None:
    texts = [case.paper[index].text for index in case.states]
    similarity, emission = emission_table(texts, case.values["id2word"], vectors=case.vectors, preset="released")
    np.testing.assert_allclose(similarity, case.values["similarity"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(emission, case.values["emission"], rtol=0, atol=1e-14)
    np.testing.assert_allclose(case.vectors.mean(), case.values["w2v_mean"], rtol=0, atol=1e-12)


def test_transition(case: Case) -> None:
    options = HmmOptions(preset="released")
    stay = options.stay_probability(case.values["K"], case.values["T"])
    assert stay == case.values["stay_prob"]
    transition = dense(GeometricTransition(case.values["K"], stay, options.lambda_, options.gamma))
    np.testing.assert_allclose(transition, case.values["transition"], rtol=0, atol=1e-15)


@pytest.mark.parametrize("preset", get_args(Preset))
def test_signatures_name_the_parameters_as_they_always_did(preset: Preset) -> None:
    sentences = [PaperSentence("The tide rises slowly in the harbour.", "Introduction")]
    signature = align_talk(sentences, ["tide"], options=HmmOptions(preset=preset)).signature
    assert f"|preset:{preset}|delta:0.33|epsilon:0.1|lambda:0.75|gamma:0.5|background:none|" in signature


def test_path_of_the_reference_arrays(case: Case) -> None:
    with np.errstate(divide="ignore"):
        start, emission = np.log(case.values["start"]), np.log(case.values["emission"])
    released = PRESETS["released"]
    transition = GeometricTransition(case.values["K"], case.values["stay_prob"], released.lambda_, released.gamma)
    path, score = viterbi(chain(emission.T, case.values["observed"], start, transition))
    assert score == pytest.approx(case.values["log_prob"], rel=1e-12)
    assert_same_path(path.tolist(), case)


def assert_same_path(path: list[int], case: Case) -> None:
    """The same path, or where it differs another of exactly the same probability."""
    theirs = case.values["path"].tolist()
    if path != theirs:
        assert log_probability(path, case) == pytest.approx(log_probability(theirs, case), rel=1e-13)


def log_probability(path: list[int], case: Case) -> float:
    emission, transition = np.log(case.values["emission"]), np.log(case.values["transition"])
    total = np.log(case.values["start"][path[0]]) + sum(transition[a, b] for a, b in pairwise(path))
    words = zip(path, case.values["observed"].tolist(), strict=True)
    return float(total + sum(emission[state, word] for state, word in words))


def test_from_texts_to_durations(case: Case) -> None:
    result = align_talk(case.paper, case.transcript, options=HmmOptions(preset="released"), vectors=case.vectors)
    assert list(result.tokens) == case.values["transcript_tokens"]
    assert result.log_probability == pytest.approx(case.values["log_prob"], rel=1e-12)
    state = {sentence: number for number, sentence in enumerate(case.states)}
    assert_same_path([state[sentence] for sentence in result.path if sentence is not None], case)
    assert list(result.durations) == case.values["durations"].tolist()
    assert sorted(result.info["types_without_vector"]) == sorted(case.values["oov_transcript"])
    begins = case.values["intro_sent_indices"]
    assert np.flatnonzero(case.values["start"]).tolist() == begins
    assert result.info["starts"] == len(begins)


def test_top_sentences(case: Case) -> None:
    durations = case.values["durations"].tolist()
    for name in {"top5", "top10", "top30"} & case.values.keys():
        assert top_sentences(durations, int(name[3:])) == case.values[name], name


def test_summaries_of_a_length(case: Case) -> None:
    sentences, durations = case.values["paper_sentences"], case.values["durations"].tolist()
    for name, chosen in {
        "highlight_150w.txt": summary_by_words(sentences, durations, 150),
        "highlight_250w.txt": summary_by_words(sentences, durations, 250),
        "highlight_ratio0.3.txt": summary_by_ratio(durations, 0.3),
        "highlight_ratio0.4.txt": summary_by_ratio(durations, 0.4),
    }.items():
        if (case.summaries / name).exists():
            written = (case.summaries / name).read_text(encoding="utf-8").split("@highlight")[1:]
            assert [sentences[index] for index in chosen] == [part.strip().splitlines()[0] for part in written], name


def test_the_choice_of_sentences_for_a_length_on_the_demo() -> None:
    values = json.loads((GOLDEN / "talksumm" / "golden_vec50.json").read_text(encoding="utf-8"))
    sentences, durations, selected = values["paper_sentences"], values["durations"], values["selected"]
    assert summary_by_words(sentences, durations, 150) == selected["words150"]
    assert summary_by_words(sentences, durations, 250) == selected["words250"]
    assert summary_by_ratio(durations, 0.3) == selected["ratio03"]
    assert summary_by_ratio(durations, 0.4) == selected["ratio04"]


@pytest.mark.parametrize("row", [99_999, 100_000, 149_999])
def test_every_row_of_the_vectors_counts_and_so_do_words_of_formulas(row: int) -> None:
    """Beyond the first 100,000 rows stand words of the paper, and min, max and argmin are words as any other."""
    words = [f"filler{n}" for n in range(150_000)]
    words[0], words[row] = "argmin", "tide"
    matrix = np.zeros((len(words), 2))
    matrix[:, 1] = 1.0
    matrix[row] = matrix[0] = (1.0, 0.0)
    vectors = WordVectors(words, matrix, name="large", source="here", hash="0")
    paper = ["We model the tide in the harbour with care.", "The argmin and nothing else."]
    similarity, _ = emission_table(paper, ["tide", "filler7"], vectors=vectors, preset="released")
    np.testing.assert_allclose(similarity, np.exp([[1.0, 0.0], [1.0, 0.0]]), atol=1e-12)


@needs_outside("table4")
@needs_outside("golden", "talksumm")
@pytest.mark.parametrize("preset", ["paper", "released"])
@pytest.mark.parametrize(("given", "least"), [(True, 0.85), (False, 0.63)])
def test_the_authors_hand_labelled_example(preset: Any, given: bool, least: float, cache: Path) -> None:
    table = json.loads((DATA / "table4" / "table4.json").read_text(encoding="utf-8"))
    vectors = load_vectors(DATA / "golden" / "talksumm" / "vec100.txt.gz", cache=cache) if given else None
    words, gold = [], []
    for row in table["rows"]:
        words += row["asr"].split()
        gold += [row["sentence"] if row["mark"] == "yes" else UNJUDGED] * len(row["asr"].split())
    sentences = [PaperSentence(text) for text in table["sentences"]]
    result = align_talk(sentences, words, options=HmmOptions(preset=preset), vectors=vectors)
    found = [span.sentence for span in result.spans for _ in range(span.start_word, span.end_word)]
    score = talk_score(gold, found)
    assert score.words >= least
    assert score.spans == 1
