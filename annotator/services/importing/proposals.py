"""Guesses what belongs together, each with a score in [0, 1] and its reason; a person has the last word.

| relation | from | to | at commit |
|---|---|---|---|
| paper_of | paper | its talk, a file or a document of the project | a pair |
| talk_of | talk | its paper, a document of the project | a pair |
| source_of | source text | its rendering | a pair |
| translates | offline translation, line by line | source text or bitext | the pair's offline translation |
| aligns | beads of vecAlign or hunalign | the rendering | a finished run of that pair |
| times | timeline of slides | slides | kept with the slides |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from typing import Any

from annotator.models import ImportFile
from annotator.services.importing.names import NameHints, hints_of

RELATIONS = ("paper_of", "talk_of", "source_of", "translates", "aligns", "times")
#: From here on a guess counts as accepted until somebody says otherwise.
ACCEPTED_FROM = 0.75
SHOWN_FROM = 0.4


@dataclass(slots=True)
class Together:
    """`file` stands in `relation` to the file `to`; both are ids of the batch's files.

    to : None where the other one is in the project already: then `document` is its id.
    hidden : a guess that a person threw out; it is kept so that it is not made again.
    """

    file: int
    to: int | None
    relation: str
    score: float
    why: str
    accepted: bool = False
    by_hand: bool = False
    hidden: bool = False
    document: int | None = None
    document_title: str = ""

    def json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Side:
    """A file, or a document of the project, as the guesses see it. `title` is normalised, `shown` is not."""

    id: int
    hints: NameHints
    title: str
    language: str
    kind: str
    n_lines: int
    external_id: str
    people: frozenset[str]
    terms: frozenset[str]
    report: dict[str, Any] = field(repr=False)
    shown: str = ""


def propose(files: Iterable[ImportFile], decided: Sequence[Together] = ()) -> list[Together]:
    """All guesses about these files. What a person decided stays, and nothing is guessed against it."""
    sides = [side_of(file) for file in files if file.include and file.format]
    by_kind = {kind: [side for side in sides if side.kind == kind] for kind in _KINDS}
    found = _best(_papers_of_talks(by_kind["paper"], by_kind["transcript"]))
    texts = by_kind["text"]
    pairs = _best(_sources_of_targets(texts))
    rendered = {pair.file for pair in pairs} | {pair.to for pair in pairs}
    others = [side for side in texts if side.id not in rendered]
    sources = [side for side in texts if any(pair.file == side.id for pair in pairs)]
    found += pairs
    found += _best(_translations(others, sources, {pair.file: pair.to or 0 for pair in pairs}, texts))
    found += _best(_translations(others, by_kind["bitext"], {}, texts))
    found += _best(_alignments(by_kind["beads"], pairs, {side.id: side for side in texts}))
    found += _best(_by_name(by_kind["timeline"], by_kind["slides"], "times"))
    ids = {side.id for side in sides}
    kept = [one for one in decided if one.by_hand]
    taken = {(one.file, one.relation) for one in kept} | {(one.to, one.relation) for one in kept if one.accepted}
    # Who was given a document of the project as its other half needs none among the files.
    halves = {one.file for one in kept if one.accepted and one.document is not None}
    guessed = [
        one
        for one in found
        if (one.file, one.relation) not in taken
        and (one.to, one.relation) not in taken
        and not (one.relation == "paper_of" and halves & {one.file, one.to})
    ]
    for one in guessed:
        one.accepted = one.score >= ACCEPTED_FROM
    return [one for one in (*kept, *guessed) if one.file in ids and (one.to is None or one.to in ids)]


_KINDS = ("paper", "transcript", "text", "bitext", "beads", "slides", "timeline")


def kind_of(report: dict[str, Any]) -> str:
    """What the file is for the relations: the kind of its one document, ``bitext``, ``beads``, ``timeline``, or ""."""
    kinds = report.get("kinds") or []
    if report.get("bitexts") and "bitext" in kinds:
        return "bitext"
    if report.get("beads"):
        return "beads"
    documents = report.get("documents") or []
    if len(documents) == 1:
        return str(documents[0]["kind"])
    return "timeline" if kinds == ["timeline"] else ""


def side_of(file: ImportFile) -> Side:
    """A file as the guesses see it."""
    documents = file.report.get("documents") or [{}]
    first = documents[0]
    people = [*(first.get("authors") or []), first.get("speaker") or ""]
    hints = hints_of(file.name)
    return Side(
        id=file.pk,
        hints=hints,
        title=normal(first.get("title", "")),
        language=first.get("language") or hints.language,
        kind=kind_of(file.report),
        n_lines=int(first.get("n_lines") or 0),
        external_id=first.get("external_id") or "",
        people=frozenset(normal(person) for person in people if person),
        terms=frozenset(file.report.get("terms") or ()),
        report=file.report,
    )


def _papers_of_talks(papers: Sequence[Side], talks: Sequence[Side]) -> list[Together]:
    """TalkSumm finds the paper of a talk by title; names, people and the words they share decide where it is untold."""
    found: list[Together] = []
    for paper in papers:
        for talk in talks:
            score, why = likeness_of(paper, talk)
            found.append(Together(paper.id, talk.id, "paper_of", round(score, 2), why))
    return found


def likeness_of(paper: Side, talk: Side) -> tuple[float, str]:
    """(score in [0, 1], why) of a talk being about a paper."""
    score, why = _alike(paper, talk)
    if paper.people & talk.people:
        score, why = min(0.99, score + 0.15), f"{why}, same person" if why else "same person"
    shared = len(paper.terms & talk.terms) / max(1, min(len(paper.terms), len(talk.terms)))
    if len(paper.terms & talk.terms) >= 8:
        by_words = min(0.9, 0.3 + 1.6 * shared)
        if by_words > score:
            score, why = by_words, f"{shared:.0%} of their words are shared"
    return score, why


def _alike(one: Side, other: Side) -> tuple[float, str]:
    if one.external_id and one.external_id == other.external_id:
        return 0.99, "same identifier"
    if one.title and one.title == other.title and len(one.title) > 8:
        return 0.98, "same title"
    if one.hints.stem and one.hints.stem == other.hints.stem:
        return 0.95, "same name"
    if min(len(one.title), len(other.title)) > 8:
        alike = SequenceMatcher(None, one.title, other.title, autojunk=False)
        if alike.real_quick_ratio() > 0.7 and alike.quick_ratio() > 0.7 and alike.ratio() > 0.7:
            return round(0.9 * alike.ratio(), 2), f"titles {alike.ratio():.0%} alike"
    return 0.0, ""


def _sources_of_targets(texts: Sequence[Side]) -> list[Together]:
    found: list[Together] = []
    for source in texts:
        for target in texts:
            if source.id == target.id or not _is_source(source, target):
                continue
            if source.hints.stem == target.hints.stem and {source.hints.role, target.hints.role} == {
                "source",
                "target",
            }:
                score, why = 0.97, "named source and target"
            elif source.hints.stem == target.hints.stem and source.language != target.language:
                score, why = 0.93, "same name in two languages"
            elif source.n_lines == target.n_lines and source.language != target.language and len(texts) == 2:
                score, why = 0.6, f"{source.n_lines} = {target.n_lines} lines"
            else:
                continue
            found.append(Together(source.id, target.id, "source_of", score, why))
    return found


def _is_source(one: Side, other: Side) -> bool:
    """Which of two texts is rendered: by its role, then English before others, then the order they came in."""
    roles = (one.hints.role, other.hints.role)
    if "offline" in roles:
        return False
    if roles[0] != roles[1]:
        return roles[0] == "source" or roles[1] == "target"
    if (one.language == "en") != (other.language == "en"):
        return one.language == "en"
    return one.id < other.id


def _translations(
    candidates: Sequence[Side], sources: Sequence[Side], targets: dict[int, int], texts: Sequence[Side]
) -> list[Together]:
    """Offline translations: line n translates line n, so the counts must be equal."""
    languages = {side.id: side.language for side in texts}
    found: list[Together] = []
    for text in candidates:
        for source in sources:
            n_lines = _source_lines(source)
            target_language = languages.get(targets.get(source.id, 0)) or _target_language(source)
            if n_lines is None or text.n_lines != n_lines or text.language == source.language:
                continue
            score = 0.55 + 0.2 * (text.hints.role == "offline") + 0.15 * (text.hints.stem == source.hints.stem)
            score += 0.05 * (text.language == target_language)
            why = f"{text.n_lines} = {n_lines} lines"
            found.append(Together(text.id, source.id, "translates", round(min(score, 0.97), 2), why))
    return found


def _source_lines(side: Side) -> int | None:
    if side.kind != "bitext":
        return side.n_lines
    bitexts = side.report["bitexts"]
    return int(bitexts[0]["n_source_lines"]) if len(bitexts) == 1 and not bitexts[0]["has_offline"] else None


def _target_language(side: Side) -> str:
    return next((one["language"] for one in side.report["documents"] if one["side"] == "target"), "")


def _alignments(beads: Sequence[Side], pairs: Sequence[Together], texts: dict[int, Side]) -> list[Together]:
    """Beads fit a pair when they reach no further than its texts; a full fit on both sides is no accident."""
    found: list[Together] = []
    for side in beads:
        size = side.report["beads"]
        for pair in pairs:
            source, target = texts[pair.file], texts[pair.to or 0]
            if size["source"] > source.n_lines or size["target"] > target.n_lines:
                continue
            exact = size["source"] == source.n_lines and size["target"] == target.n_lines
            named = bool(side.hints.stem) and side.hints.stem == target.hints.stem
            score = 0.45 + 0.35 * exact + 0.15 * named
            why = "same lengths" if exact else "same name" if named else "fits"
            found.append(Together(side.id, target.id, "aligns", round(score, 2), why))
    return found


def _by_name(files: Sequence[Side], others: Sequence[Side], relation: str) -> list[Together]:
    only = len(files) == len(others) == 1
    return [
        Together(one.id, other.id, relation, 0.95 if same else 0.6, "same name" if same else "the only ones")
        for one in files
        for other in others
        if (same := one.hints.stem == other.hints.stem) or only
    ]


def _best(found: Iterable[Together]) -> list[Together]:
    """One-to-one, best first; ties go to the files that came first."""
    chosen: list[Together] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda one: (-one.score, one.file, one.to or 0)):
        if one.to is not None and one.score >= SHOWN_FROM and one.file not in taken and one.to not in taken:
            chosen.append(one)
            taken |= {one.file, one.to}
    return chosen


def normal(text: str) -> str:
    """Letters and digits in lower case, one space between words."""
    return " ".join("".join(character if character.isalnum() else " " for character in text.lower()).split())
