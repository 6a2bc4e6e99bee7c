"""The guidelines of a project: their versions, the draft, and publishing it."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import GuidelinesVersion, Project, Review
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.errors import ErrorSerializer
from annotator.platform.api.query import whole_number
from annotator.reviewing.api.label_serializers import labels_field
from annotator.reviewing.guidelines import discard_draft, publish, save_draft
from annotator.reviewing.guidelines.labels import default_labels
from annotator.reviewing.guidelines.template import TEMPLATE
from annotator.reviewing.guidelines.usage import usage_of
from annotator.reviewing.permissions import may_write_guidelines

#: Characters of the text.
LONGEST = 100_000


class VersionSerializer(serializers.ModelSerializer[GuidelinesVersion]):
    saved_by = UserSerializer(allow_null=True)
    published_by = UserSerializer(allow_null=True)
    n_reviews = serializers.IntegerField(allow_null=True, help_text="Made under it; told to admins.")

    class Meta:
        model = GuidelinesVersion
        fields = [
            "number", "note", "revision", "saved_by", "saved_at", "published_by", "published_at", "n_reviews",
        ]  # fmt: skip
        read_only_fields = fields


class GuidelinesSerializer(serializers.Serializer[Any]):
    """The versions of a project, the latest first. Admins also see the draft, which has no `published_at`."""

    current = serializers.IntegerField(allow_null=True, help_text="The number of the current version.")
    versions = VersionSerializer(many=True)
    n_reviews_without = serializers.IntegerField(
        allow_null=True, help_text="Reviews that were made before there were guidelines; told to admins."
    )


class WholeVersionSerializer(serializers.ModelSerializer[GuidelinesVersion]):
    labels = labels_field()
    saved_by = UserSerializer(allow_null=True)

    class Meta:
        model = GuidelinesVersion
        fields = ["number", "text", "labels", "note", "revision", "saved_by", "saved_at", "published_at"]
        read_only_fields = fields


class TemplateSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    labels = labels_field()


class DraftSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=LONGEST, help_text="Markdown.")
    labels = labels_field()
    revision = serializers.IntegerField(
        allow_null=True, min_value=1, max_value=2**31 - 1,
        help_text="Of the draft that you have; null where you have none. 409 if it is another by now.",
    )  # fmt: skip


class DraftThereSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    text = serializers.CharField()
    labels = labels_field()
    saved_at = serializers.DateTimeField()


class DraftConflictSerializer(ErrorSerializer):
    """With the code `draft_changed`, the draft as it is now."""

    draft = DraftThereSerializer(required=False)
    saved_by = serializers.CharField(required=False)


class PublishSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="Of the draft that you have.")
    note = serializers.CharField(max_length=200, allow_blank=True, default="", help_text="What is new, in one line.")
    move_reviews = serializers.BooleanField(
        default=False, help_text="Reviews in progress go on under the new version; else they keep theirs."
    )


class PublishedSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    n_moved = serializers.IntegerField(help_text="Reviews in progress that go on under it.")


class UsageSerializer(serializers.Serializer[Any]):
    usage = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="By label and value the rows that have it; under an empty value, the rows that have the label.",
    )


_REVISION = OpenApiParameter("revision", int, required=True, description="Of the draft that you have.")


class GuidelinesView(ProjectResource):
    resource = "guidelines"
    queryset = GuidelinesVersion.objects.none()
    pagination_class = None

    def _versions(self, project: Project) -> Any:
        versions = GuidelinesVersion.objects.filter(project=project).order_by("-number")
        if not may_write_guidelines(self.request.user, project):
            versions = versions.filter(published_at__isnull=False)
        return versions.select_related("saved_by", "published_by")

    @extend_schema(responses=GuidelinesSerializer, operation_id="projects_guidelines")
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """All versions, without their texts."""
        project = self.named_project(project_slug)
        versions = list(self._versions(project).defer("text", "labels"))
        n_reviews: dict[int | None, int] | None = None
        if may_write_guidelines(request.user, project):
            reviews = Review.objects.filter(pair__project=project, superseded_by=None).order_by()
            n_reviews = dict(reviews.values_list("guidelines").annotate(n=Count("pk")))
        for version in versions:
            version.n_reviews = n_reviews.get(version.pk, 0) if n_reviews is not None else None
        current = next((version.number for version in versions if version.published_at is not None), None)
        answer = {
            "current": current,
            "versions": versions,
            "n_reviews_without": n_reviews.get(None, 0) if n_reviews is not None else None,
        }
        return Response(GuidelinesSerializer(answer).data)

    @extend_schema(responses=WholeVersionSerializer, operation_id="projects_guidelines_version")
    def version(self, request: Request, project_slug: str, number: int) -> Response:
        """The text and the labels of a version."""
        versions = self._versions(self.named_project(project_slug))
        return Response(WholeVersionSerializer(get_object_or_404(versions, number=number)).data)

    @extend_schema(responses=TemplateSerializer, operation_id="projects_guidelines_template")
    def template(self, request: Request, project_slug: str) -> Response:
        """The template that a first draft can start from."""
        self.named_project(project_slug)
        return Response(TemplateSerializer({"text": TEMPLATE, "labels": default_labels()}).data)

    @extend_schema(
        request=DraftSerializer,
        responses={200: WholeVersionSerializer, 400: ErrorSerializer, 409: DraftConflictSerializer},
        operation_id="projects_guidelines_save",
    )
    def save(self, request: Request, project_slug: str) -> Response:
        """Save the draft of the next version; what was published stays as it is."""
        project = self.named_project(project_slug)
        body = self.body_as(DraftSerializer)
        draft = save_draft(project=project, user=request.user, **body)  # type: ignore[arg-type]
        return Response(WholeVersionSerializer(draft).data)

    @extend_schema(
        parameters=[_REVISION],
        responses={204: None, 409: DraftConflictSerializer},
        operation_id="projects_guidelines_discard",
    )
    def discard(self, request: Request, project_slug: str) -> Response:
        """Discard the draft."""
        project = self.named_project(project_slug)
        revision = whole_number(request, "revision", minimum=1, maximum=2**31 - 1)
        if revision is None:
            raise serializers.ValidationError({"revision": "Say which draft you have."})
        discard_draft(project=project, revision=revision)
        return Response(status=204)

    @extend_schema(
        request=PublishSerializer,
        responses={200: PublishedSerializer, 400: ErrorSerializer, 409: DraftConflictSerializer},
        operation_id="projects_guidelines_publish",
    )
    def publish(self, request: Request, project_slug: str) -> Response:
        """Make the draft the current version. From then on it never changes."""
        project = self.named_project(project_slug)
        body = self.body_as(PublishSerializer)
        version, n_moved = publish(
            project=project, revision=body["revision"], note=body["note"], moves_reviews=body["move_reviews"],
            user=request.user,  # type: ignore[arg-type]
        )  # fmt: skip
        return Response({"number": version.number, "n_moved": n_moved})

    @extend_schema(responses=UsageSerializer, operation_id="projects_guidelines_usage")
    def usage(self, request: Request, project_slug: str) -> Response:
        """In how many rows each label and value is used, as the workers have counted."""
        return Response({"usage": usage_of(self.named_project(project_slug))})
