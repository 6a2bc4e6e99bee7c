"""Releases of test sets: what is frozen, its rows and its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Release, ReleasePage
from annotator.people.api.base import ProjectResource, listed_by
from annotator.platform.api.conditional import is_known
from annotator.platform.api.query import choice, row_id, whole_number
from annotator.releases.api.frozen_files import file_of, frozen_file, headers_of
from annotator.releases.api.release_serializers import (
    DifferencesSerializer,
    OpenReleasePageSerializer,
    PublishReleaseSerializer,
    ReleaseCreateSerializer,
    ReleaseDetailSerializer,
    ReleaseRowsSerializer,
    ReleaseSerializer,
    RemoveReleaseSerializer,
    WithdrawSerializer,
)
from annotator.releases.differences import Difference, count_differences, differences
from annotator.releases.forms.registry import FORMS
from annotator.releases.making import discard_release, request_release, withdraw_release
from annotator.releases.pages import address_of, close_page, open_page, page_of
from annotator.releases.tombstones import delete_release

#: Rows of a page, unless asked otherwise and at most.
_PAGE, MOST_ROWS = 50, 200
_LARGEST = 2**31 - 1


AFTER = OpenApiParameter("after", int, description="Only rows with a greater number.")
LIMIT = OpenApiParameter("limit", int, description=f"Rows of a page, {MOST_ROWS} at most.")


@listed_by("test_set")
class ReleaseViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "releases"
    project_path = "test_set__project"
    queryset = Release.objects.none()
    serializer_class = ReleaseSerializer

    def get_serializer_class(self) -> Any:
        return ReleaseDetailSerializer if self.action == "retrieve" else ReleaseSerializer

    def get_queryset(self) -> Any:
        releases = Release.objects.select_related("test_set__project", "previous", "created_by", "withdrawn_by")
        if self.action == "retrieve":
            return self.visible(releases.prefetch_related("files", "erasures"))
        is_whole = self.action in ("destroy", "withdraw", "remove")
        return self.visible(releases if is_whole else releases.defer("manifest"))

    @extend_schema(request=ReleaseCreateSerializer, responses={201: ReleaseSerializer})
    def create(self, request: Request) -> Response:
        """Freeze the rows of a test set under its next number; a worker does it."""
        values = self.body_as(ReleaseCreateSerializer)
        release = request_release(user=self.user, is_major=values.pop("major"), **values)
        return Response(ReleaseSerializer(release).data, status=201)

    def perform_destroy(self, instance: Release) -> None:
        """Only what has no rows: it failed, or is being made."""
        discard_release(instance)

    @extend_schema(request=WithdrawSerializer, responses=ReleaseSerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: str) -> Response:
        """Say that a release should not be used any more, and why. Its rows and files stay."""
        release = self.get_object()
        withdrawn = withdraw_release(release, user=self.user, **self.body_as(WithdrawSerializer))
        return Response(ReleaseSerializer(withdrawn).data)

    @extend_schema(request=RemoveReleaseSerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def remove(self, request: Request, pk: str) -> Response:
        """Delete a frozen release for good. Only site admins; its address then says what it was and why it went."""
        delete_release(self.get_object(), user=self.user, **self.body_as(RemoveReleaseSerializer))
        return Response(status=204)

    @extend_schema(parameters=[AFTER, LIMIT], responses=ReleaseRowsSerializer)
    @action(detail=True)
    def rows(self, request: Request, pk: str) -> HttpResponseBase:
        """The rows in order, page by page. The ETag is made of the release's hash."""
        release = self.get_object()
        after, limit = place_in(request)
        tag = f'"{release.sha256 or "unmade"}-{after}-{limit}"'
        if release.is_made and is_known(request, tag):
            return HttpResponse(status=304, headers=headers_of(tag))
        listed = release.rows.filter(number__gt=after).order_by("number").values_list("number", "record")[: limit + 1]
        page, next_after = cut_to_page(list(listed), limit, itemgetter(0))
        rows = [{"number": number, **orjson.loads(record)} for number, record in page]
        answer = {"rows": rows, "next_after": next_after}
        return Response(answer, headers=headers_of(tag) if release.is_made else None)

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, enum=Difference.values, default=Difference.CHANGED.value),
            OpenApiParameter("since", int, description="Another release of the test set, instead of the previous one."),
            AFTER,
            LIMIT,
        ],
        responses=DifferencesSerializer,
    )
    @action(detail=True)
    def differences(self, request: Request, pk: str) -> Response:
        """How the release differs from the one before: rows added, removed or changed, page by page."""
        release = self.get_object()
        kind = choice(request, "kind", Difference.values) or Difference.CHANGED
        after, limit = place_in(request)
        since, changes = release.previous, release.changes
        if (named := row_id(request, "since")) is not None:
            others = Release.objects.filter(test_set=release.test_set_id)
            since = get_object_or_404(others.defer("manifest"), pk=named)
            changes = count_differences(since.pk, release.pk)
        rows = differences(since.pk, release.pk, kind, after=after, limit=limit + 1) if since else []
        answer = {"since": since, "changes": changes, **differing(rows, limit, lambda _, record: orjson.loads(record))}
        return Response(DifferencesSerializer(answer).data)

    @file_of(FORMS)
    @action(detail=True, url_path="files/(?P<form>[a-z0-9_-]+)")
    def file(self, request: Request, pk: str, form: str) -> HttpResponseBase:
        """The release in one form. A download that broke off continues with a Range header."""
        return frozen_file(request, self.get_object().files, form, FORMS)

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True)
    def checksums(self, request: Request, pk: str) -> HttpResponse:
        """The SHA-256 of every file, as `sha256sum --check` reads them."""
        return checksums_answer(self.get_object())

    @extend_schema(responses=OpenReleasePageSerializer)
    @action(detail=True)
    def page(self, request: Request, pk: str) -> Response:
        """The page that needs no account: whether it is open, its address and what it shows."""
        return self._page_answer(self.get_object())

    @extend_schema(request=PublishReleaseSerializer, responses=OpenReleasePageSerializer)
    @page.mapping.put
    def publish(self, request: Request, pk: str) -> Response:
        """Open the page that needs no account, or change what it shows and its address."""
        release = self.get_object()
        open_page(release=release, user=self.user, **self.body_as(PublishReleaseSerializer))
        return self._page_answer(release)

    @extend_schema(request=None, responses=OpenReleasePageSerializer)
    @page.mapping.delete
    def unpublish(self, request: Request, pk: str) -> Response:
        """Close the page: its address leads nowhere from now on."""
        release = self.get_object()
        close_page(release)
        return self._page_answer(release)

    def _page_answer(self, release: Release) -> Response:
        page = page_of(release)
        path = f"/release/{address_of(page)}" if page else ""
        link = settings.SITE_URL + path if settings.SITE_URL else self.request.build_absolute_uri(path)
        suggested = f"{slugify(release.title)[:50] or 'release'}-{release.version}"
        names = ("address", "shows_rows", "shows_files", "shows_scores", "opened_at")
        about = {name: getattr(page or ReleasePage(), name) for name in names}
        answer = {**about, "is_open": page is not None, "link": link if page else None, "suggested_address": suggested}
        return Response(OpenReleasePageSerializer(answer).data)


def checksums_answer(release: Release) -> HttpResponse:
    files = release.files.order_by("name").values_list("sha256", "name")
    lines = "".join(f"{sha256}  {name}\n" for sha256, name in files)
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def place_in(request: Request) -> tuple[int, int]:
    after = whole_number(request, "after", minimum=0, maximum=_LARGEST) or 0
    limit = whole_number(request, "limit", minimum=1, maximum=MOST_ROWS) or _PAGE
    return after, limit


def cut_to_page(rows: Sequence[Any], limit: int, number_of: Callable[[Any], int]) -> tuple[Sequence[Any], int | None]:
    """A page of what was found, one more than it holds where there are others; and `after` of the next, if any."""
    page = rows[:limit]
    return page, number_of(page[-1]) if len(rows) > limit else None


def differing(differences: Sequence[Any], limit: int, shown: Callable[[int, str], Any]) -> dict[str, Any]:
    """A page of `differences`. shown : a record that is there, by the number of the row."""
    page, next_after = cut_to_page(differences, limit, itemgetter(0))
    rows = [
        {"number": number, "before": before and shown(number, before), "after": later and shown(number, later)}
        for number, before, later in page
    ]
    return {"rows": rows, "next_after": next_after}
