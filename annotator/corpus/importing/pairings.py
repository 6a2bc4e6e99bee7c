"""Which staged files are to become pairs: guessed, each with a score in [0, 1] and its reason, until a person decides.

| kind | from | to | at commit |
|---|---|---|---|
| paper_of | paper | its transcript, a file or a document of the project | a pair |
| slides_of | slides | the transcript of their talk, a file or a document of the project | a pair |
| talk_of | transcript | its paper or slides, a document of the project | a pair |
| source_of | source text | its rendering | a pair |
| translates | offline translation, line by line | source text or bitext | the pair's offline translation |
| aligns | beads of vecAlign or hunalign | the rendering | a finished run of that pair |
| times | timeline of slides | slides | the timeline of their pairs |

Papers, slides and transcripts of the project that are in no pair yet are candidates too (TalkSumm's retrieval, section
3.1): by title first, then by identifiers, people and shared words. Those are never accepted without a person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from typing import Any

from annotator.corpus.importing.names import NameHints, hints_of
from annotator.corpus.importing.report import N_TERMS, terms_of
from annotator.models import Document, DocumentKind, ImportFile, Project, Unit

PAIRING_KINDS = ("paper_of", "slides_of", "talk_of", "source_of", "translates", "aligns", "times")
#: From here on a guess counts as accepted until somebody says otherwise.
ACCEPTED_FROM = 0.75
SHOWN_FROM = 0.4
_KINDS = ("paper", "transcript", "text", "bitext", "beads", "slides", "timeline")
#: Documents in no pair that are looked at, the newest first, and of how many the words are compared as well.
N_BY_TITLE = 3000
N_BY_WORDS = 60
#: How much of a text is compared by its words.
N_UNITS = 400
#: From how many shared words on they count.
N_SHARED = 8
#: Titles are compared letter by letter where they have this share of the longer one's trigrams in common.
SHARED_TRIGRAMS = 0.3
#: Kind of pairing, and where the other half of a file may be among the documents of the project.
_OTHER_HALF = {
    "paper": ("paper_of", (DocumentKind.TRANSCRIPT,)),
    "slides": ("slides_of", (DocumentKind.TRANSCRIPT,)),
    "transcript": ("talk_of", (DocumentKind.PAPER, DocumentKind.SLIDES)),
}


@dataclass(slots=True)
class Pairing:
    """`file` is `kind` the file `to`; both are ids of the batch's files.

    to : None where the other one is in the project already: then `document` is its id.
    hidden : a guess that a person threw out; it is kept so that it is not made again.
    """

    file: int
    to: int | None
    kind: str
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


def propose(files: Iterable[ImportFile], decided: Sequence[Pairing] = ()) -> list[Pairing]:
    """All guesses about these files. What a person decided stays, and nothing is guessed against it."""
    sides = [side_of(file) for file in files if file.include and file.format]
    by_kind = {kind: [side for side in sides if side.kind == kind] for kind in _KINDS}
    pairings = _best(_sources_of_talks(by_kind["paper"], by_kind["transcript"], "paper_of"))
    pairings += _best(_sources_of_talks(by_kind["slides"], by_kind["transcript"], "slides_of"))
    texts = by_kind["text"]
    pairs = _best(_sources_of_targets(texts))
    rendered = {pair.file for pair in pairs} | {pair.to for pair in pairs}
    others = [side for side in texts if side.id not in rendered]
    target_of = {pair.file: pair.to or 0 for pair in pairs}
    sources = [side for side in texts if side.id in target_of]
    pairings += pairs
    pairings += _best(_translations(others, sources, target_of, texts))
    pairings += _best(_translations(others, by_kind["bitext"], {}, texts))
    pairings += _best(_alignments(by_kind["beads"], pairs, {side.id: side for side in texts}))
    pairings += _best(_by_name(by_kind["timeline"], by_kind["slides"], "times"))
    ids = {side.id for side in sides}
    kept = [one for one in decided if one.by_hand]
    taken = {(one.file, one.kind) for one in kept} | {(one.to, one.kind) for one in kept if one.accepted}
    # Who was given a document of the project as its other half needs none among the files.
    halves = {one.file for one in kept if one.accepted and one.document is not None}
    guessed = [
        one
        for one in pairings
        if (one.file, one.kind) not in taken
        and (one.to, one.kind) not in taken
        and not (one.kind in ("paper_of", "slides_of") and halves & {one.file, one.to})
    ]
    for one in guessed:
        one.accepted = one.score >= ACCEPTED_FROM
    return [one for one in (*kept, *guessed) if one.file in ids and (one.to is None or one.to in ids)]


def kind_of(report: dict[str, Any]) -> str:
    """What the file is in a pairing: the kind of its one document, ``bitext``, ``beads``, ``timeline``, or ""."""
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
    first: dict[str, Any] = next(iter(file.report.get("documents") or ()), {})
    return Side(
        id=file.pk,
        hints=(hints := hints_of(file.name)),
        title=normal(first.get("title", "")),
        language=first.get("language") or hints.language,
        kind=kind_of(file.report),
        n_lines=int(first.get("n_lines") or 0),
        external_id=first.get("external_id") or "",
        people=_people(first.get("authors"), first.get("speaker")),
        terms=frozenset(file.report.get("terms") or ()),
        report=file.report,
    )


def _people(authors: Iterable[Any] | None, speaker: str | None) -> frozenset[str]:
    """The names of authors and speaker, normalised."""
    names = [*(author for author in authors or () if isinstance(author, str)), speaker]
    return frozenset(normal(name) for name in names if name)


def _sources_of_talks(sources: Sequence[Side], talks: Sequence[Side], kind: str) -> list[Pairing]:
    """TalkSumm finds the paper of a talk by title; names, people and the words they share decide where it is untold.

    A deck is found in the same way.
    """
    known = Candidates(talks)
    return [
        Pairing(source.id, talk.id, kind, round(score, 2), why)
        for source in sources
        for talk, score, why in known.like(source)
    ]


class Candidates:
    """Sides by what makes two alike, so that of thousands only a few are compared, and fewer letter by letter."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        self._with_key: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._with_word: dict[str, list[int]] = defaultdict(list)
        self._with_trigram: dict[str, list[int]] = defaultdict(list)
        self._n_trigrams: list[int] = []
        for index, side in enumerate(sides):
            trigrams = _trigrams(side.title)
            self._n_trigrams.append(len(trigrams))
            for key in _keys(side):
                self._with_key[key].append(index)
            for word in side.terms:
                self._with_word[word].append(index)
            for trigram in trigrams:
                self._with_trigram[trigram].append(index)

    def like(self, side: Side) -> list[tuple[Side, float, str]]:
        """(other, score, why) of all that may be the other half of `side`, in their order.

        Missing are only those that share no identifier, title, name or `N_SHARED` words, and whose titles differ in
        most trigrams: their score would be too low to be shown.
        """
        same = {index for key in _keys(side) for index in self._with_key.get(key, ())}
        trigrams = _trigrams(side.title)
        titled = Counter(index for trigram in trigrams for index in self._with_trigram.get(trigram, ()))
        same |= {
            index
            for index, count in titled.items()
            if count >= SHARED_TRIGRAMS * max(len(trigrams), self._n_trigrams[index])
        }
        words = Counter(index for word in side.terms for index in self._with_word.get(word, ()))
        alike = same | {index for index, count in words.items() if count >= N_SHARED}
        return [
            (self._sides[index], *_likeness(side, self._sides[index], words[index], by_title=index in same))
            for index in sorted(alike)
        ]


def _keys(side: Side) -> list[tuple[str, str]]:
    keys = {"id": side.external_id, "titled": side.title, "named": side.hints.stem}
    return [(kind, value) for kind, value in keys.items() if value]


def _trigrams(title: str) -> frozenset[str]:
    """Those of a title long enough to be compared letter by letter."""
    return frozenset(title[at : at + 3] for at in range(len(title) - 2)) if len(title) > 8 else frozenset()


def _likeness(one: Side, other: Side, n_shared: int, *, by_title: bool) -> tuple[float, str]:
    """(score in [0, 1], why) of a paper and a talk belonging together. n_shared : words that both use."""
    score, why = _alike(one, other) if by_title else (0.0, "")
    if one.people & other.people:
        score, why = min(0.99, score + 0.15), f"{why}, same person" if why else "same person"
    if n_shared >= N_SHARED:
        shared = n_shared / min(len(one.terms), len(other.terms))
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


def _sources_of_targets(texts: Sequence[Side]) -> list[Pairing]:
    pairings: list[Pairing] = []
    named: dict[str, list[Side]] = defaultdict(list)
    for text in texts:
        named[text.hints.stem].append(text)
    for source in texts:
        for target in texts if len(texts) == 2 else named[source.hints.stem]:
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
            pairings.append(Pairing(source.id, target.id, "source_of", score, why))
    return pairings


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
) -> list[Pairing]:
    """Offline translations: line n translates line n, so the counts must be equal."""
    languages = {side.id: side.language for side in texts}
    pairings: list[Pairing] = []
    for text in candidates:
        for source in sources:
            n_lines = _source_lines(source)
            target_language = languages.get(targets.get(source.id, 0)) or _target_language(source)
            if n_lines is None or text.n_lines != n_lines or text.language == source.language:
                continue
            score = 0.55 + 0.2 * (text.hints.role == "offline") + 0.15 * (text.hints.stem == source.hints.stem)
            score += 0.05 * (text.language == target_language)
            why = f"{text.n_lines} = {n_lines} lines"
            pairings.append(Pairing(text.id, source.id, "translates", round(min(score, 0.97), 2), why))
    return pairings


def _source_lines(side: Side) -> int | None:
    if side.kind != "bitext":
        return side.n_lines
    bitexts = side.report["bitexts"]
    return int(bitexts[0]["n_source_lines"]) if len(bitexts) == 1 and not bitexts[0]["has_offline"] else None


def _target_language(side: Side) -> str:
    return next((one["language"] for one in side.report["documents"] if one["side"] == "target"), "")


def _alignments(beads: Sequence[Side], pairs: Sequence[Pairing], texts: dict[int, Side]) -> list[Pairing]:
    """Beads fit a pair when they reach no further than its texts; a full fit on both sides is no accident."""
    pairings: list[Pairing] = []
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
            pairings.append(Pairing(side.id, target.id, "aligns", round(score, 2), why))
    return pairings


def _by_name(files: Sequence[Side], others: Sequence[Side], kind: str) -> list[Pairing]:
    only = len(files) == len(others) == 1
    return [
        Pairing(one.id, other.id, kind, 0.95 if same else 0.6, "same name" if same else "the only ones")
        for one in files
        for other in others
        if (same := one.hints.stem == other.hints.stem) or only
    ]


def _best(pairings: Iterable[Pairing]) -> list[Pairing]:
    """One-to-one, best first; ties go to the files that came first."""
    chosen: list[Pairing] = []
    taken: set[int] = set()
    for one in sorted(pairings, key=lambda one: (-one.score, one.file, one.to or 0)):
        if one.to is not None and one.score >= SHOWN_FROM and one.file not in taken and one.to not in taken:
            chosen.append(one)
            taken |= {one.file, one.to}
    return chosen


def normal(text: str) -> str:
    """Letters and digits in lower case, one space between words."""
    return " ".join("".join(character if character.isalnum() else " " for character in text.lower()).split())


def propose_in_project(
    project: Project, files: Iterable[ImportFile], among_files: Sequence[Pairing], decided: Sequence[Pairing] = ()
) -> list[Pairing]:
    """The best unpaired document of the project for each paper, deck or talk without a sure partner among the files."""
    settled = {pk for one in (*among_files, *decided) if one.accepted for pk in (one.file, one.to)}
    decided_kinds = {(one.file, one.kind) for one in decided if one.document is not None}
    proposed: list[Pairing] = []
    known: dict[tuple[str, ...], Candidates] = {}
    for file in files:
        if not file.include or file.pk in settled or file.report.get("change") == "unchanged":
            continue
        side = side_of(file)
        kind, others = _OTHER_HALF.get(side.kind, ("", ()))
        if not others or (file.pk, kind) in decided_kinds:
            continue
        if others not in known:
            known[others] = Candidates(_unpaired(project, others))
        best = max(
            ((score, why, -other.id, other) for other, score, why in known[others].like(side)),
            key=lambda entry: (entry[0], entry[2]),
            default=None,
        )
        if best is not None and best[0] >= SHOWN_FROM:
            score, why, _, other = best
            proposed.append(
                Pairing(
                    file.pk, None, kind, round(score, 2), why, document=other.id, document_title=other.shown
                )
            )  # fmt: skip
    return proposed


def _unpaired(project: Project, kinds: Sequence[DocumentKind]) -> list[Side]:
    as_half = "pairs_as_target" if DocumentKind.TRANSCRIPT in kinds else "pairs_as_source"
    documents = list(
        Document.objects.filter(project=project, kind__in=kinds, next__isnull=True, **{f"{as_half}__isnull": True})
        .order_by("-pk")
        .only("pk", "kind", "title", "language", "speaker", "external_id", "metadata", "source_name")[:N_BY_TITLE]
    )
    texts: dict[int, list[str]] = {}
    read = [document.pk for document in documents[:N_BY_WORDS]]
    units = Unit.objects.filter(document__in=read, position__lt=N_UNITS)
    for pk, text in units.values_list("document_id", "text"):
        texts.setdefault(pk, []).append(text)
    return [_side(document, texts.get(document.pk, [])) for document in documents]


def _side(document: Document, texts: list[str]) -> Side:
    words: Counter[str] = terms_of(texts)
    return Side(
        id=document.pk,
        hints=hints_of(document.source_name),
        title=normal(document.title),
        language=document.language,
        kind=document.kind,
        n_lines=0,
        external_id=document.external_id,
        people=_people(document.metadata.get("authors"), document.speaker),
        terms=frozenset(word for word, _ in words.most_common(N_TERMS)),
        report={},
        shown=document.title,
    )
