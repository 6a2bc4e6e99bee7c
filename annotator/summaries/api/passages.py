"""Passages of a paper for each slide or span of a talk about it."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus.media import media_url
from annotator.models import Pair, PairKind, PassageBasis, PassageMethod, Passages, PassageUnit, RunState
from annotator.people.api.base import ProjectResource
from annotator.platform.api.errors import ErrorSerializer
from annotator.summaries.passages import (
    MOST_ANSWERS,
    answer,
    answer_json,
    histogram,
    methods,
    n_answered_talks,
    remove_passages,
    request_passages,
    set_threshold,
    timeline_beside,
    why_no_passages,
)


class ComparisonMethodSerializer(serializers.Serializer[Any]):
    name = serializers.ChoiceField(choices=PassageMethod.choices)
    label = serializers.CharField()
    refusal = serializers.CharField(allow_blank=True, help_text="Why it cannot be used here; empty if it can.")
    threshold = serializers.FloatField(help_text="That proposals of it start with.")


class PassageAnswerSerializer(serializers.Serializer[Any]):
    sentence = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="Its position in the paper.")
    is_right = serializers.BooleanField()


class NearSentenceSerializer(serializers.Serializer[Any]):
    sentence = serializers.IntegerField()
    similarity = serializers.FloatField()


class PassagePlaceSerializer(serializers.Serializer[Any]):
    start = serializers.FloatField()
    end = serializers.FloatField()
    page = serializers.IntegerField(allow_null=True, help_text="That was shown, from 1.")
    text = serializers.CharField(help_text="What was said.")
    near = NearSentenceSerializer(many=True, help_text="The nearest sentences, ten at most.")
    answers = PassageAnswerSerializer(many=True)


class PassageBarSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(help_text="Of the three nearest sentences of each place of this talk.")
    n_right = serializers.IntegerField(help_text="That people accepted in this project, by this method.")
    n_kept = serializers.IntegerField(help_text="That a threshold here keeps, of those that people answered.")
    n_kept_right = serializers.IntegerField()

    def get_fields(self) -> Any:
        # A word of Python cannot be declared.
        return {"from": serializers.FloatField(help_text="Similarity at which the bar begins."), **super().get_fields()}


class FoundPassagesSerializer(serializers.ModelSerializer[Passages]):
    state = serializers.ChoiceField(choices=RunState.choices)
    places = PassagePlaceSerializer(many=True)
    histogram = PassageBarSerializer(many=True)
    n_talks = serializers.IntegerField(help_text="Talks of this project that people have answered in, by this method.")

    class Meta:
        model = Passages
        fields = [
            "per", "basis", "method", "threshold", "state", "progress", "message", "error", "places", "histogram",
            "n_talks",
        ]  # fmt: skip


class PassagesSerializer(serializers.Serializer[Any]):
    refusal = serializers.CharField(allow_blank=True, help_text="Why none can be found; empty if they can.")
    has_timeline = serializers.BooleanField(help_text="A deck of the talk has one: without it there are no slides.")
    deck = serializers.IntegerField(allow_null=True, help_text="Of which pages are shown.")
    media_url = serializers.CharField(allow_null=True)
    methods = ComparisonMethodSerializer(many=True)
    passages = FoundPassagesSerializer(allow_null=True)


class PassagesBodySerializer(serializers.Serializer[Any]):
    per = serializers.ChoiceField(choices=PassageUnit.choices, default=PassageUnit.SPAN)
    basis = serializers.ChoiceField(choices=PassageBasis.choices, default=PassageBasis.SCRIPT)
    method = serializers.ChoiceField(choices=PassageMethod.choices, default=PassageMethod.WORDS)


class PassageThresholdSerializer(serializers.Serializer[Any]):
    threshold = serializers.FloatField(min_value=0, max_value=1)


class PassageAnswersBodySerializer(serializers.Serializer[Any]):
    start = serializers.FloatField(min_value=0, help_text="Of the place, as it is in `places`.")
    end = serializers.FloatField(min_value=0)
    known = PassageAnswerSerializer(many=True, max_length=MOST_ANSWERS, help_text="What you know of the place.")  # type: ignore[call-arg]
    answers = PassageAnswerSerializer(many=True, max_length=MOST_ANSWERS, help_text="All that is said of it then.")  # type: ignore[call-arg]


class PlaceAnswersSerializer(serializers.Serializer[Any]):
    answers = PassageAnswerSerializer(many=True)


class PassagesConflictSerializer(ErrorSerializer):
    """With the code `passages_changed`, what is said of the place now; with `places_changed`, there is no such place
    any more."""

    answers = PassageAnswerSerializer(many=True, required=False)
    saved_by = serializers.CharField(required=False)


class PassagesViewSet(ProjectResource):
    resource = "pairs"
    queryset = Pair.objects.none()
    serializer_class = PassagesSerializer

    def get_queryset(self) -> Any:
        pairs = Pair.objects.filter(kind=PairKind.PAPER_TALK).select_related("project", "source", "target")
        return self.visible(pairs)

    @extend_schema(responses=PassagesSerializer)
    @action(detail=True)
    def passages(self, request: Request, pk: str) -> Response:
        """The sentences of a paper that may belong to each slide or span of the talk, and what people said of them."""
        return Response(self._answer(self.get_object()))

    @extend_schema(request={"application/json": PassagesBodySerializer}, responses={201: PassagesSerializer})
    @passages.mapping.post
    def find_passages(self, request: Request, pk: str) -> Response:
        """Have passages found. What people have said stays."""
        pair = self.get_object()
        request_passages(pair=pair, user=self.user, **self.body_as(PassagesBodySerializer))
        return Response(self._answer(pair), status=201)

    @extend_schema(request={"application/json": PassageThresholdSerializer}, responses={200: PassagesSerializer})
    @passages.mapping.put
    def set_passages(self, request: Request, pk: str) -> Response:
        """Set the similarity above which sentences are proposed."""
        pair = self.get_object()
        set_threshold(self._passages(pair), self.body_as(PassageThresholdSerializer)["threshold"])
        return Response(self._answer(pair))

    @extend_schema(responses={200: PassagesSerializer})
    @passages.mapping.delete
    def remove_passages(self, request: Request, pk: str) -> Response:
        """Stop finding passages, or remove them with what people said of them."""
        pair = self.get_object()
        remove_passages(pair)
        return Response(self._answer(pair))

    @extend_schema(
        request={"application/json": PassageAnswersBodySerializer},
        responses={200: PlaceAnswersSerializer, 400: ErrorSerializer, 409: PassagesConflictSerializer},
    )
    @action(detail=True, methods=["post"], url_path="passages/answers")
    def answer_passages(self, request: Request, pk: str) -> Response:
        """Say which sentences belong to a place of the talk."""
        passages = self._passages(self.get_object())
        body = self.body_as(PassageAnswersBodySerializer)
        return Response({"answers": answer(passages=passages, user=self.user, **body)})

    def _passages(self, pair: Pair) -> Passages:
        passages: Passages | None = Passages.objects.filter(pair=pair).first()
        if passages is None:
            raise Http404
        return passages

    def _answer(self, pair: Pair) -> Any:
        timeline = timeline_beside(pair)
        passages = Passages.objects.filter(pair=pair).select_related("pair").first()
        content = {
            "refusal": why_no_passages(pair), "has_timeline": timeline is not None,
            "deck": timeline.pair.source_id if timeline else None, "media_url": media_url(pair.target),
            "methods": methods(), "passages": None,
        }  # fmt: skip
        answer = PassagesSerializer(content).data
        return {**answer, "passages": self._found(passages) if passages else None}

    def _found(self, passages: Passages) -> dict[str, Any]:
        answers: dict[int, list[Any]] = {}
        for one in passages.answers.all():
            answers.setdefault(one.place, []).append(answer_json(one))
        places = [
            {
                **{name: place[name] for name in ("start", "end", "page", "text")},
                "near": [{"sentence": sentence, "similarity": value} for sentence, value in place["near"]],
                "answers": answers.get(number, []),
            }
            for number, place in enumerate(passages.places)
        ]
        names = ("per", "basis", "method", "threshold", "state", "progress", "message", "error")
        # By a serializer, thousands of places would take a second.
        return {
            **{name: getattr(passages, name) for name in names}, "places": places,
            "histogram": histogram(passages), "n_talks": n_answered_talks(passages),
        }  # fmt: skip
