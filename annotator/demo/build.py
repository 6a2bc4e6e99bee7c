"""Write the demo's derived files from its hand-written sources; the same sources give the same bytes.

Hand-written: ``sources/*``, ``paper-talk/paper.md`` (one sentence a line), the ``meta.json`` files, all of ``edge/``.
Derived: everything that `build` returns. The talk, the interpretation and the translation are written unit by unit,
each after the number of its source sentence, so the gold is derived from the sources instead of being written twice.

Run ``python annotator/demo/build.py`` after changing a source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

HERE = Path(__file__).resolve().parent
NONE = "-"
#: Silence after a word in milliseconds, least and most: within a phrase, ``/``, end of a span, ``//``.
GAPS = {"": (0, 70), "/": (420, 1150), "span": (560, 1500), "//": (1900, 3900)}
FILLERS = frozenset({"um", "uh"})
CUE_WORDS = (8, 15)
TSV_SENTENCES = 25


@dataclass(frozen=True)
class Section:
    """One ``##`` section of the paper: heading as written, paragraphs of sentences."""

    heading: str
    paragraphs: list[list[str]]


@dataclass(frozen=True)
class Word:
    """A recognised word; times in milliseconds from the start of the talk."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Span:
    """Words [start, end) of the talk that are about one paper sentence (counted from 1), or about none."""

    start: int
    end: int
    sentence: int | None


def entries(path: Path, n_fields: int) -> Iterator[list[str]]:
    """Yield the fields of each ``a | b`` line that is not a comment. Raises ValueError naming file and line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("|")]
        if len(fields) != n_fields or not all(fields):
            raise ValueError(f"{path.name} line {number}: expected {n_fields} fields parted by |, found {line!r}")
        yield fields


# The paper


def read_paper(markdown: str) -> tuple[str, dict[str, str], list[Section]]:
    """Return title, front matter and sections, the abstract first and the references last."""
    head, *parts = re.split(r"^## ", markdown, flags=re.MULTILINE)
    _, front, title = head.split("---\n")
    fields = dict(line.split(": ", 1) for line in front.splitlines())
    sections = []
    for part in parts:
        heading, body = part.split("\n", 1)
        paragraphs = [block.splitlines() for block in body.strip().split("\n\n")]
        sections.append(Section(heading.strip(), paragraphs))
    return title.strip("# \n"), fields, sections


def paper_sentences(sections: Iterable[Section]) -> list[str]:
    """All sentences in order, abstract and acknowledgments included; number n of the gold is item n - 1."""
    return [
        sentence
        for section in sections
        if section.heading != "References"
        for paragraph in section.paragraphs
        for sentence in paragraph
    ]


def reference(line: str) -> dict[str, object]:
    """Parse ``- Names. Year. Title. Venue.`` into science-parse's form."""
    match = re.fullmatch(r"- (?P<names>.+?)\. (?P<year>\d{4})\. (?P<title>.+[.?]) (?P<venue>[^.]+)\.", line)
    if match is None:
        raise ValueError(f"paper.md: expected '- Names. Year. Title. Venue.', found {line!r}")
    names = re.split(r",? and |, ", match["names"])
    family = [name.split()[-1] for name in names]
    short = " and ".join(family) if len(family) < 3 else rf"{family[0]} et al\."
    return {
        "title": match["title"].rstrip("."),
        "author": names,
        "venue": match["venue"],
        "citeRegEx": f"{short},? {match['year']}",
        "shortCiteRegEx": short,
        "year": int(match["year"]),
    }


def science_parse(markdown: str) -> str:
    """The paper as science-parse writes one. Paragraphs are parted by a newline, sentences by a space."""
    title, front, sections = read_paper(markdown)
    *body, listed = sections
    texts = {section.heading: "\n".join(" ".join(paragraph) for paragraph in section.paragraphs) for section in body}
    references = [reference(line) for paragraph in listed.paragraphs for line in paragraph]
    mentions = []
    for sentence in paper_sentences(sections):
        for number, entry in enumerate(references):
            for match in re.finditer(rf"\(?{entry['citeRegEx']}\)?", sentence):
                mention = {"referenceID": number, "context": sentence}
                mentions.append({**mention, "startOffset": match.start(), "endOffset": match.end()})
    paper = {
        "source": "META",
        "title": title,
        "authors": front["authors"].split(", "),
        "emails": [],
        "abstractText": texts.pop("Abstract"),
        "sections": [{"heading": heading, "text": text} for heading, text in texts.items()],
        "references": references,
        "referenceMentions": mentions,
        "year": int(front["year"]),
        "creator": None,
    }
    return json.dumps(paper, ensure_ascii=False, indent=2) + "\n"


# The talk


def chance(key: str) -> float:
    """A number in [0, 1) that depends on the key alone, the same on every machine."""
    return crc32(key.encode()) % 10_000 / 10_000


def read_talk(path: Path) -> tuple[list[Word], list[Span]]:
    """Give every spoken word its times: longer words take longer, fillers are drawn out, pauses as marked."""
    words: list[Word] = []
    spans: list[Span] = []
    clock = 1_800
    for sentence, spoken in entries(path, 2):
        first = len(words)
        tokens = re.findall(r"(\S+)(?: (//?)(?= ))?(?: |$)", spoken)
        for position, (token, mark) in enumerate(tokens):
            key = f"{len(words)} {token}"
            length = 430 if token in FILLERS else 95 + 42 * len(token)
            length += int(length * 0.4 * chance(key))
            words.append(Word(token, clock, clock + length))
            least, most = GAPS["span" if position == len(tokens) - 1 else mark]
            clock += length + least + int((most - least) * chance("after " + key))
        spans.append(Span(first, len(words), None if sentence == NONE else int(sentence)))
    return words, spans


def cues(words: list[Word]) -> list[list[Word]]:
    """Split as a captioner would: 8 to 15 words, at the longest silence in that range, independently of the spans."""
    least, most = CUE_WORDS
    cues = []
    rest = words
    while len(rest) > most:
        last = min(most, len(rest) - least)
        cut = max(range(least, last + 1), key=lambda n: rest[n].start - rest[n - 1].end)
        cues.append(rest[:cut])
        rest = rest[cut:]
    return [*cues, rest]


def stamp(milliseconds: int) -> str:
    seconds, ms = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}"


def vtt(words: list[Word]) -> str:
    """WebVTT; the first word of a cue begins with the cue, each later one has its own timestamp inside it."""
    blocks = ["WEBVTT\nLanguage: en"]
    for cue in cues(words):
        text = " ".join([cue[0].text, *(f"<{stamp(word.start)}>{word.text}" for word in cue[1:])])
        blocks.append(f"{stamp(cue[0].start)} --> {stamp(cue[-1].end)}\n{text}")
    return "\n\n".join(blocks) + "\n"


def whisper(words: list[Word]) -> str:
    """The form of Whisper's ``word_timestamps``: seconds, and a space in front of each word; one segment a line."""
    segments = [
        {
            "id": number,
            "start": cue[0].start / 1000,
            "end": cue[-1].end / 1000,
            "text": "".join(f" {word.text}" for word in cue),
            "words": [{"word": f" {word.text}", "start": word.start / 1000, "end": word.end / 1000} for word in cue],
        }
        for number, cue in enumerate(cues(words))
    ]
    text = json.dumps("".join(f" {word.text}" for word in words))
    rows = ",\n".join(json.dumps(segment) for segment in segments)
    return f'{{"text": {text},\n"language": "en",\n"segments": [\n{rows}\n]}}\n'


def talk_gold(words: list[Word], spans: list[Span], sentences: list[str]) -> str:
    rows = ["start_word\tend_word\tsentence\tspoken\tsentence_text"]
    for span in spans:
        number = "__none__" if span.sentence is None else str(span.sentence)
        text = "" if span.sentence is None else sentences[span.sentence - 1]
        spoken = " ".join(word.text for word in words[span.start : span.end])
        rows.append(f"{span.start}\t{span.end}\t{number}\t{spoken}\t{text}")
    return "\n".join(rows) + "\n"


# The bitexts

Beads = list[tuple[tuple[int, ...], tuple[int, ...]]]


def bitext_beads(n_source: int, owners: list[tuple[int, ...]]) -> Beads:
    """Beads from the source sentences of each target unit, in source order; what has no other side is a null bead.

    A target unit without a source follows the bead of the previous unit.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    placed: list[tuple[tuple[float, int], tuple[tuple[int, ...], tuple[int, ...]]]] = []
    before = -1
    for unit, owner in enumerate(owners):
        if owner:
            groups.setdefault(owner, []).append(unit)
            before = owner[-1]
        else:
            placed.append(((before + 0.5, unit), ((), (unit,))))
    placed += [((owner[0], 0), (owner, tuple(units))) for owner, units in groups.items()]
    dropped = set(range(n_source)).difference(*groups)
    placed += [((sentence, 0), ((sentence,), ())) for sentence in dropped]
    return [bead for _, bead in sorted(placed)]


def bitext(folder: str, spoken: str, rendered: str, n_fields: int) -> dict[str, str]:
    """source.txt, target.txt, gold.align and, where the sentences have a third field, offline.txt."""
    sentences = list(entries(HERE / "sources" / spoken, n_fields))
    if [int(row[0]) for row in sentences] != list(range(len(sentences))):
        raise ValueError(f"{spoken}: sentence numbers must be 0, 1, 2, ... without a gap")
    units = list(entries(HERE / "sources" / rendered, 2))
    owners = [() if owner == NONE else tuple(map(int, owner.split(","))) for owner, _ in units]
    source, target = [row[1] for row in sentences], [text for _, text in units]
    beads = bitext_beads(len(source), owners)
    files = {
        f"{folder}/source.txt": lines(source),
        f"{folder}/target.txt": lines(target),
        f"{folder}/gold.align": lines(f"{list(left)}:{list(right)}" for left, right in beads),
    }
    if n_fields == 3:
        files[f"{folder}/offline.txt"] = lines(row[2] for row in sentences)
    else:
        rows = [
            f"{' '.join(source[i] for i in left)}\t{' '.join(target[j] for j in right)}"
            for left, right in beads
            if left and left[-1] < TSV_SENTENCES
        ]
        files[f"{folder}/bitext.tsv"] = lines(["source\ttarget", *rows])
    return files


def lines(items: Iterable[str]) -> str:
    return "".join(f"{item}\n" for item in items)


def build() -> dict[str, str]:
    """Every derived file: path relative to this folder -> content."""
    markdown = (HERE / "paper-talk" / "paper.md").read_text(encoding="utf-8")
    words, spans = read_talk(HERE / "sources" / "talk.txt")
    return {
        "paper-talk/paper.json": science_parse(markdown),
        "paper-talk/talk.vtt": vtt(words),
        "paper-talk/talk.json": whisper(words),
        "paper-talk/gold.tsv": talk_gold(words, spans, paper_sentences(read_paper(markdown)[2])),
        **bitext("en-ja", "en-ja.sentences.txt", "en-ja.interpretation.txt", 3),
        **bitext("en-de", "en-de.sentences.txt", "en-de.translation.txt", 2),
    }


def main() -> None:
    for name, content in build().items():
        (HERE / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
