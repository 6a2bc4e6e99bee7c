"""What a person sees of a staged archive: each talk with its files and how it stands, and every problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import IO, Any

from annotator.importers import registry
from annotator.importers.base import Problem
from annotator.models import Project
from annotator.services.importing.known import Comparison, compare
from annotator.services.importing.reading import clean
from annotator.services.importing.report import N_HEAD, blank_report, problem_json
from annotator.services.importing.talks import ARCHIVE, TalkArchive, TalkContent, lines_of

#: Problems with their lines are listed so far; the rest is counted.
N_PROBLEMS = 200
N_DIFF = 40


def report_of_archive(
    project: Project,
    opened: IO[bytes],
    name: str,
    options: Mapping[str, Any],
    *,
    trusted: bool = False,
    progress: Callable[[float, str], None] = lambda share, message: None,
) -> dict[str, Any]:
    """Read every talk of an archive and say everything about it, JSON-able. Stores nothing.

    progress : told the share that is done, 0 to 1; may raise to stop.
    """
    with TalkArchive(opened, name, options, trusted=trusted) as archive:
        manifest = lines_of(archive.manifest_data, archive.manifest)
        problems = [
            problem_json(problem, archive.manifest if problem.file == archive.manifest else name, manifest)
            for problem in archive.parsed.problems
        ]
        talks: list[dict[str, Any]] = []
        languages: Counter[str] = Counter()
        as_new = bool(options.get("as_new"))
        for number, talk in enumerate(archive):
            progress(number / len(archive), f"Reading talk {number + 1:,} of {len(archive):,}")
            comparisons = compare(project, [one.item for one in talk.items])
            talks.append(_talk(talk, comparisons))
            languages.update(one.item.document.language for one in talk.items if one.item.document.language)
            problems += [problem_json(one.problem, one.problem.file, one.lines) for one in talk.faults]
            problems += [problem_json(one, name, []) for one in _changes(talk, comparisons, as_new=as_new)]
        version = archive.parsed.version
    errors = [problem for problem in problems if problem["severity"] == "error"]
    warnings = [problem for problem in problems if problem["severity"] == "warning"]
    shown = [*errors[:N_PROBLEMS], *warnings[:N_PROBLEMS]]
    if unsaid := len(problems) - len(shown):
        shown.append(problem_json(Problem("warning", f"{unsaid:,} more problems are not listed", file=name), name, []))
    statuses = Counter(talk["status"] for talk in talks)
    return clean(  # type: ignore[no-any-return]
        blank_report(ARCHIVE)
        | {
            "ok": not errors,
            "languages": [language for language, _ in languages.most_common(6)],
            "version": version,
            "n_units": sum(talk["n_units"] for talk in talks),
            "summary": ", ".join(f"{n:,} {word}" for word in ("new", "changed", "unchanged") if (n := statuses[word])),
            "details": [f"{len(talks):,} talk{'' if len(talks) == 1 else 's'}"],
            "change": _change(statuses),
            "talks": talks,
            "choices": [{"format": ARCHIVE, "label": registry.BY_NAME[ARCHIVE].label, "kinds": [ARCHIVE]}],
            "problems": shown,
            "head": [[number, line[:400]] for number, line in enumerate(manifest[:N_HEAD], 1)],
        }
    )


def _talk(talk: TalkContent, comparisons: list[Comparison]) -> dict[str, Any]:
    statuses = Counter(one.status for one in comparisons)
    return {
        "id": talk.id,
        "title": talk.title,
        "line": talk.line,
        "files": list(talk.files),
        "kinds": [one.item.document.kind for one in talk.items],
        "n_units": sum(len(one.item.document.units) for one in talk.items),
        "n_pairs": len(talk.pairs),
        "n_errors": len(talk.errors),
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


def _changes(talk: TalkContent, comparisons: list[Comparison], *, as_new: bool) -> list[Problem]:
    """Changed talks are in the list of talks; what is said of each here is what happens to its reviews."""
    n_reviews = sum(one.n_reviews for one in comparisons)
    if not n_reviews or as_new:
        return []
    said = f"{talk.title} ({talk.id}) is in the project with other text"
    return [Problem("warning", f"{said}; {n_reviews} of its reviews will be carried over to the next version")]
