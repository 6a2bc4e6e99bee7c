"""Talks taken out of what is frozen, because somebody asked for it: rows, manifest and files are made without them.

The new files are written first, from the rows that stay. Then they take the place of the old ones in the transaction in
which the talks go; what the release held and its hash stay as a `ReleaseErasure`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson
from django.db import connection
from django.db.models import JSONField, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from annotator import __version__
from annotator.models import Document, Pair, Release, ReleaseErasure, ReleaseFile, ReleaseRow, System
from annotator.platform.copying import copy_in
from annotator.platform.writers.canonical import canonical, content_hash
from annotator.releases import verification
from annotator.releases.differences import count_differences
from annotator.releases.forms.base import Frozen
from annotator.releases.forms.registry import FORMS
from annotator.releases.freezing import Progress, RowsFile, frozen_of, remove_unnamed, write_files
from annotator.releases.models.releases import FrozenWork
from annotator.releases.pseudonyms import OF_PEOPLE
from annotator.releases.ratings import without_sets_of
from annotator.releases.statistics import Statistics

#: What stands where a text named a talk that was erased.
ERASED = "[erased]"
_ROLES = ("transcript", "deck", "paper")
#: Rules that name talks.
_NAMING = ("exclude", "talks_out", "pins", "search")

#: A shorter name is replaced where it is all that stands there, and not within a sentence.
_SHORTEST_WITHIN = 4
#: In scripts without spaces, where two characters are a name as often as four.
_SHORTEST_UNSPACED = 2
#: Characters of these scripts: what stands beside a name is no longer word for that.
UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)
#: Before the names of sets that Lectern has drawn.
_NUMBERED = re.compile(r"\d+: ")


@dataclass(frozen=True, slots=True)
class Leaving:
    """What is to go. names : what the talks are called, casefolded. recordings : by their names in the storage."""

    pairs: frozenset[int]
    documents: frozenset[int]
    names: frozenset[str] = frozenset()
    recordings: frozenset[str] = frozenset()

    def as_frozen(self, frozen: FrozenWork) -> Leaving:
        """The same by the ids that what is frozen has, of the site that froze it."""
        if not (n := frozen.n_moves):
            return self

        def earlier(rows: QuerySet[Any]) -> frozenset[int]:
            return frozenset(ids[-n] for ids in rows.values_list("earlier_ids", flat=True) if len(ids) >= n)

        return replace(
            self,
            pairs=earlier(Pair.objects.filter(pk__in=self.pairs).order_by()),
            documents=earlier(Document.objects.filter(pk__in=self.documents).order_by()),
        )

    def is_set(self, name: str) -> bool:
        """Whether a set of a rating task is called by a talk: "Title", "Title, row 3" or "1: Title, row 3"."""
        called = name.casefold()
        titles = [each for each in self.names if is_telling(each)]  # a set may be called 3 without being of talk 3
        return any(
            each == title or each.startswith(f"{title}, ")
            for each in (called, _NUMBERED.sub("", called, count=1))
            for title in titles
        )


@dataclass(slots=True)
class Remade:
    """A release as it will be: its new files are stored, nothing is changed yet.

    named : by id in the records, the rows that are called otherwise here.
    """

    release: Release
    rows: RowsFile
    frozen: Frozen
    files: list[dict[str, Any]]
    gone: list[str]
    n_talks: int
    n_talks_before: int
    named: dict[str, str]


@contextmanager
def what_is_frozen_may_go() -> Iterator[None]:
    """Within a transaction: triggers let through what is written. Everything else that writes meets them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lectern.erasing', 'on', true)")
        try:
            yield
        finally:
            if not connection.needs_rollback:
                cursor.execute("SELECT set_config('lectern.erasing', '', true)")


def is_telling(name: str) -> bool:
    """Whether a name is long enough to mean the talk wherever it stands."""
    return len(name) >= (_SHORTEST_UNSPACED if UNSPACED.search(name) else _SHORTEST_WITHIN)


def rows_of_pairs(rows: QuerySet[Any], leaving: Leaving, frozen: Iterable[FrozenWork]) -> Iterator[int]:
    """Of rows of what is frozen, those of the pairs: for each, the id of the release or training set that it is in."""
    key = "release_id" if rows.model is ReleaseRow else "training_set_id"
    by_moves: dict[int, list[FrozenWork]] = {}
    for each in frozen:
        by_moves.setdefault(each.n_moves, []).append(each)
    for alike in by_moves.values():
        pairs = list(leaving.as_frozen(alike[0]).pairs)
        of_them = rows.filter(**{f"{key}__in": [each.pk for each in alike]})
        held = of_them.annotate(line=Cast("record", JSONField())).filter(line__pair_id__in=pairs).order_by()
        yield from held.values_list(key, flat=True)


def holding(project: int, leaving: Leaving) -> list[Release]:
    """The frozen releases of a project with rows of talks that are to go, or that name them."""
    made = Release.objects.made().filter(test_set__project=project).select_related("test_set__project").order_by("pk")
    with_rows = set(rows_of_pairs(ReleaseRow.objects.all(), leaving, made))
    return [release for release in made if release.pk in with_rows or _names_any(release, leaving)]


def _names_any(release: Release, leaving: Leaving) -> bool:
    manifest: dict[str, Any] = orjson.loads(release.manifest)
    leaving = leaving.as_frozen(release)
    return bool(_without(manifest, leaving) != manifest or without_names(release.rules, leaving.names) != release.rules)


def without_names(rules: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """The rules of a test set without the lines that name talks."""
    kept = dict(rules)
    for key in _NAMING:
        value = kept.get(key)
        if isinstance(value, str):
            kept[key] = "" if value.casefold() in names else value
        elif isinstance(value, Mapping):
            kept[key] = {name: why for name, why in value.items() if name.casefold() not in names}
        elif value is not None:
            kept[key] = [line for line in value if str(line).casefold() not in names]
        if key in kept and not kept[key]:
            del kept[key]
    return kept


def _without(manifest: Mapping[str, Any], leaving: Leaving) -> dict[str, Any]:
    """A manifest without what it says of talks, but for what is counted from rows."""
    kept = dict(manifest)
    kept["rules"] = without_names(kept.get("rules", {}), leaving.names)
    if "m3av" in kept:
        kept["m3av"] = [
            talk for talk in kept["m3av"] if leaving.documents.isdisjoint(talk.get(role) for role in _ROLES)
        ]
    if "clips" in kept:
        # A recording may have been replaced since, and has another name on another site.
        talks = [
            talk
            for talk in kept["clips"]["talks"]
            if talk["recording"] not in leaving.recordings and talk["title"].casefold() not in leaving.names
        ]
        kept["clips"] = {**kept["clips"], "talks": talks}
    if "ratings" in kept:
        kept["ratings"] = without_sets_of(kept["ratings"], leaving.pairs, leaving.documents, leaving.is_set)
    own = kept.get("variant", {}).get("thresholds_of_pairs")
    if own is not None:
        own = {pair: limits for pair, limits in own.items() if int(pair) not in leaving.pairs}
        kept["variant"] = {**kept["variant"], "thresholds_of_pairs": own}
    return kept


def remake(
    release: Release, leaving: Leaving, *, reason: str, scratch: Path, attempt: str, progress: Progress
) -> Remade:
    """Write a release without what is to go. attempt : names the folder of its new files, which no row names yet."""
    remove_unnamed(Release, release.pk)
    leaving = leaving.as_frozen(release)
    before = orjson.loads(release.manifest)
    statistics, people = Statistics(), set[str]()
    gone: list[str] = []
    named: dict[str, str] = {}
    talks: set[int] = set()
    pairs: set[int] = set()
    with RowsFile(scratch / f"{release.pk}.jsonl") as rows:
        for row, text in release.rows.order_by("number").values_list("row", "record").iterator(chunk_size=2000):
            record = orjson.loads(text)
            pairs.add(record["pair_id"])
            if record["pair_id"] in leaving.pairs:
                gone.append(record["row_id"])
                talks.add(record["pair_id"])
                continue
            people.update(name for name in (record.get(column) for column in OF_PEOPLE) if name)
            statistics.add(record)
            rows.add_line(text.encode() + b"\n")
            if (name := str(row)) != record["row_id"]:
                named[record["row_id"]] = name
    now = timezone.now()
    erased = {
        "date": now.date().isoformat(), "reason": reason, "talks": len(talks), "rows": len(gone),
        "talks_before": len(pairs), "rows_before": release.n_rows or 0,
        "sha256": release.sha256, "rows_sha256": release.rows_sha256,
        "row_ids": gone,
    }  # fmt: skip
    manifest = _without(before, leaving) | statistics.as_json()
    for name in ("m3av", "clips"):
        if name in manifest and not (manifest[name]["talks"] if name == "clips" else manifest[name]):
            del manifest[name]
    accounts = [name for name in before["people"]["accounts"] if name in people]
    manifest |= {
        "people": {**before["people"], "accounts": accounts},
        "erased": [*before.get("erased", []), erased],
        "rows": rows.summary(),
        "software": {"name": "Lectern", "version": __version__},
    }
    frozen = frozen_of(release, manifest, rows.lines)
    files = []
    if rows.n:
        forms = [form for form in FORMS.values() if form.fits(frozen)]
        files = write_files(forms, frozen, scratch, f"{Release.FOLDER}/{release.pk}/{attempt}", progress)
    return Remade(release, rows, frozen, files, gone, len(talks), len(pairs), named)


def put_in_place(remade: Remade, *, reason: str, leaving: Leaving) -> list[str]:
    """Let it take the place of what was frozen, in a transaction of the caller's, within `what_is_frozen_may_go`.
    Returns the names of files that nothing names any more."""
    release, frozen = remade.release, remade.frozen
    systems = System.objects.filter(on_release=release)
    figures = [
        {"name": name, "figures": scores["figures"]}
        for name, scores in systems.exclude(scores=None).order_by("pk").values_list("name", "scores")
    ]
    unnamed = [
        *release.files.values_list("file", flat=True),
        *systems.exclude(file="").values_list("file", flat=True),
    ]
    systems.delete()  # what they made of the texts, and how they did on each talk
    ReleaseErasure.objects.create(
        release=release, number=release.erasures.count() + 1, erased_at=timezone.now(), reason=reason,
        n_talks=remade.n_talks, n_rows=len(remade.gone), n_talks_before=remade.n_talks_before,
        n_rows_before=release.n_rows or 0, sha256=release.sha256, rows_sha256=release.rows_sha256,
        figures=figures,
    )  # fmt: skip
    release.files.all().delete()
    ReleaseRow.objects.filter(release=release).delete()
    copy_in(ReleaseRow, ["release_id", "number", "row", "content", "record"], _stored_rows(remade))
    ReleaseFile.objects.bulk_create([ReleaseFile(release=release, **file) for file in remade.files])
    Release.objects.filter(pk=release.pk).update(
        n_rows=remade.rows.n,
        rows_sha256=frozen.manifest["rows"]["sha256"],
        sha256=frozen.sha256,
        manifest=canonical(frozen.manifest).decode(),
        rules=without_names(release.rules, leaving.names),
        verified_at=None,
        problems=[],
    )
    verification.ask(release)
    return unnamed


def _stored_rows(remade: Remade) -> Iterator[list[Any]]:
    for number, line in enumerate(remade.frozen.lines(), start=1):
        record = orjson.loads(line)
        row = remade.named.get(record["row_id"], record["row_id"])
        yield [remade.release.pk, number, row, content_hash(record), line.decode().rstrip("\n")]


def count_changes_again(releases: Collection[int]) -> None:
    """Of releases that were made again, and of those that are compared with them."""
    compared = Release.objects.made().filter(previous__isnull=False)
    for pk, previous in (
        compared.filter(pk__in=releases).union(compared.filter(previous__in=releases)).values_list("pk", "previous")
    ):
        Release.objects.filter(pk=pk).update(changes=count_differences(previous, pk))
