"""From a staged file to documents as they will be stored: the importer's result with a person's choices applied."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from annotator.importers import registry, sandbox
from annotator.importers.base import Document, LeftOut, Parsed, RawBead, Unit
from annotator.services.importing.names import title_of
from annotator.storable import clean as clean

#: Options that are passed on to an importer, beside those that the import itself honours.
_FOR_IMPORTERS = (
    "source_language", "target_language", "offline_language", "columns", "first_row", "split_target", "title",
)  # fmt: skip
#: (file, name, format or None, options) -> what it holds.
Parse = Callable[[bytes, str, str | None, Mapping[str, Any]], Parsed]


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
    """Two documents of one file that are a pair; indices of `Content.items`."""

    source: int
    target: int
    offline: int | None
    title: str
    beads: tuple[RawBead, ...] | None = None
    rows: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What a file will become."""

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
    *,
    trusted: bool = False,
    parse: Parse | None = None,
) -> Content:
    """Read a file. `format` may be empty, to recognise it. What is wrong comes back as problems of `Content.parsed`.

    trusted : read it in this process, as files of our own or of the person at the shell; all others are read in a
        child process with bounds on time and memory.
    parse : reads it instead, such as a child process that reads file after file.
    """
    for_importer = {key: options[key] for key in _FOR_IMPORTERS if options.get(key)}
    if options.get("language"):
        for_importer |= {"language": options["language"]}
    chosen = parse or (registry.parse if trusted else _sandboxed)
    parsed = chosen(data, name, format or None, for_importer)
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
        pairs.append(PairPlan(first, first + 1, offline, title, bitext.beads, rows))
    return Content(parsed, tuple(items), tuple(pairs), tuple(left_out))


def reader() -> sandbox.Reader:
    """A child process that reads file after file; a context manager. It starts when the first file comes."""
    return sandbox.Reader(sandbox.Limits(file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1))


def _sandboxed(data: bytes, name: str, format: str | None, options: Mapping[str, Any]) -> Parsed:
    with reader() as child:
        return child.parse(data, name, format, options)


def _item(document: Document, name: str, options: Mapping[str, Any], title: str, side: str = "") -> Item:
    metadata = document.metadata
    speaker = _text(options.get("speaker") or metadata.get("speaker"))
    kept_document, kept = _without_blanks(document)
    said = metadata if side else {**metadata, **options}  # who interprets a bitext is said of its target
    return Item(
        document=kept_document,
        raw=document,
        title=clean(title or document.title or title_of(_text(metadata.get("member")) or name))[:300],
        external_id=_text(metadata.get("external_id"))[:200],
        side=side,
        speaker=speaker[:200] if side != "offline" else "",
        interpreter=_text(said.get("interpreter"))[:60],
        interpreter_rank=_text(said.get("interpreter_rank"))[:10],
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


def as_offline(item: Item, wanted: Sequence[int]) -> Item:
    """The item as a translation of the lines `wanted` of its source.

    A line without a translation is kept as one space, as a unit has text.
    """
    raw = item.raw
    units = [raw.units[index] if index < len(raw.units) else Unit("") for index in wanted]
    filled = tuple(unit if unit.text.strip() else replace(unit, text=" ") for unit in units)
    return replace(item, document=replace(raw, units=filled), side="offline", kept=tuple(wanted))


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
