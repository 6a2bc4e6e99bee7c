"""What a search in the concordance costs, and whether that grows with the corpus.

    python benchmarks/concordance.py [--times 10] [--pairs 1000 4000]

Makes the corpus of benchmarks/corpus.py with so many pairs of 100 rows (200 units each), all of them reviewed, has its
texts indexed, and searches for words that are common, rare or absent, as an annotator and as the owner. Printed are p50
and p95 in the application's own terms (a request without the network), the bytes of the index, and the
ratio of the largest size to the smallest. On a machine that others use the times are upper bounds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from corpus import Size, make_corpus
from long_review import percentile, running_application

#: A word of nearly every unit, a phrase of many, one with marks between its characters, and one that nobody said.
QUERIES = ("tide", "measured by hand every night", "港の帳簿", "満", "nobody said this", "潮汐", "tide clerk")


def measure(pairs: int, times: int) -> dict[str, Any]:
    with running_application() as application:
        make_corpus(application, Size(pairs=pairs, annotators=50, reviews=pairs, operations=pairs))
        done = subprocess.run(
            [sys.executable, __file__, "--inside", str(times)],
            env=application.environment, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found


def inside(times: int) -> dict[str, Any]:
    """Fill the index and search, over Django's own connection."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.db import connection
    from rest_framework.test import APIClient

    from annotator.models import Document, Project, Unit
    from annotator.reviewing.concordance import index, n_pending

    settings.ALLOWED_HOSTS = ["*"]
    project = Project.objects.get(slug="corpus-0")
    start = time.monotonic()
    while n_pending(project.pk):  # beside the application's own workers
        index.fill_index(project.pk)
    indexed = time.monotonic() - start
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE annotator_textblock")
        cursor.execute("ANALYZE annotator_document")
        cursor.execute("SELECT pg_total_relation_size('annotator_textblock')")
        (size,) = cursor.fetchone()
    calls: dict[str, list[float]] = {}
    for name in ("corpus-owner", "corpus-0000"):
        client = APIClient()
        client.force_authenticate(User.objects.get(username=name))
        for query in QUERIES:
            asked = []
            for _ in range(times + 2):
                begin = time.perf_counter()
                answer = client.get("/api/v1/projects/corpus-0/concordance/", {"q": query})
                asked.append(time.perf_counter() - begin)
                assert answer.status_code == 200, answer.content
            n_rows, has_more = len(answer.data["rows"]), answer.data["next"] is not None
            calls[f"{name}: {query} ({n_rows}{' and more' if has_more else ''})"] = asked[2:]
    return {
        "units": Unit.objects.filter(document__in=Document.objects.filter(project=project)).count(),
        "seconds": indexed, "bytes": size,
        "calls": {name: [percentile(times, 0.5), percentile(times, 0.95)] for name, times in calls.items()},
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--pairs", type=int, nargs="+", default=[1000, 4000])
    parser.add_argument("--inside", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        print(json.dumps(inside(args.inside)))
        return
    all_found = [measure(pairs, args.times) for pairs in sorted(args.pairs)]
    for found in all_found:
        print(
            f"{found['units']:,} units: what the workers had left was indexed in {found['seconds']:.1f} s, "
            f"{found['bytes'] / 2**20:.0f} MiB"
        )
        for name, (p50, p95) in found["calls"].items():
            print(f"  {p50:7.1f} ms  p95 {p95:7.1f} ms  {name}")
    worst = [max(p95 for _, p95 in found["calls"].values()) for found in all_found]
    ratio = all_found[-1]["units"] / all_found[0]["units"]
    print(f"slowest p95: {worst[-1] / worst[0]:.2f} of the smallest corpus's, with {ratio:.1f} times the units")


if __name__ == "__main__":
    main()
