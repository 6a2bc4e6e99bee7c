"""What the lexical engine sees in words: tokens, numbers, kana, anchors, dictionaries, IBM Model 1."""

from __future__ import annotations

import itertools
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from alignment.lexical import Dictionary, MatchedWords, WordCoverage, jmdict, load, model1, prepare_lexical, save
from alignment.lexical.anchors import _codes, cognates, loans, similarities
from alignment.lexical.boundaries import ENDINGS, ending
from alignment.lexical.kana import romaji
from alignment.lexical.model1 import NO_LINKS, Beads, Links, Model1, Tokens, _sort
from alignment.lexical.tokens import han_number, plain, tokens, units
from alignment.types import AlignmentError
from tests.alignment.lexical_samples import ENGLISH, GERMAN


def keys(text: str, **more: object) -> list[str]:
    return [token.key for token in tokens(text, **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Élan vital!", ["elan", "vital", "!"]),
        ("12,000 or 12 000 or 12.000", ["#12000", "or", "#12000", "or", "#12000"]),
        ("１９９８年", ["#1998", "年"]),
        ("四十二歳", ["#42", "歳"]),
        ("二〇一七年", ["#2017", "年"]),
        ("パターンを見る", ["パターン", "を", "見", "る"]),
        ("東京都", ["東京", "京都", "東", "京", "都"]),
        ("internationalization", ["inter"]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


def test_known_forms_are_followed_longest_first() -> None:
    assert keys("国際会議場で", forms={"国際", "会議", "会議場"}, longest=3) == ["国際", "会議場", "で"]


def test_a_run_of_han_weighs_what_its_words_would() -> None:
    assert sum(token.weight for token in tokens("東京都庁")) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("text", "value"),
    [("十", 10), ("三百六十五", 365), ("二〇二六", 2026), ("一万二千", 12000), ("三億", 3 * 10**8), ("世界", None)],
)
def test_han_numbers(text: str, value: int | None) -> None:
    assert han_number(text) == value


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It is.", "final"), ("そうです。", "final"), ("He said: “Go!”", "final"), ("first,", "comma"),
        ("そして、", "comma"),
        ("namely:", "pause"), ("no mark", "none"), ("(so)", "closing"), ("", "none"), ("wait…", "final"),
    ],
)  # fmt: skip
def test_endings(text: str, name: str) -> None:
    assert ENDINGS[ending(text)] == name


def test_kana_marks_survive_where_accents_go() -> None:
    assert plain("Ångström") == "angstrom"
    assert plain("ガ") == "ガ"


@pytest.mark.parametrize(
    ("kana", "latin"),
    [
        ("パターン", "pataan"), ("フィルター", "firutaa"), ("チェック", "chekku"), ("きょう", "kyou"),
        ("シェア", "shea"),
        ("ジャズ", "jazu"), ("ヴァイオリン", "vaiorin"), ("ー", ""), ("漢字", ""),
    ],
)  # fmt: skip
def test_romaji(kana: str, latin: str) -> None:
    assert romaji(kana) == latin


def levenshtein(first: str, second: str) -> int:
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        new = [i]
        for j, b in enumerate(second, start=1):
            new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (a != b)))
        row = new
    return row[-1]


def test_similarities_are_levenshtein_shares() -> None:
    words = ["chronik", "chronique", "a", "himalaya", "kinder"]
    for word in ("chronicle", "himalayen", "x", "kind"):
        expected = [1.0 - levenshtein(word, other) / max(len(word), len(other)) for other in words]
        np.testing.assert_allclose(similarities(word, words, _codes(words)), expected)


def pairs(links: Links, source: list[str], target: list[str]) -> set[tuple[str, str]]:
    return {(source[a], target[b]) for a, b in zip(links.first.tolist(), links.second.tolist(), strict=True)}


def test_cognates_numbers_and_names_are_found() -> None:
    source, target = units(ENGLISH), units(GERMAN)
    found = pairs(cognates(source, target), source.texts, target.texts)
    assert {("1874", "1874"), ("henrik", "henrik"), ("museum", "museum"), ("telescope", "teleskop")} <= found
    assert not any({"lighthouse", "whales"} & {a} for a, _ in found)


def test_loan_words_in_kana_are_found() -> None:
    source = units(["robots follow a pattern", "coffee in Brazil", "a green forest"])
    target = units(["ロボットのパターン", "ブラジルのコーヒー", "緑の森"])
    found = pairs(loans(source, target), source.texts, target.texts)
    assert {("pattern", "パターン"), ("coffee", "コーヒー"), ("brazil", "ブラジル"), ("robots", "ロボット")} <= found
    assert not any(a == "green" for a, _ in found)


def beads_of(pairs_of_ids: list[tuple[list[int], list[int]]]) -> Beads:
    def tokens_of(side: int) -> Tokens:
        lists = [pair[side] for pair in pairs_of_ids]
        ids = np.asarray([word for words in lists for word in words], np.int64)
        return Tokens(ids, np.ones(len(ids)), np.cumsum([0, *map(len, lists)]))

    return Beads(tokens_of(0), tokens_of(1), np.ones(len(pairs_of_ids)))


def test_model1_learns_what_goes_together() -> None:
    """The textbook example: the house, the book, a book (Knight 1999, section 31)."""
    beads = beads_of([([0, 1], [0, 1]), ([0, 2], [0, 2]), ([3, 2], [3, 2])] * 4)
    table = Model1(beads, NO_LINKS, 4, 4).fit(np.full(4, 0.25), 20, 0.05, 0.5)
    one = np.ones(1)
    for word in range(4):
        ratios = table.row_sum(np.asarray([word]), one)
        assert int(np.argmax(ratios)) == word
        assert ratios[word] > 2.0


def test_model1_rows_are_distributions() -> None:
    rng = np.random.default_rng(3)
    beads = beads_of([(rng.integers(0, 9, 4).tolist(), rng.integers(0, 7, 5).tolist()) for _ in range(30)])
    unigram = rng.dirichlet(np.ones(7))
    prior = Links(np.asarray([0, 1]), np.asarray([2, 3]), np.asarray([1.0, 0.5]))
    table = Model1(beads, prior, 9, 7).fit(unigram, 3, 0.2, 0.75)
    for word in range(9):
        ratios = table.row_sum(np.asarray([word]), np.ones(1))
        assert float(ratios @ unigram) == pytest.approx(1.0)


def plain_model1(
    beads: list[tuple[list[int], list[int]]], prior: dict[tuple[int, int], float], unigram: list[float], n_first: int
) -> dict[tuple[int, int], float]:
    """The counts after two iterations with a null share of .2, straight from Brown et al. 1993."""
    pairs = {pair for es, fs in beads for pair in itertools.product(es, fs)} | set(prior)
    seen = dict.fromkeys(pairs, 0.0)
    for _ in range(2):
        counts = {pair: seen[pair] + prior.get(pair, 0.0) for pair in pairs}
        total = [1.0 + sum(count for (e, _), count in counts.items() if e == word) for word in range(n_first)]
        chance = {(e, f): (count + unigram[f]) / total[e] for (e, f), count in counts.items()}
        seen = dict.fromkeys(pairs, 0.0)
        for es, fs in beads:
            for f in fs:
                shares = [0.8 * chance[e, f] / len(es) for e in es]
                for e, share in zip(es, shares, strict=True):
                    seen[e, f] += share / (sum(shares) + 0.2 * unigram[f])
    return {pair: seen[pair] + prior.get(pair, 0.0) for pair in pairs}


@pytest.mark.parametrize("at_once", [3, 10**6])
def test_model1_counts_as_the_textbook_does(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model1, "_AT_ONCE", at_once)
    rng = np.random.default_rng(4)
    made = [(rng.integers(0, 6, rng.integers(1, 5)).tolist(), rng.integers(0, 5, 3).tolist()) for _ in range(25)]
    unigram = rng.dirichlet(np.ones(5))
    prior = {(0, 2): 1.0, (5, 4): 0.5}
    links = Links(np.asarray([0, 5]), np.asarray([2, 4]), np.asarray([1.0, 0.5]))
    table = Model1(beads_of(made), links, 6, 5).fit(unigram, 2, 0.2, 0.0)
    other_way = Model1(beads_of([(fs, es) for es, fs in made]), links.turned(), 5, 6)
    turned = other_way.fit(unigram, 2, 0.2, 0.0, turned=True)
    counts = plain_model1(made, prior, unigram.tolist(), 6)
    for e in range(6):
        total = 1.0 + sum(count for (word, _), count in counts.items() if word == e)
        expected = [(counts.get((e, f), 0.0) + unigram[f]) / total / unigram[f] for f in range(5)]
        for found in (table, turned):
            np.testing.assert_allclose(found.row_sum(np.asarray([e]), np.ones(1)), expected, rtol=1e-9)


@pytest.mark.parametrize("most", [40, 2**61])
def test_keys_are_sorted_and_equal_ones_stay_in_order(most: int) -> None:
    keys = np.random.default_rng(2).integers(0, 40, 500)
    before = keys.copy()
    order = _sort(keys, most)
    np.testing.assert_array_equal(order, np.argsort(before, kind="stable"))
    np.testing.assert_array_equal(keys, before[order])


def test_a_pair_seen_once_is_no_evidence_under_a_full_discount() -> None:
    table = Model1(beads_of([([0], [0]), ([1], [1])]), NO_LINKS, 2, 2).fit(np.full(2, 0.5), 5, 0.2, 1.0)
    np.testing.assert_allclose(table.row_sum(np.asarray([0]), np.ones(1)), [1.0, 1.0])


def test_a_dictionary_is_read_from_a_table(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("# glossary\nSea\tMeer\n\nliving room\tWohnzimmer\t0.5\n", encoding="utf-8")
    dictionary = Dictionary.from_tsv(path)
    assert dictionary.entries == {"sea": {"meer": 1.0}, "living room": {"wohnzimmer": 0.5}}
    assert len(dictionary) == 2
    assert dictionary.turned().entries["meer"] == {"sea": 1.0}
    source, target = units(["the living room", "the sea"]), units(["das Wohnzimmer", "das Meer"])
    links = dictionary.links(source, target, 5)
    weights = {
        (source.vocabulary[a], target.vocabulary[b]): w
        for a, b, w in zip(links.first, links.second, links.weight, strict=True)
    }
    assert weights == {("sea", "meer"): 1.0, ("livin", "wohnz"): 0.25, ("room", "wohnz"): 0.25}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb\nonly one field\n", r"words.tsv line 2: 'only one field', expected source, tab, target"),
        ("a\tb\t7\n", r"words.tsv line 1: weight '7', expected more than 0 and at most 1"),
        ("a\tb\tx\n", r"words.tsv line 1: weight 'x'"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AlignmentError, match=message):
        Dictionary.from_tsv(path)


def test_a_table_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes(b"a\tb\xff\n")
    with pytest.raises(AlignmentError, match=r"words\.tsv line 1: byte 0xff is not UTF-8"):
        Dictionary.from_tsv(path)
    with pytest.raises(AlignmentError, match="missing"):
        Dictionary.from_tsv(tmp_path / "missing.tsv")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A JMdict of three entries of our own making, in the tables of jamdict."""
    path = tmp_path / "jamdict.db"
    with sqlite3.connect(path) as connection:
        connection.executescript("""
            CREATE TABLE Kanji (idseq INTEGER, text TEXT); CREATE TABLE Kana (idseq INTEGER, text TEXT);
            CREATE TABLE Sense (ID INTEGER, idseq INTEGER); CREATE TABLE pos (sid INTEGER, text TEXT);
            CREATE TABLE misc (sid INTEGER, text TEXT); CREATE TABLE SenseGloss (sid INTEGER, lang TEXT, text TEXT);
            INSERT INTO Kanji VALUES (1, '食べる'), (2, '灯台');
            INSERT INTO Kana VALUES (1, 'たべる'), (2, 'とうだい'), (3, 'りんご');
            INSERT INTO Sense VALUES (10, 1), (20, 2), (30, 3);
            INSERT INTO pos VALUES (10, 'Ichidan verb'), (20, 'noun (common) (futsuumeishi)');
            INSERT INTO SenseGloss VALUES (10, 'eng', 'to eat'), (20, 'eng', 'lighthouse (tower)');
            INSERT INTO SenseGloss VALUES (30, 'eng', 'apple tree');
            INSERT INTO SenseGloss VALUES (30, 'ger', 'Apfel');
        """)
    return path


def test_jmdict_gives_the_forms_that_occur(database: Path) -> None:
    found = jmdict(["灯台でりんごを食べました。"], database)
    assert found.entries == {
        "eat": {"食べ": 1.0},
        "lighthouse": {"灯台": 1.0},
        "apple": {"りんご": 0.5},
        "tree": {"りんご": 0.5},
    }
    assert jmdict(["何もない"], database).entries == {}


def test_jmdict_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(AlignmentError, match="pip install jamdict-data"):
        jmdict(["食べる"], tmp_path / "none.db")


def test_coverage_knows_learned_words_and_not_others() -> None:
    coverage = WordCoverage(prepare_lexical(ENGLISH, GERMAN))
    covered = coverage(
        ["museum", "Henrik", "telescope", "whales", "unheard"], "Das Museum von Henrik hat ein Teleskop."
    )
    assert [share >= 0.5 for share in covered] == [True, True, True, False, False]


def test_matched_words_are_those_that_carry_the_link(tmp_path: Path) -> None:
    learned = prepare_lexical(ENGLISH, GERMAN)
    words = MatchedWords(learned)
    found = words("The museum of Henrik has a telescope.", "Das Museum von Henrik hat ein Teleskop.")
    assert {("museum", "museum"), ("henrik", "henrik"), ("telescope", "teleskop")} <= {pair[:2] for pair in found}
    assert [pair.weight for pair in found] == sorted((pair.weight for pair in found), reverse=True)
    assert all(pair.weight >= MatchedWords.LEAST for pair in found)
    assert words("The museum of Henrik has a telescope.", "Unerhört.") == words("", "Museum") == []
    save(learned, tmp_path / "learned.npz")
    kept = MatchedWords(load(tmp_path / "learned.npz", scored=False))
    assert kept("The museum of Henrik.", "Das Museum von Henrik.") == words(
        "The museum of Henrik.", "Das Museum von Henrik."
    )
