"""Summaries of runs and reviews: the query parameters for their length, and the answer."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from annotator.api.base import whole_number
from annotator.services.errors import ServiceError

LENGTH_PARAMETERS = [
    OpenApiParameter("n_sentences", int, description="The most spoken sentences; 30 where nothing is given."),
    OpenApiParameter("n_words", int, description="About as many words."),
    OpenApiParameter("ratio", float, description="About this share of the paper."),
]


def length_from(request: Request) -> dict[str, Any]:
    """Keyword arguments of the summary that is asked for. Raises ServiceError naming a parameter that is wrong."""
    n_sentences = whole_number(request, "n_sentences", minimum=1, maximum=100_000)
    n_words = whole_number(request, "n_words", minimum=1, maximum=1_000_000)
    ratio: float | None = None
    if given := request.query_params.get("ratio"):
        try:
            ratio = float(given)
        except ValueError:
            ratio = 0.0
        if not 0 < ratio <= 1:
            raise ServiceError(f"ratio is {given!r}; allowed: a number above 0 and up to 1.")
    if n_sentences is None and n_words is None and ratio is None:
        n_sentences = 30
    return {"n_sentences": n_sentences, "n_words": n_words, "ratio": ratio}


class SummarySentenceSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.CharField()
    n_words = serializers.IntegerField()
    rank = serializers.IntegerField()


class SummarySerializer(serializers.Serializer[Any]):
    sentences = SummarySentenceSerializer(many=True)
    n_words_total = serializers.IntegerField()
