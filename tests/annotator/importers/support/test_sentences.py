"""Sentences of scientific text: where a full stop ends one and where it does not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.importers.support.sentences import split


def pieces(text: str, language: str | None = None) -> list[str]:
    return [text[start:end] for start, end in split(text, language)]


CASES: list[list[str]] = [
    ["We follow Lev et al. (2019).", "It works."],
    ["Lev et al. [3] show this.", "We agree."],
    ["This was shown by Lev et al.", "The result holds."],
    ["See Fig. 3 and Figs. 4a and 5.", "Both agree."],
    ["As Eq. (2) and Sec. 4.1 show, it holds.", "Therefore we stop."],
    ["It is listed in Tab. II and App. B of the paper."],
    ["We use features, e.g. length, i.e. Words per line."],
    ["There are many, such as pauses, fillers, etc.", "Repairs are rarer."],
    ["Pauses, fillers, etc. are common."],
    ["The rate is 44.1 kHz vs. 16 kHz.", "The error is 0.05."],
    ["The value was p < 0.001.", "3 of 4 judges agreed."],
    ["J. K. Holm and A. Sund built one.", "It broke."],
    ["Holm, J. K. built one in 1911.", "It broke."],
    ["Dr. Moor met Prof. Sund.", "They spoke."],
    ["He asked “Why?” and left.", "Nobody answered."],
    ["He said “It works.”", "Then he left."],
    ["It works (see Sect. 3. There we say why).", "We go on."],
    ["(This is an aside. It has two parts.)", "We go on."],
    ["Does it work?", "It does!", "Well ... mostly."],
    ["Frames x1, . . . , xn are read.", "Then we stop."],
    ["It goes on . . . and on.", "And so . . .", "The end is near."],
    ["It ends here… and it goes on here."],
    ["It works.12", "The next sentence follows a note mark."],
    ["It works.[3]", "The next one follows a citation."],
    ["Visit example.org or www.example.com/a.b for more.", "It is free."],
    ["We ran node.js v. 3 on it.", "It was slow."],
    ["1. We count tides.", "2. We do so by ear."],
    ["It was built in the U.S. Navy yard.", "In the U.S.", "The yard closed."],
    ["It took 3 sec.", "The other took No. 7."],
    ["They arrived at 5 p.m.", "We left at 6 a.m. on Monday."],
    ["The classes A, B and C.", "These are all."],
    ["We compare company A and company B.", "Both sell tickets."],
    ["Version 2.0.1 is out.", "It adds 1,000.5 things."],
    ["We use w.r.t. Time here.", "That is s.t. Nothing breaks."],
    ["これは潮です。", "耳で数えます。"],
    ["「潮です。」と彼は言った。", "本当？", "はい！"],
    ["潮（耳で数える。）は高い。", "終わり。"],
    ["値は3．5である．", "よい．"],
    ["This is 潮です。", "It is a tide."],
    ["Он сказал это.", "Мы согласны."],
    ["هذا صحيح؟", "نعم."],
]


@pytest.mark.parametrize("sentences", CASES, ids=lambda sentences: sentences[0][:30])
def test_splits_as_a_reader_would(sentences: list[str]) -> None:
    is_japanese = any("\u3040" <= character <= "\u30ff" for character in sentences[0]) and " " not in sentences[0]
    assert pieces(("" if is_japanese else " ").join(sentences)) == sentences


def test_note_marks_belong_to_the_sentence_before() -> None:
    assert pieces("It outperformed both baselines.11 The margin is small.") == [
        "It outperformed both baselines.11",
        "The margin is small.",
    ]


def test_ellipsis_before_a_capital_ends_a_sentence() -> None:
    assert pieces("It ends... And it begins.") == ["It ends...", "And it begins."]


def test_a_blank_line_ends_a_sentence_and_a_line_break_does_not() -> None:
    assert pieces("A title\n\nA sentence that\nruns on. End") == ["A title", "A sentence that\nruns on.", "End"]


def test_german_ordinals_go_on() -> None:
    assert pieces("Am 3. Mai kam z.B. Frau Holm. Sie blieb.", "de") == ["Am 3. Mai kam z.B. Frau Holm.", "Sie blieb."]


def test_a_long_quotation_is_split() -> None:
    long = "“" + "This sentence is one of many in a quotation. " * 10 + "”"
    assert len(pieces(long)) >= 10


@given(st.text(alphabet="aB .!?\n()[]“”\"'。「」（）1é😀…et al.FigJ", max_size=80))
def test_nothing_is_lost_and_spans_ascend(text: str) -> None:
    spans = split(text)
    assert "".join(text[a:b] for a, b in spans).replace(" ", "").replace("\n", "") == "".join(text.split())
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in spans)
