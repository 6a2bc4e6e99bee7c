"""Comments that mention you, and resolving them. Comments on a row: `reviews/{id}/comments/`."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.functional import cached_property
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Comment
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.people.permissions import role_in
from annotator.reviewing.commenting import mentions_of, resolve_thread
from annotator.reviewing.permissions import may_see_review, reviews_seen_by, unnamed_annotators


class MentionSerializer(serializers.ModelSerializer[Comment]):
    author = serializers.SerializerMethodField()
    project = serializers.SlugRelatedField[Any](source="review.pair.project", slug_field="slug", read_only=True)
    title = serializers.CharField(source="review.pair.title", help_text="Of the pair.")
    resolved = serializers.SerializerMethodField()

    class Meta:
        model = Comment
        fields = ["id", "project", "title", "review", "row", "text", "author", "created_at", "resolved"]
        read_only_fields = fields

    @extend_schema_field(UserSerializer(allow_null=True))
    def get_author(self, comment: Comment) -> Any:
        if comment.author is None or (comment.author_id, comment.review_id) in self._unnamed:
            return None
        return UserSerializer(comment.author).data

    @cached_property
    def _unnamed(self) -> set[tuple[int, int]]:
        """Annotators with their reviews, of all comments that are shown."""
        shown: Any = self.parent.instance if self.parent else [self.instance]
        return unnamed_annotators([comment.review for comment in shown], self.context["request"].user)

    def get_resolved(self, comment: Comment) -> bool:
        return comment.resolved_at is not None


class ResolveSerializer(serializers.Serializer[Any]):
    resolved = serializers.BooleanField()


class CommentViewSet(mixins.ListModelMixin, ProjectResource):
    resource = "comments"
    project_path = "review__pair__project"
    serializer_class = MentionSerializer
    queryset = Comment.objects.select_related("author", "review__pair__project")
    http_method_names = ["get", "patch", "head", "options"]

    def get_queryset(self) -> Any:
        return self.visible(super().get_queryset())

    def get_object(self) -> Comment:
        comment: Comment = super().get_object()
        user = self.request.user
        if not may_see_review(user, comment.review, role_in(user, comment.review.pair.project)):
            raise Http404
        return comment

    @extend_schema(parameters=[OpenApiParameter("project", str)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Open comments that mention you, newest first."""
        named = mentions_of(request.user).filter(review__in=reviews_seen_by(request.user))  # type: ignore[arg-type]
        page = self.paginate_queryset(self.visible(named.select_related("author", "review__pair__project")))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=ResolveSerializer, responses=MentionSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Resolve or reopen a comment and earlier ones on its row."""
        comment = self.get_object()
        body = self.body_as(ResolveSerializer)
        resolve_thread(comment=comment, resolved=body["resolved"], user=request.user)  # type: ignore[arg-type]
        comment.refresh_from_db(fields=["resolved_at", "resolved_by"])
        return Response(self.get_serializer(comment).data)
