"""Pages of releases that need no account: open one, find it by its address, close it, and what it shows.

What a page shows is listed here, field by field. It never shows people, nor rows that its admin did not open: neither
those of the release, nor those of the release before, which has a page of its own or none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from django.db import IntegrityError, transaction
from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from annotator.models import Release, ReleasePage, ReleaseTombstone, System
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.signed_links import LinkSigner
from annotator.releases import verification
from annotator.releases.forms.documents import CARD_PARTS, citation_of
from annotator.releases.ratings import told_of_ratings
from annotator.releases.reviewing import told_of_reviewing
from annotator.releases.tombstones import find_tombstone, is_taken
from annotator.releases.variants import told_of_variant

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_links = LinkSigner("lectern.release-page")
#: Rows of a sample, spread over the release.
SAMPLE_ROWS = 8
#: Systems of a page: more than anybody compares.
_MOST_SYSTEMS = 200
#: Of a row, what strangers see.
_SHOWN = (
    "pair", "source", "target", "target_post_edited", "post_edited", "source_language", "target_language", "split",
)  # fmt: skip


def address_of(page: ReleasePage) -> str:
    """The token of the page's link."""
    return page.address or _links.token(page.secret)


def find_page(address: str) -> ReleasePage | None:
    """The open page at an address. None where there is none, it was closed, or this site did not sign the link."""
    pages = ReleasePage.objects.filter(closed_at=None).select_related("release__test_set__project", "release__previous")
    if address and (page := pages.filter(address=address).first()) is not None:
        return page
    secret = _links.text_in(address)
    return None if secret is None else pages.filter(address="", secret=secret).first()


def page_of(release: Release) -> ReleasePage | None:
    return ReleasePage.objects.filter(release=release, closed_at=None).first()


@transaction.atomic
def open_page(
    *,
    release: Release,
    address: str,
    shows_rows: bool,
    shows_files: bool,
    shows_scores: bool = False,
    user: User | None,
) -> ReleasePage:
    """Open a page, or change what the open one shows and where it is.

    address : of a public page; empty for an unguessable one. A page that was public before opens again at its address;
    a new unguessable page has a new one.
    Raises Conflict where the release is not made or the address is that of another release.
    """
    if not release.is_made:
        raise Conflict(f"Release {release.version} is not made yet.", code="not_frozen")
    Release.objects.select_for_update(of=("self",)).only("pk").get(pk=release.pk)  # two admins at once
    shown = {"shows_rows": shows_rows, "shows_files": shows_files, "shows_scores": shows_scores}
    page = page_of(release)
    if page is None or page.address != address:
        if page is not None:
            _close(page)
        page = _open_at(release, address, user)
    for name, value in shown.items():
        setattr(page, name, value)
    page.save(update_fields=[*shown])
    verification.ask(release)
    kinds = (("rows", shows_rows), ("downloads", shows_files), ("scores", shows_scores))
    what = [word for word, is_shown in kinds if is_shown] or ["no rows"]
    where = "at a public address" if page.is_public else "by a secret link"
    _note("release_published", release, f"{where}, with {', '.join(what[:-1])}{' and ' * (len(what) > 1)}{what[-1]}")
    return page


def _open_at(release: Release, address: str, user: User | None) -> ReleasePage:
    if not address:
        return ReleasePage.objects.create(release=release, opened_by=user)
    known = ReleasePage.objects.filter(address=address).first()
    if known is None and is_taken(address):
        raise _taken()
    if known is None:
        try:
            with transaction.atomic():
                return ReleasePage.objects.create(release=release, address=address, opened_by=user)
        except IntegrityError:  # somebody took it in this moment
            known = ReleasePage.objects.get(address=address)
    if known.release_id != release.pk:
        raise _taken()
    known.closed_at, known.opened_by = None, user
    known.save(update_fields=["closed_at", "opened_by"])
    return known


def _taken() -> ServiceError:
    message = "This is the address of another release, and stays so after its page is closed. Choose another one."
    return ServiceError(message, code="address_taken", errors=[{"field": "address", "message": message}])


def tombstone_at(address: str) -> ReleaseTombstone | None:
    """Of the release whose page was open at an address when it was deleted."""
    return find_tombstone(address, _links)


@transaction.atomic
def close_page(release: Release) -> None:
    """From now on its address leads nowhere. Raises Conflict where no page is open."""
    page = ReleasePage.objects.select_for_update().filter(release=release, closed_at=None).first()
    if page is None:
        raise Conflict("This release has no public page.", code="not_published")
    _close(page)
    _note("release_unpublished", release)


def _close(page: ReleasePage) -> None:
    page.closed_at = timezone.now()
    page.save(update_fields=["closed_at"])


def _note(verb: str, release: Release, detail: str = "") -> None:
    name = f"{release.title} {release.version}"
    note(verb, project=release.test_set.project, kind="release", pk=release.pk, name=name, detail=detail)


def page_view(page: ReleasePage) -> dict[str, Any]:
    """The content of the public page."""
    release = page.release
    manifest = orjson.loads(release.manifest)
    software = manifest["software"]
    project = manifest["project"]["name"]
    previous = _shown_before(page)
    return {
        "title": release.title,
        "version": release.version,
        "project": project,
        "state": release.state,
        "withdrawn_at": release.withdrawn_at,
        "withdrawn_reason": release.withdrawn_reason,
        "frozen_at": release.finished_at,
        "description": release.description,
        "notes": release.notes,
        "licence": release.licence,
        "card": told_of_card(release),
        "n_rows": release.n_rows,
        "sha256": release.sha256,
        "rows_sha256": release.rows_sha256,
        "statistics": manifest["statistics"],
        "engines": manifest["engines"],
        **told_of_reviewing(manifest),
        "basis": manifest["basis"],
        "variant": told_of_variant(manifest),
        "thresholds": manifest["thresholds"],
        "n_people": len(manifest["people"]["accounts"]),
        "ratings": told_of_ratings(manifest, with_figures=page.shows_scores),
        "software": f"{software['name']} {software['version']}",
        "verified_at": release.verified_at,
        "problems": release.problems,
        "citation": citation_of(project, release.title, release.version, release.sha256),
        "erasures": list(release.erasures.all()),
        "shows_rows": page.shows_rows,
        "shows_files": page.shows_files,
        "files": list(release.files.all()) if page.shows_files else [],
        "shows_scores": page.shows_scores,
        "systems": _scored(release) if page.shows_scores else [],
        "samples": samples(release) if page.shows_rows else [],
        "since": release.previous.version if release.previous else None,
        "since_address": address_of(previous) if previous and previous.is_public else None,
        "changes": release.changes,
        "shows_differences": page.shows_rows and bool(previous and previous.shows_rows),
    }


def _scored(release: Release) -> list[dict[str, Any]]:
    """Systems with their figures, without who uploaded them."""
    names = ("id", "name", "kind", "source_language", "target_language", "split", "engine", "basis")
    systems = System.objects.filter(on_release=release, scores__isnull=False).order_by("pk")
    scores = ("figures", "rows", "talks", "of_talks", "own", "n_missing", "by_origin")
    systems = systems.annotate(**{name: KeyTransform(name, "scores") for name in scores})
    return [
        {
            **{name: getattr(each, name) for name in names},
            "figures": each.figures,
            "n_rows": each.rows,
            "n_talks": each.talks,
            "of_talks": each.of_talks,
            "n_own": each.own,
            "n_missing": each.n_missing,
            "by_origin": each.by_origin or [],
        }
        for each in systems.only(*names)[:_MOST_SYSTEMS]
    ]


def told_of_card(release: Release) -> list[dict[str, str]]:
    """The parts that people wrote, in order."""
    return [
        {"key": part.key, "title": part.title, "text": release.card[part.key]}
        for part in CARD_PARTS
        if release.card.get(part.key)
    ]


def _shown_before(page: ReleasePage) -> ReleasePage | None:
    """The open page of the release before."""
    return page_of(page.release.previous) if page.release.previous else None


def shows_differences(page: ReleasePage) -> bool:
    """Whether rows that differ are shown: those of both releases must be."""
    before = _shown_before(page)
    return page.shows_rows and before is not None and before.shows_rows


def samples(release: Release) -> list[dict[str, Any]]:
    """A few rows, spread evenly over the release: the same ones each time."""
    n_rows = release.n_rows or 0
    n_shown = min(SAMPLE_ROWS, n_rows)
    numbers = [1 + place * n_rows // n_shown for place in range(n_shown)]
    rows = release.rows.filter(number__in=numbers).order_by("number").values_list("number", "record")
    return [shown(number, orjson.loads(record)) for number, record in rows]


def shown(number: int, record: dict[str, Any]) -> dict[str, Any]:
    """A row as strangers see it: its texts, and nobody's name."""
    return {"number": number, **{name: record[name] for name in _SHOWN}}
