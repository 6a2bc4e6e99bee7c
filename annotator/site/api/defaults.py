"""The values that the API uses where a request gives none, and limits that forms announce."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.authors.models.ratings import INVITATION_DAYS, MOST_RATED
from annotator.summaries.training.summarisers import can_train
from annotator.summaries.verbs import DEFAULT_SENTENCES, MOST_SENTENCES, MOST_WORDS


class DefaultsSerializer(serializers.Serializer[Any]):
    summary_sentences = serializers.IntegerField(help_text="Sentences in a summary.")
    most_sentences = serializers.IntegerField(help_text="The longest summary, in sentences.")
    most_words = serializers.IntegerField(help_text="The longest summary, in words.")
    most_rated = serializers.IntegerField(help_text="The most sentences that an author is asked to rate.")
    invitation_days = serializers.IntegerField(help_text="Days that an author's link stays open.")
    password_characters = serializers.IntegerField(help_text="The fewest characters of a new password.")
    trains_summarisers = serializers.BooleanField(help_text="If not, scikit-learn is not installed.")
    sends_email = serializers.BooleanField(help_text="If not, messages are printed to the log of the worker.")


class DefaultsView(ViewSet):
    """What forms start from, so that a page and the API agree."""

    resource = "defaults"

    @extend_schema(responses=DefaultsSerializer, operation_id="defaults")
    def retrieve(self, request: Request) -> Response:
        return Response(
            {
                "summary_sentences": DEFAULT_SENTENCES,
                "most_sentences": MOST_SENTENCES,
                "most_words": MOST_WORDS,
                "most_rated": MOST_RATED,
                "invitation_days": INVITATION_DAYS,
                "password_characters": settings.PASSWORD_CHARACTERS,
                "trains_summarisers": can_train(),
                "sends_email": bool(settings.EMAIL_HOST),
            }
        )
