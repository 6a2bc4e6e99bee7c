"""Write a collection of invented talks about invented papers, made from the demo's sentences (CC0).

    python3 annotator/demo/collection.py FOLDER [--talks 50] [--seed 1]

FOLDER gets a manifest, a paper (Markdown) and a transcript (WebVTT with word times) of each talk, two reference
summaries of each paper, and two people to ask about each talk, with what they would answer. Needs nothing but Python.
The same numbers give the same bytes. It is what docs/tutorial.md and benchmarks use: a collection of any size with
which everything can be tried out.

What is planted: each sentence of a paper has a *weight*, from what a reader can see of it (its place, the paper's topic
in it, "we", citations, numbers) and from chance. Speakers talk the longer about a sentence the greater its weight, and
skip two thirds of them; readers and authors choose by the same weights, with other chance. So a model can learn
something here, and its figures say only that it found what was planted: nothing about real papers.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from annotator.demo.build import FILLERS, GAPS, HERE, Word, paper_sentences, read_paper, vtt

TOPICS = (
    "tide gauges", "signal levers", "harbour ledgers", "fog horns", "rope bridges", "salt maps", "kelp farms",
    "clock towers", "wind pumps", "chalk marks", "night ferries", "glass floats", "reed organs", "stone weirs",
    "paper lanterns", "copper roofs", "ice bells", "quay lamps", "sheep counts", "letter boxes",
)  # fmt: skip
METHODS = ("Counting", "Listening to", "Reading", "Mapping", "A ledger of", "What we learn from", "The cost of")
PEOPLE = (
    "Ilse Hone", "Noor Bakker", "Agnes Tully", "Tomasz Wren", "Ruth Adair", "Pell Ostrow", "Ines Marrow", "Jon Lund",
    "Wen Harrow", "Aino Vane", "Bram Tamsin", "Lena Okoye",
)  # fmt: skip
_SECTIONS = (("1 Introduction", 9), ("2 Related Work", 5), ("3 Method", 10), ("4 Records", 9), ("5 Results", 10),
             ("6 Conclusion", 6))  # fmt: skip
#: Frames that say the topic, say who did it, count, or cite; a third of the sentences stand as they are.
_OF_TOPIC = ("In the study of {topic}, ", "For {topic}, ", "With {topic} in mind, ")
_OF_PEOPLE = ("We found that ", "We show that ", "Our own view is that ")
_OF_NUMBERS = ("In {n} of {of} cases, ", "For {n} years, ")
_REFERENCE_WORDS = 150
_SPOKEN_SHARE = 0.34


@dataclass(frozen=True, slots=True)
class Sentence:
    """weight : how much there is to say about it, from what a reader sees and from chance."""

    text: str
    heading: str
    weight: float


@dataclass(frozen=True, slots=True)
class Talk:
    """A generated talk.

    abstract, sentences : the paper's, the abstract's first in the file. spoken : (sentence of the paper or None, words)
    span by span. references : summaries.
    """

    id: str
    title: str
    speaker: str
    abstract: list[str]
    sentences: list[Sentence]
    spoken: list[tuple[int | None, list[str]]]
    references: list[str]


def collection(n_talks: int = 50, seed: int = 1) -> Iterator[Talk]:
    """Generated talks; those of a smaller collection are the first of a larger one."""
    pool, chatter = _pool(), _chatter()
    for number in range(n_talks):
        yield _talk(number, Random(f"{seed} {number}"), pool, chatter)


def files(n_talks: int = 50, seed: int = 1) -> dict[str, str]:
    """The files of a collection: path -> content."""
    files: dict[str, str] = {}
    table, people = io.StringIO(), io.StringIO()
    manifest, authors = csv.writer(table, lineterminator="\n"), csv.writer(people, lineterminator="\n")
    manifest.writerow(["id", "title", "speaker", "event", "language", "paper", "transcript"])
    authors.writerow(["name", "email", "talk"])
    references, answers = [], []
    for talk in collection(n_talks, seed):
        paper, transcript = f"papers/{talk.id}.md", f"talks/{talk.id}.vtt"
        manifest.writerow([talk.id, talk.title, talk.speaker, "Invented Workshop", "en", paper, transcript])
        files[paper] = markdown(talk)
        files[transcript] = vtt(list(timed(talk)))
        references += [{"id": talk.id, "text": text} for text in talk.references]
        for answer in answers_about(talk, seed):
            authors.writerow([answer["name"], answer["email"], answer["talk"]])
            answers.append(answer)
    return {
        "collection/manifest.csv": table.getvalue(),
        "references.jsonl": _json_lines(references),
        "authors.csv": people.getvalue(),
        "answers.jsonl": _json_lines(answers),
    } | {f"collection/{name}": content for name, content in files.items()}


def answers_about(talk: Talk, seed: int = 1) -> Iterator[dict[str, Any]]:
    """What the speaker and a second author would answer about a talk: yes or no to each sentence of the paper that may
    be spoken of, and a rating from 1 to 5, which is chance alone."""
    rng = Random(f"{seed} {talk.id} answers")
    least = _least_spoken(talk.sentences)
    speaker = PEOPLE.index(talk.speaker)
    for name in (talk.speaker, PEOPLE[(speaker + 1) % len(PEOPLE)]):
        yield {
            "talk": talk.id,
            "name": name,
            "email": f"{name.lower().replace(' ', '.')}@example.org",
            "score": min(5, max(1, round(rng.gauss(3.7, 0.8)))),
            "answers": {one.text: "yes" if one.weight + rng.gauss(0, 0.7) > least else "no" for one in talk.sentences},
        }


def _json_lines(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)


def markdown(talk: Talk) -> str:
    """The paper, one sentence a line."""
    parts = [f"# {talk.title}", "", f"## Abstract\n\n{_lines(talk.abstract)}"]
    for heading, _ in _SECTIONS:
        parts.append(f"## {heading}\n\n{_lines([one.text for one in talk.sentences if one.heading == heading])}")
    return "\n".join(parts) + "\n"


def _lines(sentences: list[str]) -> str:
    return "".join(f"{sentence}\n" for sentence in sentences)


def _pool() -> list[str]:
    """Our own sentences of six to twenty-four words, without what hangs on the one before."""
    paper = paper_sentences(read_paper((HERE / "paper-talk" / "paper.md").read_text(encoding="utf-8"))[2])
    speeches = [
        (HERE / folder / "source.txt").read_text(encoding="utf-8").splitlines() for folder in ("en-ja", "en-de")
    ]
    sentences = [*paper, *speeches[0], *speeches[1]]
    return [text for text in sentences if 6 <= len(text.split()) <= 24 and re.fullmatch(r"[A-Z][^()?\"“”:;]+\.", text)]


def _chatter() -> list[list[str]]:
    rows = (HERE / "sources" / "talk.txt").read_text(encoding="utf-8").splitlines()
    return [re.sub(r" //?", "", row[4:]).split() for row in rows if row.startswith("- | ")]


def _talk(number: int, rng: Random, pool: list[str], chatter: list[list[str]]) -> Talk:
    topic = TOPICS[number % len(TOPICS)]
    title = f"{METHODS[(number // len(TOPICS) + number) % len(METHODS)]} {topic}"
    if number >= len(TOPICS):
        title += f", part {number // len(TOPICS) + 1}"
    chosen = iter(rng.sample(pool, sum(n for _, n in _SECTIONS)))
    sentences = [
        _sentence(next(chosen), heading, place, topic, rng) for heading, n in _SECTIONS for place in range(n)
    ]  # fmt: skip
    heaviest = sorted(range(len(sentences)), key=lambda index: -sentences[index].weight)[:5]
    return Talk(
        id=f"talk-{number + 1:03}",
        title=title,
        speaker=PEOPLE[number % len(PEOPLE)],
        abstract=[_reworded(sentences[index].text, rng) for index in sorted(heaviest)],
        sentences=sentences,
        spoken=_speech(sentences, rng, chatter),
        references=[_summary(sentences, rng) for _ in range(2)],
    )


def _sentence(text: str, heading: str, place: int, topic: str, rng: Random) -> Sentence:
    weight = rng.gauss(0, 0.7)
    frame = rng.random()
    lower = text[0].lower() + text[1:] if not re.match(r"I\b|[A-Z][a-z]+ (?:[A-Z]|and [A-Z])", text) else text
    if frame < 0.25:
        text, weight = rng.choice(_OF_TOPIC).format(topic=topic) + lower, weight + 1.3
    elif frame < 0.45:
        text, weight = rng.choice(_OF_PEOPLE) + lower, weight + 0.9
    elif frame < 0.55:
        text = rng.choice(_OF_NUMBERS).format(n=rng.randint(2, 40), of=rng.randint(41, 90)) + lower
        weight -= 0.6
    elif frame < 0.65:
        name = rng.choice(PEOPLE).split()[-1]
        text, weight = f"{text[:-1]} ({name}, {rng.randint(1990, 2025)}).", weight - 0.8
    weight += 1.0 if place == 0 else 0.0
    weight += {"1 Introduction": 0.5, "6 Conclusion": 0.7, "2 Related Work": -9.0}.get(heading, 0.0)
    return Sentence(text, heading, weight - (0.5 if len(text.split()) < 9 else 0.0))


def _least_spoken(sentences: list[Sentence]) -> float:
    """The weight from which on a sentence is spoken of."""
    return sorted(one.weight for one in sentences)[int((1 - _SPOKEN_SHARE) * len(sentences))]


def _speech(
    sentences: list[Sentence], rng: Random, chatter: list[list[str]]
) -> list[tuple[int | None, list[str]]]:  # fmt: skip
    least = _least_spoken(sentences)
    order = [index for index, one in enumerate(sentences) if one.weight >= least]
    for at in range(len(order) - 1):
        if rng.random() < 0.08:  # speakers return to what they left out
            order[at], order[at + 1] = order[at + 1], order[at]
    speech: list[tuple[int | None, list[str]]] = [(None, list(greeting)) for greeting in chatter[:2]]
    for index in order:
        wanted = 6 + int(14 * max(0.0, sentences[index].weight - least))
        words: list[str] = []
        while len(words) < wanted:
            words += _said(sentences[index].text, rng)
        speech.append((index, words[: max(wanted, 6)]))
        if rng.random() < 0.06:
            speech.append((None, list(rng.choice(chatter))))
    return [*speech, (None, ["thank", "you", "very", "much", "for", "listening"])]


_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "it",
        "is",
        "was",
        "are",
        "were",
        "that",
        "which",
        "this",
        "for",
        "with",
        "and",
    ]
)


def _said(text: str, rng: Random) -> list[str]:
    """A sentence as somebody says it: small words go, fillers come, what is in brackets is not read out."""
    words = re.sub(r"\([^)]*\)", "", text).lower().replace(",", "").rstrip(". ").split()
    spoken = []
    for word in words:
        if (word in _SMALL and rng.random() < 0.35) or rng.random() < 0.08:
            continue
        if rng.random() < 0.05:
            spoken.append(rng.choice(sorted(FILLERS)))
        spoken.append(word)
    return spoken


def _summary(sentences: list[Sentence], rng: Random) -> str:
    """What a reader would choose: by weight with chance of their own, in order, about 150 words."""
    ranked = sorted(range(len(sentences)), key=lambda index: -(sentences[index].weight + rng.gauss(0, 0.6)))
    chosen: list[int] = []
    n_words = 0
    for index in ranked:
        if n_words >= _REFERENCE_WORDS:
            break
        chosen.append(index)
        n_words += len(sentences[index].text.split())
    return " ".join(_reworded(sentences[index].text, rng) for index in sorted(chosen))


def _reworded(text: str, rng: Random) -> str:
    words = [word for word in text.split() if word.lower() not in _SMALL or rng.random() < 0.9]
    return f"{words[0][0].upper()}{words[0][1:]} {' '.join(words[1:])}"


def timed(talk: Talk) -> Iterator[Word]:
    """As the demo's talk is timed: by the length of the words, with pauses between spans."""
    clock, rng = 0, Random(talk.id)
    for _, words in talk.spoken:
        for word in words:
            length = 430 if word in FILLERS else 95 + 42 * len(word)
            yield Word(word, clock, clock + length)
            clock += length + rng.randint(*GAPS[""])
        clock += rng.randint(*GAPS["span"])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write a collection of invented talks about invented papers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--talks", type=int, default=50, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another one gives other talks (%(default)s)")
    options = parser.parse_args(arguments)
    written = files(options.talks, options.seed)
    for name, content in written.items():
        path = options.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="\n")
    print(f"{options.folder}: {options.talks} talks, {len(written)} files")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
