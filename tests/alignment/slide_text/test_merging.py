"""Blocks merged by the rules of the paper, with their exceptions and what people decided."""

from __future__ import annotations

import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.slide_text.blocks import Block, block, guess_kinds
from alignment.slide_text.merging import (
    EXCEPTIONS,
    MAX_BLOCKS,
    MergeOptions,
    figures,
    merge,
    page_text,
    paragraph_text,
)
from alignment.types import AlignmentError


def box(left: float, top: float, right: float, bottom: float, text: str = "x", kind: str = "text") -> Block:
    return block([[left, top], [right, top], [right, bottom], [left, bottom]], text, kind)


BLOCKS = st.lists(
    st.builds(
        lambda left, top, width, height, kind: box(left, top, left + width, top + height, "x", kind),
        st.integers(0, 60), st.integers(0, 60), st.integers(1, 60), st.integers(1, 20),
        st.sampled_from(["text", "text", "text", "formula", "reading", "vertical"]),
    ),
    max_size=9,
)  # fmt: skip


@given(BLOCKS)
def test_paragraphs_are_the_transitive_closure(blocks: list[Block]) -> None:
    group = list(range(len(blocks)))
    for _ in blocks:  # by hand: the least number of the group spreads
        for i, j in combinations(range(len(blocks)), 2):
            if figures(blocks[i], blocks[j]).merges:
                group[i] = group[j] = min(group[i], group[j])
    merged = merge(blocks)
    assert sorted(at for each in merged.paragraphs for at in each) == list(range(len(blocks)))
    for i, j in combinations(range(len(blocks)), 2):
        assert (merged.paragraph_of[i] == merged.paragraph_of[j]) == (group[i] == group[j])
        assert figures(blocks[i], blocks[j]).merges == figures(blocks[j], blocks[i]).merges or (
            blocks[i].corners[0].y == blocks[j].corners[0].y
        )


NUMBERS = st.floats(-50, 50)
CROOKED = st.lists(
    st.builds(
        lambda points, kind: block([list(point) for point in points], "x", kind),
        st.lists(st.tuples(NUMBERS, NUMBERS), min_size=4, max_size=4), st.sampled_from(["text", "text", "vertical"]),
    ),
    max_size=7,
)  # fmt: skip
OPTIONS = st.builds(MergeOptions, *[st.floats(-1, 3)] * 3)


@given(CROOKED, OPTIONS)
def test_whatever_is_merged_has_pairs_that_the_rules_merge(blocks: list[Block], options: MergeOptions) -> None:
    """Of polygons of any form, and any limits."""
    merged = merge(blocks, options)
    pairs = {
        pair for pair in combinations(range(len(blocks)), 2) if figures(*[blocks[at] for at in pair], options).merges
    }
    for i, j in pairs:
        assert merged.paragraph_of[i] == merged.paragraph_of[j]
    for each in merged.paragraphs:
        reached = {each[0]}
        for _ in each:
            reached |= {at for pair in pairs if reached & set(pair) for at in pair}
        assert reached == set(each)


@pytest.mark.parametrize("columns", [1, 4, 2000])
def test_a_picture_of_as_many_lines_as_there_can_be_takes_no_time(columns: int) -> None:
    lines = [
        box(300 * (at % columns), 20 * (at // columns), 300 * (at % columns) + 280, 20 * (at // columns) + 16, text)
        for at, text in enumerate(["かん", "漢字"] * (MAX_BLOCKS // 2))
    ]
    start = time.process_time()
    assert len(merge(lines).paragraphs) == columns
    guess_kinds(lines)
    assert time.process_time() - start < 2


@given(BLOCKS, st.data())
def test_decisions_of_people_stand(blocks: list[Block], data: st.DataObject) -> None:
    pairs = list(combinations(range(len(blocks)), 2))
    apart = data.draw(st.lists(st.sampled_from(pairs), max_size=4)) if pairs else []
    merged = merge(blocks, apart=apart)
    for i, j in apart:
        assert merged.paragraph_of[i] != merged.paragraph_of[j]
    joined = data.draw(st.lists(st.sampled_from(pairs), max_size=2)) if pairs else []
    merged = merge(blocks, joined=joined)
    for i, j in joined:
        assert merged.paragraph_of[i] == merged.paragraph_of[j]


@pytest.mark.parametrize(
    ("lower", "rule"),
    [
        (box(0, 24, 90, 44), None),
        (box(0, 32, 90, 52), None),  # a gap of .6 of the height
        (box(0, 32.1, 90, 52.1), "gap"),
        (box(0, 24, 90, 124), None),  # a fifth of the height
        (box(0, 24, 90, 124.1), "height"),
        (box(18, 24, 108, 44), None),  # four fifths of the narrower
        (box(18.1, 24, 108.1, 44), "overlap"),
    ],
)
def test_each_rule_at_its_limit(lower: Block, rule: str | None) -> None:
    pair = figures(box(0, 0, 90, 20), lower)
    holds = {name: getattr(pair, name).holds for name in ("height", "overlap", "gap")}
    assert holds == {name: name != rule for name in holds}
    assert pair.merges == (rule is None)


def test_figures_are_those_of_the_formulas() -> None:
    pair = figures(box(10, 0, 100, 20), box(0, 25, 80, 41), MergeOptions(0.5, 0.25, 0.75))
    assert (pair.height.value, pair.height.limit) == (4, 10)
    assert (pair.overlap.value, pair.overlap.limit) == (70, 20)
    assert (pair.gap.value, pair.gap.limit) == (5, 12)


@pytest.mark.parametrize(
    ("one", "other", "exception"),
    [
        ("formula", "text", "formula"),
        ("reading", "text", "reading"),
        ("reading", "reading", "reading"),
        ("vertical", "text", "vertical"),
        ("label", "text", "kind"),
        ("formula", "formula", None),
    ],
)
def test_exceptions(one: str, other: str, exception: str | None) -> None:
    pair = figures(box(0, 0, 90, 20, kind=one), box(0, 22, 90, 42, kind=other))
    assert pair.exception == exception
    assert pair.merges == (exception is None)
    assert exception is None or exception in EXCEPTIONS


def test_vertical_text_is_merged_in_columns_from_the_right() -> None:
    blocks = [
        box(100, 0, 120, 200, "二行目", "vertical"),
        box(125, 0, 145, 200, "一行目", "vertical"),
        box(300, 0, 320, 200, "別", "vertical"),
    ]
    merged = merge(blocks)
    assert merged.paragraph_of[0] == merged.paragraph_of[1] != merged.paragraph_of[2]
    assert "一行目二行目" in page_text(blocks, merged).splitlines()
    # As horizontal text the rules tear them.
    assert len(merge([box(*each.box) for each in blocks]).paragraphs) == 3


def test_kinds_are_guessed_from_form() -> None:
    blocks = [
        box(0, 0, 60, 10, "おんせい"),
        box(0, 12, 80, 42, "音声認識"),
        box(200, 0, 220, 120, "縦書き"),
        box(0, 100, 90, 120, r"$x^{2}$"),
        box(0, 130, 90, 150, "ひらがな"),
        box(0, 160, 90, 180, "costs $5 or $6"),
    ]
    kinds = [each.kind for each in guess_kinds(blocks)]
    assert kinds == ["reading", "text", "vertical", "formula", "text", "text"]
    kept = [box(0, 0, 60, 10, "おんせい", "label"), blocks[1]]
    assert guess_kinds(kept)[0].kind == "label"
    text = page_text(guess_kinds(blocks), merge(guess_kinds(blocks)))
    assert "おんせい" not in text
    assert "音声認識" in text


def test_lines_join_by_a_space_but_not_between_cjk() -> None:
    assert paragraph_text(["the  tide", "rises"]) == "the tide rises"
    assert paragraph_text(["潮が", "満ちる"]) == "潮が満ちる"
    assert paragraph_text(["潮が", "rises", "満ちる"]) == "潮が rises 満ちる"


def test_wrong_input_is_named() -> None:
    with pytest.raises(AlignmentError, match="3 points"):
        block([[0, 0], [1, 0], [1, 1]], "x")
    with pytest.raises(AlignmentError, match="no number"):
        box(float("nan"), 0, 1, 1)
    with pytest.raises(AlignmentError, match="kind 'figure'"):
        box(0, 0, 1, 1, kind="figure")
    with pytest.raises(AlignmentError, match="blocks 0 and 7"):
        merge([box(0, 0, 1, 1)], joined=[(0, 7)])
    two = [box(0, 0, 1, 1), box(0, 2, 1, 3)]
    with pytest.raises(AlignmentError, match="joined, but also apart"):
        merge(two, joined=[(0, 1)], apart=[(1, 0)])
    with pytest.raises(AlignmentError, match="2,001 blocks"):
        merge([two[0]] * (MAX_BLOCKS + 1))
    with pytest.raises(AlignmentError, match="height is inf"):
        MergeOptions(height=float("inf"))


def test_columns_of_vertical_text_are_read_from_the_right_each_tier_by_itself() -> None:
    """Titles stand higher or lower than the text beside them."""
    columns = [
        box(500, 40, 540, 200, "題名", "vertical"), box(400, 60, 420, 300, "本文は", "vertical"),
        box(300, 52, 320, 300, "遠い行", "vertical"), box(450, 400, 470, 600, "下の段", "vertical"),
        box(100, 395, 120, 600, "下の左", "vertical"), box(100, 10, 500, 30, "Heading"),
        box(100, 640, 500, 660, "foot"),
    ]  # fmt: skip
    merged = merge(columns)
    assert [columns[at].text for each in merged.paragraphs for at in each] == [
        "Heading", "題名", "本文は", "遠い行", "下の段", "下の左", "foot"
    ]  # fmt: skip


def test_text_from_right_to_left_is_read_from_the_right() -> None:
    row = [box(0, 100, 200, 120, "النتيجة"), box(400, 100, 600, 120, "الطريقة"), box(0, 50, 600, 80, "مقدمة BERT")]
    assert [each[0] for each in merge(row).paragraphs] == [2, 1, 0]
    row = [box(0, 100, 200, 120, "Results"), box(400, 100, 600, 120, "Method: עברית")]
    assert [each[0] for each in merge(row).paragraphs] == [0, 1]
