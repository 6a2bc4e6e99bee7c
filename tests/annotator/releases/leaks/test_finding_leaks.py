"""Planted leaks are found: copied talks with small edits, speakers under other spellings, overlapping sentences."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.models import LeakKind
from annotator.platform.spellings import plain, speaker_key
from annotator.releases.leaks.finding import Finder, Leak
from annotator.releases.leaks.near import ALIKE, LONGEST, bands_of, candidates, comparable, likeness
from tests.alignment.lexical_samples import ENGLISH, GERMAN, JAPANESE

WORDS = """harbour lantern keeper morning vessel anchor weather signal island captain letter window bridge tower market
 copper silver winter summer garden kitchen engine ladder basket violin teacher student doctor farmer painter river
 mountain valley forest desert thunder shadow candle mirror carpet hammer needle thread button pocket jacket""".split()  # noqa: SIM905
KANA = "港灯台守朝船錨天気合図島長手紙窓橋塔市場銅銀冬夏庭台所機関梯子籠先生学生医者農家画家川山谷森砂漠雷影鏡"


def sentences(n: int, seed: int, *, japanese: bool = False) -> list[str]:
    rng = random.Random(seed)
    if japanese:
        return ["".join(rng.choices(KANA, k=rng.randint(18, 40))) + "のです。" for _ in range(n)]
    return [" ".join(rng.choices(WORDS, k=rng.randint(9, 18))).capitalize() + "." for _ in range(n)]


def rows(
    texts: Sequence[str],
    *,
    talk: str,
    split: str = "",
    speaker: str = "",
    target: Sequence[str] = (),
    language: str = "en",
) -> list[dict[str, Any]]:
    return [
        {
            "pair_id": talk, "pair": talk, "source_external_id": "", "speaker": speaker, "split": split,
            "row_id": f"{talk}-{number}", "source_corrected": text, "source_language": language,
            "target_corrected": target[number] if target else "", "target_language": "ja", "post_edited": False,
        }
        for number, text in enumerate(texts)
    ]  # fmt: skip


def found(*parts: Iterable[dict[str, Any]], lines: Sequence[str] = ()) -> list[Leak]:
    with Finder() as finder:
        for records in parts:
            finder.add_records(records)
        if lines:
            finder.add_lines(lines, "corpus.txt")
        return finder.find()


def of(leaks: Sequence[Leak], kind: str) -> list[Leak]:
    return [leak for leak in leaks if leak.kind == kind]


def edited(text: str, rng: random.Random) -> str:
    """One word replaced."""
    words = text.split()
    words[rng.randrange(len(words))] = "edited"
    return " ".join(words)


def test_nothing_is_found_where_nothing_was_planted() -> None:
    train = rows(sentences(400, 1), talk="a", split="train", speaker="Ana Silva")
    test = rows(sentences(200, 2), talk="b", split="test", speaker="Bo Ek")
    assert found(train, test, lines=sentences(300, 3)) == []
    japanese = [rows(sentences(300, seed, japanese=True), talk=f"j{seed}", split=split, language="ja")
                for seed, split in ((4, "train"), (5, "test"))]  # fmt: skip
    assert found(*japanese) == []


def test_a_copied_talk_with_small_edits_is_found() -> None:
    rng = random.Random(7)
    texts = sentences(60, 8)
    copied = [edited(text, rng) if number % 2 else text for number, text in enumerate(texts)]
    leaks = found(
        rows(sentences(300, 9), talk="other", split="train"),
        rows(texts, talk="original", split="train"),
        rows(copied, talk="copy", split="test"),
    )
    [talk] = of(leaks, LeakKind.TALK)
    assert (talk.ours["talk"], talk.ours["part"], talk.theirs["talk"], talk.theirs["part"]) == (
        "copy", "test", "original", "train",
    )  # fmt: skip
    assert talk.likeness is not None
    assert talk.likeness > 0.9
    assert len(of(leaks, LeakKind.TEXT)) == 30
    near = of(leaks, LeakKind.NEAR_TEXT)
    assert len(near) >= 26
    assert all(leak.ours["row"].removeprefix("copy") == leak.theirs["row"].removeprefix("original") for leak in near)
    assert [leak.likeness for leak in near] == sorted((leak.likeness for leak in near), reverse=True)


def test_five_per_cent_of_overlapping_sentences_are_found_one_by_one() -> None:
    train, test = sentences(400, 11), sentences(200, 12)
    for number in range(0, 200, 20):
        test[number] = train[2 * number]
    leaks = found(rows(train, talk="a", split="train"), rows(test, talk="b", split="test"))
    assert {leak.ours["row"] for leak in leaks} == {f"b-{number}" for number in range(0, 200, 20)}
    assert all((leak.kind, leak.likeness) == (LeakKind.TEXT, 1.0) for leak in leaks)
    assert leaks[0].ours["text"] == leaks[0].theirs["text"]


@pytest.mark.parametrize(("japanese", "language"), [(False, "en"), (True, "ja"), (True, "zh-Hant"), (True, "")])
def test_nearly_the_same_text_is_found_in_languages_without_spaces_too(japanese: bool, language: str) -> None:
    train = sentences(100, 13, japanese=japanese)
    test = [*sentences(50, 14, japanese=japanese), *(text.replace(text[8:10], "潮") for text in train[:20])]
    leaks = found(rows(train, talk="a", split="train"), rows(test, talk="b", split="test", language=language))
    assert {leak.ours["row"] for leak in leaks if leak.likeness} >= {f"b-{50 + number}" for number in range(18)}


def test_lines_of_a_corpus_are_compared_with_both_sides() -> None:
    english, japanese = sentences(30, 15), sentences(30, 16, japanese=True)
    leaks = found(
        rows(english, talk="a", target=japanese), lines=[*sentences(50, 17), english[4].upper(), japanese[9] + "！"]
    )
    assert [(leak.ours["side"], leak.ours["row"], leak.theirs["row"], leak.theirs["part"]) for leak in leaks] == [
        ("source", "a-4", "51", "corpus.txt"), ("target", "a-9", "52", "corpus.txt"),
    ]  # fmt: skip


def test_other_releases_are_not_compared_with_each_other() -> None:
    texts = sentences(40, 18)
    with Finder() as finder:
        finder.add_records(rows(sentences(40, 19), talk="mine"))
        finder.add_records(rows(texts, talk="x", speaker="Ana Silva"), "A 1.0")
        finder.add_records(rows(texts, talk="x", speaker="Ana Silva"), "B 1.0")
        assert finder.find() == []


def test_a_phrase_that_everybody_uses_costs_no_square() -> None:
    """3,000 rows of one sentence are told once each, from few comparisons."""
    phrase = "Thank you very much indeed for coming to this talk today."
    train, test = rows([phrase] * 3000, talk="a", split="train"), rows([phrase] * 3000, talk="b", split="test")
    bands = np.tile(next(iter(bands_of([plain(phrase)]))), (6000, 1))
    assert sum(map(len, candidates(bands, np.repeat(np.array([0, 1], dtype=np.int32), 3000)))) < 10 * 6000
    leaks = found(train, test)
    assert len(of(leaks, LeakKind.TEXT)) == 3000


def test_short_phrases_are_no_leaks() -> None:
    stock = ["Thank you very much.", "ありがとうございます。", "Good morning!"]
    assert found(rows(stock * 4, talk="a", split="train"), rows(stock * 4, talk="b", split="test")) == []


def test_the_same_talk_is_known_by_its_ids_and_title_without_any_text() -> None:
    one, other = rows(["x"], talk="p1", split="train"), rows(["y"], talk="p2", split="test")
    one[0]["source_external_id"] = other[0]["source_external_id"] = "TED-783"
    [leak] = found(one, other)
    assert (leak.kind, leak.n_rows, leak.ours["talk"]) == (LeakKind.TALK, 0, "p2")
    titled = rows(["x"], talk="p3", split="train"), rows(["y"], talk="p4", split="test")
    titled[0][0]["pair"], titled[1][0]["pair"] = "The Lamp", "the  lamp"
    assert [leak.kind for leak in found(*titled)] == [LeakKind.TALK]


SPELLINGS = [
    ("Ōno Yūko", "Yuko ONO"), ("Ohno, Yuuko", "Ono Yuko"), ("Ｙｕｋｏ Ｏｎｏ", "yuko ono"),
    ("José García", "Garcia Jose"),
    ("Dr. Jürgen Müller", "Juergen Mueller"), ("山田 太郎", "山田　太郎さん".replace("さん", " さん")),
    ("エリック・ミード", "ミード エリック"), ("O’Neil, Pat", "Pat O'Neil"), ("Ngô Bảo Châu", "Ngo Bao Chau"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_a_speaker_under_another_spelling_is_found(one: str, other: str) -> None:
    [leak] = found(
        rows(sentences(5, 20), talk="a", split="train", speaker=one),
        rows(sentences(5, 21), talk="b", split="test", speaker=other),
    )
    assert (leak.kind, leak.ours["speaker"], leak.theirs["speaker"], leak.n_rows) == (LeakKind.SPEAKER, other, one, 5)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana Silva", "Ana Silveira"), ("", ""), ("?", "!"), ("ガリバー", "カリバー"), ("Yuki Ono", "Yuko Ono")],
)
def test_other_speakers_are_others(one: str, other: str) -> None:
    assert speaker_key(one) != speaker_key(other) or not speaker_key(one)


@given(st.lists(st.sampled_from(WORDS), min_size=10, max_size=30), st.data())
def test_what_shares_most_of_its_shingles_is_compared(words: list[str], data: st.DataObject) -> None:
    """Above .8 hardly anything is missed: the chance is 1 in 20,000 at .8."""
    at = data.draw(st.integers(0, len(words) - 1))
    one, other = plain(" ".join(words)), plain(" ".join([*words[:at], words[at][:-1], *words[at + 1 :]]))
    bands = np.stack(list(bands_of([one, other])))
    if likeness(one, other) > 0.8:
        assert sum(map(len, candidates(bands, np.array([0, 1], dtype=np.int32)))) == 1


def test_our_bands_find_what_datasketchs_index_finds() -> None:
    import zlib

    from datasketch import MinHash, MinHashLSH

    from annotator.releases.leaks.near import BANDS, ROWS, shingles

    rng = random.Random(22)
    train = [plain(text) for text in sentences(200, 23)]
    test = [plain(edited(edited(text, rng), rng)) for text in train]
    index = MinHashLSH(num_perm=BANDS * ROWS, params=(BANDS, ROWS))
    hashed = [
        MinHash(num_perm=BANDS * ROWS, scheme="affine32", hashfunc=zlib.crc32) for _ in range(len(train) + len(test))
    ]
    for one, text in zip(hashed, [*train, *test], strict=True):
        one.update_batch([shingle.encode() for shingle in shingles(text)])
    for number, one in enumerate(hashed[:200]):
        index.insert(number, one)
    theirs = {(number, at) for at in range(200, 400) for number in index.query(hashed[at])}
    bands = np.stack(list(bands_of([*train, *test])))
    part = np.repeat(np.array([0, 1], dtype=np.int32), 200)
    ours = {tuple(pair) for found in candidates(bands, part) for pair in found.tolist()}
    alike = {(one, at) for one, at in theirs if likeness(train[one], test[at - 200]) >= ALIKE}
    assert len(alike) > 50
    assert alike <= ours


def test_our_own_samples_are_no_leaks_of_each_other() -> None:
    """English, German and Japanese texts of one size, in three parts."""
    parts = [
        rows(texts, talk=name, split=split, language=language)
        for texts, name, split, language in (
            (ENGLISH, "e", "train", "en"), (GERMAN, "g", "dev", "de"), (JAPANESE, "j", "test", "ja"),
        )
    ]  # fmt: skip
    assert found(*parts) == []
    assert comparable("…", "en") == ""


def test_memory_does_not_grow_with_a_text() -> None:
    """A row of gold may be as long as its unit: it is compared by its beginning."""
    text = " ".join(sentences(2000, 9))
    tracemalloc.start()
    leaks = found(rows([text], talk="a", split="train"), rows([text + " And so on."], talk="b", split="test"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(text) > 5 * LONGEST
    assert {leak.kind for leak in leaks} == {LeakKind.TEXT}, "by their beginnings they are the same"
    assert peak < 40 * 2**20
