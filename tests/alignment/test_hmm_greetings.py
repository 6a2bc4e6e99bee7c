"""Greetings and housekeeping of speakers: which words they are, and that they are about no sentence."""

from __future__ import annotations

import pytest

from alignment.hmm import FixedSpan, HmmOptions, PaperSentence, Span, align_talk
from alignment.hmm.align import talk_table
from alignment.hmm.housekeeping import housekeeping
from alignment.summarize import top_sentences
from alignment.types import AlignmentError

OPENING = (
    "okay can everybody see the slide yes okay good um hello everybody "
    "and thank you for staying until the very last session"
)
PAPER = [
    PaperSentence("Many slides are shown to everybody until the last session.", heading="1 Introduction"),
    PaperSentence("We split each sentence into short ones.", heading="1 Introduction"),
    PaperSentence("The model copies words from its input.", heading="2 Model"),
    PaperSentence("Readers preferred our output in every test.", heading="3 Results"),
]
TALK = (
    f"{OPENING} we split each sentence into short ones the model copies words from its input "
    "readers preferred our output"
)


def _phrases(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[start:end]) for start, end in housekeeping(words)]


@pytest.mark.parametrize(
    "text",
    [
        OPENING,
        "Good afternoon, everyone. My name is Aino Vane",
        "Thank you very much for the kind introduction.",
        "Can you hear me?",
        "uh next slide no sorry that's the backup slides",
        "how am I doing for time",
        "I’m happy to take any questions.",
        "could you repeat the question",
    ],
)
def test_what_speakers_say_to_the_room_is_housekeeping(text: str) -> None:
    words = text.split()
    assert set(range(len(words))) - {word for start, end in housekeeping(words) for word in range(start, end)} <= {0}


@pytest.mark.parametrize(
    "text",
    [
        "the user says hello to the agent and the agent says sorry",
        "thanks to the second model this is solved",
        "the day ends with a prayer of thanks.",
        "one second of audio is cut into frames",
        "we ask whether people can see the difference",
        "The questions are taken from a list. The time is measured.",
        "",
    ],
)
def test_what_a_paper_may_be_about_is_not(text: str) -> None:
    assert _phrases(text) == []


def test_a_phrase_ends_where_its_sentence_does() -> None:
    assert _phrases("Thank you for your attention. And for the next talk we split sentences.") == [
        "Thank you for your attention."
    ]


def test_words_of_greeting_are_about_no_sentence_and_are_not_summarised() -> None:
    before, after = (align_talk(PAPER, TALK.split(), options=HmmOptions(greetings=each)) for each in (False, True))
    assert before.durations[0] > 3  # what the model makes of them by itself
    assert 0 in top_sentences(before.durations, 3)
    assert after.durations[0] == 0
    assert top_sentences(after.durations, 3) == [1, 2, 3]
    n_opening = len(OPENING.split())
    assert after.spans[0] == Span(0, n_opening, None, 0.95, ((None, 0.95),))
    assert {sentence for sentence, word in zip(after.path, after.kept, strict=True) if word < n_opening} == {None}
    assert after.info["words_laid_aside"] == sum(word < n_opening for word in after.kept)


def test_people_decide_before_the_list() -> None:
    fixed = [FixedSpan(0, 4, 0)]
    result = align_talk(PAPER, TALK.split(), fixed=fixed)
    assert (result.spans[0].end_word, result.spans[0].sentence, result.spans[0].confidence) == (4, 0, 1.0)


def test_the_released_preset_lays_nothing_aside_unless_it_is_asked_to() -> None:
    released = align_talk(PAPER, TALK.split(), options=HmmOptions(preset="released"))
    assert "greetings" not in released.signature
    assert released.info["words_laid_aside"] == 0
    kept = align_talk(PAPER, TALK.split(), options=HmmOptions(preset="released", greetings=False))
    assert (kept.path, kept.log_probability, kept.signature) == (
        released.path,
        released.log_probability,
        released.signature,
    )
    aside = align_talk(PAPER, TALK.split(), options=HmmOptions(preset="released", greetings=True))
    assert aside.signature != released.signature
    assert aside.path != released.path


def test_a_talk_of_nothing_else_has_a_span_about_no_sentence() -> None:
    result = align_talk(PAPER, OPENING.split())
    assert [span.sentence for span in result.spans] == [None]
    with pytest.raises(AlignmentError, match="all of its 22 words are greetings"):
        talk_table(PAPER, OPENING.split(), HmmOptions())


def test_a_search_of_parameters_leaves_the_same_words_aside_and_counts_all() -> None:
    table = talk_table(PAPER, TALK.split(), HmmOptions())
    all_words = talk_table(PAPER, TALK.split(), HmmOptions(greetings=False))
    n_opening = len(OPENING.split())
    assert table.kept == tuple(word for word in all_words.kept if word >= n_opening)
    assert table.n_tokens == all_words.n_tokens == len(all_words.kept)
