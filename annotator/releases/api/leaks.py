"""Leak checks of test sets, and what they found."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Leak, LeakCheck, LeakCheckState, LeakKind, Release, TestSet
from annotator.people.api.base import ProjectResource, VisibleField
from annotator.people.api.users import UserSerializer
from annotator.platform.api.query import choice
from annotator.releases.api.releases import MOST_ROWS, cut_to_page, place_in
from annotator.releases.leaks.checking import MOST_CHARACTERS, MOST_RELEASES, remove_check, request_check
from annotator.releases.leaks.near import LONGEST


class LeakPartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True, help_text="As `split`; empty for rows of no part.")
    n_rows = serializers.IntegerField()


class LeakCountsSerializer(serializers.Serializer[Any]):
    talk = serializers.IntegerField()
    speaker = serializers.IntegerField()
    text = serializers.IntegerField()
    near_text = serializers.IntegerField()


class ComparedReleaseSerializer(serializers.ModelSerializer[Release]):
    version = serializers.CharField()

    class Meta:
        model = Release
        fields = ["id", "title", "version"]


class LeakCheckSerializer(serializers.ModelSerializer[LeakCheck]):
    state = serializers.ChoiceField(choices=LeakCheckState.choices, read_only=True)
    releases = serializers.SerializerMethodField()
    parts = LeakPartSerializer(many=True, read_only=True)
    counts = serializers.SerializerMethodField()
    asked_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = LeakCheck
        fields = [
            "id", "test_set", "state", "progress", "message", "error", "releases", "lines_name", "n_rows", "n_compared",
            "parts", "counts", "asked_by", "created_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(ComparedReleaseSerializer(many=True))
    def get_releases(self, check: LeakCheck) -> Any:
        known = self.context.get("releases")
        if known is None:
            known = Release.objects.filter(pk__in=check.releases).only("id", "title", "major", "minor").in_bulk()
        return ComparedReleaseSerializer([known[pk] for pk in check.releases if pk in known], many=True).data

    @extend_schema_field(LeakCountsSerializer(allow_null=True))
    def get_counts(self, check: LeakCheck) -> Any:
        """All that were found, also those that are not kept. Null until it is done."""
        return {kind: check.counts.get(kind, 0) for kind in LeakKind.values} if check.n_rows is not None else None


class LeakCheckCreateSerializer(serializers.Serializer[Any]):
    test_set = VisibleField("project", queryset=TestSet.objects.select_related("project"))
    releases = VisibleField(
        "test_set__project",
        queryset=Release.objects.select_related("test_set").defer("manifest"),
        many=True,
        required=False,
        help_text=f"{MOST_RELEASES} at most, of other test sets.",
    )
    lines = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MOST_CHARACTERS,
        trim_whitespace=False,
        help_text="A text to compare with, a sentence a line, such as training data. "
        f"A line has {LONGEST:,} characters at most.",
    )
    lines_name = serializers.CharField(default="", allow_blank=True, max_length=120)


class LeakSideSerializer(serializers.Serializer[Any]):
    part = serializers.CharField(allow_blank=True, help_text="A part of the test set, a release, or the text's name.")
    talk = serializers.CharField(allow_blank=True)
    speaker = serializers.CharField(allow_blank=True)
    row = serializers.CharField(required=False, help_text="The row's id, or the number of the line.")
    side = serializers.ChoiceField(choices=["source", "target", "line"], required=False)
    language = serializers.CharField(required=False, allow_blank=True)
    text = serializers.CharField(required=False)


class LeakSerializer(serializers.ModelSerializer[Leak]):
    kind = serializers.ChoiceField(choices=LeakKind.choices)
    ours = LeakSideSerializer()
    theirs = LeakSideSerializer()
    likeness = serializers.FloatField(
        allow_null=True, help_text="Share of shingles that the texts share; of a talk, of its rows."
    )
    n_rows = serializers.IntegerField(allow_null=True, help_text="Of a talk or speaker.")

    class Meta:
        model = Leak
        fields = ["number", "kind", "likeness", "n_rows", "ours", "theirs"]


class LeaksSerializer(serializers.Serializer[Any]):
    leaks = LeakSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True, help_text="`after` of the next page; null on the last.")


class LeakCheckViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "leak-checks"
    project_path = "test_set__project"
    narrowed_by = ("test_set",)
    queryset = LeakCheck.objects.none()
    serializer_class = LeakCheckSerializer

    def get_queryset(self) -> Any:
        checks = LeakCheck.objects.select_related("test_set__project", "asked_by").defer("lines")
        return self.visible(checks)

    @extend_schema(parameters=[OpenApiParameter("project", str), OpenApiParameter("test_set", int)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The latest checks, the newest of each test set first."""
        page = self.paginate_queryset(self.get_queryset()) or []
        named = {pk for check in page for pk in check.releases}
        known = Release.objects.filter(pk__in=named).only("id", "title", "major", "minor").in_bulk()
        context = {**self.get_serializer_context(), "releases": known}
        return self.get_paginated_response(LeakCheckSerializer(page, many=True, context=context).data)

    @extend_schema(request=LeakCheckCreateSerializer, responses={201: LeakCheckSerializer})
    def create(self, request: Request) -> Response:
        """Look for what the parts of a test set have in common, with each other and with releases or lines of text."""
        values = self.body_as(LeakCheckCreateSerializer)
        return Response(LeakCheckSerializer(request_check(user=self.user, **values)).data, status=201)

    @transaction.atomic
    def perform_destroy(self, instance: LeakCheck) -> None:
        """Remove a check, or cancel one that is under way."""
        remove_check(instance)

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, enum=LeakKind.values, default=LeakKind.TALK.value),
            OpenApiParameter("after", int, description="Only leaks with a greater number."),
            OpenApiParameter("limit", int, description=f"Leaks of a page, {MOST_ROWS} at most."),
        ],
        responses=LeaksSerializer,
    )
    @action(detail=True)
    def leaks(self, request: Request, pk: str) -> Response:
        """Its leaks of one kind, the most alike first, page by page."""
        check = self.get_object()
        kind = choice(request, "kind", LeakKind.values) or LeakKind.TALK
        after, limit = place_in(request)
        rows = list(check.leaks.filter(kind=kind, number__gt=after).order_by("number")[: limit + 1])
        page, next_after = cut_to_page(rows, limit, lambda leak: leak.number)
        return Response(LeaksSerializer({"leaks": page, "next_after": next_after}).data)
