"""`align_talk`: sections, raw words, spans, and what people have fixed."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.hmm import FixedSpan, HmmOptions, PaperSentence, TalkAlignment, align_talk
from alignment.hmm.emission import emission_table
from alignment.hmm.model import GeometricTransition
from alignment.hmm.spans import cut
from alignment.text import keep_words
from alignment.types import AlignmentError, Cancelled
from alignment.vectors import WordVectors
from tests.alignment.hmm_samples import dense

PAPER = [
    PaperSentence("We align talks with papers.", "Abstract", "abstract"),
    PaperSentence("Long sentences are hard to read for people and parsers.", "1 Introduction"),
    PaperSentence("Our method splits every sentence into several short ones.", "1 Introduction"),
    PaperSentence("Splitting was studied by others before us.", "2 Related Work"),
    PaperSentence("The model copies rare words from its input sentence.", "3 Model"),
    PaperSentence("The network was trained on a corpus of news in five languages.", "3 Model"),
    PaperSentence("Readers preferred the output of our system by a large margin.", "4 Results"),
    PaperSentence("We thank the reviewers.", "Acknowledgements"),
]
#: A speaker who stays with a sentence, for talks of so few words that the usual stay probability is at its least.
STEADY = HmmOptions(epsilon=0.9)
TEXT = """
    Hello everybody. So, long sentences, they are hard to read. Our method, it splits each sentence into short ones.
    The model: it copies, copies rare words of the input. We trained the network on news, a corpus of news in five
    languages. And the readers, they preferred our output by a large margin.
"""
TALK = TEXT.split()


def check_cover(result: TalkAlignment, n_words: int) -> None:
    assert result.spans[0].start_word == 0
    assert result.spans[-1].end_word == n_words
    assert all(a.end_word == b.start_word for a, b in itertools.pairwise(result.spans))
    assert all(span.start_word < span.end_word for span in result.spans)
    for span in result.spans:
        assert 0 <= span.confidence <= 1
        assert 1 <= len(span.candidates) <= 5
        assert dict(span.candidates)[span.sentence] == pytest.approx(span.confidence)
        probabilities = [probability for _, probability in span.candidates]
        assert sum(probabilities) <= 1 + 1e-9
    assert len(result.tokens) == len(result.kept) == len(result.path) == len(result.word_confidence)
    assert sum(result.durations) == sum(sentence is not None for sentence in result.path)


def test_sections_that_are_not_spoken_of_are_remapped_away() -> None:
    result = align_talk(PAPER, TALK, options=HmmOptions(greetings=False))
    check_cover(result, len(TALK))
    assert {span.sentence for span in result.spans} <= {1, 2, 4, 5, 6}
    assert result.info["states"] == 5
    assert result.info["starts"] == 2  # the Introduction
    assert result.path[0] in (1, 2)
    assert len(result.durations) == len(PAPER)
    assert [result.durations[i] for i in (0, 3, 7)] == [0, 0, 0]
    by_word = {word: s.sentence for s in result.spans for word in TALK[s.start_word : s.end_word]}
    assert by_word["splits"] == 2
    assert by_word["copies,"] == 4
    assert by_word["languages."] == 5
    assert by_word["margin."] == 6


def test_nothing_that_is_given_is_changed() -> None:
    paper, talk = copy.deepcopy(PAPER), list(TALK)
    align_talk(paper, talk, fixed=[FixedSpan(0, 3, 1)])
    assert (paper, talk) == (PAPER, TALK)


def test_the_signature_names_what_matters_and_repeats() -> None:
    first, again = align_talk(PAPER, TALK), align_talk(PAPER, TALK)
    assert first == again
    other = align_talk(PAPER, [*TALK, "more"]), align_talk(PAPER, TALK, fixed=[FixedSpan(0, 3, 1)])
    assert len({first.signature, *(result.signature for result in other)}) == 3
    assert first.signature.startswith("engine:hmm|preset:paper|delta:0.33|")


def test_without_an_introduction_the_talk_begins_in_the_first_twenty() -> None:
    paper = [PaperSentence(f"Sentence about topic{i} alone.") for i in range(40)]
    assert align_talk(paper, ["topic39", "topic5"]).info["starts"] == 20
    assert align_talk(paper[:3], ["topic1", "topic2"]).info["starts"] == 3


# What people have fixed


def test_fixed_spans_are_in_the_result_as_they_are() -> None:
    fixed = [FixedSpan(3, 9, 6), FixedSpan(20, 25, None), FixedSpan(30, 33, 0)]
    result = align_talk(PAPER, TALK, fixed=fixed)
    check_cover(result, len(TALK))
    spans = {(span.start_word, span.end_word): span for span in result.spans}
    for f in fixed:
        assert spans[f.start_word, f.end_word].sentence == f.sentence
        assert spans[f.start_word, f.end_word].confidence == 1
    for word, sentence, confidence in zip(result.kept, result.path, result.word_confidence, strict=True):
        for f in fixed:
            if f.start_word <= word < f.end_word:
                assert sentence == f.sentence
                assert confidence == pytest.approx(1)


def test_words_fixed_to_no_sentence_are_as_if_they_had_not_been_said() -> None:
    """The others get the best path and posterior of the chain without them; T and the types stay those of all words."""
    fixed = [FixedSpan(8, 14, None)]
    result = align_talk(PAPER, TALK, fixed=fixed, options=HmmOptions(sharpness=1, greetings=False))
    states = [1, 2, 4, 5, 6]
    kept = keep_words(TALK, drop_marks=True)
    types = sorted(set(kept.tokens))
    _, emission = emission_table([PAPER[i].text for i in states], types, vectors=None, preset="paper")
    transition = dense(GeometricTransition(5, HmmOptions().stay_probability(5, len(kept.tokens))))
    free = [p for p, word in enumerate(kept.words) if not 8 <= word < 14]
    likelihood = [emission[:, types.index(kept.tokens[p])] for p in free]
    forward = [np.array([0.5, 0.5, 0, 0, 0]) * likelihood[0]]
    best = [forward[0]]
    for column in likelihood[1:]:
        forward.append(forward[-1] @ transition * column)
        best.append((best[-1][:, None] * transition).max(axis=0) * column)
    backward = [np.ones(5)]
    for column in likelihood[:0:-1]:
        backward.append(transition @ (column * backward[-1]))
    posterior = np.array(forward) * np.array(backward[::-1])
    posterior /= posterior.sum(axis=1, keepdims=True)
    assert result.log_probability == pytest.approx(np.log(best[-1].max()), rel=1e-9)
    chosen = [posterior[i, states.index(result.path[p])] for i, p in enumerate(free)]  # type: ignore[arg-type]
    np.testing.assert_allclose([result.word_confidence[p] for p in free], chosen, atol=1e-10)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_fixed_spans_are_honoured(data: st.DataObject) -> None:
    edges = sorted(data.draw(st.sets(st.integers(0, len(TALK)), max_size=8)))
    sentence = st.one_of(st.none(), st.integers(0, len(PAPER) - 1))
    fixed = [FixedSpan(a, b, data.draw(sentence)) for a, b in itertools.pairwise(edges) if data.draw(st.booleans())]
    options = HmmOptions(preset=data.draw(st.sampled_from(["paper", "released"])), background=data.draw(st.booleans()))
    result = align_talk(PAPER, TALK, fixed=data.draw(st.permutations(fixed)), options=options, boundaries=[5, 11])
    check_cover(result, len(TALK))
    shown = {(s.start_word, s.end_word, s.sentence) for s in result.spans}
    assert {(f.start_word, f.end_word, f.sentence) for f in fixed} <= shown


def test_a_fixed_span_draws_its_neighbours() -> None:
    """Words that fit no sentence follow the person's decision rather than the rest of the talk."""
    paper = [PaperSentence(f"alpha{i} beta{i} gamma{i}") for i in range(30)]
    talk = ["mumble"] * 5 + ["alpha3"] + ["mumble"] * 5
    free = align_talk(paper, talk, options=STEADY)
    fixed = align_talk(paper, talk, fixed=[FixedSpan(5, 6, 25)], options=STEADY)
    assert free.path[6] != 25
    assert fixed.path[4:7] == (fixed.path[4], 25, 25)


def test_everything_fixed_leaves_nothing_to_find() -> None:
    result = align_talk(PAPER, TALK, fixed=[FixedSpan(0, len(TALK), None)])
    assert [(s.start_word, s.end_word, s.sentence) for s in result.spans] == [(0, len(TALK), None)]
    assert set(result.path) == {None}


@pytest.mark.parametrize(
    ("fixed", "message"),
    [
        ([FixedSpan(5, 5, 1)], "fixed span 5:5: expected 0 <= start < end <= "),
        ([FixedSpan(0, 999, 1)], "fixed span 0:999"),
        ([FixedSpan(0, 3, 8)], "sentence 8 is not one of the 8 given, 0 to 7"),
        ([FixedSpan(0, 5, 1), FixedSpan(4, 6, 1)], "fixed span 4:6: overlaps the fixed span that ends at word 5"),
    ],
)
def test_a_wrong_fixed_span_is_named(fixed: Sequence[FixedSpan], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        align_talk(PAPER, TALK, fixed=fixed)


# Words without a sentence, words without content


def test_background_takes_what_speaks_of_nothing() -> None:
    vectors = WordVectors(["talk", "apple", "pear", "news"], np.eye(4), name="v", source="test")
    paper = [PaperSentence("apple"), PaperSentence("news")]
    words = ["apple"] * 4 + ["talk"] * 6 + ["news"] * 4
    without = align_talk(paper, words, vectors=vectors)
    with_null = align_talk(
        paper, words, vectors=vectors, options=HmmOptions(background=True, background_probability=0.4, epsilon=0.6)
    )
    assert None not in without.path
    assert with_null.path == (0,) * 4 + (None,) * 6 + (1,) * 4
    middle = with_null.spans[1]
    assert (middle.start_word, middle.end_word, middle.sentence) == (4, 10, None)
    assert middle.candidates[0][0] is None


def test_a_talk_of_stop_words_cannot_be_aligned() -> None:
    with pytest.raises(AlignmentError, match="none of its 3 words is left"):
        align_talk(PAPER, ["so", "it", "was."])
    with pytest.raises(AlignmentError, match="transcript"):
        align_talk(PAPER, [])


def test_a_paper_of_excluded_sections_cannot_be_aligned() -> None:
    with pytest.raises(AlignmentError, match=r"none of its 1 sentences \(abstract\) is left"):
        align_talk(PAPER[:1], TALK)
    with pytest.raises(AlignmentError, match="no sentences"):
        align_talk([], TALK)


def test_one_sentence_gets_everything() -> None:
    result = align_talk([PaperSentence("Anything at all.")], TALK, options=HmmOptions(greetings=False))
    assert [(s.start_word, s.end_word, s.sentence) for s in result.spans] == [(0, len(TALK), 0)]
    assert result.spans[0].confidence == pytest.approx(1)


def test_progress_grows_and_can_cancel() -> None:
    shares: list[float] = []
    align_talk(PAPER, TALK, progress=lambda share, what: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(share: float, what: str) -> None:
        if share >= 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        align_talk(PAPER, TALK, progress=stop)


@pytest.mark.parametrize(
    "options", [{"preset": "best"}, {"lambda_": 1.0}, {"gamma": 0.0}, {"delta": 0}, {"sharpness": 0}]
)
def test_options_outside_their_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(AlignmentError, match=f"{next(iter(options))} is "):
        HmmOptions(**options)  # type: ignore[arg-type]


def test_text_of_every_script_aligns() -> None:
    paper = [
        PaperSentence("機械翻訳の評価を行う。"),
        PaperSentence("音声認識のデータを集める。"),
        PaperSentence("שלום עולם 🙂 café"),
    ]
    words = ["まず", *["音声認識の", "データ、"] * 5, "ええと", *["cafe\u0301", "🙂", "שלום"] * 5]
    result = align_talk(paper, words, options=STEADY)
    check_cover(result, len(words))
    assert result.path == (1,) * 10 + (2,) * 10
    assert "café" in result.tokens


# Cutting into spans


def pieces(n: int, kept: list[int], path: list[int | None], **more: object) -> list[tuple[int, int, int | None]]:
    cuts = cut(n, kept, path, more.get("fixed", ()), more.get("boundaries", ()))  # type: ignore[arg-type]
    return [(piece.start_word, piece.end_word, piece.sentence) for piece in cuts]


def test_dropped_words_go_with_the_following_run() -> None:
    assert pieces(10, [2, 3, 7], [0, 0, 1]) == [(0, 4, 0), (4, 10, 1)]


def test_the_first_boundary_in_the_gap_is_the_cut() -> None:
    assert pieces(10, [2, 3, 7], [0, 0, 1], boundaries=[3, 6, 7]) == [(0, 6, 0), (6, 10, 1)]
    assert pieces(10, [2, 3, 7], [0, 0, 1], boundaries=[7]) == [(0, 7, 0), (7, 10, 1)]
    assert pieces(10, [2, 3, 7], [0, 0, 1], boundaries=[0, 3, 8]) == [(0, 4, 0), (4, 10, 1)]


def test_a_word_of_two_tokens_has_the_sentence_of_the_first() -> None:
    assert pieces(3, [0, 1, 1, 2], [0, 0, 1, 1]) == [(0, 2, 0), (2, 3, 1)]


def test_a_fixed_span_is_not_merged_with_its_neighbours() -> None:
    fixed = [FixedSpan(2, 4, 0)]
    assert pieces(6, [1, 2, 5], [0, 0, 0], fixed=fixed) == [(0, 2, 0), (2, 4, 0), (4, 6, 0)]


def test_dropped_words_between_fixed_spans_speak_of_nothing() -> None:
    fixed = [FixedSpan(0, 2, 0), FixedSpan(4, 6, 1)]
    assert pieces(6, [0, 5], [0, 1], fixed=fixed) == [(0, 2, 0), (2, 4, None), (4, 6, 1)]
