"""ROUGE against Google's rouge-score, counts by hand for what that does not compute; the stemmer against NLTK's."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.metrics.porter import stem
from alignment.metrics.rouge import RougeOptions, mean_rouge, rouge, rouge_scores, words
from alignment.types import AlignmentError

SENTENCES = [
    "The speakers' alignments were corrected by hand, and 1,066 of them twice.",
    "Annotators aligned the talks happily; relational models tied with rational ones.",
    "Generalizations of probabilistic methodology are hopefully useful: the skies are dying.",
    "He said it's a well-known problem (see Fig. 3) in machine translation.",
    "",
]
WORD = st.sampled_from(
    [
        "the",
        "talks",
        "talking",
        "talked",
        "paper",
        "papers",
        "aligned",
        "alignment",
        "is",
        "relational",
        "happily",
        "of",
        "3",
        "ties",
    ]
)


@pytest.mark.parametrize("stemming", [False, True])
@pytest.mark.parametrize("reference", SENTENCES)
@pytest.mark.parametrize("summary", SENTENCES)
def test_agrees_with_rouge_score(reference: str, summary: str, stemming: bool) -> None:
    from rouge_score import rouge_scorer

    metrics = ["rouge1", "rouge2", "rouge3", "rougeL"]
    scorer = rouge_scorer.RougeScorer(metrics, use_stemmer=stemming)
    scores = rouge_scores(metrics, [reference], summary, RougeOptions(stem=stemming))
    for metric in metrics:
        expected = scorer.score(reference, summary)[metric]
        ours = scores[metric]
        assert (ours.precision, ours.recall, ours.f1) == pytest.approx(
            (expected.precision, expected.recall, expected.fmeasure), abs=1e-9
        )


@settings(max_examples=60, deadline=None)
@given(st.lists(WORD, max_size=12), st.lists(WORD, max_size=12))
def test_agrees_with_rouge_score_on_anything(reference: list[str], summary: list[str]) -> None:
    from rouge_score import rouge_scorer

    texts = " ".join(reference), " ".join(summary)
    expected = rouge_scorer.RougeScorer(["rouge2", "rougeL"], use_stemmer=True).score(*texts)
    for metric in ("rouge2", "rougeL"):
        found = rouge(metric, [texts[0]], texts[1], RougeOptions(stem=True))
        assert found.f1 == pytest.approx(expected[metric].fmeasure, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(WORD, min_size=1, max_size=8), min_size=1, max_size=4), st.lists(WORD, max_size=8))
def test_of_several_references_the_best_counts_as_in_rouge_score(
    references: list[list[str]], summary: list[str]
) -> None:
    from rouge_score import rouge_scorer

    texts, text = [" ".join(reference) for reference in references], " ".join(summary)
    expected = rouge_scorer.RougeScorer(["rouge1", "rougeL"]).score_multi(texts, text)
    for metric, ours in rouge_scores(["rouge1", "rougeL"], texts, text).items():
        assert ours.f1 == pytest.approx(expected[metric].fmeasure, abs=1e-9)


def test_trigrams_by_hand() -> None:
    """Reference: the cat sat on the mat (4 trigrams). Summary: the cat sat on a mat (4): shared are two."""
    score = rouge("rouge3", ["the cat sat on the mat"], "the cat sat on a mat")
    assert (score.matches, score.found, score.expected) == (2, 4, 4)
    assert score.f1 == pytest.approx(0.5, abs=1e-9)


def test_skip_bigrams_of_a_longer_text_by_hand() -> None:
    """Of a b c d e f g: 7 words, 6 + 5 + 4 + 3 + 2 pairs up to 4 words apart. Of a c e g: 4 words and 6 pairs, all
    with 4 words or fewer between them in the summary; in the reference a and g have 5 between them."""
    score = rouge("rougeSU4", ["a b c d e f g"], "a c e g")
    assert (score.matches, score.found, score.expected) == (4 + 5, 4 + 6, 7 + 20)
    assert score.f1 == pytest.approx(2 * (9 / 10) * (9 / 27) / (9 / 10 + 9 / 27), abs=1e-9)


#: What Porter's rules look at, and nothing.
ENDINGS = (
    "ies", "ied", "eed", "ing", "ed", "y", "ational", "logi", "fulli", "ically", "ization", "iveness", "alli", "ness",
    "ement", "ion", "ll", "e", "s", "ly", "izer", "enci", "able", "ate", "",
)  # fmt: skip


def test_stems_are_those_of_nltk() -> None:
    from nltk.stem import porter

    theirs, rng = porter.PorterStemmer(), random.Random(7)
    for _ in range(4000):
        letters = "".join(rng.choices(string.ascii_lowercase + "aeiouy", k=rng.randrange(10)))
        word = letters + rng.choice(ENDINGS)
        assert stem(word) == theirs.stem(word), word


def test_skip_bigrams_by_hand() -> None:
    """Lin 2004, section 5: of "police killed the gunman" and "police kill the gunman" three of six pairs are shared."""
    reference, summary = "police killed the gunman", "police kill the gunman"
    score = rouge("rougeSU4", [reference], summary)
    assert (score.matches, score.found, score.expected) == (3 + 3, 6 + 4, 6 + 4)
    assert (
        rouge("rougeSU4", ["a b c d e f g"], "a g").matches == 2
    )  # five words between a and g: too far for a gap of 4
    assert rouge("rougeSU4", ["a b c d e f"], "a f").matches == 3
    assert rouge("rougeSU5", ["a b c d e f g"], "a g").matches == 3


def test_stop_words_limit_and_signature() -> None:
    options = RougeOptions(stem=True, stop_words=True, limit=4)
    assert words("The talks are about papers and more", options) == ["talk"]
    assert options.signature("rouge2") == "rouge2|stem:true|no_stop_words:true|limit:4"


def test_characters_are_the_words_of_japanese() -> None:
    assert words("機械翻訳 is ok") == ["機", "械", "翻", "訳", "is", "ok"]
    assert rouge("rouge2", ["機械翻訳"], "機械学習").matches == 1


def test_several_references() -> None:
    references = ["the cat sat", "a dog ran far"]
    assert rouge("rouge1", references, "a dog").f1 == pytest.approx(2 / 3)
    assert rouge("rouge1", references, "a dog", multiple="mean").f1 == pytest.approx(1 / 3)
    assert rouge("rougeSU4", references, "a dog").matches == 3
    assert mean_rouge([rouge("rouge1", ["a"], summary) for summary in "ab"]).f1 == 0.5


@pytest.mark.parametrize(
    ("metric", "references"), [("rougeX", ["a"]), ("bleu", ["a"]), ("rouge1", []), ("rouge0", ["a"])]
)
def test_what_cannot_be_scored(metric: str, references: list[str]) -> None:
    with pytest.raises(AlignmentError, match=r"no metric|no reference|ROUGE-0"):
        rouge(metric, references, "a")
