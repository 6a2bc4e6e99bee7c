"""Word vectors that talks are aligned with."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning import vectors
from annotator.models import Project, VectorSet
from annotator.people.api.base import Resource
from annotator.people.api.users import UserSerializer
from annotator.platform import workers
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.errors import ServiceError

_USUAL = vectors.Training()
_SOURCES = ("file", "path", "download", "projects")


class VectorSetSerializer(serializers.ModelSerializer[VectorSet]):
    created_by = UserSerializer(read_only=True, allow_null=True)
    worker_alive = serializers.SerializerMethodField()

    class Meta:
        model = VectorSet
        fields = [
            "id", "name", "origin", "source", "language", "dimension", "n_words", "sha256", "state", "progress",
            "message", "error", "is_default", "worker_alive", "created_by", "created_at", "started_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = [name for name in fields if name != "is_default"]

    def get_worker_alive(self, vector_set: VectorSet) -> bool:
        return self._a_worker_is_alive

    @cached_property
    def _a_worker_is_alive(self) -> bool:
        return workers.n_workers(VectorSet.TASK) > 0


class VectorSetCreateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    language = serializers.CharField(max_length=16, required=False, default="", allow_blank=True)
    file = serializers.FileField(required=False, help_text="GloVe or word2vec text, word2vec or fastText binary.")
    path = serializers.CharField(required=False, max_length=500, help_text="A file on the server.")
    download = serializers.CharField(required=False, max_length=200, help_text="A name of gensim.downloader.")
    projects = serializers.SlugRelatedField(
        slug_field="slug", queryset=Project.objects.all(), many=True, required=False, help_text="Train on their texts."
    )
    dimension = serializers.IntegerField(required=False, default=_USUAL.dimension)
    epochs = serializers.IntegerField(required=False, default=_USUAL.epochs)
    min_count = serializers.IntegerField(required=False, default=_USUAL.min_count)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        sources = [name for name in _SOURCES if attrs.get(name)]
        if len(sources) != 1:
            names = " and ".join(sources) or "nothing"
            raise ServiceError(f"Give one of {', '.join(_SOURCES)}; this gives {names}.", code="one_source")
        return attrs


class VectorSetChangeSerializer(serializers.Serializer[Any]):
    is_default = serializers.BooleanField()


class VectorSetViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, Resource):
    resource = "vectors"
    serializer_class = VectorSetSerializer
    queryset = VectorSet.objects.select_related("created_by")
    parser_classes = [StorableJSONParser, MultiPartParser]
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    # One kind of body is described: generated clients stumble over two of the same fields.
    @extend_schema(request={"multipart/form-data": VectorSetCreateSerializer}, responses={201: VectorSetSerializer})
    def create(self, request: Request) -> Response:
        """Add a file (uploaded or on the server), add a set that gensim publishes, or train one, in the background.

        Without an upload, the same fields can be sent as JSON.
        """
        data = self.body_as(VectorSetCreateSerializer)
        common: dict[str, Any] = {"name": data["name"], "language": data["language"], "user": self.user}
        if data.get("file"):
            made = vectors.add_upload(file=data["file"], **common)
        elif data.get("path"):
            made = vectors.add_path(path=data["path"], **common)
        elif data.get("download"):
            made = vectors.add_download(download=data["download"], **common)
        else:
            training = vectors.Training(data["dimension"], data["epochs"], data["min_count"])
            made = vectors.train(projects=data["projects"], training=training, **common)
        return Response(self.get_serializer(made).data, status=201)

    @extend_schema(request={"application/json": VectorSetChangeSerializer}, responses=VectorSetSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Make it the one that runs use unless they say otherwise, or no longer."""
        is_default = self.body_as(VectorSetChangeSerializer)["is_default"]
        change = vectors.make_default if is_default else vectors.clear_default
        return Response(self.get_serializer(change(self.get_object())).data)

    def perform_destroy(self, instance: VectorSet) -> None:
        vectors.delete(instance)
