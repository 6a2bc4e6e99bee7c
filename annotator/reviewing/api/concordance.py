"""The concordance of a project: accepted rows that hold a text. What one row's source was translated as before:
`reviews/{id}/memory/`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import PairKind, Review
from annotator.people.api.base import ProjectResource
from annotator.platform.errors import ServiceError
from annotator.reviewing.concordance import Place, ask_for_index, search
from annotator.reviewing.permissions import reviews_recalled_by, reviews_seen_by

MOST_CHARACTERS = 200
_LARGEST = 2**31 - 1
_MARKS = "Where the text searched for stands: start and end of each place, in code points."


class MarksField(serializers.ListField):
    def __init__(self, **kwargs: Any) -> None:
        place = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
        super().__init__(child=place, help_text=_MARKS, **kwargs)


class RecalledRowSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    review = serializers.IntegerField()
    title = serializers.CharField(help_text="Of the pair.")
    kind = serializers.ChoiceField(choices=PairKind.choices)
    good_align = serializers.BooleanField(allow_null=True)
    good_mt = serializers.BooleanField(allow_null=True)
    source = serializers.CharField()
    source_marks = MarksField()
    source_language = serializers.CharField()
    target = serializers.CharField(help_text="As imported; empty if the source is not rendered.")
    target_marks = MarksField()
    target_language = serializers.CharField()
    post_edit = serializers.CharField(allow_null=True)
    translation = serializers.CharField(help_text="The post-edit, else the target.")
    translation_marks = MarksField()
    readable = serializers.BooleanField(help_text="You may open the review that the row is in.")


class MemorySerializer(serializers.Serializer[Any]):
    rows = RecalledRowSerializer(many=True)
    n_pending = serializers.IntegerField(help_text="Texts of the project that are not indexed yet.")


class ConcordanceSerializer(MemorySerializer):
    next = serializers.CharField(allow_null=True, help_text="Give it as `after` to go on; null where nothing is left.")


class ConcordanceView(ProjectResource):
    resource = "concordance"
    queryset = Review.objects.none()
    serializer_class = ConcordanceSerializer
    http_method_names = ["get", "head", "options"]

    @extend_schema(
        parameters=[
            OpenApiParameter("q", str, required=True, description=f"At most {MOST_CHARACTERS} characters."),
            OpenApiParameter("after", str, description="`next` of the answer before."),
        ]
    )
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Accepted rows whose source or target holds a text, about 20 at a time, those of the latest reviews first.

        You find rows of the reviews that you may read. Annotators also find what others submitted, but for pairs that
        they may still have to review themselves.
        """
        project = self.named_project(project_slug)
        text = request.query_params.get("q", "")
        if len(text) > MOST_CHARACTERS:
            raise ServiceError(
                f"The text has {len(text):,} characters; {MOST_CHARACTERS} are allowed.", errors=[{"field": "q"}]
            )
        reviews = reviews_recalled_by(request.user, project)
        answer = search(reviews=reviews, project_id=project.pk, text=text, after=_place(request))
        if answer["n_pending"]:
            ask_for_index(project.pk)
        answer["next"] = ".".join(map(str, answer["next"])) if answer["next"] else None
        return Response(ConcordanceSerializer(with_readable(answer, request.user)).data)


def with_readable(answer: dict[str, Any], user: Any) -> dict[str, Any]:
    """With whether the reader may also open the review of each row."""
    named = {row["review"] for row in answer["rows"]}
    seen = set(reviews_seen_by(user).filter(pk__in=named).values_list("pk", flat=True)) if named else set()
    return {**answer, "rows": [{**row, "readable": row["review"] in seen} for row in answer["rows"]]}


def _place(request: Request) -> Place | None:
    text = request.query_params.get("after")
    if not text:
        return None
    parts = text.removeprefix("-").split(".")
    if len(parts) == 3 and all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
        review, side, first = map(int, parts)
        if side < 2 and first <= _LARGEST:
            return Place(-review, side, first)
    raise ServiceError(f"after is {text[:60]!r}; allowed: `next` of an earlier answer.", errors=[{"field": "after"}])
