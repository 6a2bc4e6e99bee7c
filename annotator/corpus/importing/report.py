"""The report on a staged file or archive: counts, a preview, what was left out, every problem in its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import IO, Any

from annotator.corpus.importing.archives import ARCHIVE, ArchiveReader, EntryContent, lines_of
from annotator.corpus.importing.comparing import Comparison, compare, warnings_of
from annotator.corpus.importing.namesakes import Namesake, same_name_of
from annotator.corpus.importing.reading import Content, Item, Progress, Reader, read, silently
from annotator.importers import registry
from annotator.importers.base import Document, Format, LeftOut, Problem, Refused, Unit
from annotator.importers.support.text_encoding import decode
from annotator.models import Project
from annotator.people.activity.noting import counted
from annotator.storable import clean

N_LEFT_OUT = 2000
N_HEAD = 200
N_COLUMNS = 200
#: Longer texts of a file are cut in its report.
TEXT_LENGTH = 500
CONTEXT_LINES = 2
LINE_LENGTH = 400
#: Words of a text that tell which others it belongs to.
N_TERMS = 120
#: Problems with their lines are listed so far; the rest is counted.
N_PROBLEMS = 200
N_DIFF = 40
N_PREVIEW = 200


def blank_report(format: str = "", problems: Sequence[Problem] = (), name: str = "") -> dict[str, Any]:
    """A report that says nothing but what is wrong. ``reading`` is true while the file waits to be read."""
    known = registry.BY_NAME.get(format)
    return {
        "ok": not any(problem.severity == "error" for problem in problems),
        "reading": False,
        "format": format,
        "format_label": known.label if known else "",
        "kinds": list(known.kinds) if known else [],
        "languages": [],
        "encoding": None,
        "version": "",
        "n_units": 0,
        "summary": "",
        "details": [],
        "change": "new",
        "documents": [],
        "entries": [],
        "bitexts": [],
        "choices": [],
        "columns": None,
        "preview": {"sections": [], "units": [], "rows": []},
        "left_out": [],
        "n_left_out": 0,
        "problems": [problem_json(problem, name, []) for problem in problems],
        "head": [],
        "terms": [],
        "beads": None,
    }


def report_of(
    project: Project,
    data: bytes,
    name: str,
    formats: Sequence[str],
    options: Mapping[str, Any],
    reader: Reader,
) -> dict[str, Any]:
    """Read a file and report everything about it, JSON-able and bounded in size. Stores nothing.

    formats : those it may be in, best first; the one chosen in `options` goes before them.
    """
    format = options.get("format") or next(iter(formats), "")
    content = read(data, name, format, options, reader)
    parsed = content.parsed
    comparisons = compare(project, content.items, same_name_of(options)) if parsed.ok else []
    problems = [*parsed.problems, *warnings_of(content.items, comparisons, name, as_new=bool(options.get("as_new")))]
    format = parsed.format or format  # a file that its importer refused is still known for what it is
    known = registry.BY_NAME.get(format)
    lines = _lines_of(data, name) if parsed.encoding or not (parsed.documents or parsed.bitexts) else []
    put_back = set(options.get("put_back") or ())
    report = blank_report(format) | {
        "ok": not any(problem.severity == "error" for problem in problems),
        "kinds": _kinds(content, known.kinds if known else ()),
        "languages": list(dict.fromkeys(item.document.language for item in content.items if item.document.language)),
        "encoding": parsed.encoding,
        "version": parsed.version,
        "n_units": sum(len(item.document.units) for item in content.items if item.side != "offline"),
        "summary": summary_of(content),
        "details": _details(content),
        "change": _change(Counter(one.status for one in comparisons)),
        "documents": [_document(item, one) for item, one in zip(content.items, comparisons, strict=False)],
        "bitexts": [_bitext(content, pair.source, pair.offline) for pair in content.pairs],
        "choices": [_choice(registry.BY_NAME[one]) for one in formats],
        "columns": _columns(content),
        "preview": preview_of(content),
        "left_out": [_left_out(index, entry, put_back) for index, entry in enumerate(content.left_out[:N_LEFT_OUT])],
        "n_left_out": len(content.left_out) - len(put_back),
        "problems": _first([problem_json(problem, name, lines) for problem in problems], name),
        "head": [[number, line[:LINE_LENGTH]] for number, line in enumerate(lines[:N_HEAD], 1)],
        "terms": _terms(content.items),
        "beads": _beads_size(content),
    }
    return shortened(report)  # type: ignore[no-any-return]


def shortened(value: Any) -> Any:
    """JSON that Postgres can hold, with every text cut: a report quotes a file, it does not keep it."""
    if isinstance(value, str):
        return clean(value if len(value) <= TEXT_LENGTH else f"{value[:TEXT_LENGTH]}…")
    if isinstance(value, Mapping):
        return {shortened(str(key)): shortened(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [shortened(entry) for entry in value]
    return clean(value)


def problem_json(problem: Problem, name: str, lines: Sequence[str]) -> dict[str, Any]:
    """A problem with the lines around it, where it is about a line of this very file."""
    context: list[list[Any]] = []
    if problem.line is not None and problem.page is None and problem.file in ("", name) and lines:
        first = max(1, problem.line - CONTEXT_LINES)
        last = min(len(lines), problem.line + CONTEXT_LINES)
        context = [[number, lines[number - 1][:LINE_LENGTH]] for number in range(first, last + 1)]
    return asdict(problem) | {"file": problem.file or name, "context": context}


def summary_of(content: Content) -> str:
    """One line of counts: ``164 sentences, 6 sections``, ``97 cues, 15:40``, ``172 sentences, 231 chunks``."""
    parsed = content.parsed
    counts: list[str] = []
    if parsed.bitexts:
        source = sum(len(bitext.source.units) for bitext in parsed.bitexts)
        target = sum(len(bitext.target.units) for bitext in parsed.bitexts)
        chunks = any(len(bitext.beads or ()) < len(bitext.target.units) for bitext in parsed.bitexts)
        if parsed.bitexts[0].source.kind == "slides":
            counts += [counted(source, "slide"), counted(target, "sentence")]
        else:
            counts += [counted(source, "sentence"), counted(target, "chunk" if chunks else "rendering")]
        if len(parsed.bitexts) > 1:
            counts.append(counted(len(parsed.bitexts), "talk"))
    if len(parsed.documents) == 1:
        counts += _document_counts(content)
    elif parsed.documents:
        kinds = Counter(document.kind for document in parsed.documents)
        counts += [counted(number, kind if kind != "slides" else "slide deck") for kind, number in kinds.items()]
    if parsed.beads is not None:
        counts.append(counted(len(parsed.beads), "link"))
    if timeline := parsed.metadata.get("timeline"):
        counts.append(counted(len(timeline), "slide time"))
    return ", ".join(counts)


def _document_counts(content: Content) -> list[str]:
    document, stored = content.parsed.documents[0], content.items[0].document
    if document.kind == "paper":
        return [counted(len(stored.units), "sentence"), counted(len(document.sections), "section")]
    if document.kind == "transcript":
        word = registry.BY_NAME[content.parsed.format].unit or "utterance"
        ends = [unit.end_seconds for unit in document.units if unit.end_seconds is not None]
        return [counted(len(stored.units), word), *([_clock(max(ends))] if ends else [])]
    return [counted(len(document.units), "slide" if document.kind == "slides" else "line")]


def _details(content: Content) -> list[str]:
    """Further details: encodings other than UTF-8, word times, columns that were not read."""
    details = []
    encoding = content.parsed.encoding
    if encoding and encoding != "UTF-8":
        details.append(f"read as {encoding}")
    if any(item.document.metadata.get("has_word_times") for item in content.items):
        details.append("word times")
    if columns := content.parsed.metadata.get("headings"):
        details.append(counted(len(columns), "column"))
    if any(pair.offline is not None for pair in content.pairs):
        details.append("with an offline translation")
    return details


def _kinds(content: Content, possible: Iterable[str]) -> list[str]:
    kinds = ["bitext"] if content.parsed.bitexts else []
    kinds += list(dict.fromkeys(document.kind for document in content.parsed.documents))
    return kinds or list(possible)


def _document(item: Item, comparison: Comparison) -> dict[str, Any]:
    return {
        "kind": item.document.kind,
        "side": item.side,
        "title": item.title,
        "language": item.document.language or "",
        "external_id": item.external_id,
        "n_units": len(item.document.units),
        "n_lines": len(item.raw.units),
        "content_hash": item.content_hash,
        "authors": [author for author in item.document.metadata.get("authors") or [] if isinstance(author, str)],
        "speaker": item.speaker,
        "interpreter": item.interpreter,
        "interpreter_rank": item.interpreter_rank,
        "status": comparison.status,
        "existing": comparison.document.pk if comparison.document else None,
        "imported_at": comparison.document.imported_at.isoformat() if comparison.document else None,
        "n_added": comparison.n_added,
        "n_removed": comparison.n_removed,
        "n_pairs": comparison.n_pairs,
        "n_reviews": comparison.n_reviews,
        "diff": list(comparison.diff),
        "same_name": _same_name(comparison.namesake),
    }


def _same_name(namesake: Namesake | None) -> dict[str, Any] | None:
    if namesake is None:
        return None
    return {
        "document": namesake.document.pk,
        "imported_at": namesake.document.imported_at.isoformat(),
        "n_documents": namesake.n_documents,
        "n_same": namesake.n_same,
    }


def _bitext(content: Content, source: int, offline: int | None) -> dict[str, Any]:
    return {"n_source_lines": len(content.items[source].raw.units), "has_offline": offline is not None}


def formats() -> list[dict[str, Any]]:
    """Every format that can be read, as the page lists them."""
    return [_choice(format) for format in registry.FORMATS]


def _choice(format: Format) -> dict[str, Any]:
    return {"format": format.name, "label": format.label, "kinds": list(format.kinds)}


def _columns(content: Content) -> dict[str, Any] | None:
    metadata = content.parsed.metadata
    if "columns" not in metadata:
        return None
    headings = metadata.get("headings")
    sample = [row[:N_COLUMNS] for row in metadata["sample"]]
    return {"headings": headings and headings[:N_COLUMNS], "mapping": metadata["columns"], "sample": sample}


def _left_out(index: int, entry: LeftOut, put_back: set[int]) -> dict[str, Any]:
    return {
        "index": index,
        "text": entry.text,
        "reason": entry.reason,
        "line": entry.line,
        "page": entry.page,
        "put_back": index in put_back,
    }


def _terms(items: Sequence[Item]) -> list[str]:
    """The most frequent longer words, for telling which talk a paper belongs to."""
    words = terms_of(text for item in items[:2] for text in item.texts[:3000])
    return [word for word, _ in words.most_common(N_TERMS)]


def terms_of(texts: Iterable[str]) -> Counter[str]:
    """How often each longer word stands in the texts."""
    words: Counter[str] = Counter()
    for text in texts:
        words.update(word for word in text.lower().split() if len(word) > 5 and word.isalpha())
    return words


def _beads_size(content: Content) -> dict[str, int] | None:
    """How many lines of each side the beads reach over."""
    beads = content.parsed.beads
    if beads is None:
        return None
    return {
        "source": 1 + max((position for sources, _, _ in beads for position in sources), default=-1),
        "target": 1 + max((position for _, targets, _ in beads for position in targets), default=-1),
    }


def _lines_of(data: bytes, name: str) -> list[str]:
    try:
        return decode(data, name).lines()
    except Refused:
        return data.decode("utf-8", "replace").splitlines()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def report_of_archive(
    project: Project,
    opened: IO[bytes],
    name: str,
    options: Mapping[str, Any],
    reader: Reader,
    progress: Progress = silently,
) -> dict[str, Any]:
    """Read every entry of an archive and report everything about it, JSON-able. Stores nothing."""
    archive = ArchiveReader(opened, name, options, reader)
    manifest = lines_of(archive.manifest_data, archive.manifest)
    problems = [
        problem_json(one, archive.manifest if one.file == archive.manifest else name, manifest)
        | {"entry": archive.entry_of(one)}
        for one in archive.parsed.problems
    ]
    entries: list[dict[str, Any]] = []
    languages: Counter[str] = Counter()
    for number, content in enumerate(archive):
        progress(number / len(archive), f"Reading entry {number + 1:,} of {len(archive):,}")
        comparisons = compare(project, [one.item for one in content.items])
        entries.append(_entry(content, comparisons))
        languages.update(one.item.document.language for one in content.items if one.item.document.language)
        problems += [
            problem_json(one.problem, one.problem.file, one.lines) | {"entry": content.id} for one in content.faults
        ]
    version = archive.parsed.version
    errors = Counter(problem["entry"] for problem in problems if problem["severity"] == "error")
    for entry in entries:
        entry["n_errors"] = errors[entry["id"]]
    report = blank_report(ARCHIVE) | {
        "languages": [language for language, _ in languages.most_common(6)],
        "version": version,
        "entries": entries,
        "choices": [_choice(registry.BY_NAME[ARCHIVE])],
        "problems": _first(problems, name),
        "head": [[number, line[:LINE_LENGTH]] for number, line in enumerate(manifest[:N_HEAD], 1)],
    }
    return shortened(settled(report, options, name))  # type: ignore[no-any-return]


def settled(report: Mapping[str, Any], options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The report of an archive once the choices for its entries are applied: entries left out do not count.

    Problems of an entry that is left out are kept in ``set_aside``, so that it can be included again without being
    read.
    """
    choices = options.get("entries", {})
    entries = [entry | {"choice": choices.get(entry["id"], "")} for entry in report["entries"]]
    taken = [entry for entry in entries if entry["choice"] != "leave_out"]
    left_out = {entry["id"] for entry in entries} - {entry["id"] for entry in taken}
    n_found = len(report["problems"]) - report.get("n_outcomes", 0)
    shown = [*report["problems"][:n_found], *report.get("set_aside", ())]
    problems = [one for one in shown if one.get("entry") not in left_out]
    outcomes = [_outcome(entry, name) for entry in taken if entry["n_reviews"] and not is_as_new(options, entry["id"])]
    outcomes = outcomes[:N_PROBLEMS]
    statuses = Counter(entry["status"] for entry in taken)
    summary = [f"{n:,} {word}" for word in ("new", "changed", "unchanged") if (n := statuses[word])]
    if left_out:
        summary.append(f"{len(left_out):,} skipped")
    has_errors = any(one["severity"] == "error" for one in problems) or any(entry["n_errors"] for entry in taken)
    return {
        **report,
        "ok": not has_errors,
        "entries": entries,
        "problems": [*problems, *outcomes],
        "n_outcomes": len(outcomes),
        "set_aside": [one for one in shown if one.get("entry") in left_out],
        "n_units": sum(entry["n_units"] for entry in taken),
        "summary": ", ".join(summary),
        "details": [counted(len(entries), "entry", "entries")],
        "change": _change(statuses),
    }


def is_as_new(options: Mapping[str, Any], entry: str) -> bool:
    """Whether an entry that changed is stored as a new document: its own choice, or that of the whole archive."""
    choice = options.get("entries", {}).get(entry)
    return choice == "new" if choice else bool(options.get("as_new"))


def _first(problems: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The first errors and warnings, and how many more there are."""
    kept = [
        one
        for severity in ("error", "warning")
        for one in [problem for problem in problems if problem["severity"] == severity][:N_PROBLEMS]
    ]
    if unsaid := len(problems) - len(kept):
        kept.append(problem_json(Problem("warning", f"{unsaid:,} more problems not shown", file=name), name, []))
    return kept


def _entry(entry: EntryContent, comparisons: list[Comparison]) -> dict[str, Any]:
    statuses = Counter(one.status for one in comparisons)
    return {
        "id": entry.id,
        "title": entry.title,
        "line": entry.line,
        "files": list(entry.files),
        "kinds": [one.item.document.kind for one in entry.items],
        "n_units": sum(len(one.item.document.units) for one in entry.items),
        "n_pairs": len(entry.pairs),
        "n_errors": 0,
        "status": _change(statuses),
        "n_added": sum(one.n_added for one in comparisons),
        "n_removed": sum(one.n_removed for one in comparisons),
        "n_reviews": sum(one.n_reviews for one in comparisons),
        "diff": [line for one in comparisons for line in one.diff][:N_DIFF],
    }


def _change(statuses: Counter[Any]) -> str:
    if statuses["changed"]:
        return "changed"
    return "unchanged" if statuses and set(statuses) == {"unchanged"} else "new"


def _outcome(entry: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A warning about the reviews of a changed entry; the change itself is in the list of entries."""
    n_reviews = entry["n_reviews"]
    message = (
        f"{entry['title']} ({entry['id']}) is already in the project with different text; "
        f"{n_reviews} of its reviews will be carried over to the next version"
    )
    return problem_json(Problem("warning", message, file=name), name, []) | {"entry": entry["id"]}


def preview_of(content: Content) -> dict[str, Any]:
    """The first units; of a bitext the first rows, with its source as units."""
    if not content.items:
        return {"sections": [], "units": [], "rows": []}
    first = content.items[0].document
    sections = [
        {"position": position, "heading": one.heading, "number": one.number or "", "kind": one.kind}
        for position, one in enumerate(first.sections)
    ]
    units = [_unit(position, unit) for position, unit in enumerate(first.units[:N_PREVIEW])]
    return {"sections": sections, "units": units, "rows": _preview_rows(content)}


def _unit(position: int, unit: Unit) -> dict[str, Any]:
    return {
        "position": position,
        "text": unit.text,
        "section": unit.section,
        "start_seconds": unit.start_seconds,
        "end_seconds": unit.end_seconds,
        "speaker": unit.speaker or "",
        "line": unit.line,
        "page": unit.page,
    }


def _preview_rows(content: Content) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for bitext in content.parsed.bitexts:
        for sources, targets, _ in (bitext.beads or ())[: N_PREVIEW - len(rows)]:
            rows.append(
                {
                    "title": bitext.title,
                    "source": _texts_at(bitext.source, sources),
                    "target": _texts_at(bitext.target, targets),
                    "offline": _texts_at(bitext.offline, sources),
                }
            )
    return rows


def _texts_at(document: Document | None, positions: Sequence[int]) -> list[str]:
    units = document.units if document else ()
    return [units[position].text for position in positions if position < len(units)]
