"""The corpus of key sentences that the engine and the page both keep to (tests/contract/key_sentences/README.md)."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from alignment.metrics.porter import stem
from alignment.slides.key_sentences import KeyOptions, choose_key_sentences

FILE = Path(__file__).parents[2] / "contract" / "key_sentences" / "cases.json"
N_CHOICES, N_STEMS = 150, 700

_ROOTS = """
relat valu form hes dig rad vil anal vietnam oper feudal decis hope call form tripl good electr hopeful reviv allow
infer airlin gyroscop adjust irrit replac depend adopt commun activ angular homolog effect bowdler prob rat ceas
control roll happ sk cr tann fall hiss fizz fail fil motor sens plast troubl siz hop pony tie cat caress agree
"""
_SUFFIXES = """
s es ed ing ly ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness
ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant
ement ment ent sion tion ou ism ate iti ous ive ize e y ies ied eed ll sses
"""
#: Words that are inflected, repeated, cut by signs, of other scripts, or beyond the first plane.
_WORDS = """
silence silences Silence's threshold thresholds log-normals log normal normals speakers speaker's 0.21 s median
relational relations the the of of and snake_case don't naïve cafe\u0301 İstanbul ΣΟΦΟΣ straße 静けさ 二つの
話者・声 カタカナ تسعة الصمت 😀 🧪pause ½ x² 𝒳 Ⅷ a b
"""

Case = dict[str, Any]


def choice(case: Case) -> Case:
    """What the engine says of a case."""
    answer = asdict(choose_key_sentences(case["sentences"], case["page"], KeyOptions(**case["options"])))
    return {**answer, "chosen": list(answer["chosen"]), "gains": list(answer["gains"])}


def corpus() -> Case:
    return json.loads(FILE.read_text()) if FILE.exists() else {"stems": [], "choices": []}


@pytest.mark.parametrize("case", [pytest.param(one, id=str(at)) for at, one in enumerate(corpus()["choices"])])
def test_the_engine_chooses_what_the_corpus_says(case: Case) -> None:
    assert {name: case[name] for name in choice(case)} == choice(case)


def test_the_stemmer_does_what_the_corpus_says() -> None:
    assert [(word, stem(word)) for word, _ in corpus()["stems"]] == [(word, to) for word, to in corpus()["stems"]]


def test_the_corpus_has_the_hard_cases() -> None:
    choices, stems = corpus()["choices"], corpus()["stems"]
    assert (len(choices), len(stems)) == (N_CHOICES, N_STEMS)
    assert {case["dropped"] for case in choices} == {"", "short_page", "no_sentences", "low_rouge"}
    assert any(case["options"]["max_sentences"] is None and len(case["chosen"]) > 3 for case in choices)
    assert any(case["chosen"] != sorted(case["chosen"]) for case in choices), "in the order of choosing"
    assert any(min(case["gains"], default=0) < 0 for case in choices), "a sentence that would lower it"
    assert any(len(set(case["sentences"])) < len(case["sentences"]) and case["chosen"] for case in choices), "ties"
    assert sum(word != to for word, to in stems) > N_STEMS / 2


@pytest.mark.skipif(not os.environ.get("RENEW_KEY_SENTENCES"), reason="only to write the corpus anew")
def test_write_the_corpus() -> None:
    random = Random(7)
    words = _WORDS.split()

    def text(n: int) -> str:
        return " ".join(random.choice(words) for _ in range(n)) + random.choice(("", ".", "?\n", "。"))

    choices = []
    for _ in range(N_CHOICES):
        page = "\n".join(text(random.randint(1, 9)) for _ in range(random.randint(0, 5)))
        sentences = [text(random.choice((0, 1, 2, 4, 8, 15))) for _ in range(random.choice((0, 1, 3, 8, 20)))]
        sentences += [random.choice(page.split("\n")) for _ in range(random.randint(0, 2))]
        sentences += random.choices(sentences, k=random.randint(0, 2)) if sentences else []
        case: Case = {
            "sentences": random.sample(sentences, len(sentences)),
            "page": page,
            "options": {
                "min_page_words": random.choice((0, 10)),
                "min_sentence_words": random.choice((0, 3, 5)),
                "min_rouge": random.choice((0, 0.1, 0.4)),
                "max_sentences": random.choice((None, 1, 3)),
            },
        }
        choices.append({**case, **choice(case)})
    inflected = sorted({root + suffix for root, suffix in product(_ROOTS.split(), ["", *_SUFFIXES.split()])})
    stems = [[word, stem(word)] for word in random.sample(inflected, N_STEMS)]
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in choices)
    FILE.write_text(f'{{"stems": {json.dumps(stems)},\n"choices": [\n{lines}\n]}}\n')
