"""Erasing talks of a project: what would go, having it done, and what was erased."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Erasure, ErasureState
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.errors import ServiceError
from annotator.site.erasing.erasure import request_erasure
from annotator.site.erasing.scope import foreseen, scope_of

_MOST_TEXTS = 1000


class ErasureSerializer(serializers.ModelSerializer[Erasure]):
    state = serializers.ChoiceField(choices=ErasureState.choices)
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How much went, by what it was.")
    created_by = UserSerializer(allow_null=True)

    class Meta:
        model = Erasure
        fields = [
            "id", "reason", "counts", "hashes", "state", "progress", "message", "error", "created_by", "created_at",
            "erased_at", "finished_at",
        ]  # fmt: skip


class ErasuresSerializer(serializers.Serializer[Any]):
    may_erase = serializers.BooleanField(help_text="Site admins may.")
    erasures = ErasureSerializer(many=True)


class TextToEraseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()


class MeantTextSerializer(TextToEraseSerializer):
    speaker = serializers.CharField()


class StayingTextSerializer(TextToEraseSerializer):
    why = serializers.CharField()


class ReleaseToEraseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    version = serializers.CharField()
    n_rows = serializers.IntegerField(help_text="That go.")
    n_rows_before = serializers.IntegerField()
    is_public = serializers.BooleanField()


class ForeseenErasureSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Has to be typed.")
    found_by = serializers.ListField(child=serializers.CharField(), help_text="Spellings of the speaker.")
    stamp = serializers.CharField(help_text="Send it along: another one once something else would go.")
    talks = MeantTextSerializer(many=True, help_text="What was asked for.")
    counts = serializers.DictField(child=serializers.IntegerField())
    releases = ReleaseToEraseSerializer(many=True)
    releases_stopped = serializers.IntegerField(help_text="Being made now.")
    staying = StayingTextSerializer(many=True)
    n_losing_files = serializers.IntegerField(help_text="Texts that stay and lose a file that holds what goes.")
    copies = serializers.ListField(child=serializers.CharField(), help_text="The same texts elsewhere, which stay.")


class ErasureBodySerializer(serializers.Serializer[Any]):
    named = serializers.CharField(default="", allow_blank=True, max_length=300, help_text="As `foreseen` takes it.")
    documents = serializers.ListField(child=serializers.IntegerField(min_value=1), default=list, max_length=_MOST_TEXTS)
    reason = serializers.CharField(max_length=500, help_text="Everybody who sees a release that held it reads it.")
    typed = serializers.CharField(max_length=300, help_text="The name, letter by letter.")
    stamp = serializers.CharField(max_length=64)


class ErasureView(OfProject, ProjectResource):
    resource = "erasures"
    queryset = Erasure.objects.none()
    serializer_class = ErasureSerializer

    @extend_schema(responses=ErasuresSerializer, operation_id="erasures")
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """What was erased from a project, the newest first: how much, when and why, without a name."""
        erasures = Erasure.objects.filter(project=self.project()).select_related("created_by")
        content = {"may_erase": self.user.is_superuser, "erasures": erasures}
        return Response(ErasuresSerializer(content).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("named", str, description="A speaker, in any spelling, or the title of a text or pair."),
            OpenApiParameter("documents", OpenApiTypes.STR, description="Ids of texts, with commas between them."),
        ],
        responses=ForeseenErasureSerializer,
        operation_id="foreseen_erasure",
    )
    def foreseen(self, request: Request, project_slug: str) -> Response:
        """What would go and what would stay, in numbers. Nothing is done."""
        project = self.project()
        documents = _ids(request.query_params.get("documents", ""))
        scope = scope_of(project, named=request.query_params.get("named", ""), documents=documents)
        return Response(ForeseenErasureSerializer(foreseen(scope)).data)

    @extend_schema(request=ErasureBodySerializer, responses={201: ErasureSerializer}, operation_id="erase")
    def create(self, request: Request, project_slug: str) -> Response:
        """Have a worker erase talks for good. Only site admins."""
        erasure = request_erasure(project=self.project(), user=self.user, **self.body_as(ErasureBodySerializer))
        return Response(ErasureSerializer(erasure).data, status=201)


def _ids(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if wrong := [part for part in parts if not (part.isascii() and part.isdigit() and len(part) < 19)]:
        message = f"{wrong[0][:40]!r} is no id of a text; expected whole numbers with commas between them."
        raise ServiceError(message, field="documents")
    if len(parts) > _MOST_TEXTS:
        raise ServiceError(f"{len(parts)} texts; expected {_MOST_TEXTS} at most.", field="documents")
    return [int(part) for part in parts]
