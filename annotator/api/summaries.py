"""Summaries of runs and reviews: the query parameters for their length, and the answer."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from annotator.api.query import number, whole_number
from annotator.services.summaries import DEFAULT_SENTENCES, MOST_SENTENCES, MOST_WORDS

LENGTH_PARAMETERS = [
    OpenApiParameter(
        "n_sentences",
        {"type": "integer", "minimum": 1, "maximum": MOST_SENTENCES, "default": DEFAULT_SENTENCES},
        description="At most this many sentences. The default applies if no length is given.",
    ),
    OpenApiParameter(
        "n_words", {"type": "integer", "minimum": 1, "maximum": MOST_WORDS}, description="About this many words."
    ),
    OpenApiParameter(
        "ratio",
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        description="About this share of the paper's sentences.",
    ),
]


def length_from(request: Request) -> dict[str, Any]:
    """The length that a request asks for, as keyword arguments; ServiceError names a parameter that is wrong."""
    return {
        "n_sentences": whole_number(request, "n_sentences", minimum=1, maximum=MOST_SENTENCES),
        "n_words": whole_number(request, "n_words", minimum=1, maximum=MOST_WORDS),
        "ratio": number(request, "ratio", above=0, maximum=1),
    }


class SummarySentenceSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.CharField()
    n_words = serializers.IntegerField()
    rank = serializers.IntegerField()


class SummarySerializer(serializers.Serializer[Any]):
    sentences = SummarySentenceSerializer(many=True)
    n_words_total = serializers.IntegerField()
