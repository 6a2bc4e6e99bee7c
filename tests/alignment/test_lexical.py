"""The lexical engine as its users call it: quality on texts, determinism, confidence, progress, damage."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from alignment.lexical import (
    Dictionary,
    LexicalOptions,
    PriorKnowledge,
    WordPairs,
    jmdict,
    learn_word_pairs,
    lengths,
    lexical,
    prepare_lengths,
    prepare_lexical,
    search,
)
from alignment.lexical.chain import posterior
from alignment.metrics.beads import count_beads
from alignment.metrics.calibration import calibration
from alignment.metrics.naist import lcs_by_gold
from alignment.types import AlignmentError, Cancelled
from benchmarks.engines import made_text
from tests.alignment.lexical_samples import (
    ENGLISH,
    ENGLISH_GERMAN,
    GERMAN,
    GLOSSARY,
    JAPANESE,
    TALK,
    Group,
    check_whole,
    english_japanese,
    groups,
)
from tests.data import DATA, needs_outside

needs_data = needs_outside("bleualign")
needs_jmdict = pytest.mark.skipif(
    importlib.util.find_spec("jamdict_data") is None and "LECTERN_JMDICT" not in os.environ,
    reason="JMdict is not installed",
)


def read_gold(path: Path) -> list[Group]:
    beads: list[Group] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        source, target = (
            tuple(int(p) for p in side.strip("[] ").split(",") if p.strip()) for side in line.split(":")[:2]
        )
        beads.append((source, target))
    return beads


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_our_own_translation_is_aligned_from_the_two_texts_alone() -> None:
    found = lexical(ENGLISH, GERMAN)
    check_whole(found, len(ENGLISH), len(GERMAN))
    scores = count_beads(ENGLISH_GERMAN, groups(found)).scores()
    assert scores.strict_f1 >= 0.9
    assert scores.lax_f1 >= 0.95
    added = next(bead for bead in found.beads if bead.target == (13,))
    assert added.source == ()


def test_words_tell_more_than_lengths() -> None:
    by_lengths = count_beads(ENGLISH_GERMAN, groups(lengths(ENGLISH, GERMAN))).scores()
    by_words = count_beads(ENGLISH_GERMAN, groups(lexical(ENGLISH, GERMAN))).scores()
    assert by_lengths.lax_f1 >= 0.7
    assert by_words.strict_f1 > by_lengths.strict_f1


def test_our_own_interpretation_is_aligned_with_and_without_a_glossary() -> None:
    gold = english_japanese()
    with_glossary = lexical(TALK, JAPANESE, known=PriorKnowledge(dictionary=Dictionary.from_pairs(GLOSSARY)))
    assert count_beads(gold, groups(with_glossary)).scores().strict_f1 >= 0.9
    same, right = lcs_counts(gold, groups(with_glossary), JAPANESE)
    assert right / same >= 0.9
    without = lexical(TALK, JAPANESE)
    check_whole(without, len(TALK), len(JAPANESE))
    assert count_beads(gold, groups(without)).scores().lax_f1 >= 0.85


@pytest.mark.parametrize("how", ["training", "word_pairs", "stored"])
def test_training_pairs_teach_words(how: str, tmp_path: Path) -> None:
    """A text with no word alike, whose words were met in other pairs of the project."""
    source = ["zum bal", "dor gim", "fep", "lir zum", "nop gim", "bal dor", "fep nop"]
    renders = {"zum": "acha", "bal": "icho", "dor": "uqua", "gim": "esce", "fep": "owhy", "lir": "ythi", "nop": "ojja"}
    spoken = [" ".join(renders[word] for word in text.split()) for text in source]
    target = [spoken[0], "wexy wexy", *spoken[1:3], spoken[4], spoken[5], "wexy", spoken[6]]
    gold: list[Group] = [((0,), (0,)), ((), (1,)), ((1,), (2,)), ((2,), (3,)), ((3,), ()), ((4,), (4,)), ((5,), (5,))]
    gold += [((), (6,)), ((6,), (7,))]
    words = list(renders)
    training = [(f"{a} {b}", f"{renders[a]} {renders[b]}") for a, b in combinations(words, 2)] * 2
    learned = learn_word_pairs(training)
    if how == "stored":
        learned.save(tmp_path / "words.npz")
        learned = WordPairs.load(tmp_path / "words.npz")
    known = PriorKnowledge(training=training) if how == "training" else PriorKnowledge(word_pairs=learned)
    taught, untaught = lexical(source, target, known=known), lexical(source, target)
    assert count_beads(gold, groups(taught)).scores().strict_f1 >= 0.8
    assert count_beads(gold, groups(untaught)).scores().strict_f1 <= 0.5
    assert taught.info["training_pairs"] == len(training)
    assert taught.signature != untaught.signature


def test_word_pairs_are_those_that_translations_have_together(tmp_path: Path) -> None:
    learned = learn_word_pairs(
        [("red boat", "rotes Boot"), ("red house", "rotes Haus"), ("blue boat", "blaues Boot")] * 3
    )
    rows = [slice(*learned.starts[n : n + 2]) for n in range(len(learned.source))]
    best = {
        word: learned.target[learned.columns[row][learned.counts[row].argmax()]]
        for word, row in zip(learned.source, rows, strict=True)
    }
    assert best == {"red": "rotes", "boat": "boot", "house": "haus", "blue": "blaue"}
    assert learned.digest != learn_word_pairs([("red boat", "rotes Boot")]).digest
    (tmp_path / "damaged.npz").write_bytes(b"no pairs of words")
    with pytest.raises(AlignmentError, match=r"damaged\.npz"):
        WordPairs.load(tmp_path / "damaged.npz")
    with pytest.raises(FileNotFoundError):
        WordPairs.load(tmp_path / "none.npz")


def test_same_input_same_beads_and_signature() -> None:
    first, second = lexical(ENGLISH, GERMAN), lexical(list(ENGLISH), tuple(GERMAN))
    assert first.beads == second.beads
    assert first.signature == second.signature
    assert lexical(ENGLISH, GERMAN[:-1]).signature != first.signature
    assert lexical(ENGLISH, GERMAN, options=LexicalOptions(rounds=1)).signature != first.signature
    assert lexical(ENGLISH, GERMAN, known=PriorKnowledge(training=[("a", "b")])).signature != first.signature
    assert (
        lexical(ENGLISH, GERMAN, known=PriorKnowledge(dictionary=Dictionary.from_pairs([("sea", "Meer")]))).signature
        != first.signature
    )


@pytest.mark.parametrize(("source", "target"), [([], []), (["a"], []), ([], ["a", "b"])])
def test_an_empty_side_gives_nulls(source: list[str], target: list[str]) -> None:
    for engine in (lexical, lengths):
        found = engine(source, target)
        check_whole(found, len(source), len(target))
        assert all(bead.is_null for bead in found.beads)


@pytest.mark.parametrize(
    "texts",
    [
        (["", " ", "\u200b"], ["", "x"]),
        (["👩‍👩‍👧‍👦 🙂"], ["🙂", "é", "שלום עולם"]),
        (["The whole talk."], ["一", "二、", "三。", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三"]),
        (["a", "b", "c", "d", "e", "f"], ["everything at once"]),
        (["\ud800 broken"], ["broken \udfff"]),
    ],
)
def test_odd_texts_are_aligned(texts: tuple[list[str], list[str]]) -> None:
    found = lexical(*texts)
    check_whole(found, len(texts[0]), len(texts[1]))


def test_confidence_is_higher_where_the_beads_are_right() -> None:
    beads = lengths(ENGLISH, GERMAN).beads
    right = [b.confidence or 0.0 for b in beads if (b.source, b.target) in ENGLISH_GERMAN]
    wrong = [b.confidence or 0.0 for b in beads if (b.source, b.target) not in ENGLISH_GERMAN]
    assert sum(right) / len(right) > sum(wrong) / len(wrong)


def test_progress_rises_and_can_cancel() -> None:
    shares: list[float] = []
    lexical(ENGLISH, GERMAN, progress=lambda share, what: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0

    def stop(share: float, what: str) -> None:
        if share > 0.3:
            raise Cancelled

    with pytest.raises(Cancelled):
        lexical(ENGLISH, GERMAN, progress=stop)


@pytest.mark.parametrize("wrong", [{"rounds": -1}, {"discount": 2.0}, {"max_target": 0}, {"temperature": 0.0}])
def test_options_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(AlignmentError, match=f"lexical option {next(iter(wrong))}"):
        LexicalOptions(**wrong)  # type: ignore[arg-type]


def test_the_more_words_a_unit_has_the_less_each_is_trusted() -> None:
    short = prepare_lexical(["one two three", "four five six"], ["eins zwei drei", "vier fünf sechs"])
    assert short.temperature == pytest.approx(1 + 0.06 * 2)
    long = prepare_lexical(["one two three " * 9], ["eins zwei drei vier " * 9])
    assert long.temperature == pytest.approx(1 + 0.06 * 26)
    assert prepare_lengths(ENGLISH, GERMAN).temperature == 1.2
    sure, doubtful = (
        prepare_lexical(ENGLISH, GERMAN, options=LexicalOptions(temperature=value)).align() for value in (0.5, 5.0)
    )
    assert groups(sure) == groups(doubtful)
    assert sum(b.confidence or 0 for b in sure.beads) > sum(b.confidence or 0 for b in doubtful.beads)


@needs_data
def test_confidence_is_near_the_share_of_right_beads() -> None:
    folder = DATA / "bleualign"
    found = lexical(lines(folder / "dev.de"), lines(folder / "dev.fr"))
    gold = set(read_gold(folder / "dev.defr"))
    right = [bead in gold for bead in groups(found)]
    assert calibration([bead.confidence or 0.0 for bead in found.beads], right).error <= 0.09


def test_a_string_is_not_a_text_of_units() -> None:
    with pytest.raises(AlignmentError, match="source is one string"):
        lexical("one two", ["eins"])


@needs_data
def test_german_and_french_from_the_two_texts_alone() -> None:
    folder = DATA / "bleualign"
    found = lexical(lines(folder / "dev.de"), lines(folder / "dev.fr"))
    scores = count_beads(read_gold(folder / "dev.defr"), groups(found)).scores()
    assert scores.strict_f1 >= 0.85
    assert scores.lax_f1 >= 0.97


@needs_data
@needs_jmdict
def test_interpretation_with_jmdict() -> None:
    lax_f1, lcs = interpretation(lambda target: jmdict(target, os.environ.get("LECTERN_JMDICT")))
    assert lax_f1 >= 0.93
    assert lcs >= 0.80


@needs_data
def test_interpretation_with_the_common_words_alone() -> None:
    empty = Dictionary({}, "none")  # so that JMdict is not taken where it is installed
    lax_f1, lcs = interpretation(lambda target: empty)
    assert lax_f1 >= 0.93
    assert lcs >= 0.80


def lcs_counts(gold: Sequence[Group], test: Sequence[Group], target: Sequence[str]) -> tuple[float, float]:
    """Source groups that are the same in both, and of these the right ones."""
    manual = ["".join(target[position] for position in positions) for _, positions in gold]
    same, right, _ = lcs_by_gold(gold, manual, test, target).sum(axis=0).tolist()
    return same, right


def interpretation(dictionary: Callable[[Sequence[str]], Dictionary]) -> tuple[float, float]:
    """Lax F1 and LCS accuracy at .8 over the four talks that people aligned."""
    counts, same, right = None, 0.0, 0.0
    for folder in sorted((DATA / "ahc-si" / "docs" / "manual").iterdir()):
        source, target, gold = lines(folder / "src.txt"), lines(folder / "tgt.txt"), read_gold(folder / "gold.txt")
        found = groups(lexical(source, target, known=PriorKnowledge(dictionary=dictionary(target))))
        one = count_beads(gold, found)
        counts = one if counts is None else counts + one
        of_text = lcs_counts(gold, found, target)
        same, right = same + of_text[0], right + of_text[1]
    assert counts is not None
    return counts.scores().lax_f1, right / same


def test_a_long_text_without_a_word_in_common_is_found_from_coarse_to_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far beyond what is searched whole; the bands of all levels hold the right course."""
    monkeypatch.setattr(search, "WHOLE", search.WHOLE // 4)
    source, target, gold = made_text(750)
    found = lexical(source, target, options=LexicalOptions(rounds=1))
    assert len(set(groups(found)) & set(gold)) / len(gold) >= 0.95


def test_a_band_instead_of_the_whole_grid_gives_the_same_beads(monkeypatch: pytest.MonkeyPatch) -> None:
    source, target, _ = made_text(250)
    whole = groups(lexical(source, target))
    monkeypatch.setattr(search, "WHOLE", 100)
    assert groups(lexical(source, target)) == whole


@pytest.mark.parametrize("options", [LexicalOptions(), LexicalOptions(temperature=30.0)], ids=["sure", "unsure"])
def test_next_choice_is_the_likeliest_other_bead_that_begins_with_the_same_units(options: LexicalOptions) -> None:
    prepared = prepare_lexical(ENGLISH, GERMAN, options=options)
    assert prepared.lattice is not None
    chances, band = posterior(prepared.lattice, prepared.temperature), prepared.lattice.band
    found = prepared.align().beads
    n_next = 0
    for bead in found:
        named = {name for name in bead.features if name.startswith("next_")}
        if bead.is_null:
            assert not named
            continue
        i, j = bead.source[0], bead.target[0]
        others = {(1, 0): float(chances.source_null[i])}
        for x, y in np.ndindex(chances.beads.shape[:2]):
            size, end = (x + 1, y + 1), (i + x + 1, j + y + 1)
            if size != (len(bead.source), len(bead.target)) and end in band:
                others[size] = float(chances.beads[x, y, band.at(*end)])
        best = max(others, key=lambda size: others[size])
        if others[best] < 0.1:
            assert not named
            continue
        n_next += 1
        assert (bead.features["next_source"], bead.features["next_target"]) == best
    assert n_next > (0 if options.temperature is None else 5)
