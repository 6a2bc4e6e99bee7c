"""The activity log of a project: read by its admins, page by page or as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.dateparse import parse_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.people import activity
from annotator.people.activity import GROUPS, KINDS, VERBS, Wanted
from annotator.people.activity.reading import read_cursor
from annotator.people.activity.verbs import in_groups
from annotator.people.api.base import OfProject, ProjectResource
from annotator.platform.api.query import choice, refuse, row_id, whole_number
from annotator.platform.writers import table

LONGEST_SEARCH = 200
MOST_ENTRIES = 200
#: Of a file: the columns of its table, and the names of a line of JSON.
COLUMNS = (
    "at", "who", "user", "verb", "said", "object_kind", "object_id", "object", "detail", "via", "address", "facts",
)  # fmt: skip
FILE_FORMATS = ("csv", "jsonl")


class ActivityEntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.IntegerField(allow_null=True, source="by_id", help_text="Null for what happens by itself.")
    by_name = serializers.CharField(allow_blank=True)
    verb = serializers.CharField()
    said = serializers.SerializerMethodField(help_text="The verb in words, before the name of the object.")
    is_warning = serializers.SerializerMethodField()
    object_kind = serializers.CharField(allow_blank=True)
    object_id = serializers.IntegerField(allow_null=True)
    object_name = serializers.CharField(allow_blank=True)
    detail = serializers.CharField(allow_blank=True)
    facts = serializers.DictField(help_text="What else is known of it, by labels.")
    via = serializers.CharField(allow_blank=True)
    address = serializers.CharField(allow_blank=True)

    def get_said(self, entry: dict[str, Any]) -> str:
        return _said(entry["verb"])

    def get_is_warning(self, entry: dict[str, Any]) -> bool:
        known = VERBS.get(entry["verb"])
        return known is not None and known.is_warning


class VerbSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()
    group = serializers.CharField()


class ActivityPageSerializer(serializers.Serializer[Any]):
    """A page may hold few entries, even none, although older ones match: `next` leads on until it is empty."""

    results = ActivityEntrySerializer(many=True)
    next = serializers.CharField(allow_blank=True, help_text="The `cursor` of the next page.")
    looked_back_to = serializers.DateTimeField(allow_null=True, help_text="Where `next` goes on; null at the end.")
    kept_days = serializers.IntegerField(help_text="How long entries are kept.")
    verbs = VerbSerializer(many=True, help_text="What entries can say.")


FILTERS = [
    OpenApiParameter("person", int, description="Who did it, or whose account it is about."),
    OpenApiParameter("verb", str, enum=list(VERBS)),
    OpenApiParameter("group", str, enum=list(GROUPS)),
    OpenApiParameter("kind", str, enum=list(KINDS), description="Of what it was done to."),
    OpenApiParameter("since", OpenApiTypes.DATE, description="The first day (UTC)."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="The last day (UTC)."),
    OpenApiParameter("search", str, description="Part of a name or of the detail."),
]


class ActivityView(OfProject, ProjectResource):
    resource = "activity"
    serializer_class = ActivityPageSerializer
    pagination_class = None

    @extend_schema(
        operation_id="activity_read",
        parameters=[
            *FILTERS,
            OpenApiParameter("cursor", str, description="`next` of the page before."),
            OpenApiParameter("page_size", int),
        ],
        responses=ActivityPageSerializer,
    )
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Activity outside the log of reviews, the newest first, with the sign-ins of members."""
        project = self.project()
        cursor = request.query_params.get("cursor", "")
        size = whole_number(request, "page_size", minimum=1, maximum=MOST_ENTRIES) or 50
        try:
            entries, following = activity.page_of(project, wanted_in(request), cursor=cursor, size=size)
        except ValueError:
            refuse("cursor", cursor, "`next` of the page before")
        page = {
            "results": entries,
            "next": following,
            "looked_back_to": read_cursor(following)[0] if following else None,
            "kept_days": settings.ACTIVITY_DAYS,
            "verbs": [{"key": key, "label": verb.label, "group": verb.group} for key, verb in in_groups()],
        }
        return Response(ActivityPageSerializer(page).data)

    @extend_schema(
        operation_id="activity_export",
        parameters=[*FILTERS, OpenApiParameter("file_format", str, enum=FILE_FORMATS, default="csv")],
        responses={(200, "text/csv"): OpenApiTypes.STR, (200, "application/x-ndjson"): OpenApiTypes.STR},
    )
    def export(self, request: Request, project_slug: str) -> StreamingHttpResponse:
        """Download the entries that match, the newest first."""
        project, wanted = self.project(), wanted_in(request)
        name = choice(request, "file_format", FILE_FORMATS) or "csv"
        activity.note(
            "exported_activity", project=project, kind="project", pk=project.pk, name="the activity log", detail=name
        )
        entries = activity.entries(project, wanted)
        lines, kind = (_csv(entries), "text/csv") if name == "csv" else (_json_lines(entries), "application/x-ndjson")
        response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{project.slug}-activity.{name}"'
        return response


def wanted_in(request: Request) -> Wanted:
    """The filter that the query of a request describes; raises ServiceError naming the parameter that is wrong."""
    verb, group = choice(request, "verb", VERBS), choice(request, "group", GROUPS)
    verbs = None
    if verb or group:
        verbs = tuple(
            key for key, known in VERBS.items() if key == (verb or key) and known.group == (group or known.group)
        )
    until = _day(request, "until")
    search = request.query_params.get("search", "").strip()
    if len(search) > LONGEST_SEARCH:
        refuse("search", search, f"up to {LONGEST_SEARCH} characters")
    return Wanted(
        person=row_id(request, "person"),
        verbs=verbs,
        kind=choice(request, "kind", KINDS) or "",
        search=search,
        since=_day(request, "since"),
        until=until + timedelta(days=1) if until else None,
        site=bool(request.user.is_superuser),
    )


def _day(request: Request, name: str) -> datetime | None:
    text = request.query_params.get(name)
    if not text:
        return None
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None or not 1970 <= day.year <= 9000:
        refuse(name, text, "a day such as 2026-11-22")
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _said(verb: str) -> str:
    return VERBS[verb].label if verb in VERBS else verb.replace("_", " ")


def _as_columns(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "at": entry["at"].isoformat().replace("+00:00", "Z"),
        "who": entry["by_name"],
        "user": entry["by_id"],
        "verb": entry["verb"],
        "said": _said(entry["verb"]),
        "object_kind": entry["object_kind"],
        "object_id": entry["object_id"],
        "object": entry["object_name"],
        "detail": entry["detail"],
        "via": entry["via"],
        "address": entry["address"],
        "facts": entry["facts"],
    }


def _csv(entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield from table.lines([COLUMNS])
    for entry in entries:
        columns = _as_columns(entry)
        facts = orjson.dumps(columns["facts"]).decode() if columns["facts"] else ""
        yield from table.lines([list({**columns, "facts": facts}.values())])


def _json_lines(entries: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    for entry in entries:
        yield orjson.dumps(_as_columns(entry)) + b"\n"
