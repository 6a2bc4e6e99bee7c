"""Many documents at once: a zip with a manifest (``manifest.csv``, ``.tsv`` or ``.json``) that says which files make up
each talk.

A talk is an entry of the manifest: a row of the table, or an item of the list. Its columns: ``id`` (required, unique),
``title``, ``speaker``, ``event``, ``split`` and ``language``, and one column for each file: ``paper``, ``transcript``,
``slides``, ``timeline``, ``source``, ``target``, ``offline``, ``alignment``, ``bitext``, with paths relative to the
manifest. Other columns are kept as they are. The files are not read here: what comes out names them, and each is then
read by its own importer. `read_manifest` also serves folders.

The folders of M3AV (Chen et al. 2024) need no manifest: each has the files of a talk at paths of their own, and
``set_split.json`` beside them says which split a talk is in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.support.delimited import as_wide_as, delimiter_of, read_rows
from annotator.importers.support.json_source import JsonSource
from annotator.importers.support.text_encoding import decode
from annotator.importers.support.unreadable import office_file
from annotator.importers.support.zip_source import Archive, begins_as_office

FILE_ROLES = ("paper", "transcript", "slides", "timeline", "source", "target", "offline", "alignment", "bitext")
_ALIASES = {
    "external_id": "id",
    "talk": "id",
    "talk_id": "id",
    "name": "title",
    "author": "speaker",
    "venue": "event",
    "conference": "event",
    "talk_title": "title",
}
MANIFESTS = ("manifest.csv", "manifest.tsv", "manifest.json")
#: The role of sentences of a paper for what was said on each slide.
RELATED = "related"
#: Of a talk's folder in M3AV: what each file is, and files that are not read, as they follow from others or are large.
M3AV_FILES = {
    "speech/final+timestamps.json": "transcript",
    "ocr/ocr_result.json": "slides",
    "paper/paper_sentences.json": "paper",
    "paper/related_sentences.json": RELATED,
}
M3AV_SPLITS = "set_split.json"
_M3AV_OTHERS = re.compile(r"(?:.*/)?(?:ocr/seg_speech_ocr\.json|ocr/seg_imgs/.*|raw/.*|set_split\.json|LICENSE)")


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """An entry of a manifest. files : role -> path in the archive. line : where the manifest names it."""

    id: str
    fields: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    line: int | None = None


def _sniff(head: bytes, name: str) -> float:
    if not head.startswith(b"PK\x03\x04") or name.lower().endswith(".pptx"):
        return 0.0
    if begins_as_office(head) or office_file(head, name)[0]:
        return 0.0
    return 0.9


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    """``options["names"]``: `data` is the manifest alone, `name` its path, and these are all paths beside it."""
    if "names" in options:
        return _entries(data, name, options["names"], Problems(options.get("shown_as") or name))
    problems = Problems(name)
    archive = Archive(data, problems)
    manifest, content = manifest_of(archive, problems)
    return _entries(content, manifest, archive.names, Problems(f"{name}/{manifest}"))


def manifest_of(archive: Archive, problems: Problems) -> tuple[str, bytes]:
    """(path, content) of its manifest; of folders of M3AV what stands for one, empty where nothing does.

    Raises `Refused` where there is neither.
    """
    manifest = find_manifest(archive.names)
    if manifest is None and m3av_talks(archive.names):
        manifest = _splits_of(archive.names)
        return (manifest, archive.read(manifest)) if manifest else ("", b"")
    if manifest is None:
        raise problems.refuse(
            "the archive has no manifest",
            expected=f"one of {', '.join(MANIFESTS)} beside the files it lists, or the folders of M3AV",
        )
    return manifest, archive.read(manifest)


def has_entries(names: Collection[str]) -> bool:
    """Whether files with these paths are an archive of talks: with a manifest, or the folders of M3AV."""
    return find_manifest(names) is not None or bool(m3av_talks(names))


def m3av_talks(names: Collection[str]) -> dict[str, dict[str, str]]:
    """The talks of a corpus in the layout of M3AV: path of the talk's folder -> role -> path of the file."""
    talks: dict[str, dict[str, str]] = {}
    for name in names:
        parts = name.rsplit("/", 3)
        role = M3AV_FILES.get("/".join(parts[-2:]))
        folder = name.removesuffix("/".join(parts[-2:])).rstrip("/")
        if role and folder:
            talks.setdefault(folder, {})[role] = name
    return {folder: files for folder, files in talks.items() if files.keys() != {RELATED}}


def _splits_of(names: Collection[str]) -> str:
    """The path of ``set_split.json``; empty without one."""
    found = [name for name in names if PurePosixPath(name).name == M3AV_SPLITS]
    return min(found, key=lambda name: (name.count("/"), name), default="")


def _entries(data: bytes, manifest: str, names: Collection[str], inner: Problems) -> Parsed:
    if find_manifest(names) is None and (talks := m3av_talks(names)):
        entries = _m3av_entries(talks, data, inner)
        names = [name for name in names if not _M3AV_OTHERS.fullmatch(name)]
    else:
        entries = read_manifest(data, manifest, set(names), inner)
    used = {path for entry in entries for path in entry.files.values()} | {manifest}
    unused = [path for path in names if path not in used]
    if unused:
        shown = ", ".join(unused[:5]) + (" ..." if len(unused) > 5 else "")
        files = "1 file is" if len(unused) == 1 else f"{len(unused)} files are"
        inner.warning(f"{files} listed in no entry: {shown}", expected="each file named by the manifest")
    metadata = {
        "manifest": manifest,
        "entries": [
            {"id": entry.id, "fields": entry.fields, "files": entry.files, "line": entry.line} for entry in entries
        ],
        "unused": unused,
    }
    return Parsed("archive", problems=inner.all(), metadata=metadata)


def _m3av_entries(talks: dict[str, dict[str, str]], splits: bytes, problems: Problems) -> list[ArchiveEntry]:
    """An entry for each talk, named as its folder; splits : ``set_split.json``, or empty."""
    split_of = _splits(splits, problems) if splits else {}
    entries: list[ArchiveEntry] = []
    seen: set[str] = set()
    for folder, files in sorted(talks.items()):
        name = folder.rpartition("/")[2]
        if name in seen:
            problems.error(f"the talk {name!r} has two folders", text=folder, expected="a folder for each talk")
            continue
        seen.add(name)
        fields = {"title": name} | ({"split": split_of[name]} if name in split_of else {})
        entries.append(ArchiveEntry(name, fields, files))
    return entries


def _splits(data: bytes, problems: Problems) -> dict[str, str]:
    source = JsonSource(data, problems.file)
    if not isinstance(source.value, dict):
        raise problems.refuse(f"the splits are {type(source.value).__name__}", expected="an object of talk to split")
    return {talk: split for talk, split in source.value.items() if isinstance(split, str)}


def find_manifest(names: Collection[str]) -> str | None:
    """The manifest nearest the top of an archive or folder."""
    manifests = [name for name in names if PurePosixPath(name).name.lower() in MANIFESTS]
    return min(manifests, key=lambda name: (name.count("/"), name), default=None)


def read_manifest(data: bytes, name: str, files: Collection[str], problems: Problems) -> list[ArchiveEntry]:
    """The entries of a manifest. `files` are all paths beside it; those that it names and that are missing are errors.

    Raises `Refused` where the manifest itself cannot be read.
    """
    if name.lower().endswith(".json"):
        listed = _json_entries(data, problems)
    else:
        listed = _table_entries(data, problems)
    folder = PurePosixPath(name).parent
    known = set(files)
    entries: list[ArchiveEntry] = []
    seen: dict[str, int | None] = {}
    for line, fields in listed:
        entry = _entry(fields, line, folder, known, problems)
        if entry is None:
            continue
        if entry.id in seen:
            problems.error(
                f"the entry {entry.id!r} is listed twice (first in line {seen[entry.id]})",
                line=line,
                text=entry.id,
                expected="a different id for each entry",
            )
            continue
        seen[entry.id] = line
        entries.append(entry)
    if not entries and not problems.all():
        raise problems.refuse("the manifest lists no entry", line=1, expected="one row per entry")
    return entries


def _table_entries(data: bytes, problems: Problems) -> list[tuple[int | None, dict[str, str]]]:
    text = decode(data, problems.file).text.removeprefix("\ufeff")
    rows = list(read_rows(text, delimiter_of(text[:65_536]) or ",", quoted=True, problems=problems))
    headings = [_role(cell.text) for cell in rows[0]]
    if "id" not in headings:
        raise problems.refuse(
            "the manifest has no id column",
            at=(1, 1, text.split("\n")[0]),
            expected="headings such as id, paper, transcript, speaker",
        )
    return [
        (row[0].line, {heading: cell.text.strip() for heading, cell in zip(headings, row, strict=True)})
        for row in as_wide_as(len(headings), rows[1:], problems)
    ]


def _json_entries(data: bytes, problems: Problems) -> list[tuple[int | None, dict[str, str]]]:
    source = JsonSource(data, problems.file)
    source.problems = problems
    base = ("talks",) if isinstance(source.value, dict) else ()
    entries: list[tuple[int | None, dict[str, str]]] = []
    for path, entry in source.items(base, dict, required=True):
        entries.append((source.locate(path)[0], {_role(key): _as_text(value) for key, value in entry.items()}))
    return entries


def _role(heading: str) -> str:
    name = heading.strip().lower().replace(" ", "_")
    return _ALIASES.get(name, name)


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _entry(
    entry: dict[str, str], line: int | None, folder: PurePosixPath, known: set[str], problems: Problems
) -> ArchiveEntry | None:
    identifier = entry.get("id", "")
    if not identifier:
        problems.error("an entry without an id", line=line, expected="an id that no other entry has")
        return None
    files: dict[str, str] = {}
    for role in FILE_ROLES:
        stated = entry.get(role, "")
        if not stated:
            continue
        path = PurePosixPath(stated.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            problems.error(
                f"the {role} of {identifier!r} is outside the archive",
                line=line,
                text=stated,
                expected="a path beside the manifest",
            )
        elif str(folder / path) not in known:
            problems.error(
                f"the {role} of {identifier!r} is missing: {stated}",
                line=line,
                text=stated,
                expected="a file in the archive",
            )
        else:
            files[role] = str(folder / path)
    if not files:
        problems.error(
            f"the entry {identifier!r} has no file",
            line=line,
            text=identifier,
            expected=f"one of {', '.join(FILE_ROLES)}",
        )
    fields = {key: value for key, value in entry.items() if key not in FILE_ROLES and key != "id" and value}
    return ArchiveEntry(identifier, fields, files, line)


FORMAT = Format("archive", "Archive with manifest", (".zip",), ("archive",), _sniff, _parse)
