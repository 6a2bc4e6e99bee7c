"""Imports: files are staged and shown, put right, and then imported all together or not at all."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, get_args

from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ParseError
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus import importing
from annotator.corpus.api.import_serializers import (
    ChangeFileSerializer,
    ColumnsSerializer,
    FormatChoiceSerializer,
    ImportedDocumentSerializer,
    ImportedEntrySerializer,
    ImportResultSerializer,
    LeftOutSerializer,
    PairingSerializer,
    PreviewSerializer,
    ProblemSerializer,
    ReplaceFileSerializer,
    StageFilesSerializer,
)
from annotator.corpus.importing.batch_pairings import shown_pairings
from annotator.corpus.importing.staging import FileState, state_of
from annotator.corpus.importing.uploads import check_sizes
from annotator.corpus.importing.versions import Status
from annotator.models import ImportBatch, ImportFile, ImportState
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import StorableJSONParser, checked_body
from annotator.platform.errors import ServiceError, TooLarge

#: In a larger batch each file's preview is asked for on its own.
FULL_FILES = 20
FULL_ENTRIES = 100


class FileSerializer(serializers.ModelSerializer[ImportFile]):
    """`preview`, `left_out`, `problems`' context and `head` are empty in the list of a large batch (`is_full`)."""

    state = serializers.SerializerMethodField()
    format_label = serializers.CharField(source="report.format_label")
    kinds = serializers.ListField(child=serializers.CharField(), source="report.kinds")
    languages = serializers.ListField(child=serializers.CharField(), source="report.languages")
    encoding = serializers.CharField(source="report.encoding", allow_null=True)
    n_units = serializers.IntegerField(source="report.n_units")
    summary = serializers.CharField(source="report.summary")
    details = serializers.ListField(child=serializers.CharField(), source="report.details")
    change = serializers.ChoiceField(choices=get_args(Status), source="report.change")
    documents = serializers.SerializerMethodField()
    entries = serializers.SerializerMethodField(help_text="Of an archive.")
    n_entries = serializers.SerializerMethodField()
    n_entries_left_out = serializers.SerializerMethodField()
    choices = FormatChoiceSerializer(many=True, source="report.choices")
    columns = ColumnsSerializer(source="report.columns", allow_null=True)
    n_left_out = serializers.IntegerField(source="report.n_left_out")
    n_errors = serializers.SerializerMethodField()
    n_warnings = serializers.SerializerMethodField()
    preview = serializers.SerializerMethodField()
    left_out = serializers.SerializerMethodField()
    problems = serializers.SerializerMethodField()
    head = serializers.SerializerMethodField(help_text="The first lines of the file: [number, text].")
    is_full = serializers.SerializerMethodField()

    class Meta:
        model = ImportFile
        fields = [
            "id", "name", "size", "sha256", "format", "format_label", "kinds", "language", "languages", "encoding",
            "n_units", "summary", "details", "change", "documents", "entries", "n_entries",
            "n_entries_left_out", "choices", "columns",
            "options", "include", "state",
            "n_left_out", "n_errors", "n_warnings", "preview", "left_out", "problems", "head", "is_full",
        ]  # fmt: skip

    @extend_schema_field(serializers.ChoiceField(choices=get_args(FileState)))
    def get_state(self, file: ImportFile) -> str:
        return state_of(file)

    def get_n_errors(self, file: ImportFile) -> int:
        return sum(problem["severity"] == "error" for problem in file.report["problems"])

    def get_n_warnings(self, file: ImportFile) -> int:
        return sum(problem["severity"] == "warning" for problem in file.report["problems"])

    def get_is_full(self, file: ImportFile) -> bool:
        return bool(self.context.get("full", True))

    @extend_schema_field(ImportedDocumentSerializer(many=True))
    def get_documents(self, file: ImportFile) -> Any:
        documents = file.report["documents"]
        return documents if self.get_is_full(file) else [{**document, "diff": []} for document in documents]

    @extend_schema_field(ImportedEntrySerializer(many=True))
    def get_entries(self, file: ImportFile) -> Any:
        return file.report.get("entries", []) if self.context.get("entries", True) else []

    def get_n_entries(self, file: ImportFile) -> int:
        return len(file.report.get("entries", []))

    def get_n_entries_left_out(self, file: ImportFile) -> int:
        return sum(entry.get("choice") == "leave_out" for entry in file.report.get("entries", []))

    @extend_schema_field(PreviewSerializer)
    def get_preview(self, file: ImportFile) -> Any:
        return file.report["preview"] if self.get_is_full(file) else {"sections": [], "units": [], "rows": []}

    @extend_schema_field(LeftOutSerializer(many=True))
    def get_left_out(self, file: ImportFile) -> Any:
        return file.report["left_out"] if self.get_is_full(file) else []

    @extend_schema_field(ProblemSerializer(many=True))
    def get_problems(self, file: ImportFile) -> Any:
        return file.report["problems"] if self.get_is_full(file) else []

    @extend_schema_field(serializers.ListField(child=serializers.ListField()))
    def get_head(self, file: ImportFile) -> Any:
        return file.report["head"] if self.get_is_full(file) else []


class BatchListSerializer(serializers.ModelSerializer[ImportBatch]):
    project: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    created_by = UserSerializer(read_only=True, allow_null=True)
    n_files = serializers.IntegerField(read_only=True)

    class Meta:
        model = ImportBatch
        fields = [
            "id", "project", "state", "progress", "message", "error", "n_files", "created_by", "created_at",
            "finished_at",
        ]  # fmt: skip


class BatchSerializer(BatchListSerializer):
    files = serializers.SerializerMethodField()
    pairings = serializers.SerializerMethodField()
    result = ImportResultSerializer(read_only=True)

    class Meta(BatchListSerializer.Meta):
        fields = [*BatchListSerializer.Meta.fields, "files", "pairings", "result"]

    @extend_schema_field(FileSerializer(many=True))
    def get_files(self, batch: ImportBatch) -> Any:
        files = list(batch.files.all())
        few = len(files) <= FULL_FILES and not any(len(file.report.get("entries", ())) > FULL_ENTRIES for file in files)
        return FileSerializer(files, many=True, context={"full": few, "entries": few}).data

    @extend_schema_field(PairingSerializer(many=True))
    def get_pairings(self, batch: ImportBatch) -> Any:
        return PairingSerializer(shown_pairings(batch), many=True).data


class ImportProgressSerializer(serializers.ModelSerializer[ImportBatch]):
    """The fields that change while a worker has the batch."""

    n_files = serializers.IntegerField(read_only=True)
    n_read = serializers.IntegerField(read_only=True)

    class Meta:
        model = ImportBatch
        fields = ["id", "state", "progress", "message", "error", "n_files", "n_read"]


class ImportViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    """Every verb answers with the batch as it now is. Nothing of it is a document before the commit."""

    resource = "imports"
    queryset = ImportBatch.objects.none()
    parser_classes = [StorableJSONParser, MultiPartParser]

    def get_serializer_class(self) -> Any:
        return BatchListSerializer if self.action == "list" else BatchSerializer

    def get_queryset(self) -> Any:
        batches = self.visible(ImportBatch.objects.select_related("project", "created_by"))
        batches = batches.exclude(state=ImportState.DISCARDED)
        return batches.annotate(n_files=Count("files", distinct=True)).order_by("-created_at", "-pk")

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, TooManyFilesSent):
            exc = TooLarge("Too many files at once. Put them into an archive, or upload them in several parts.")
        elif isinstance(exc, ParseError) and "header size" in str(exc.detail):
            exc = ServiceError("A file name is too long. Rename the file to at most 255 characters.", code="long_name")
        return super().handle_exception(exc)

    @extend_schema(parameters=[OpenApiParameter("project", str)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    @extend_schema(request={"multipart/form-data": StageFilesSerializer}, responses={201: BatchSerializer})
    def create(self, request: Request) -> Response:
        """Stage files: each is recognised and read, many or large ones in the background, with the state `reading`."""
        project = self.named_project(request.POST.get("project", ""))
        user: Any = request.user
        batch = importing.create_batch(
            project=project, uploads=_uploads(request), user=user
        )  # fmt: skip
        return self._answer(batch, status=201)

    @extend_schema(request={"multipart/form-data": StageFilesSerializer}, responses=BatchSerializer)
    @action(detail=True, methods=["post"])
    def files(self, request: Request, pk: str) -> Response:
        """Stage more files."""
        batch = self.get_object()
        return self._answer(importing.add_files(batch, _uploads(request)))

    @extend_schema(methods=["GET"], responses=FileSerializer)
    @extend_schema(methods=["PATCH"], request={"application/json": ChangeFileSerializer}, responses=BatchSerializer)
    @extend_schema(methods=["PUT"], request={"multipart/form-data": ReplaceFileSerializer}, responses=BatchSerializer)
    @extend_schema(methods=["DELETE"], responses=BatchSerializer)
    @action(detail=True, methods=["get", "patch", "put", "delete"], url_path=r"files/(?P<file>\d{1,18})")
    def file(self, request: Request, pk: str, file: str) -> Response:
        """One file in full; change how it is read, put another in its place, or take it out."""
        staged = get_object_or_404(self.get_object().files.select_related("batch__project"), pk=int(file))
        if request.method == "GET":
            return Response(FileSerializer(staged).data)
        if request.method == "DELETE":
            return self._answer(importing.remove_file(staged))
        if request.method == "PUT":
            body = checked_body(ReplaceFileSerializer, request)
            return self._answer(importing.replace_file(staged, _upload(body["file"])))
        return self._answer(importing.change_file(staged, checked_body(ChangeFileSerializer, request)))

    @extend_schema(request={"application/json": PairingSerializer(many=True)}, responses=BatchSerializer)
    @action(detail=True, methods=["put"])
    def pairings(self, request: Request, pk: str) -> Response:
        """Replace the pairings that were guessed."""
        batch = self.get_object()
        return self._answer(importing.set_pairings(batch, checked_body(PairingSerializer, request, many=True)))

    @extend_schema(request=None, responses=BatchSerializer)
    @action(detail=True, methods=["post"])
    def commit(self, request: Request, pk: str) -> Response:
        """Import all of it or nothing; a large batch goes on in the background, with its state `importing`."""
        return self._answer(importing.commit_batch(self.get_object()))

    @extend_schema(responses=FormatChoiceSerializer(many=True))
    @action(detail=False, pagination_class=None, filter_backends=[])
    def formats(self, request: Request) -> Response:
        """Every format that can be imported."""
        return Response(FormatChoiceSerializer(importing.formats(), many=True).data)

    @extend_schema(responses=ImportProgressSerializer)
    @action(detail=True)
    def progress(self, request: Request, pk: str) -> Response:
        """How far a worker is, without the files: for asking every second."""
        batch = self.get_object()
        batch.n_read = batch.files.exclude(report__reading=True).count()
        return Response(ImportProgressSerializer(batch).data)

    def perform_destroy(self, instance: ImportBatch) -> None:
        importing.discard_batch(instance)

    def _answer(self, batch: ImportBatch, status: int = 200) -> Response:
        fresh = ImportBatch.objects.select_related("project", "created_by").annotate(n_files=Count("files"))
        return Response(self.get_serializer(fresh.get(pk=batch.pk)).data, status=status)


def _uploads(request: Request) -> list[importing.Upload]:
    files = [*request.FILES.getlist("files"), *request.FILES.getlist("files[]")]
    if not files:
        raise ServiceError("Choose a file.", code="no_files", field="files", message="required")
    check_sizes((file.name or "file", file.size or 0) for file in files)
    paths, same_name = request.POST.getlist("paths"), request.POST.get("same_name", "")
    if not paths:
        return [_upload(file, same_name=same_name) for file in files]
    if len(paths) != len(files):
        message = f"{len(paths)} paths for {len(files)} files; expected one for each."
        raise ServiceError(message, code="wrong_paths", field="paths")
    uploads = [_upload(file, path, same_name) for file, path in zip(files, paths, strict=True)]
    return importing.pack_archive(uploads)


def _upload(file: UploadedFile[Any], path: str = "", same_name: str = "") -> importing.Upload:
    options = {"same_name": same_name} if same_name else None
    return importing.Upload(path or file.name or "file", file.size or 0, lambda: nullcontext(file), options)
