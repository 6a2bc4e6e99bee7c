"""From a staged file to documents as they will be stored: the importer's result with a person's choices applied."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from django.conf import settings

from annotator.corpus.importing.names import hints_of, title_of
from annotator.importers import registry, sandbox
from annotator.importers.base import Document, LeftOut, Parsed, RawBead, Unit
from annotator.importers.support.unreadable import what_it_is
from annotator.storable import clean

#: Options that are passed on to an importer, beside those that the import itself honours.
_FOR_IMPORTERS = (
    "source_language", "target_language", "offline_language", "columns", "first_row", "split_target", "title",
    "without_lines",
)  # fmt: skip


#: Told the share that is done, 0 to 1, and what is being done; may raise to stop.
Progress = Callable[[float, str], None]


def silently(share: float, message: str) -> None:
    """The progress that nobody watches."""


class Reader(Protocol):
    """Recognises and reads files: `sandbox.Reader`, or `InProcess`."""

    def parse(
        self, data: bytes, name: str, format: str | None = None, options: Mapping[str, Any] | None = None
    ) -> Parsed: ...

    def recognise(self, files: Sequence[tuple[bytes, str]]) -> list[list[str]]: ...


class InProcess:
    """Reads files of our own, or of the person at the shell, without a child process."""

    def parse(
        self, data: bytes, name: str, format: str | None = None, options: Mapping[str, Any] | None = None
    ) -> Parsed:
        return registry.parse(data, name, format, options)

    def recognise(self, files: Sequence[tuple[bytes, str]]) -> list[list[str]]:
        return [[format.name for format, _ in registry.recognise(data, name)] for data, name in files]


def reader(
    *, trusted: bool = False, seconds: int | None = None, wait_seconds: float | None = None
) -> AbstractContextManager[Reader]:
    """Reads file after file. It starts a child process with the first one, unless the files are `trusted`.

    seconds : processor time that a file may take, instead of the sandbox's own limit.
    wait_seconds : how long it waits while too many other children are at work, until it raises `sandbox.Busy`.
    """
    if trusted:
        return nullcontext(InProcess())
    limits = sandbox.Limits(
        file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1,
        max_pages=settings.MAX_PAGES,
        wait_seconds=wait_seconds,
    )
    return sandbox.Reader(replace(limits, seconds=seconds) if seconds else limits)


def formats_of(head: bytes, name: str, reader: Reader) -> list[str]:
    """The names of the formats that a file may be in, best first, by its first bytes; none for what is never read."""
    return [] if what_it_is(head, name)[0] else reader.recognise([(head, name)])[0]


@dataclass(frozen=True, slots=True)
class Item:
    """A document of a file.

    document, raw : as it will be stored, and as the importer gave it, with blank lines.
    side : "" for a document on its own, else ``source``, ``target`` or ``offline`` of a bitext.
    kept : for each unit, which unit of the importer's document it is: blank lines are counted by other files
        (translations, alignments) but are no units here.
    """

    document: Document
    raw: Document
    title: str
    external_id: str
    side: str = ""
    speaker: str = ""
    interpreter: str = ""
    interpreter_rank: str = ""
    kept: tuple[int, ...] = ()

    @property
    def texts(self) -> list[str]:
        return [unit.text for unit in self.document.units]

    @property
    def content_hash(self) -> str:
        return hash_of(self.texts)


@dataclass(frozen=True, slots=True)
class PairPlan:
    """Two documents of one file that are a pair; indices of `Content.items`. is_cost : the beads' scores are costs."""

    source: int
    target: int
    offline: int | None
    title: str
    beads: tuple[RawBead, ...] | None = None
    rows: tuple[dict[str, Any], ...] = ()
    is_cost: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    """The documents, pairs and links that a file will become."""

    parsed: Parsed
    items: tuple[Item, ...] = ()
    pairs: tuple[PairPlan, ...] = ()
    left_out: tuple[LeftOut, ...] = field(default=())


def hash_of(texts: Iterable[str]) -> str:
    """SHA-256 of the units' texts, each with its length, so that no two divisions of a text are the same."""
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode()
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


def read(
    data: bytes,
    name: str,
    format: str,
    options: Mapping[str, Any],
    reader: Reader,
) -> Content:
    """Read a file. `format` may be empty, to recognise it. What is wrong comes back as problems of `Content.parsed`."""
    for_importer = {key: options[key] for key in _FOR_IMPORTERS if options.get(key)}
    if options.get("language"):
        for_importer |= {"language": options["language"]}
    parsed = reader.parse(data, name, format or None, for_importer)
    put_back = set(options.get("put_back") or ())
    items: list[Item] = []
    pairs: list[PairPlan] = []
    left_out: list[LeftOut] = []
    for document in parsed.documents:
        title = options.get("title") if len(parsed.documents) == 1 else ""
        items.append(_item(_with_put_back(document, put_back, len(left_out)), name, options, title or ""))
        left_out += document.left_out
    for bitext in parsed.bitexts:
        first = len(items)
        base = _text(bitext.metadata.get("external_id"))
        interpreter = _text(options.get("interpreter") or bitext.metadata.get("interpreter"))
        scope = f"{base}:{interpreter}" if base and interpreter else base
        title = (options.get("title") if len(parsed.bitexts) == 1 else "") or bitext.title or title_of(name)
        sides = {"source": bitext.source, "target": bitext.target, "offline": bitext.offline}
        for side, of_side in sides.items():
            if of_side is None:
                continue
            item = _item(of_side, name, options, title, side=side)
            rank = _text(options.get("interpreter_rank") or _rank(bitext.metadata.get("rows")))
            if side == "target":
                item = replace(item, interpreter=interpreter[:60], interpreter_rank=rank[:10])
            elif side == "offline":
                item = as_offline(item, items[first].kept)
            items.append(replace(item, external_id=f"{scope}:{side}"[:200] if scope else ""))
            left_out += of_side.left_out
        offline = first + 2 if bitext.offline is not None else None
        rows = tuple(bitext.metadata.get("rows") or ())
        pairs.append(PairPlan(first, first + 1, offline, title, bitext.beads, rows, bool(bitext.metadata.get("costs"))))
    return Content(parsed, tuple(items), tuple(pairs), tuple(left_out))


def _item(document: Document, name: str, options: Mapping[str, Any], title: str, side: str = "") -> Item:
    metadata = document.metadata
    member = _text(metadata.get("member")) or name
    if not document.language and not side and (language := hints_of(member).language):
        document = replace(document, language=language)  # few words, or figures only, do not tell
    speaker = _text(options.get("speaker") or metadata.get("speaker"))
    kept_document, kept = _with_every_page(document) if document.kind == "slides" else _without_blanks(document)
    about = metadata if side else {**metadata, **options}  # who interprets a bitext is said of its target
    return Item(
        document=kept_document,
        raw=document,
        title=clean(title or document.title or title_of(member))[:300],
        external_id=_text(metadata.get("external_id"))[:200],
        side=side,
        speaker=speaker[:200] if side != "offline" else "",
        interpreter=_text(about.get("interpreter"))[:60],
        interpreter_rank=_text(about.get("interpreter_rank"))[:10],
        kept=kept,
    )


def _without_blanks(document: Document) -> tuple[Document, tuple[int, ...]]:
    """A unit has text; blank lines are listed as left out."""
    kept = tuple(index for index, unit in enumerate(document.units) if unit.text.strip())
    if len(kept) == len(document.units):
        return document, kept
    units = tuple(document.units[index] for index in kept)
    blank = tuple(LeftOut("", "empty line", unit.line) for unit in document.units if not unit.text.strip())
    return replace(document, units=units, left_out=document.left_out + blank), kept


def _with_every_page(document: Document) -> tuple[Document, tuple[int, ...]]:
    """A deck has all of its pages, as a talk stays on those without text too; each is kept as one space."""
    return replace(document, units=tuple(map(_with_text, document.units))), tuple(range(len(document.units)))


def _with_text(unit: Unit) -> Unit:
    """A unit has text: one without any is kept as one space."""
    return unit if unit.text.strip() else replace(unit, text=" ")


def as_offline(item: Item, wanted: Sequence[int]) -> Item:
    """The item as a translation of the lines `wanted` of its source.

    A line without a translation is kept as one space, as a unit has text.
    """
    raw = item.raw
    units = [raw.units[index] if index < len(raw.units) else Unit("") for index in wanted]
    return replace(item, document=replace(raw, units=tuple(map(_with_text, units))), side="offline", kept=tuple(wanted))


def _with_put_back(document: Document, indices: set[int], first: int) -> Document:
    """The document with some of what was left out as units again, each where it stood."""
    chosen = [entry for index, entry in enumerate(document.left_out, first) if index in indices]
    if not chosen:
        return document
    units: list[Unit] = []
    waiting = sorted(chosen, key=lambda entry: entry.before)
    for position in range(len(document.units) + 1):
        while waiting and waiting[0].before <= position:
            entry = waiting.pop(0)
            units.append(Unit(" ".join(entry.text.split()), entry.section, line=entry.line, page=entry.page))
        units += document.units[position : position + 1]
    units += [Unit(" ".join(entry.text.split()), entry.section, line=entry.line, page=entry.page) for entry in waiting]
    rest = tuple(entry for index, entry in enumerate(document.left_out, first) if index not in indices)
    return replace(document, units=tuple(units), left_out=rest)


def _rank(rows: Any) -> str:
    return next((row["rank"] for row in rows or () if row.get("rank")), "")


def _text(value: Any) -> str:
    return "" if value is None else str(clean(str(value))).strip()
