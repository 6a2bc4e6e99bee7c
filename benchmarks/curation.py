"""How long a test set takes to say what each rule takes away, on generated rows.

    .venv/bin/python -m benchmarks.curation [--rows 200000]

Needs a database that may be written to (`DATABASE_URL`); everything is rolled back. Prints seconds of the wall clock:
for filling the pool, for the funnel after a rule was changed, for a page of the rows that a rule excludes; and the
ratio of the funnel at all rows to that at a quarter of them.
"""

from __future__ import annotations

import argparse
import time
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    n_rows = parser.parse_args().rows
    import django

    django.setup()
    quarter, whole = measure(n_rows // 4), measure(n_rows)
    print(f"\nfunnel, {n_rows:,} rows to {n_rows // 4:,}: {whole / quarter:.2f} times as long")


def measure(n_rows: int) -> float:
    """Seconds of the median funnel."""
    from django.db import transaction

    from annotator.models import PooledRow, Project, Taken, TestSet
    from annotator.releases.curation import pool as pools
    from annotator.releases.curation.counting import counts_of
    from annotator.releases.curation.editing import change_rules
    from annotator.releases.curation.rows import rows_of
    from benchmarks.corpus import Size, fill

    with transaction.atomic():
        reviews = max(4, n_rows // 250) * 2  # every second one is submitted
        corpus = fill(Size(pairs=reviews, rows=250, annotators=20, reviews=reviews, operations=reviews))
        project = Project.objects.get(slug=corpus.project)
        test_set = TestSet.objects.create(project=project, name="Generated", takes=Taken.ALL)
        pool = pools.pool_of(test_set)
        filling = seconds(lambda: pools.refresh(pool))
        found = PooledRow.objects.filter(pair__pool=pool).count()
        funnels = []
        rules: dict[str, Any] = {"good_align": "yes", "null_rows": False, "languages": ["en>ja"]}
        for words in (3, 4, 5, 6, 7):
            rules |= {"source_length": {"least": words}, "split": {"by": "ratio", "seed": words}}
            changed = change_rules(test_set, rules=rules, version=test_set.rules_version, user=None)
            test_set = changed
            funnels.append(seconds(lambda changed=changed: counts_of(changed)))  # type: ignore[misc]
        page = seconds(lambda: rows_of(test_set, is_in=False, rule="good_align"))
        again = seconds(lambda: pools.is_current(pool))
        median = sorted(funnels)[len(funnels) // 2]
        print(
            f"{found:,} rows of {len(pools.pairs_in(pool)):,} talks: pool filled in {filling:.1f} s; funnel after a "
            f"change {median:.3f} s (slowest {max(funnels):.3f}); of that, whether the pool is up to date "
            f"{again:.3f} s; a page of excluded rows {page:.3f} s"
        )
        transaction.set_rollback(True)
    return median


def seconds(do: Any) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
