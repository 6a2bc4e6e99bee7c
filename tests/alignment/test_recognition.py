"""What recognisers heard, segment by segment: against jiwer and by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from alignment.cli import main
from alignment.metrics.recognition import Rate, Run, Segment, by_talk, compare, differences, score_recognition
from alignment.types import AlignmentError

_WORDS = ["the", "pause", "before", "a", "clause", "is", "longer", "than", "one", "inside", "it"]


def _spoken(n: int, seed: int = 1) -> list[Segment]:
    draw = random.Random(seed)
    return [
        Segment(f"{i:05}", " ".join(draw.choices(_WORDS, k=draw.randint(3, 15))), f"talk {i % 3}") for i in range(n)
    ]


def _worse(segments: list[Segment], share: float, seed: int) -> dict[str, str]:
    """An output in which a share of the words is another, left out, or doubled."""
    draw = random.Random(seed)
    output = {}
    for segment in segments:
        words = []
        for word in segment.text.split():
            damage = draw.choice(["x", "", f"{word} {word}"]) if draw.random() < share else word
            words.append(damage)
        output[segment.id] = " ".join(" ".join(words).split())
    return output


def _by_key(rates: tuple[Rate, ...]) -> dict[str, Rate]:
    return {rate.key: rate for rate in rates}


def test_rates_are_those_of_jiwer_over_all_segments_and_in_each_talk() -> None:
    import jiwer

    segments = _spoken(60)
    output = _worse(segments, 0.2, seed=2)
    rates = _by_key(score_recognition(segments, output, language="en").rates)
    for indices in [range(60), *by_talk(segments).values()]:
        spoken, heard = [segments[i].text for i in indices], [output[segments[i].id] for i in indices]
        assert rates["wer"].of(list(indices)).rate == pytest.approx(jiwer.wer(spoken, heard), abs=1e-12)
        assert rates["cer"].of(list(indices)).rate == pytest.approx(jiwer.cer(spoken, heard), abs=1e-12)


def test_a_missing_segment_counts_as_deleted_and_is_listed() -> None:
    spoken = [Segment("a", "one two three"), Segment("b", "four")]
    heard = score_recognition(spoken, {"b": "four"}, language="en")
    words = _by_key(heard.rates)["wer"].total
    assert (words.deletions, words.hits, heard.missing) == (3, 1, ("a",))
    emptied = score_recognition(spoken, {"a": "", "b": "four"}, language="en")
    assert (emptied.rates[0].total, emptied.missing) == (words, ())


def test_extra_segments_are_refused_by_their_ids() -> None:
    spoken = [Segment("a", "one")]
    with pytest.raises(AlignmentError, match=r"^3 segments are not in the reference: 00412, 00413, 00980$"):
        score_recognition(spoken, {"a": "one", "00412": "", "00413": "", "00980": ""}, language="en")
    with pytest.raises(AlignmentError, match=r"^1 segment is not in the reference: b$"):
        score_recognition(spoken, {"b": "one"}, language="en")
    with pytest.raises(AlignmentError, match=r"9 and 2 more$"):
        score_recognition(spoken, {str(number): "" for number in range(12)}, language="en")


def test_other_wrong_input_is_named() -> None:
    with pytest.raises(AlignmentError, match="no segment"):
        score_recognition([], {}, language="en")
    with pytest.raises(AlignmentError, match="segment a stands twice"):
        score_recognition([Segment("a", "x"), Segment("a", "y")], {}, language="en")
    with pytest.raises(AlignmentError, match="nothing is said"):
        score_recognition([Segment("a", "...")], {"a": "x"}, language="en")
    with pytest.raises(AlignmentError, match="expected one of none, plain"):
        score_recognition([Segment("a", "x")], {}, language="en", normaliser="other")
    one, other = score_recognition(_spoken(2), {}, language="en").rates
    with pytest.raises(AlignmentError, match="the same rate"):
        compare(one, other)


def test_the_normaliser_is_named_and_decides() -> None:
    spoken, output = [Segment("a", "The log-normal, then.")], {"a": "the log-normal then"}
    plain = score_recognition(spoken, output, language="en")
    as_is = score_recognition(spoken, output, language="en", normaliser="none")
    assert (plain.normaliser, plain.rates[0].total.errors) == ("plain", 0)
    assert (as_is.normaliser, as_is.rates[0].total.errors) == ("none", 3)


def test_biased_error_rate_by_hand() -> None:
    spoken = [Segment("a", "the log-normal delays cascade"), Segment("b", "nothing rare")]
    output = {"a": "the lock normal the lays cascade", "b": "nothing rare cascade"}
    heard = score_recognition(spoken, output, language="en", rare_words=["Log-normal", "delays", "cascade"])
    biased = _by_key(heard.rates)["bwer"].total
    assert (biased.hits, biased.substitutions + biased.deletions, biased.insertions) == (1, 2, 1)
    assert "bwer" not in _by_key(score_recognition(spoken, output, language="en", rare_words=["elsewhere"]).rates)


def test_japanese_is_counted_by_characters_without_spaces() -> None:
    spoken = [Segment("a", "今日は 良い天気です。")]
    heard = score_recognition(spoken, {"a": "今日はいい天気です"}, language="ja", rare_words=["天気"])
    assert [rate.key for rate in heard.rates] == ["cer"]
    total = heard.rates[0].total
    assert (total.units, total.errors) == (9, 1)
    assert differences("今日は 良い", "今日はいい", language="ja") == [
        Run(("今", "日", "は"), ("今", "日", "は"), ""),
        Run(("良",), ("い",), "S"),
        Run(("い",), ("い",), ""),
    ]


def test_differences_by_hand() -> None:
    assert differences("and small delays rather than add", "and small the lays than add", language="en") == [
        Run(("and", "small"), ("and", "small"), ""),
        Run(("delays", "rather"), ("the", "lays"), "SS"),
        Run(("than", "add"), ("than", "add"), ""),
    ]
    assert [run.letters for run in differences("a", "", language="en")] == ["D"]
    assert [run.letters for run in differences("", "a b", language="en")] == ["II"]


def test_intervals_cover_the_rate_and_need_five_segments() -> None:
    whole = _spoken(4000)
    output = _worse(whole, 0.1, seed=3)
    rows = score_recognition(whole, output, language="en").rates[0].rows
    rate = Rate("wer", rows).total.rate
    draw = np.random.default_rng(4)
    covered = 0
    for _ in range(100):
        part = Rate("wer", rows[draw.choice(len(rows), 80, replace=False)])
        half = part.half()
        assert half is not None
        covered += abs(part.total.rate - rate) <= half
    assert 88 <= covered <= 99
    assert Rate("wer", rows[:4]).half() is None


def test_a_better_system_is_told_from_a_worse_one_and_not_from_itself() -> None:
    segments = _spoken(120)
    good, bad = (
        score_recognition(segments, _worse(segments, share, seed), language="en").rates[0]
        for share, seed in ((0.05, 5), (0.2, 6))
    )
    difference, p = compare(good, bad)
    assert difference == pytest.approx(good.total.rate - bad.total.rate)
    assert difference < -0.05
    assert p < 0.01
    assert compare(good, good) == (0.0, 1.0)


def _write(path: Path, lines: list[dict[str, str]]) -> str:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    segments = _spoken(12)
    reference = _write(tmp_path / "reference.jsonl", [segment._asdict() for segment in segments])
    outputs = []
    for number, share in enumerate((0.1, 0.4)):
        heard = _worse(segments, share, seed=number)
        del heard["00003"]
        outputs.append(_write(tmp_path / f"{number}.jsonl", [{"id": i, "text": text} for i, text in heard.items()]))
    rare = tmp_path / "rare.txt"
    rare.write_text("pause\nclause\n", encoding="utf-8")
    apart = tmp_path / "apart.jsonl"
    command = ["recognition", "-r", reference, "-o", *outputs, "--language", "en", "--rare", str(rare)]
    assert main([*command, "--talks", "--differences", str(apart)]) == 0
    table = capsys.readouterr().out
    assert "12 segments, normaliser plain" in table
    assert "counted as deleted: 00003" in table
    assert "talk 2" in table
    assert main([*command, "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    first = report["systems"][0]
    assert list(first["rates"]) == ["wer", "cer", "bwer"]
    assert first["missing"] == ["00003"]
    assert sum(talk["wer"]["units"] for talk in first["talks"].values()) == first["rates"]["wer"]["units"]
    assert f"{100 * first['rates']['wer']['rate']:.2f}" in table
    assert [pair["rate"] for pair in report["pairs"]] == ["wer", "cer", "bwer"]
    lines = [json.loads(line) for line in apart.read_text(encoding="utf-8").splitlines()]
    assert {"id": "00003", "talk": "talk 0"}.items() <= next(each for each in lines if each["id"] == "00003").items()
    wrong = sum(len(run["letters"]) for line in lines for run in line["runs"])
    assert wrong == sum(first["rates"]["wer"][key] for key in ("substitutions", "deletions", "insertions"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": "00000", "text": "a"}\n{"id": 7}\n', 'line 2: expected a JSON object with "id" and "text", both'),
        ('{"id": "00000", "text": "a"}\n\nno\n', "line 3: not JSON"),
        ('{"id": "00000", "text": "a"}\n{"id": "00000", "text": ""}\n', "line 2: segment 00000 is in line 1 too"),
        ('{"id": "z", "text": "a"}\n', "1 segment is not in the reference: z"),
    ],
)
def test_command_names_the_place_of_wrong_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    reference = _write(tmp_path / "reference.jsonl", [segment._asdict() for segment in _spoken(2)])
    (tmp_path / "heard.jsonl").write_text(text, encoding="utf-8")
    assert main(["recognition", "-r", reference, "-o", str(tmp_path / "heard.jsonl"), "--language", "en"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "heard.jsonl" in error
