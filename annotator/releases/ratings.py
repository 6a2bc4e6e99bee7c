"""What people said of systems in rating tasks, frozen with a release.

Rating tasks belong to a domain above, which says here how they are read. What is frozen of them is in the manifest, so
that it does not move with the task, and files that are lost can be written again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from annotator.models import Project
from annotator.platform.errors import ServiceError
from annotator.releases.forms.ratings import files_of

#: Raises ServiceError where one of the tasks, by their ids, cannot be frozen; `single` as for `frozen_ratings`.
Check = Callable[[Project, Sequence[int], bool], None]
#: What is frozen of each task, without hashes.
Read = Callable[[Project, Sequence[int], bool], list[dict[str, Any]]]
_given: list[tuple[Check, Read]] = []


def gives_ratings(check: Check, read: Read) -> None:
    """Have a domain above say what there is of rating tasks."""
    _given.append((check, read))


def check_ratings(project: Project, tasks: Sequence[int], *, single: bool) -> None:
    """Raises ServiceError where one of the tasks cannot be frozen with a release."""
    if single and not tasks:
        raise ServiceError("Choose the rating tasks whose single ratings are meant.", field="single_ratings")
    for check, _ in _given:
        check(project, tasks, single)


def frozen_ratings(project: Project, tasks: Sequence[int], *, single: bool) -> list[dict[str, Any]]:
    """What the manifest says of rating tasks, with the hash of each of their files.

    single : with each rating, under pseudonyms. Raises ServiceError as `check_ratings` does.
    """
    check_ratings(project, tasks, single=single)
    return [with_hashes(each) for _, read in _given for each in read(project, tasks, single)]


def with_hashes(task: Mapping[str, Any]) -> dict[str, Any]:
    """What the manifest says of a task, with the SHA-256 of the files that are made of it."""
    content = {name: value for name, value in task.items() if name != "files"}
    files = [{"name": name, "sha256": hashlib.sha256(data).hexdigest()} for name, data in files_of(content)]
    return {**content, "files": files}


def without_sets_of(
    tasks: Sequence[Mapping[str, Any]],
    pairs: Collection[int],
    documents: Collection[int],
    is_called: Callable[[str], bool] = lambda name: False,
) -> list[dict[str, Any]]:
    """The same without what names the sets of some talks or papers. Figures of all sets stay: they name none.

    is_called : whether the name of a set is that of one of them, as in a list that somebody uploaded.
    """
    tasks_left: list[dict[str, Any]] = []
    for task in tasks:
        sets = [
            each
            for each in task["sets"]
            if each["pair"] not in pairs and each["document"] not in documents and not is_called(each["name"])
        ]
        if len(sets) == len(task["sets"]):
            tasks_left.append(dict(task))
            continue
        names = {each["name"] for each in sets}
        tables = {part: [row for row in task[part] if row[0] in names] for part in ("means", "single") if part in task}
        n_erased = task["n_sets_erased"] + len(task["sets"]) - len(sets)
        tasks_left.append(with_hashes({**task, **tables, "sets": sets, "n_sets_erased": n_erased}))
    return tasks_left


def told_of_ratings(manifest: Mapping[str, Any], *, with_figures: bool = True) -> list[dict[str, Any]]:
    """What pages say of the rating tasks of a release. with_figures : with what the systems got."""
    names = ("name", "closed_on", "n_raters", "n_counted", "n_ratings", "n_sets")
    return [
        {
            **{name: task[name] for name in names},
            "questions": [
                {"name": question["name"], "systems": question["systems"]}
                for question in (task["results"]["questions"] if with_figures else [])
            ],
        }
        for task in manifest.get("ratings", [])
    ]
