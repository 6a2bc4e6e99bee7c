"""What a person sees of a staged file: counts, a preview, what was left out, and every problem among its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotator.importers import registry
from annotator.importers.base import LeftOut, Problem, Refused
from annotator.importers.support.text_encoding import decode
from annotator.importers.support.unreadable import what_it_is
from annotator.models import Project
from annotator.services.importing.known import Comparison, compare
from annotator.services.importing.preview import preview_of
from annotator.services.importing.reading import Content, Item, Parse, clean, read

N_LEFT_OUT = 2000
N_HEAD = 200
CONTEXT_LINES = 2
LINE_LENGTH = 400
N_TERMS = 120


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
        "talks": [],
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
    format: str,
    options: Mapping[str, Any],
    *,
    trusted: bool = False,
    parse: Parse | None = None,
) -> dict[str, Any]:
    """Read a file and say everything about it, JSON-able. Stores nothing. `trusted`, `parse`: as for `read`."""
    content = read(data, name, format, options, trusted=trusted, parse=parse)
    parsed = content.parsed
    comparisons = compare(project, content.items) if parsed.ok else []
    problems = [*parsed.problems, *_changes(content.items, comparisons, name, as_new=bool(options.get("as_new")))]
    choices = [] if what_it_is(data, name)[0] else _choices(data, name)
    # A file that its importer refused is still known for what it is.
    format = parsed.format or format or (choices[0]["format"] if choices else "")
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
        "change": _change(comparisons),
        "documents": [_document(item, one) for item, one in zip(content.items, comparisons, strict=False)],
        "bitexts": [_bitext(content, pair.source, pair.offline) for pair in content.pairs],
        "choices": choices,
        "columns": _columns(content),
        "preview": preview_of(content),
        "left_out": [_left_out(index, entry, put_back) for index, entry in enumerate(content.left_out[:N_LEFT_OUT])],
        "n_left_out": len(content.left_out) - len(put_back),
        "problems": [problem_json(problem, name, lines) for problem in problems],
        "head": [[number, line[:LINE_LENGTH]] for number, line in enumerate(lines[:N_HEAD], 1)],
        "terms": _terms(content.items),
        "beads": _beads_size(content),
    }
    return clean(report)  # type: ignore[no-any-return]


def problem_json(problem: Problem, name: str, lines: Sequence[str]) -> dict[str, Any]:
    """A problem with the two lines before and after it, where it is about a line of this very file."""
    context: list[list[Any]] = []
    if problem.line is not None and problem.page is None and problem.file in ("", name) and lines:
        first = max(1, problem.line - CONTEXT_LINES)
        last = min(len(lines), problem.line + CONTEXT_LINES)
        context = [[number, lines[number - 1][:LINE_LENGTH]] for number in range(first, last + 1)]
    return {
        "file": problem.file or name,
        "severity": problem.severity,
        "message": problem.message,
        "line": problem.line,
        "column": problem.column,
        "page": problem.page,
        "expected": problem.expected,
        "text": problem.text,
        "context": context,
    }


def summary_of(content: Content) -> str:
    """One line of counts: ``164 sentences, 6 sections``, ``97 cues, 15:40``, ``172 sentences, 231 chunks``."""
    parsed = content.parsed
    said: list[str] = []
    if parsed.bitexts:
        source = sum(len(bitext.source.units) for bitext in parsed.bitexts)
        target = sum(len(bitext.target.units) for bitext in parsed.bitexts)
        chunks = any(len(bitext.beads or ()) < len(bitext.target.units) for bitext in parsed.bitexts)
        said += [_count(source, "sentence"), _count(target, "chunk" if chunks else "rendering")]
        if len(parsed.bitexts) > 1:
            said.append(_count(len(parsed.bitexts), "talk"))
    if len(parsed.documents) == 1:
        said += _document_counts(content)
    elif parsed.documents:
        kinds = Counter(document.kind for document in parsed.documents)
        said += [_count(number, kind if kind != "slides" else "slide deck") for kind, number in kinds.items()]
    if parsed.beads is not None:
        said.append(_count(len(parsed.beads), "link"))
    if timeline := parsed.metadata.get("timeline"):
        said.append(_count(len(timeline), "slide time"))
    return ", ".join(said)


def _document_counts(content: Content) -> list[str]:
    document, stored = content.parsed.documents[0], content.items[0].document
    if document.kind == "paper":
        return [_count(len(stored.units), "sentence"), _count(len(document.sections), "section")]
    if document.kind == "transcript":
        word = "cue" if content.parsed.format in ("srt", "vtt", "ttml") else "utterance"
        ends = [unit.end_seconds for unit in document.units if unit.end_seconds is not None]
        return [_count(len(stored.units), word), *([_clock(max(ends))] if ends else [])]
    return [_count(len(document.units), "slide" if document.kind == "slides" else "line")]


def _details(content: Content) -> list[str]:
    """What else there is to know: encodings that are not UTF-8, word times, columns that were not read."""
    said = []
    encoding = content.parsed.encoding
    if encoding and encoding != "UTF-8":
        said.append(f"{encoding}, read as such")
    if any(item.document.metadata.get("has_word_times") for item in content.items):
        said.append("word times")
    if columns := content.parsed.metadata.get("headings"):
        said.append(_count(len(columns), "column"))
    if any(pair.offline is not None for pair in content.pairs):
        said.append("with an offline translation")
    return said


def _changes(items: Sequence[Item], comparisons: Sequence[Comparison], name: str, *, as_new: bool) -> list[Problem]:
    found: list[Problem] = []
    for item, comparison in zip(items, comparisons, strict=False):
        if comparison.status != "changed" or comparison.document is None:
            continue
        said = (
            f"{item.title} ({item.external_id}) is in the project with other text: "
            f"{_count(comparison.n_added, 'sentence')} came, {_count(comparison.n_removed, 'sentence')} went"
        )
        if as_new:
            end = "it is imported beside the old one, under another id"
        elif comparison.n_reviews:
            reviews = _count(comparison.n_reviews, "review")
            end = f"it becomes its next version; {reviews} of the old one {_is(comparison.n_reviews)} carried over"
        elif comparison.n_pairs:
            end = f"it becomes its next version; the {_count(comparison.n_pairs, 'pair')} of the old one stays too"
        else:
            end = "no pair uses the old one, which is replaced"
        found.append(Problem("warning", f"{said}; {end}", file=name))
    return found


def _kinds(content: Content, possible: Iterable[str]) -> list[str]:
    kinds = ["bitext"] if content.parsed.bitexts else []
    kinds += list(dict.fromkeys(document.kind for document in content.parsed.documents))
    return kinds or list(possible)


def _change(comparisons: Sequence[Comparison]) -> str:
    statuses = {comparison.status for comparison in comparisons}
    return "changed" if "changed" in statuses else "unchanged" if statuses == {"unchanged"} else "new"


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
    }


def _bitext(content: Content, source: int, offline: int | None) -> dict[str, Any]:
    return {"n_source_lines": len(content.items[source].raw.units), "has_offline": offline is not None}


def _choices(data: bytes, name: str) -> list[dict[str, Any]]:
    found = registry.recognise(data, name)
    return [{"format": one.name, "label": one.label, "kinds": list(one.kinds)} for one, _ in found]


def _columns(content: Content) -> dict[str, Any] | None:
    metadata = content.parsed.metadata
    if "columns" not in metadata:
        return None
    return {"headings": metadata.get("headings"), "mapping": metadata["columns"], "sample": metadata["sample"]}


def _left_out(index: int, entry: LeftOut, put_back: set[int]) -> dict[str, Any]:
    return {
        "index": index,
        "text": entry.text[:1000],
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


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
