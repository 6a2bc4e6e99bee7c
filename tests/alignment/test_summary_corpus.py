"""The corpus of summaries that the engine and the page both keep to (tests/contract/summary/README.md)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from alignment.summarize import LENGTH_KINDS, Length, content_words, summarise

FILE = Path(__file__).parents[1] / "contract" / "summary" / "cases.json"
EACH = 40  #: cases of each kind of budget

Case = dict[str, Any]


def sentences(case: Case) -> list[str]:
    """Sentences of as many tokens as the case says, and of the content words that it numbers."""
    return [
        " ".join([*(f"w{term}" for term in terms), *["the"] * (length - len(terms))])
        for length, terms in zip(case["lengths"], case["terms"], strict=True)
    ]


def chosen(case: Case) -> list[int]:
    length = Length(case["budget"]["kind"], case["budget"]["n"])
    return summarise(sentences(case), case["durations"], length, abstract=case["abstract"])


def cases() -> list[Case]:
    return json.loads(FILE.read_text()) if FILE.exists() else []


@pytest.mark.parametrize("case", [pytest.param(case, id=str(number)) for number, case in enumerate(cases())])
def test_the_engine_does_what_the_corpus_says(case: Case) -> None:
    assert chosen(case) == case["chosen"]


def test_the_corpus_has_the_hard_cases() -> None:
    found = cases()
    kinds = [case["budget"]["kind"] for case in found]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == dict.fromkeys(LENGTH_KINDS, EACH)
    assert any(not any(case["durations"]) for case in found), "nothing was spoken"
    assert any(len(set(filter(None, case["durations"]))) < sum(map(bool, case["durations"])) for case in found), "ties"
    hybrids = [case for case in found if case["budget"]["kind"] == "hybrid"]
    assert any(set(case["chosen"]) > set(case["abstract"]) for case in hybrids), "more than the abstract"
    assert any(case["chosen"] and len(case["chosen"]) < sum(map(bool, case["durations"])) for case in found)


def test_the_sentences_of_a_case_have_the_words_that_it_numbers() -> None:
    for case in cases():
        for sentence, terms in zip(sentences(case), case["terms"], strict=True):
            assert content_words(sentence) == {f"w{term}" for term in terms}


@pytest.mark.skipif(not os.environ.get("RENEW_SUMMARIES"), reason="only to write the corpus anew")
def test_write_the_corpus() -> None:
    random = Random(7)
    written = []
    for kind in LENGTH_KINDS:
        for number in range(EACH):
            n = random.choice((1, 2, 5, 12, 30))
            # Few different durations make ties, which is where two implementations part.
            durations = [random.choice((0, 0, 1, 2, 2, 3, 7, 20)) if number else 0 for _ in range(n)]
            lengths = [random.randint(1, 12) for _ in range(n)]
            terms = [sorted(random.sample(range(16), random.randint(0, min(8, length)))) for length in lengths]
            size = {
                "sentences": random.randint(1, n + 2),
                "words": random.randint(1, 2 * sum(lengths)),
                "ratio": random.choice((0.05, 0.1, 0.3, 0.4, 0.5, 1)),
                "importance": random.choice((0.01, 0.05, 0.1, 0.2, 0.3)),
                "hybrid": random.randint(1, 2 * sum(lengths)),
            }[kind]
            case: Case = {
                "durations": durations,
                "lengths": lengths,
                "terms": terms,
                "abstract": list(range(random.randint(0, min(3, n)))),
                "budget": {"kind": kind, "n": size},
            }
            written.append({**case, "chosen": chosen(case)})
    FILE.write_text("[\n" + ",\n".join(json.dumps(case) for case in written) + "\n]\n")
