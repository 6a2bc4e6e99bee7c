"""BLEU, chrF and TER from sums of rows, held to sacreBLEU's own program, and intervals and p-values with them."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest

from alignment.metrics import translation
from alignment.metrics.significance import half_width, p_value, sampled_sums
from alignment.metrics.translation import count_rows, tokenizer_for
from alignment.types import AlignmentError

ENGLISH = ["the", "tide", "was", "high", "at", "noon", "and", "nobody", "in", "the", "harbour", "had", "written", "it"]
JAPANESE = "満潮の高さを手書きで余白に小さな印をつけた😀é"


def lines(seed: int, language: str, n: int = 60) -> tuple[list[str], list[str]]:
    """(a reference, a translation that is often wrong and sometimes empty)"""
    rng = random.Random(seed)
    words, joiner = (JAPANESE, "") if language == "ja" else (ENGLISH, " ")
    reference = [joiner.join(rng.choices(words, k=rng.randint(1, 15))) for _ in range(n)]
    given = []
    for line in reference:
        parts = list(line) if language == "ja" else line.split()
        given.append(joiner.join(part for part in parts if rng.random() < 0.8))
    return reference, given


@pytest.mark.parametrize("language", ["en", "ja", "zh", "de"])
def test_scores_and_signatures_are_those_of_sacrebleu(language: str) -> None:
    reference, given = lines(1, language)
    asian = language in ("ja", "zh")
    theirs = [
        BLEU(tokenize=tokenizer_for(language)),
        CHRF(),
        TER(normalized=asian, asian_support=asian),
    ]
    for counted, metric in zip(count_rows(given, reference, language=language), theirs, strict=True):
        expected = metric.corpus_score(given, [reference], n_bootstrap=1000)
        assert counted.metric.value_of(counted.rows.sum(axis=0)) == pytest.approx(expected.score, abs=1e-9)
        assert counted.signature == metric.get_signature().format()
        sampled = counted.metric.value_of(sampled_sums(counted.rows))
        assert half_width(sampled) == pytest.approx(expected._ci, abs=1e-4)  # theirs adds up in 32 bits


def test_the_paired_bootstrap_is_sacrebleus() -> None:
    reference, one = lines(2, "en")
    other = [line.replace("tide", "tides") for line in one]
    theirs = {"bleu": BLEU(references=[reference]), "chrf": CHRF(references=[reference])}
    _, expected = PairedTest([("one", one), ("other", other)], theirs, None, "bs", n_samples=1000)()
    ours = [count_rows(given, reference, language="en")[:2] for given in (one, other)]
    for first, second in zip(*ours, strict=True):
        values = [each.metric.value_of(sampled_sums(each.rows)) for each in (first, second)]
        scores = [float(each.metric.value_of(each.rows.sum(axis=0))) for each in (first, second)]
        name = next(key for key in expected if key.lower().startswith(first.metric.key))
        assert p_value(*values, scores[0] - scores[1]) == pytest.approx(expected[name][1].p_value, abs=0.002)


def test_scores_are_those_of_the_command(tmp_path: Path) -> None:
    reference, given = lines(3, "ja")
    for name, text in (("ref", reference), ("out", given)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in text), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "sacrebleu",
        "ref",
        "-i",
        "out",
        "-tok",
        "char",
        "-m",
        "bleu",
        "chrf",
        "-f",
        "text",
    ]
    said = subprocess.run([*command, "-w", "4"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    found = [float(number) for number in re.findall(r"= ([0-9.]+)", said) if "." in number]
    for counted in count_rows(given, reference, language="ja")[:2]:
        score = round(float(counted.metric.value_of(counted.rows.sum(axis=0))), 4)
        assert any(score == pytest.approx(each, abs=1e-4) for each in found), (counted.metric.key, said)


def test_scores_without_any_match_are_defined() -> None:
    for counted in count_rows(["x", ""], ["a b c d e", "f"], language="en"):
        assert counted.metric.value_of(counted.rows.sum(axis=0)) == {"ter": 100.0}.get(counted.metric.key, 0.0)
    nothing = np.zeros((2, 18))
    assert translation.bleu(nothing[:, :10]).tolist() == [0.0, 0.0]
    assert translation.chrf(nothing).tolist() == [0.0, 0.0]
    assert translation.ter(nothing[:, :2]).tolist() == [0.0, 0.0]


def test_bleu_by_hand() -> None:
    # 5 of 6 words, 3 of 5 pairs, 1 of 4 triples, 0 of 3 quadruples (a half); no brevity penalty.
    (counted, *_) = count_rows(["the cat sat on a mat"], ["the cat sat on the mat"], language="en")
    assert counted.rows.tolist() == [[6, 6, 5, 3, 2, 1, 6, 5, 4, 3]]
    assert counted.metric.value_of(counted.rows[0]) == pytest.approx(100 * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25)


def test_translations_too_long_for_ter_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "MOST_TER_WORDS_OF_ROW", 3)
    counted = count_rows(["a b c d"], ["a b c"], language="en")
    assert [each.metric.key for each in counted] == ["bleu", "chrf"]


def test_another_number_of_lines_is_an_error() -> None:
    with pytest.raises(AlignmentError, match="line count 1, expected 2"):
        count_rows(["a"], ["a", "b"], language="en")


def test_samples_do_not_depend_on_how_many_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(0).random((37, 3))
    whole = sampled_sums(rows, n_samples=50)
    monkeypatch.setattr("alignment.metrics.significance._AT_ONCE", 100)
    assert np.allclose(sampled_sums(rows, n_samples=50), whole)
    with pytest.raises(AlignmentError, match="no row"):
        sampled_sums(np.empty((0, 3)))


def test_a_system_is_as_good_as_itself() -> None:
    values = np.random.default_rng(0).random(1000)
    assert p_value(values, values, 0.0) == pytest.approx(1 / 1001)  # as sacreBLEU: no difference is not chance
    assert half_width([float("nan")] * 3) is None
    with pytest.raises(AlignmentError, match="same samples"):
        p_value(values, values[1:], 0.0)
