"""What a release would be if it were frozen now: how it differs from the last one, why, and the number that follows.

The rows are those that freezing would read, and two rows differ if the same hash says so, so that what is foreseen is
what the release says afterwards.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import orjson

from annotator.models import Release, ReleaseRow, ReleaseState, Review, ReviewKind, TestSet, Variant
from annotator.platform.errors import Conflict
from annotator.platform.titles import without_version
from annotator.platform.writers.canonical import content_hash, said
from annotator.releases.curation.choosing import Curation, curated_records, expected_rows, rules_of
from annotator.releases.curation.counting import require_current
from annotator.releases.curation.editing import card_of
from annotator.releases.curation.talks import WAITS, talks_of
from annotator.releases.ids_here import IdsHere
from annotator.releases.numbering import last_number, numbers_after
from annotator.releases.variants import VariantFilter

#: More rows are not compared in a request.
MOST_ROWS = 40_000
#: Talks that are named of each kind of difference.
_MOST_TALKS = 20


@dataclass(slots=True)
class _Talk:
    """Rows of a talk that differ in one way. columns : in what changed rows differ."""

    title: str
    pair: int
    n_rows: int = 0
    columns: Counter[str] = field(default_factory=Counter)


def last_of(test_set: TestSet, variant: str) -> Release | None:
    """The release that the next one is compared with."""
    alike = Release.objects.made().filter(test_set=test_set, variant=variant)
    release: Release | None = alike.order_by("-major", "-minor").defer("manifest").first()
    return release


def foresee(test_set: TestSet, *, variant: str = Variant.CURATED) -> dict[str, Any]:
    """Compare what would be frozen with the last release of the variant.

    ``since`` and ``changes``: None for the first. ``removed``, ``added``, ``changed``: by talk, each with ``title``,
    ``pair``, ``n_rows``, the ``columns`` that differ and, of what goes out, ``why`` (as in `talks_of`; empty where
    single rows no longer pass). ``waiting``: talks of the last release that wait for reviews. ``reopened``: titles of
    adjudications that are open again. ``minor``, ``major``, ``suggested`` and ``reason``: the number.

    Raises Conflict where there are too many rows for a request, or a worker has to read them first.
    """
    curation = Curation.of(test_set)
    since = last_of(test_set, variant)
    if since is not None or not curation.is_plain:
        require_current(test_set)
    if max(expected_rows(curation), (since.n_rows or 0) if since is not None else 0) > MOST_ROWS:
        raise Conflict(f"More than {MOST_ROWS:,} rows are compared only once they are frozen.", code="too_many_rows")
    before: dict[str, str] = {}
    if since is not None:
        rows = ReleaseRow.objects.filter(release=since).order_by()
        before = {str(row): content for row, content in rows.values_list("row", "content").iterator(chunk_size=5000)}
    added: dict[int, _Talk] = {}
    changed_rows: dict[str, dict[str, Any]] = {}
    n_rows = n_same = 0
    pairs: set[int] = set()
    with closing(curated_records(curation, keep=VariantFilter(variant).keep)) as records:
        for record in records:
            n_rows += 1
            pairs.add(record["pair_id"])
            content = before.pop(record["row_id"], None)
            if content is None:
                _count(added, record)
            elif content == content_hash(record):
                n_same += 1
            else:
                changed_rows[record["row_id"]] = record
    changed = _changed(since, changed_rows)
    removed = _removed(since, list(before))
    foreseen: dict[str, Any] = {
        "n_rows": n_rows,
        "n_talks": len(pairs),
        "since": since,
        "changes": since
        and {
            "added": sum(talk.n_rows for talk in added.values()),
            "removed": len(before),
            "changed": len(changed_rows),
            "same": n_same,
        },
        **_told(test_set, since, added, removed, changed),
        "reopened": _reopened(since),
    }
    minor, major = (".".join(map(str, number)) for number in numbers_after(test_set))
    suggested, reason = _number(test_set, foreseen, since)
    return {**foreseen, "minor": minor, "major": major, "suggested": suggested, "reason": reason}


def _count(talks: dict[int, _Talk], record: dict[str, Any]) -> _Talk:
    talk = talks.setdefault(record["pair_id"], _Talk(record["pair"], record["pair_id"]))
    talk.n_rows += 1
    return talk


def _changed(since: Release | None, now: dict[str, dict[str, Any]]) -> dict[int, _Talk]:
    talks: dict[int, _Talk] = {}
    for record, old in _records(since, list(now)):
        later = now[record]
        talk = _count(talks, later)
        says, said_before = said(later), said(old)
        talk.columns.update(
            name for name in says.keys() | said_before.keys() if says.get(name) != said_before.get(name)
        )
    return talks


def _removed(since: Release | None, rows: list[str]) -> dict[int, _Talk]:
    talks: dict[int, _Talk] = {}
    for _, old in _records(since, rows):
        _count(talks, old)
    ids = IdsHere(since) if since is not None else None
    for talk in talks.values():
        talk.pair = (ids and ids.pair(talk.pair)) or 0
    return talks


def _records(since: Release | None, rows: list[str]) -> Any:
    """Rows of a release with their records."""
    for at in range(0, len(rows), 2000):
        stored = ReleaseRow.objects.filter(release=since, row__in=rows[at : at + 2000]).order_by()
        for row, record in stored.values_list("row", "record"):
            yield str(row), orjson.loads(record)


def _told(
    test_set: TestSet,
    since: Release | None,
    added: dict[int, _Talk],
    removed: dict[int, _Talk],
    changed: dict[int, _Talk],
) -> dict[str, Any]:
    if since is None:
        return {"added": [], "removed": [], "changed": [], "waiting": []}
    talks = talks_of(test_set)
    by_pair = {talk["pair"]: talk for talk in talks}
    by_title = {without_version(talk["title"]): talk for talk in talks}

    def now_of(talk: _Talk) -> dict[str, Any] | None:
        return by_pair.get(talk.pair) or by_title.get(without_version(talk.title))

    def why(talk: _Talk) -> str:
        now = now_of(talk)
        return "gone" if now is None else now["why_out"] or ""

    def listed(of: dict[int, _Talk], *, with_why: bool = False) -> list[dict[str, Any]]:
        in_order = sorted(of.values(), key=lambda talk: (-talk.n_rows, talk.title))[:_MOST_TALKS]
        return [
            {
                "title": talk.title,
                "pair": talk.pair,
                "n_rows": talk.n_rows,
                "columns": [name for name, _ in talk.columns.most_common(6)],
                "why": why(talk) if with_why else "",
            }
            for talk in in_order
        ]

    waiting = {
        now["title"]: now["n_wanted"] for talk in removed.values() if (now := now_of(talk)) and now["why_out"] == WAITS
    }
    return {
        "added": listed(added),
        "removed": listed(removed, with_why=True),
        "changed": listed(changed),
        "waiting": [{"title": title, "n_wanted": n} for title, n in sorted(waiting.items())],
    }


def _reopened(since: Release | None) -> list[str]:
    """Titles of the pairs whose rows were released as adjudicated, and whose adjudication is open again."""
    if since is None:
        return []
    project = since.test_set.project_id
    open_again = Review.objects.filter(
        pair__project=project, kind=ReviewKind.ADJUDICATION, superseded_by=None, first_submission__isnull=False
    ).exclude(pk__in=Review.objects.standing().filter(pair__project=project).values("pk"))
    return sorted(open_again.values_list("pair__title", flat=True))


def _number(test_set: TestSet, foreseen: dict[str, Any], since: Release | None) -> tuple[str, str]:
    """Which number follows, as *minor*, *major* or empty where nothing differs, and why."""
    changes = foreseen["changes"]
    if since is None or changes is None:
        return "minor", "the first release" if last_number(test_set) is None else "no earlier one to compare with"
    if changes["removed"]:
        return "major", "rows were removed"
    if rules_of(test_set) != since.rules:
        return "major", "the rules were changed"
    if changes["added"] or changes["changed"]:
        return "minor", "rows were added or changed"
    if since.state == ReleaseState.WITHDRAWN:
        return "minor", f"{since.version} was withdrawn"
    if test_set.name != since.title or test_set.description != since.description:
        return "minor", "the name or the description was changed"
    if card_of(test_set).texts != since.card:
        return "minor", "the data card was changed"
    return "", f"the same as {since.version}"
