"""An archive, read entry by entry: each entry of its manifest names the files that make up one talk.

Memory is bounded by the largest entry, not by the archive: members are unpacked and parsed when their entry's turn
comes, all of them by one child process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO, Any, cast

from annotator.corpus.importing.reading import Content, Item, PairPlan, Reader, as_offline, formats_of, read
from annotator.importers import registry
from annotator.importers.archive import RELATED, manifest_of
from annotator.importers.base import Parsed, Problem, Problems, RawBead, Refused
from annotator.importers.support.text_encoding import decode
from annotator.importers.support.zip_source import Archive
from annotator.models import Document

ARCHIVE = "archive"
_KINDS_OF_ROLE = {
    "paper": ("paper",),
    "transcript": ("transcript", "text"),
    "slides": ("slides",),
    "timeline": ("timeline",),
    "source": ("text", "transcript"),
    "target": ("text", "transcript"),
    "offline": ("text", "transcript"),
    "alignment": ("beads",),
    "bitext": ("bitext",),
    RELATED: ("related",),
}
#: Of roles whose files are not recognised.
_FORMAT_OF_ROLE = {RELATED: "m3av-related"}
#: Fields of the manifest that have a place of their own; all others are kept in the documents' metadata.
_PLACED = ("title", "speaker", "language", "interpreter", "rank")


@dataclass(frozen=True, slots=True)
class EntryItem:
    """A document of an entry, and the member of the archive it comes from with what read it."""

    item: Item
    path: str
    format: str
    version: str
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class EntryTimeline:
    """When the pages of an entry's deck were shown. deck : its index among the items. path : of the member."""

    deck: int
    shown: list[Any]
    path: str


@dataclass(frozen=True, slots=True)
class EntryRelated:
    """Sentences of an entry's paper for what was said on each slide. paper, talk : indexes among the items."""

    paper: int
    talk: int
    related: list[Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of an entry, with the lines of the member it is in."""

    problem: Problem
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryContent:
    """The documents and pairs that an entry of the manifest will become. `pairs` index `items`."""

    id: str
    title: str
    line: int | None
    files: tuple[str, ...]
    items: tuple[EntryItem, ...] = ()
    pairs: tuple[PairPlan, ...] = ()
    faults: tuple[Fault, ...] = ()
    timeline: EntryTimeline | None = None
    related: EntryRelated | None = None

    @property
    def errors(self) -> list[Problem]:
        return [fault.problem for fault in self.faults if fault.problem.severity == "error"]


class ArchiveReader:
    """An opened archive. `parsed` holds what is wrong with it as a whole; iterate for its entries."""

    def __init__(self, opened: IO[bytes], name: str, options: Mapping[str, Any], reader: Reader) -> None:
        self.name = name
        self.language: str = options.get("language") or ""  # of the entries that name none
        self._reader = reader
        problems = Problems(name)
        try:
            self._archive = Archive(opened, problems)
            manifest, self.manifest_data = manifest_of(self._archive, problems)
            self.manifest = f"{name}/{manifest}" if manifest else name
            names = {"names": self._archive.names, "shown_as": self.manifest}
            self.parsed = self._reader.parse(self.manifest_data, manifest, ARCHIVE, names)
        except Refused as refusal:
            self.manifest_data, self.manifest = b"", ""
            self.parsed = Parsed(ARCHIVE, problems=(refusal.problem,), name=name)

    def __len__(self) -> int:
        return len(self.parsed.metadata.get("entries", ()))

    def __iter__(self) -> Iterator[EntryContent]:
        return self.contents()

    @property
    def ids(self) -> list[str]:
        return [entry["id"] for entry in self.parsed.metadata.get("entries", ())]

    def contents(self, without: Collection[str] = ()) -> Iterator[EntryContent]:
        """The entries in the order of the manifest, but those with the ids `without`, which are not read."""
        for entry in self.parsed.metadata.get("entries", ()):
            if entry["id"] not in without:
                yield _EntryReader(self, entry).content()

    def entry_of(self, problem: Problem) -> str:
        """The id of the entry that a problem of the manifest is about; empty where it is about several or none."""
        if problem.line is None or problem.file != self.manifest:
            return ""
        ids = [entry["id"] for entry in self.parsed.metadata.get("entries", ()) if entry["line"] == problem.line]
        return ids[0] if len(ids) == 1 else ""

    def read_member(self, path: str, role: str, options: Mapping[str, Any]) -> tuple[Content | None, list[Fault]]:
        """A member as its role wants it; None where it cannot be read as that, with the reason."""
        shown = f"{self.name}/{path}"
        try:
            data = self._archive.read(path)
        except Refused as refusal:
            return None, [Fault(replace(refusal.problem, file=shown))]
        kinds = _KINDS_OF_ROLE[role]
        content = read(data, path, _FORMAT_OF_ROLE.get(role, ""), options, self._reader)
        if content.parsed.format and not _holds(content.parsed, kinds):
            possible = formats_of(data[: registry.HEAD], path, self._reader)
            other = next((one for one in possible if set(registry.BY_NAME[one].kinds) & set(kinds)), "")
            if other:
                content = read(data, path, other, options, self._reader)
        lines = tuple(lines_of(data, path)) if content.parsed.problems else ()
        faults = [Fault(replace(problem, file=shown), lines) for problem in content.parsed.problems]
        if content.parsed.ok and not _holds(content.parsed, kinds):
            label = registry.BY_NAME[content.parsed.format].label
            wrong_kind = Problem("error", f"this is {label}", file=shown, expected=f"a {role}: {' or '.join(kinds)}")
            faults.append(Fault(wrong_kind))
        return (content if not any(fault.problem.severity == "error" for fault in faults) else None), faults


def _holds(parsed: Parsed, kinds: tuple[str, ...]) -> bool:
    there = {document.kind for document in parsed.documents}
    return bool(
        there & set(kinds)
        or ("bitext" in kinds and parsed.bitexts)
        or ("beads" in kinds and parsed.beads is not None)
        or ("timeline" in kinds and parsed.metadata.get("timeline"))
        or ("related" in kinds and "related" in parsed.metadata)
    )


class _EntryReader:
    """Puts the members of one entry together."""

    def __init__(self, archive: ArchiveReader, entry: Mapping[str, Any]) -> None:
        self._archive = archive
        self._id: str = entry["id"]
        self._line: int | None = entry["line"]
        self._fields: dict[str, str] = entry["fields"]
        self._files: dict[str, str] = entry["files"]
        self._items: list[EntryItem] = []
        self._pairs: list[PairPlan] = []
        self._faults: list[Fault] = []
        self._at: dict[str, int] = {}

    def content(self) -> EntryContent:
        for role in ("paper", "transcript", "slides", "source", "target", "bitext"):
            if role in self._files:
                self._add(role)
        if "offline" in self._files:
            self._add_offline()
        for role in ("paper", "slides"):
            if role in self._at and "transcript" in self._at:
                self._pairs.append(PairPlan(self._at[role], self._at["transcript"], None, self._title))
        if "source" in self._at and "target" in self._at:
            beads, is_cost = self._beads()
            offline = self._at.get("offline")
            self._pairs.append(
                PairPlan(self._at["source"], self._at["target"], offline, self._title, beads, is_cost=is_cost)
            )
        timeline, related = self._timeline(), self._related()
        items, pairs, faults = tuple(self._items), tuple(self._pairs), tuple(self._faults)
        files = tuple(self._files.values())
        return EntryContent(self._id, self._title, self._line, files, items, pairs, faults, timeline, related)

    @property
    def _title(self) -> str:
        first = self._items[0].item.title if self._items else self._id
        return (self._fields.get("title") or first)[:300]

    def _read(self, role: str) -> Content | None:
        language = self._fields.get("language") or self._archive.language
        facts = {
            "language": language if role in ("paper", "transcript", "slides", "source") else "",
            "speaker": self._fields.get("speaker"),
            "interpreter": self._fields.get("interpreter") if role in ("target", "bitext") else "",
            "interpreter_rank": self._fields.get("rank") if role in ("target", "bitext") else "",
            "title": self._fields.get("title") if role != "paper" else "",
        }
        options = {key: value for key, value in facts.items() if value}
        content, faults = self._archive.read_member(self._files[role], role, options)
        self._faults += faults
        return content

    def _add(self, role: str) -> None:
        content = self._read(role)
        if content is None:
            return
        first = len(self._items)
        if role != "bitext" and len(content.items) != 1:
            self._error(role, f"there are {len(content.items)} documents in it", "one")
            return
        for item in content.items:
            self._append(self._named(item, role), role, content)
        self._at[role] = first
        for plan in content.pairs:
            offline = plan.offline + first if plan.offline is not None else None
            self._pairs.append(replace(plan, source=plan.source + first, target=plan.target + first, offline=offline))

    def _named(self, item: Item, role: str) -> Item:
        """With the manifest's id: by it the entry is known when it comes again."""
        if role == "bitext":
            return item if item.external_id else replace(item, external_id=f"{self._id}:{item.side}"[:200])
        if role in ("paper", "transcript", "slides"):
            return replace(item, external_id=self._id[:200])
        return replace(item, external_id=f"{self._id}:{role}"[:200], side=role)

    def _append(self, item: Item, role: str, content: Content) -> None:
        rest = {key: value for key, value in self._fields.items() if key not in _PLACED}
        parsed = content.parsed
        version = parsed.version.rpartition("/")[2] or "1"
        about = {**rest, "member": self._files[role]}
        self._items.append(EntryItem(item, self._files[role], parsed.format, version, about))

    def _add_offline(self) -> None:
        """A translation line by line of the source; it has no place without one."""
        content = self._read("offline")
        if content is None:
            return
        if "source" not in self._at:
            self._error("offline", "it translates a source that is not named or not readable", "a source beside it")
            return
        source = self._items[self._at["source"]].item
        (item,) = content.items[:1]
        if len(item.raw.units) != len(source.raw.units):
            self._error(
                "offline", f"{len(item.raw.units)} lines", f"{len(source.raw.units)}, one for each of its source"
            )
            return
        self._at["offline"] = len(self._items)
        self._append(self._named(as_offline(item, source.kept), "offline"), "offline", content)

    def _timeline(self) -> EntryTimeline | None:
        content = self._read("timeline") if "timeline" in self._files else None
        if content is None:
            return None if "timeline" in self._files else self._own_timeline()
        if "slides" not in self._at or "transcript" not in self._at:
            self._error("timeline", "it belongs to slides and a transcript that are not both named or readable",
                "slides and transcript beside it")  # fmt: skip
            return None
        return EntryTimeline(self._at["slides"], content.parsed.metadata["timeline"], self._files["timeline"])

    def _own_timeline(self) -> EntryTimeline | None:
        """That of a deck whose file says when each page was shown, as M3AV's do."""
        if "slides" not in self._at or "transcript" not in self._at:
            return None
        units = self._items[self._at["slides"]].item.raw.units
        shown = [
            (unit.page or number, unit.start_seconds, unit.end_seconds, unit.line)
            for number, unit in enumerate(units, start=1)
            if unit.start_seconds is not None and unit.end_seconds is not None and unit.start_seconds < unit.end_seconds
        ]
        return EntryTimeline(self._at["slides"], shown, self._files["slides"]) if shown else None

    def _related(self) -> EntryRelated | None:
        """Without a paper, slides and a transcript nobody knows what it is about: then it is passed over."""
        if RELATED not in self._files or not {"paper", "slides", "transcript"} <= self._at.keys():
            return None
        content = self._read(RELATED)
        if content is None:
            return None
        return EntryRelated(self._at["paper"], self._at["transcript"], content.parsed.metadata["related"])

    def _beads(self) -> tuple[tuple[RawBead, ...] | None, bool]:
        """The beads of the entry's alignment, and whether their scores are costs."""
        content = self._read("alignment") if "alignment" in self._files else None
        if content is None:
            return None, False
        return content.parsed.beads, bool(content.parsed.metadata.get("costs"))

    def _error(self, role: str, message: str, expected: str) -> None:
        path = f"{self._archive.name}/{self._files[role]}"
        self._faults.append(Fault(Problem("error", message, file=path, expected=expected)))


def lines_of(data: bytes, name: str) -> list[str]:
    """The lines of a text for showing; none where it is no text."""
    try:
        return decode(data, name).lines()
    except Refused:
        return []


def source_of(document: Document) -> tuple[IO[Any], int]:
    """The file that a document was read from, open, and its size in bytes.

    A document of an archive has a member of that archive, which is decompressed while it is read.
    Raises FileNotFoundError when the storage has lost the file.
    """
    storage, name = document.source_file.storage, str(document.source_file.name)
    opened: IO[Any] = storage.open(name, "rb")
    member = document.metadata.get("member")
    if not member or not name.endswith(".zip"):
        return opened, storage.size(name)
    try:
        stream, size = Archive(opened, Problems(document.source_name)).open(member)
    except BaseException:
        opened.close()
        raise
    return cast("IO[Any]", _Member(stream, opened)), size


class _Member:
    """A member of an archive. It can be read only forwards: to jump would be to decompress it from its beginning."""

    def __init__(self, stream: IO[bytes], archive: IO[Any]) -> None:
        self._stream = stream
        self._archive = archive

    def read(self, size: int = -1) -> bytes:
        return self._stream.read(size)

    def close(self) -> None:
        self._stream.close()
        self._archive.close()
