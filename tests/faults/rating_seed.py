"""A rating task with its links, for `raters_under_kill`.

Run in an application's environment: rating_seed.py N_RATERS N_SETS SETS_PER_RATER PER_SET. Prints the links' tokens and
the id of the task as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

SYSTEMS = ("North", "South", "East", "West")


def write(n_raters: int, n_sets: int, sets_per_rater: int, per_set: int) -> dict[str, Any]:
    """All samples of a set are rated by who gets it, a trap among them: five samples a set."""
    from annotator.authors.rating_tasks.questions import OF_M3AV
    from annotator.authors.rating_tasks.raters import add_raters, rater_token
    from annotator.authors.rating_tasks.tasks import create_task, set_samples
    from annotator.models import Project

    project = Project.objects.create(name="Ratings", slug="ratings")
    task = create_task(
        project=project, user=None, rules={}, name="Texts", medium="text", questions=[OF_M3AV[2]],
        per_set=per_set, sets_per_rater=sets_per_rater,
    )  # fmt: skip
    lines = [
        {
            "group": f"set {one}", "system": system, "text": f"{one}: said.", "reference": "R",
            "trap": None if system else [1.0, 1.0],
        }
        for one in range(n_sets)
        for system in (*SYSTEMS, "")
    ]  # fmt: skip
    set_samples(task, lines)
    return {"task": task.pk, "tokens": [rater_token(rater) for rater in add_raters(task, n_raters)]}


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()
    print(json.dumps(write(*map(int, sys.argv[1:]))))
