"""Announcements of a project: written by admins, read on the queue."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Announcement
from annotator.people import announcements
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.errors import ServiceError


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    by = UserSerializer(allow_null=True)
    is_to_you = serializers.SerializerMethodField(help_text="To you alone, not to everybody.")
    is_seen = serializers.BooleanField(help_text="You have closed it as it reads now, or wrote it.")

    class Meta:
        model = Announcement
        fields = ["id", "text", "revision", "by", "at", "changed_at", "is_to_you", "is_seen"]

    def get_is_to_you(self, announcement: Announcement) -> bool:
        return announcement.to_id is not None


class AnnouncementReaderSerializer(serializers.Serializer[Any]):
    person = UserSerializer()
    at = serializers.DateTimeField()


class WrittenAnnouncementSerializer(serializers.Serializer[Any]):
    """An announcement as admins see it."""

    id = serializers.IntegerField(source="announcement.pk")
    text = serializers.CharField(source="announcement.text")
    revision = serializers.IntegerField(source="announcement.revision")
    to = UserSerializer(source="announcement.to", allow_null=True, help_text="Null for everybody who reviews.")
    by = UserSerializer(source="announcement.by", allow_null=True)
    at = serializers.DateTimeField(source="announcement.at")
    changed_at = serializers.DateTimeField(source="announcement.changed_at", allow_null=True)
    seen = AnnouncementReaderSerializer(many=True, help_text="Who has closed it as it reads now, the first one first.")
    waiting = UserSerializer(many=True, help_text="Who still has it on their queue.")


class NewAnnouncementSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=announcements.LONGEST)
    to = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="The id of a member; null for everybody who reviews."
    )


class ChangedAnnouncementSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=announcements.LONGEST)
    revision = serializers.IntegerField(min_value=1, help_text="Of the wording that is changed.")


class CloseAnnouncementSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="Of the wording that was seen.")


class AnnouncementView(OfProject, ProjectResource):
    resource = "announcements"
    serializer_class = WrittenAnnouncementSerializer
    queryset = Announcement.objects.none()
    pagination_class = None

    @extend_schema(operation_id="announcements_read", responses=AnnouncementSerializer(many=True))
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """What stands for you, the newest first."""
        standing = announcements.announcements_for(self.project(), self.user)
        return Response(AnnouncementSerializer(standing, many=True).data)

    @extend_schema(operation_id="announcements_written", responses=WrittenAnnouncementSerializer(many=True))
    def written(self, request: Request, project_slug: str) -> Response:
        """What stands in the project, and who has seen it."""
        return self._written()

    @extend_schema(
        operation_id="announcements_create",
        request=NewAnnouncementSerializer,
        responses={201: WrittenAnnouncementSerializer(many=True)},
    )
    def create(self, request: Request, project_slug: str) -> Response:
        """Write one. The same text to the same people, while it stands, is not written twice."""
        project, body = self.project(), self.body_as(NewAnnouncementSerializer)
        to = None
        if body["to"] is not None:
            to = User.objects.filter(pk=body["to"], memberships__project=project).first()
            if to is None:
                raise ServiceError("This person is no member of the project.", field="to", message="no member")
        announcements.announce(project=project, text=body["text"], to=to, by=self.user)
        return self._written(status=201)

    @extend_schema(
        operation_id="announcements_change",
        request=ChangedAnnouncementSerializer,
        responses=WrittenAnnouncementSerializer(many=True),
    )
    def partial_update(self, request: Request, project_slug: str, pk: int) -> Response:
        """Change its text; whoever has seen it sees it again."""
        announcement = self._announcement(pk)
        announcements.reword(announcement, **self.body_as(ChangedAnnouncementSerializer))
        return self._written()

    @extend_schema(operation_id="announcements_withdraw", responses={204: None})
    def destroy(self, request: Request, project_slug: str, pk: int) -> Response:
        """Take it off all queues."""
        announcements.withdraw(self._announcement(pk))
        return Response(status=204)

    @extend_schema(operation_id="announcements_close", request=CloseAnnouncementSerializer, responses={204: None})
    def close(self, request: Request, project_slug: str, pk: int) -> Response:
        """Close it on your queue."""
        mine = Announcement.objects.addressed_to(self.user)
        announcement = get_object_or_404(mine, project=self.project(), pk=pk)
        announcements.close(announcement, self.user, **self.body_as(CloseAnnouncementSerializer))
        return Response(status=204)

    def _announcement(self, pk: int) -> Announcement:
        return get_object_or_404(Announcement, project=self.project(), pk=pk)

    def _written(self, status: int = 200) -> Response:
        written = announcements.announcements_of(self.project())
        return Response(WrittenAnnouncementSerializer(written, many=True).data, status=status)
