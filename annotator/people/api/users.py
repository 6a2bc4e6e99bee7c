"""People as others see them, and finding them by their names."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from annotator.people.names import name_of
from annotator.people.permissions import users_seen_by


class UserSerializer(serializers.ModelSerializer[Any]):
    name = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "username", "name"]

    def get_name(self, user: User) -> str:
        return name_of(user)


def user_json(user: User) -> dict[str, Any]:
    """As `UserSerializer`, for lists of hundreds."""
    return {"id": user.pk, "username": user.get_username(), "name": name_of(user)}


class UserViewSet(mixins.ListModelMixin, GenericViewSet[Any]):
    """The people of one's projects by the beginning of their names, and anybody else by their exact user name."""

    resource = "users"
    serializer_class = UserSerializer
    queryset = User.objects.none()

    @extend_schema(parameters=[OpenApiParameter("search", str)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        search = self.request.query_params.get("search", "")
        return users_seen_by(self.request.user, search).order_by("username")
