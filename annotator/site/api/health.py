"""Whether the application is up, and whether a worker is alive."""

from __future__ import annotations

from typing import Any

from django.db import connection
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator import __version__
from annotator.platform import work, workers
from annotator.releases import verification


class HealthSerializer(serializers.Serializer[Any]):
    status = serializers.CharField()
    version = serializers.CharField()
    workers = serializers.IntegerField()
    jobs_waiting = serializers.IntegerField()
    damaged = serializers.IntegerField(help_text="Releases and training sets that are no longer what was frozen.")


class HealthView(ViewSet):
    resource = "health"
    authentication_classes = ()

    @extend_schema(responses=HealthSerializer, operation_id="health")
    def retrieve(self, request: Request) -> Response:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return Response(
            {
                "status": "ok",
                "version": __version__,
                "workers": workers.n_workers(),
                "jobs_waiting": work.n_jobs(),
                "damaged": verification.n_damaged(),
            }
        )
