"""A project of 200 talks and 50 people as an archive: how long it takes to write and to import, and the most memory.

    python benchmarks/moving.py [--talks 200]

Starts Lectern as `manage.py up` does on servers of its own, writes a project (corpus.py: 250 rows a talk, a review of
each and 200 edits in it), and exports and imports it in a process of its own that has loaded the application, as a
worker does. What is imported is a copy on the same site, which takes longer than elsewhere: its rows get new ids, in
the log too. The memory is that of the process above what it had before, and that of its child, which unpacks the
archive.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from application import running_application
from corpus import Size, in_process, make_corpus, set_up_django
from goals import Goal, Measured, print_table
from processes import forget_peak, peak_megabytes

ROWS, PEOPLE, EDITS = 250, 50, 200
MOVING_GOALS = {
    "export, s": Goal(60),
    "export, MB of memory": Goal(300),
    "import, s": Goal(120),
    "import, MB of memory": Goal(300),
    "import, MB of memory, its child": Goal(300),
}


def one(slug: str) -> dict[str, Any]:
    set_up_django()
    from django.contrib.auth.models import User

    from annotator.models import Project, Review
    from annotator.site.moving.exporting import write_archive
    from annotator.site.moving.transfers import import_file

    measured: dict[str, Any] = {}
    project = Project.objects.get(slug=slug)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "project.lectern.zip"
        forget_peak()
        before, begun, ticked = peak_megabytes(), time.perf_counter(), time.process_time()
        with path.open("wb") as out:
            manifest = write_archive(out, project, people="names", with_recordings=True, progress=lambda *_: None)
        measured["export, s"] = time.perf_counter() - begun
        measured["export, s of its processor"] = time.process_time() - ticked
        measured["export, MB of memory"] = peak_megabytes() - before
        measured["archive, MB"] = path.stat().st_size / 1e6
        measured["lines"] = sum(entry.n_rows for entry in manifest.entries.values())
        forget_peak()
        before, begun, ticked = peak_megabytes(), time.perf_counter(), time.process_time()
        owner = User.objects.filter(is_superuser=True).earliest("pk")
        imported = import_file(path, name="Copy", accounts={}, user=owner)
        measured["import, s"] = time.perf_counter() - begun
        measured["import, s of its processor"] = time.process_time() - ticked
        measured["import, MB of memory"] = peak_megabytes() - before
        measured["import, MB of memory, its child"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    assert imported.copied
    n_reviews = (Review.objects.filter(pair__project=each).count() for each in (project, imported.project))
    assert len(set(n_reviews)) == 1
    return measured


def measure(talks: int) -> Measured:
    with running_application() as application:
        corpus = make_corpus(application, Size(talks, ROWS, PEOPLE, talks, talks * EDITS))
        for name in ("worker", "worker-short", "sweep"):
            application.stop_process(name)
        return {
            name: float(value) for name, value in in_process(application, __file__, "--one", corpus.project).items()
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talks", type=int, default=200)
    args = parser.parse_args()
    print_table({"full" if args.talks == 200 else "part": measure(args.talks)}, MOVING_GOALS)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2])))
    else:
        main()
