"""Error rates against jiwer, and biased error rates by hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.metrics.error_rates import ErrorRate, bwer, cer, edits, normalize, wer
from alignment.types import AlignmentError
from tests.data import DATA, needs_outside

WORDS = st.lists(st.sampled_from(["a", "b", "c", "dd", "é"]), max_size=9)


@settings(max_examples=75, deadline=None)
@given(st.lists(st.tuples(WORDS.filter(bool), WORDS), min_size=1, max_size=3))
def test_agrees_with_jiwer(pairs: list[tuple[list[str], list[str]]]) -> None:
    import jiwer

    references, hypotheses = [" ".join(r) for r, _ in pairs], [" ".join(h) for _, h in pairs]
    assert wer(references, hypotheses).rate == pytest.approx(jiwer.wer(references, hypotheses))
    assert cer(references, hypotheses).rate == pytest.approx(jiwer.cer(references, hypotheses))


@settings(max_examples=100, deadline=None)
@given(WORDS, WORDS)
def test_edits_turn_one_into_the_other(reference: list[str], hypothesis: list[str]) -> None:
    result = edits(reference, hypothesis)
    assert [i for i, _ in result if i is not None] == list(range(len(reference)))
    assert [j for _, j in result if j is not None] == list(range(len(hypothesis)))
    assert (None, None) not in result


def test_counts_by_hand() -> None:
    assert wer(["the cat sat on the mat"], ["the dog sat the mat now"]) == ErrorRate(4, 1, 1, 1)
    assert wer(["a b", "c"], ["a", "c d"]).rate == pytest.approx(2 / 3)
    assert cer(["ab  c"], ["ab c"]).errors == 0
    assert cer(["日本語"], ["日本"]).rate == pytest.approx(1 / 3)
    assert (wer([""], [""]).rate, wer([""], ["a"]).rate) == (0.0, float("inf"))


def test_biased_error_rate_by_hand() -> None:
    rare = {"hidden", "markov", "viterbi"}
    score = bwer(["the hidden markov model"], ["the hitting markov model viterbi"], rare)
    assert score == ErrorRate(hits=1, substitutions=1, deletions=0, insertions=1)
    assert score.rate == 1.0
    assert bwer(["the hidden model"], ["the model"], rare) == ErrorRate(0, 0, 1, 0)
    with pytest.raises(AlignmentError, match="rare words is empty"):
        bwer(["a"], ["a"], [])


def test_wrong_input_is_named() -> None:
    with pytest.raises(AlignmentError, match="1 references but 2 hypotheses"):
        wer(["a"], ["a", "b"])
    with pytest.raises(AlignmentError, match="did you forget the brackets"):
        wer("a", "b")
    with pytest.raises(AlignmentError, match="split it into utterances"):
        wer(["a " * 120_000], ["b " * 120_000])


def test_normalized_text() -> None:
    assert normalize("It’s a  “Well-Known” thing – isn't it? (1,5)") == "it's a well-known thing isn't it 1 5"


@needs_outside("error_rates")
@pytest.mark.parametrize("name", ["NIH-EC45B", "CHI-003EC"])
def test_reference_transcripts(name: str) -> None:
    given_ = json.loads((DATA / "error_rates" / f"{name}.json").read_text(encoding="utf-8"))
    references, hypotheses = [row["ref"] for row in given_["rows"]], [row["hyp"] for row in given_["rows"]]
    rare = (DATA / "m3av" / "all_rare_words.txt").read_text(encoding="utf-8").split()
    expected = given_["expected"]
    words = wer(references, hypotheses)
    assert round(words.rate, 6) == expected["wer"]
    assert words.units == expected["words"]
    assert round(cer(references, hypotheses).rate, 6) == expected["cer"]
    biased = bwer(references, hypotheses, rare)
    assert biased.units == expected["rare_words"]
    assert abs(biased.errors - expected["rare_errors"] - expected["rare_insertions"]) <= 3
