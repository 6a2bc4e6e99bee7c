"""The corpus of summaries that the engine and the page both keep to (tests/contract/summary/README.md)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from alignment.summarize import summary_by_ratio, summary_by_words, top_sentences

FILE = Path(__file__).parents[1] / "contract" / "summary" / "cases.json"
EACH = 40  #: cases of each kind of budget

Case = dict[str, Any]


def chosen(case: Case) -> list[int]:
    durations, budget = case["durations"], case["budget"]
    if budget["kind"] == "sentences":
        return top_sentences(durations, budget["n"])
    if budget["kind"] == "words":
        return summary_by_words([" ".join(["a"] * n) for n in case["lengths"]], durations, budget["n"])
    return summary_by_ratio(durations, budget["n"])


def cases() -> list[Case]:
    return json.loads(FILE.read_text()) if FILE.exists() else []


@pytest.mark.parametrize("case", [pytest.param(case, id=str(number)) for number, case in enumerate(cases())])
def test_the_engine_does_what_the_corpus_says(case: Case) -> None:
    assert chosen(case) == case["chosen"]


def test_the_corpus_has_the_hard_cases() -> None:
    found = cases()
    kinds = [case["budget"]["kind"] for case in found]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"sentences": EACH, "words": EACH, "ratio": EACH}
    assert any(not any(case["durations"]) for case in found), "nothing was spoken"
    assert any(len(set(filter(None, case["durations"]))) < sum(map(bool, case["durations"])) for case in found), "ties"
    assert any(case["chosen"] and len(case["chosen"]) < sum(map(bool, case["durations"])) for case in found)


@pytest.mark.skipif(not os.environ.get("RENEW_SUMMARIES"), reason="only to write the corpus anew")
def test_write_the_corpus() -> None:
    random = Random(7)
    written = []
    for kind in ("sentences", "words", "ratio"):
        for number in range(EACH):
            n = random.choice((1, 2, 5, 12, 30))
            # Few different durations make ties, which is where two implementations part.
            durations = [random.choice((0, 0, 1, 2, 2, 3, 7, 20)) if number else 0 for _ in range(n)]
            lengths = [random.randint(1, 12) for _ in range(n)]
            size = {
                "sentences": random.randint(1, n + 2),
                "words": random.randint(1, 2 * sum(lengths)),
                "ratio": random.choice((0.05, 0.1, 0.3, 0.4, 0.5, 1)),
            }[kind]
            case: Case = {"durations": durations, "lengths": lengths, "budget": {"kind": kind, "n": size}}
            written.append({**case, "chosen": chosen(case)})
    FILE.write_text("[\n" + ",\n".join(json.dumps(case) for case in written) + "\n]\n")
