"""Hooks of schemathesis for `fuzz_api`: addresses name rows that there are, and every answer is noted."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import schemathesis

_IDS: dict[str, list[Any]] = json.loads(os.environ["LECTERN_FUZZ_IDS"])
_NOTES = Path(os.environ["LECTERN_FUZZ_NOTES"])
#: Of addresses that are not deletions, so many name a row; the others name whatever is drawn.
_SHARE = 0.8


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    operation = context.operation
    if not path_parameters or operation.method == "delete" or random.random() > _SHARE:
        return path_parameters
    resource = operation.path.removeprefix("/api/v1/").partition("/")[0]
    for name in path_parameters:
        known = _IDS.get(resource if name == "id" else name)
        if known:
            path_parameters[name] = random.choice(known)
    return path_parameters


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    note: dict[str, Any] = {"operation": case.operation.label, "status": response.status_code}
    if response.status_code >= 500:
        body = case.body if isinstance(case.body, dict | list | str | int | float | bool | None) else str(case.body)
        sent = {"path": case.path_parameters, "query": case.query, "body": body}
        note |= {"sent": repr(sent)[:2000], "answer": response.text[:500]}
    with _NOTES.open("a") as notes:
        notes.write(json.dumps(note) + "\n")
