"""The members of a project and their roles."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import transaction
from rest_framework import mixins, serializers

from annotator.models import Membership, Role
from annotator.people import permissions
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.people.languages import MOST_LANGUAGES
from annotator.people.projects import add_member, change_languages, change_role, remove_member
from annotator.platform.errors import ServiceError


def languages_field(*, is_required: bool = False) -> serializers.ListField:
    """Of a body that says which languages somebody reads; see `people/languages.py`."""
    return serializers.ListField(
        child=serializers.CharField(max_length=35),
        required=is_required,
        max_length=MOST_LANGUAGES,
        help_text="That they read, by tag; none is all of them.",
    )


class MemberSerializer(serializers.ModelSerializer[Membership]):
    user = UserSerializer(read_only=True)
    username = serializers.CharField(
        write_only=True, required=False, max_length=150, validators=[UnicodeUsernameValidator()]
    )
    name = serializers.CharField(write_only=True, required=False, allow_blank=True, max_length=150)
    password = serializers.CharField(write_only=True, required=False, trim_whitespace=False, max_length=1000)
    role = serializers.ChoiceField(choices=Role.choices)
    languages = languages_field()

    class Meta:
        model = Membership
        fields = ["id", "user", "role", "languages", "created_at", "username", "name", "password"]


class MemberViewSet(
    mixins.ListModelMixin,
    mixins.CreateModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    resource = "members"
    serializer_class = MemberSerializer
    queryset = Membership.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        return self.named_project(self.kwargs["project_slug"]).memberships.select_related("user", "project")

    def perform_create(self, serializer: Any) -> None:
        project = self.named_project(self.kwargs["project_slug"])
        values = serializer.validated_data
        if not values.get("username"):
            raise ServiceError("Enter a user name.", field="username", message="required")
        serializer.instance = add_member(
            project=project,
            username=values["username"],
            role=values["role"],
            name=values.get("name", ""),
            password=values.get("password", ""),
            languages=values.get("languages", ()),
            may_create=permissions.may_create_accounts(self.request.user, project),
        )

    @transaction.atomic
    def perform_update(self, serializer: Any) -> None:
        values = serializer.validated_data
        if "role" in values:
            serializer.instance = change_role(serializer.instance, role=values["role"])
        if "languages" in values:
            serializer.instance = change_languages(serializer.instance, languages=values["languages"])

    def perform_destroy(self, instance: Membership) -> None:
        remove_member(instance)
