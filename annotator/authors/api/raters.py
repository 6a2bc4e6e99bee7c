"""The page behind a rater's link. Nothing that it answers tells a system or a trap."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import FileResponse, Http404, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.authors.api.ratings import ConsentSerializer
from annotator.authors.rating_tasks.pictures import PICTURE_TYPE
from annotator.authors.rating_tasks.questions import MOST_QUESTIONS, SCALES
from annotator.authors.rating_tasks.raters import (
    LINKS,
    begin,
    find_rater,
    hear_from,
    picture_of,
    rate,
    rater_view,
    sample_of,
)
from annotator.authors.rating_tasks.tasks import SOUND_TYPE
from annotator.models import HeadphoneCheck, Medium, Rater, RatingSample, TroubleWithSample
from annotator.platform.api.byte_ranges import ranged
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.throttling import Throttle


class RatingQuestionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    meaning = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    scale = serializers.ChoiceField(choices=SCALES, help_text="1 to 5 in `whole` or `half` steps, or `yesno`: 1 or 0.")
    words = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, default=list, max_length=5,
        help_text="From the least value to the greatest: 5 of 1 to 5, or 2.",
    )  # fmt: skip

    def validate(self, question: dict[str, Any]) -> dict[str, Any]:
        # A request that changes a task is partial: the framework then asks for no field of a question, and adds none.
        if missing := {"name", "scale"} - question.keys():
            raise serializers.ValidationError(dict.fromkeys(missing, "This field is required."))
        question = {"meaning": "", "words": [], **question}
        expected = 2 if question["scale"] == "yesno" else 5
        if question["words"] and len(question["words"]) != expected:
            raise serializers.ValidationError({"words": f"{expected} words, or none."})
        return question


class RaterPictureSerializer(serializers.Serializer[Any]):
    """What a sample stands beside, in pixels; all samples of a set have the same."""

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    alt = serializers.CharField(allow_blank=True, help_text="What is read out instead of it.")


class RaterSampleSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    set = serializers.IntegerField(help_text="The number of its set in this rater's order, from 0.")
    text = serializers.CharField(allow_blank=True)
    reference = serializers.CharField(allow_blank=True)
    picture = RaterPictureSerializer(allow_null=True)
    values = serializers.ListField(child=serializers.FloatField(allow_null=True), help_text="By question.")
    trouble = serializers.ChoiceField(choices=TroubleWithSample.choices, allow_blank=True)
    heard = serializers.BooleanField()
    rated = serializers.BooleanField()


class RaterViewSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    project = serializers.CharField()
    instructions = serializers.CharField(allow_blank=True)
    language = serializers.CharField()
    medium = serializers.ChoiceField(choices=Medium.choices)
    questions = RatingQuestionSerializer(many=True)
    n_sets = serializers.IntegerField(help_text="How many sets somebody who begins gets, at most.")
    closes_at = serializers.DateTimeField()
    open = serializers.BooleanField()
    consent = ConsentSerializer()
    minutes = serializers.IntegerField(help_text="What it takes, at a guess.")
    declined_at = serializers.DateTimeField(allow_null=True)
    begun_at = serializers.DateTimeField(allow_null=True)
    headphones = serializers.ChoiceField(choices=HeadphoneCheck.choices, allow_blank=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    code = serializers.CharField(allow_blank=True, help_text="Once all is rated.")
    samples = RaterSampleSerializer(many=True)


class BeginSerializer(serializers.Serializer[Any]):
    consent = serializers.IntegerField(min_value=0, max_value=1_000_000, help_text="The number of what was read.")
    headphones = serializers.ChoiceField(choices=HeadphoneCheck.choices, required=False, allow_blank=True, default="")


class SampleRatingSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=20)
    values = serializers.ListField(
        child=serializers.FloatField(allow_null=True, min_value=0, max_value=5),
        required=False,
        max_length=MOST_QUESTIONS,
    )
    seconds = serializers.FloatField(required=False, min_value=0, max_value=86_400)
    plays = serializers.IntegerField(source="n_plays", required=False, min_value=0, max_value=10_000)
    heard = serializers.BooleanField(source="is_heard", required=False)
    trouble = serializers.ChoiceField(choices=TroubleWithSample.choices, required=False, allow_blank=True)


class RateSamplesSerializer(serializers.Serializer[Any]):
    ratings = serializers.ListField(child=SampleRatingSerializer(), required=False, default=list, max_length=500)
    finished = serializers.BooleanField(required=False, default=False)


class HeardRaterSerializer(serializers.Serializer[Any]):
    declined = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Whether they do not take part; without a reason."
    )


class SavedRatingsSerializer(serializers.Serializer[Any]):
    n_open = serializers.IntegerField(help_text="Samples that are not rated yet.")
    finished_at = serializers.DateTimeField(allow_null=True)
    code = serializers.CharField(allow_blank=True)


class RaterView(ViewSet):
    """The link is the key: no account, no session."""

    resource = "rater"
    authentication_classes = ()
    throttle_classes = (Throttle,)
    throttle_scope = "author"

    def throttled_sender(self) -> str:
        return LINKS.text_in(self.kwargs["token"]) or ""

    def _rater(self, token: str, *, to_rate: bool = False) -> Rater:
        rater = find_rater(token, to_rate=to_rate)
        if rater is None:
            raise Http404
        return rater

    @extend_schema(responses=RaterViewSerializer, operation_id="rater_read")
    def retrieve(self, request: Request, token: str) -> Response:
        """What is asked, and the samples to rate once the rater has begun."""
        return Response(RaterViewSerializer(rater_view(self._rater(token))).data)

    @extend_schema(request=BeginSerializer, responses=RaterViewSerializer, operation_id="rater_begin")
    @transaction.atomic
    def begin(self, request: Request, token: str) -> Response:
        """Agree, and get samples to rate."""
        rater = self._rater(token, to_rate=True)
        begin(rater, language=rater.speaks, **checked_body(BeginSerializer, request))
        return Response(RaterViewSerializer(rater_view(rater)).data)

    @extend_schema(request=RateSamplesSerializer, responses=SavedRatingsSerializer, operation_id="rater_rate")
    @transaction.atomic
    def rate(self, request: Request, token: str) -> Response:
        """Store ratings; until the task closes they can be changed."""
        rater = self._rater(token, to_rate=True)
        return Response(SavedRatingsSerializer(rate(rater, **checked_body(RateSamplesSerializer, request))).data)

    @extend_schema(request=HeardRaterSerializer, responses=RaterViewSerializer, operation_id="rater_hear")
    @transaction.atomic
    def hear(self, request: Request, token: str) -> Response:
        """Somebody is looking at the page; or they do not take part, or do after all."""
        rater = self._rater(token, to_rate=True)
        hear_from(rater, **checked_body(HeardRaterSerializer, request))
        return Response(RaterViewSerializer(rater_view(rater)).data)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}, operation_id="rater_sound")
    def sound(self, request: Request, token: str, key: str) -> HttpResponseBase:
        """The sound of a sample; with a Range header, that part of it."""
        return sound_for(request, self._rater(token), key)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}, operation_id="rater_picture")
    def picture(self, request: Request, token: str, key: str) -> HttpResponseBase:
        """What a sample stands beside, in WebP: of all samples of its set the same."""
        return picture_for(self._rater(token), key)


def sound_for(request: Request, rater: Rater, key: str) -> HttpResponseBase:
    """Raises Http404 for what is none of the rater's samples."""
    sample = sample_of(rater, key[:40])
    if sample is None or not sample.file:
        raise Http404
    answer = ranged(request, sample.file, SOUND_TYPE)
    answer["Content-Disposition"] = "inline"  # not what the file is called, which is the same for all raters
    return answer


def picture_for(rater: Rater, key: str) -> HttpResponseBase:
    """Raises Http404 for what is none of the rater's samples."""
    return shown_picture(sample_of(rater, key[:40]))


def shown_picture(sample: RatingSample | None) -> HttpResponseBase:
    """Raises Http404 where there is none."""
    picture = sample and picture_of(sample)
    if not picture:
        raise Http404
    # Loaded before it is shown; not for who signs in after on the same computer.
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Authorization, Cookie"}
    try:
        answer = FileResponse(picture.file.open("rb"), content_type=PICTURE_TYPE, headers=headers)
    except FileNotFoundError:  # removed meanwhile
        raise Http404 from None
    answer["Content-Disposition"] = "inline"  # not what the file is called
    return answer
