"""What a project has already: a document that comes again is known by its external id, or by its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Q, QuerySet

from annotator.corpus.importing.common_lines import opcodes
from annotator.corpus.importing.reading import Item
from annotator.models import Document, Pair, Project

#: How what comes in stands to the project.
Status = Literal["new", "unchanged", "changed"]
#: How many lines of a diff a person is shown, and how many unchanged ones around each change.
N_SHOWN = 300
CONTEXT = 1
_TEXT_LENGTH = 1000


def find_known(project: Project, item: Item) -> tuple[Status, Document | None]:
    """How an item stands to the project, and the document it is or would change: the latest version of it."""
    documents = Document.objects.filter(project=project, kind=item.document.kind)
    if item.external_id:
        known = documents.filter(external_id=item.external_id)
        # An id may be that of a talk in two languages. The id of one side of a bitext is of that side alone, whatever
        # a few sentences more or fewer make its language seem to be.
        if not item.side and language_of(item):
            known = known.filter(language__in=(language_of(item), ""))
        same_id = known.order_by("-version").first()
        if same_id is not None:
            return ("unchanged" if same_id.content_hash == item.content_hash else "changed"), same_id
    if not any(text.strip() for text in item.texts):  # pages without text are not the same for that
        return "new", None
    same_text = documents.filter(content_hash=item.content_hash, next__isnull=True).order_by("pk").first()
    return ("unchanged", same_text) if same_text is not None else ("new", None)


def free_external_id(project: Project, item: Item) -> str:
    """`item.external_id` with the first number behind it that nothing has yet: ``talk-7#2``."""
    stem, number = item.external_id[:190], 2
    while Document.objects.filter(project=project, external_id=f"{stem}#{number}").exists():
        number += 1
    return f"{stem}#{number}"


def language_of(item: Item) -> str:
    return (item.document.language or "")[:16]


def texts_of(document: Document) -> list[str]:
    return list(document.units.order_by("position").values_list("text", flat=True))


def changes_of(pair: Pair) -> list[dict[str, Any]]:
    """What the newest version of each text of a pair changed in the one before it: ``side``, ``language``, ``version``,
    ``lines`` as `diff_lines`; nothing of a text that has only one version."""
    changes = []
    for side, document in (("source", pair.source), ("target", pair.target)):
        if document.previous is not None:
            lines = diff_lines(texts_of(document.previous), texts_of(document))
            changes.append({"side": side, "language": document.language, "version": document.version, "lines": lines})
    return changes


def pairs_of(document: Document) -> QuerySet[Pair]:
    return Pair.objects.filter(Q(source=document) | Q(target=document) | Q(offline=document))


@dataclass(frozen=True, slots=True)
class UnitMap:
    """Where the units of the old text are in the new one; all positions are 0-based.

    same : old position -> new position, of units whose text is the same.
    moved_to : old position -> new positions that stand in its place, of units whose text is not there any more.
    after : for each new position that stands in no old one's place, the old position it follows (-1: the beginning).
    """

    same: dict[int, int]
    moved_to: dict[int, tuple[int, ...]]
    after: dict[int, int]

    def new_of(self, old: int) -> tuple[int, ...]:
        return (self.same[old],) if old in self.same else self.moved_to.get(old, ())

    def stays(self, first: int, n: int) -> bool:
        """Whether these n units are unchanged and still follow each other."""
        new = self.same.get(first)
        return new is not None and all(self.same.get(first + k) == new + k for k in range(n))

    @classmethod
    def identity(cls, n_units: int) -> UnitMap:
        return cls({position: position for position in range(n_units)}, {}, {})


def map_units(before: Sequence[str], after: Sequence[str]) -> UnitMap:
    """Longest runs of equal units stay; the units of a changed stretch go to the old ones in proportion."""
    same: dict[int, int] = {}
    places: dict[int, list[int]] = {}
    follows: dict[int, int] = {}
    for tag, low, high, new_low, new_high in opcodes(before, after):
        if tag == "equal":
            same |= dict(zip(range(low, high), range(new_low, new_high), strict=True))
        elif tag == "replace":
            n_old, n_new = high - low, new_high - new_low
            for new in range(new_low, new_high):
                places.setdefault(low + (new - new_low) * n_old // n_new, []).append(new)
        elif tag == "insert":
            follows |= dict.fromkeys(range(new_low, new_high), low - 1)
    return UnitMap(same, {old: tuple(new) for old, new in places.items()}, follows)


def diff_lines(before: Sequence[str], after: Sequence[str]) -> list[dict[str, Any]]:
    """The changed stretches with a line around them: {kind: same|removed|added|gap, position, text}, 300 at most.

    `position` is that in the new text, or in the old one for what was removed. ``gap`` stands for lines not shown; its
    position is how many.
    """
    lines: list[dict[str, Any]] = []
    stretches = list(opcodes(before, after))
    for index, (tag, low, high, new_low, new_high) in enumerate(stretches):
        if tag == "equal":
            lines += _around(after, new_low, new_high, is_first=index == 0, is_last=index == len(stretches) - 1)
            continue
        lines += [_line("removed", position, before[position]) for position in range(low, high)]
        lines += [_line("added", position, after[position]) for position in range(new_low, new_high)]
    if len(lines) > N_SHOWN:
        return [*lines[:N_SHOWN], _line("gap", len(lines) - N_SHOWN, "")]
    return lines


def _around(texts: Sequence[str], low: int, high: int, *, is_first: bool, is_last: bool) -> Iterator[dict[str, Any]]:
    head = 0 if is_first else CONTEXT
    tail = 0 if is_last else CONTEXT
    if high - low <= head + tail + 1:
        yield from (_line("same", position, texts[position]) for position in range(low, high))
        return
    yield from (_line("same", position, texts[position]) for position in range(low, low + head))
    yield _line("gap", high - low - head - tail, "")
    yield from (_line("same", position, texts[position]) for position in range(high - tail, high))


def _line(kind: str, position: int, text: str) -> dict[str, Any]:
    return {"kind": kind, "position": position, "text": text[:_TEXT_LENGTH]}
