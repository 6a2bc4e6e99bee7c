"""The values that the API uses where a request gives none, and limits that forms announce."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.domains import load
from annotator.platform.api.defaults import Default

DEFAULTS: dict[str, Default] = {
    name: value for module in load("api.form_defaults") for name, value in module.DEFAULTS.items()
}
DefaultsSerializer: type[serializers.Serializer[Any]] = type(
    "DefaultsSerializer", (serializers.Serializer,), {name: default.field for name, default in DEFAULTS.items()}
)


class DefaultsView(ViewSet):
    """Default values of forms, so that a page and the API agree."""

    resource = "defaults"

    @extend_schema(responses=DefaultsSerializer, operation_id="defaults")
    def retrieve(self, request: Request) -> Response:
        return Response({name: default.value() for name, default in DEFAULTS.items()})
