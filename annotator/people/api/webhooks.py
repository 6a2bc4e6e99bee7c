"""The webhooks of a project, and what was delivered to them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Min, Q
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Delivery, DeliveryState, Project, Webhook
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.models.webhooks import LONGEST_URL
from annotator.people.webhooks import managing
from annotator.people.webhooks.announcing import EVENTS
from annotator.people.webhooks.delivering import describe_tries
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.query import choice, row_id, whole_number

MOST_DELIVERIES = 100
DELIVERY = OpenApiParameter("delivery", int, OpenApiParameter.PATH)


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    events = serializers.ListField(child=serializers.ChoiceField(choices=list(EVENTS)), max_length=len(EVENTS))
    n_delivered = serializers.IntegerField(read_only=True, help_text="In the last 30 days.")
    n_failed = serializers.IntegerField(read_only=True)
    n_retrying = serializers.IntegerField(read_only=True)
    next_try_at = serializers.DateTimeField(read_only=True, allow_null=True)

    class Meta:
        model = Webhook
        fields = [
            "id", "name", "url", "events", "is_on", "off_reason", "failing_since", "last_success_at", "replaced_at",
            "created_at", "n_delivered", "n_failed", "n_retrying", "next_try_at",
        ]  # fmt: skip
        read_only_fields = ["off_reason", "failing_since", "last_success_at", "replaced_at", "created_at"]


class NewWebhookSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    url = serializers.CharField(max_length=LONGEST_URL)
    events = serializers.ListField(child=serializers.ChoiceField(choices=list(EVENTS)), max_length=len(EVENTS))


class ChangedWebhookSerializer(NewWebhookSerializer):
    is_on = serializers.BooleanField(help_text="Whether events are sent. Turning it on forgets earlier failures.")


class SecretSerializer(serializers.Serializer[Any]):
    secret = serializers.CharField(help_text="Shown only here. It begins with whsec_.")


class CreatedWebhookSerializer(WebhookSerializer):
    secret = serializers.CharField(help_text="Shown only here. It begins with whsec_.")

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]


class EventSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()


class WebhooksSerializer(serializers.Serializer[Any]):
    webhooks = WebhookSerializer(many=True)
    events = EventSerializer(many=True, help_text="What a webhook can be told.")
    tries = serializers.CharField(help_text="How often a delivery is tried, and when, in words.")


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    class Meta:
        model = Delivery
        fields = [
            "id", "message_id", "event", "state", "tries", "next_try_at", "status", "took_ms", "error", "created_at",
            "finished_at",
        ]  # fmt: skip


class DeliveryDetailSerializer(DeliverySerializer):
    class Meta(DeliverySerializer.Meta):
        fields = [*DeliverySerializer.Meta.fields, "body", "request", "response"]


class DeliveryPageSerializer(serializers.Serializer[Any]):
    results = DeliverySerializer(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The `before` of the next page; null at the end.")


class ResentSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(help_text="Deliveries that are sent again.")


class WebhookView(OfProject, ProjectResource):
    resource = "webhooks"
    serializer_class = WebhookSerializer
    queryset = Webhook.objects.none()
    pagination_class = None

    @extend_schema(operation_id="webhooks_read", responses=WebhooksSerializer)
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """The webhooks of the project, by name."""
        answer = {
            "webhooks": _described(self.project()),
            "events": [{"key": key, "label": label} for key, label in EVENTS.items()],
            "tries": describe_tries(),
        }
        return Response(WebhooksSerializer(answer).data)

    @extend_schema(
        operation_id="webhooks_create", request=NewWebhookSerializer, responses={201: CreatedWebhookSerializer}
    )
    def create(self, request: Request, project_slug: str) -> Response:
        """Add a webhook. Only this answer holds its secret."""
        project = self.project()
        body = checked_body(NewWebhookSerializer, request)
        made, secret = managing.create_webhook(project=project, user=request.user, **body)  # type: ignore[arg-type]
        return Response(_told(made) | {"secret": secret}, status=201)

    @extend_schema(
        operation_id="webhooks_change", request=ChangedWebhookSerializer(partial=True), responses=WebhookSerializer
    )
    def partial_update(self, request: Request, project_slug: str, pk: int) -> Response:
        """Change what is given."""
        webhook = self._webhook(pk)
        body = checked_body(ChangedWebhookSerializer, request, partial=True)
        return Response(_told(managing.change_webhook(webhook, **body)))

    @extend_schema(operation_id="webhooks_delete", responses={204: None})
    def destroy(self, request: Request, project_slug: str, pk: int) -> Response:
        """Delete a webhook with the log of its deliveries."""
        managing.remove_webhook(self._webhook(pk))
        return Response(status=204)

    @extend_schema(operation_id="webhooks_replace_secret", request=None, responses=SecretSerializer)
    def replace_secret(self, request: Request, project_slug: str, pk: int) -> Response:
        """Make a new secret. For 24 hours deliveries are signed with both, the new one first."""
        return Response({"secret": managing.replace_secret(self._webhook(pk))})

    @extend_schema(operation_id="webhooks_test", request=None, responses={201: DeliverySerializer})
    def send_test(self, request: Request, project_slug: str, pk: int) -> Response:
        """Send an event of the type `webhook.test`, once."""
        made = managing.send_test(self._webhook(pk), request.user)  # type: ignore[arg-type]
        return Response(DeliverySerializer(made).data, status=201)

    @extend_schema(operation_id="webhooks_resend_failed", request=None, responses=ResentSerializer)
    def resend_failed(self, request: Request, project_slug: str, pk: int) -> Response:
        """Send again all that has failed, up to 500."""
        return Response({"n": managing.resend_failed(self._webhook(pk))})

    @extend_schema(
        operation_id="webhooks_deliveries",
        parameters=[
            OpenApiParameter("state", str, enum=DeliveryState.values),
            OpenApiParameter("before", int, description="`next` of the page before."),
            OpenApiParameter("page_size", int),
        ],
        responses=DeliveryPageSerializer,
    )
    def deliveries(self, request: Request, project_slug: str, pk: int) -> Response:
        """Deliveries, the newest first."""
        deliveries = self._webhook(pk).deliveries.defer("body", "request", "response")
        if state := choice(request, "state", DeliveryState.values):
            deliveries = deliveries.filter(state=state)
        if before := row_id(request, "before"):
            deliveries = deliveries.filter(pk__lt=before)
        size = whole_number(request, "page_size", minimum=1, maximum=MOST_DELIVERIES) or 50
        rows = list(deliveries.order_by("-pk")[: size + 1])
        following = rows[size - 1].pk if len(rows) > size else None
        return Response(DeliveryPageSerializer({"results": rows[:size], "next": following}).data)

    @extend_schema(operation_id="webhooks_delivery", parameters=[DELIVERY], responses=DeliveryDetailSerializer)
    def delivery(self, request: Request, project_slug: str, pk: int, delivery: int) -> Response:
        """One delivery, with the request as it was sent and the answer."""
        return Response(DeliveryDetailSerializer(self._delivery(pk, delivery)).data)

    @extend_schema(
        operation_id="webhooks_resend", parameters=[DELIVERY], request=None, responses=DeliveryDetailSerializer
    )
    def resend(self, request: Request, project_slug: str, pk: int, delivery: int) -> Response:
        """Send a delivery again, with the same id and body."""
        return Response(DeliveryDetailSerializer(managing.resend(self._delivery(pk, delivery))).data)

    def _webhook(self, pk: int) -> Webhook:
        return get_object_or_404(Webhook.objects.select_related("project"), project=self.project(), pk=pk)

    def _delivery(self, pk: int, delivery: int) -> Delivery:
        entry: Delivery = get_object_or_404(
            Delivery.objects.select_related("webhook"), webhook=self._webhook(pk), pk=delivery
        )
        return entry


def _described(project: Project, **which: Any) -> list[Any]:
    """With the counts of their deliveries, which one index holds."""
    webhooks = list(project.webhooks.filter(**which))
    states = Delivery.objects.filter(webhook__in=webhooks).order_by().values("webhook")
    counts = {
        one["webhook"]: one
        for one in states.annotate(
            n_delivered=Count("pk", filter=Q(state=DeliveryState.DELIVERED)),
            n_failed=Count("pk", filter=Q(state=DeliveryState.FAILED)),
            n_retrying=Count("pk", filter=Q(state__in=(DeliveryState.RETRYING, *Delivery.LIVE))),
            next_try_at=Min("next_try_at"),
        )
    }
    for webhook in webhooks:
        known = counts.get(webhook.pk, {})
        for name, none in (("n_delivered", 0), ("n_failed", 0), ("n_retrying", 0), ("next_try_at", None)):
            setattr(webhook, name, known.get(name, none))
    return webhooks


def _told(webhook: Webhook) -> dict[str, Any]:
    return dict(WebhookSerializer(_described(webhook.project, pk=webhook.pk)[0]).data)
