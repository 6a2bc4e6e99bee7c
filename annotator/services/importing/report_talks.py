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
            problem_json(one, archive.manifest if one.file == archive.manifest else name, manifest)
            | {"talk": archive.talk_of(one)}
            for one in archive.parsed.problems
        ]
        talks: list[dict[str, Any]] = []
        languages: Counter[str] = Counter()
        for number, talk in enumerate(archive):
            progress(number / len(archive), f"Reading talk {number + 1:,} of {len(archive):,}")
            comparisons = compare(project, [one.item for one in talk.items])
            talks.append(_talk(talk, comparisons))
            languages.update(one.item.document.language for one in talk.items if one.item.document.language)
            problems += [
                problem_json(one.problem, one.problem.file, one.lines) | {"talk": talk.id} for one in talk.faults
            ]
        version = archive.parsed.version
    errors = Counter(problem["talk"] for problem in problems if problem["severity"] == "error")
    for entry in talks:
        entry["n_errors"] = errors[entry["id"]]
    report = blank_report(ARCHIVE) | {
        "languages": [language for language, _ in languages.most_common(6)],
        "version": version,
        "talks": talks,
        "choices": [{"format": ARCHIVE, "label": registry.BY_NAME[ARCHIVE].label, "kinds": [ARCHIVE]}],
        "problems": _first(problems, name),
        "head": [[number, line[:400]] for number, line in enumerate(manifest[:N_HEAD], 1)],
    }
    return clean(settled(report, options, name))  # type: ignore[no-any-return]


def settled(report: Mapping[str, Any], options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The report of an archive as the choices for its talks make it: what they leave out counts no more.

    Problems of a talk that is left out wait in ``set_aside``, so that it can be taken in again without being read.
    """
    choices = options.get("talks", {})
    talks = [talk | {"choice": choices.get(talk["id"], "")} for talk in report["talks"]]
    taken = [talk for talk in talks if talk["choice"] != "leave_out"]
    left_out = {talk["id"] for talk in talks} - {talk["id"] for talk in taken}
    n_found = len(report["problems"]) - report.get("n_outcomes", 0)
    found = [*report["problems"][:n_found], *report.get("set_aside", ())]
    problems = [one for one in found if one.get("talk") not in left_out]
    outcomes = [_outcome(talk, name) for talk in taken if talk["n_reviews"] and not is_as_new(options, talk["id"])]
    outcomes = outcomes[:N_PROBLEMS]
    statuses = Counter(talk["status"] for talk in taken)
    summary = [f"{n:,} {word}" for word in ("new", "changed", "unchanged") if (n := statuses[word])]
    if left_out:
        summary.append(f"{len(left_out):,} left out")
    has_errors = any(one["severity"] == "error" for one in problems) or any(talk["n_errors"] for talk in taken)
    return {
        **report,
        "ok": not has_errors,
        "talks": talks,
        "problems": [*problems, *outcomes],
        "n_outcomes": len(outcomes),
        "set_aside": [one for one in found if one.get("talk") in left_out],
        "n_units": sum(talk["n_units"] for talk in taken),
        "summary": ", ".join(summary),
        "details": [f"{len(talks):,} talk{'' if len(talks) == 1 else 's'}"],
        "change": _change(statuses),
    }


def is_as_new(options: Mapping[str, Any], talk: str) -> bool:
    """Whether a talk that changed is stored beside the one that is there: as is said of it, or of the archive."""
    choice = options.get("talks", {}).get(talk)
    return choice == "new" if choice else bool(options.get("as_new"))


def _first(problems: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The first errors and warnings, and how many more there are."""
    kept = [
        one
        for severity in ("error", "warning")
        for one in [problem for problem in problems if problem["severity"] == severity][:N_PROBLEMS]
    ]
    if unsaid := len(problems) - len(kept):
        kept.append(problem_json(Problem("warning", f"{unsaid:,} more problems are not listed", file=name), name, []))
    return kept


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


def _outcome(talk: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Changed talks are in the list of talks; what is said of each here is what happens to its reviews."""
    n_reviews = talk["n_reviews"]
    said = (
        f"{talk['title']} ({talk['id']}) is in the project with other text; "
        f"{n_reviews} of its reviews will be carried over to the next version"
    )
    return problem_json(Problem("warning", said, file=name), name, []) | {"talk": talk["id"]}
