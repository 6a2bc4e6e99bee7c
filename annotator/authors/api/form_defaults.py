"""Default values and limits of this domain's forms."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.authors.api.raters import RatingQuestionSerializer
from annotator.authors.api.rating_task_serializers import RejectionRulesSerializer
from annotator.authors.models.ratings import INVITATION_DAYS, MOST_RATED, REMINDER_DAYS
from annotator.authors.rating_tasks.questions import MOST_QUESTIONS, OF_M3AV, OF_SOUND
from annotator.authors.rating_tasks.raters import MOST_RATERS
from annotator.authors.rating_tasks.tasks import MOST_SAMPLES, USUAL_RULES
from annotator.platform.api.defaults import Default, number


class RatingTaskDefaultsSerializer(serializers.Serializer[Any]):
    text = serializers.ListField(child=RatingQuestionSerializer(), help_text="The questions of M3AV about texts.")
    sound = serializers.ListField(child=RatingQuestionSerializer(), help_text="The question of a listening test.")
    rules = RejectionRulesSerializer()
    most_samples = serializers.IntegerField()
    most_raters = serializers.IntegerField()
    most_questions = serializers.IntegerField()


_RATING_TASK = {
    "text": list(OF_M3AV),
    "sound": list(OF_SOUND),
    "rules": USUAL_RULES,
    "most_samples": MOST_SAMPLES,
    "most_raters": MOST_RATERS,
    "most_questions": MOST_QUESTIONS,
}

DEFAULTS = {
    "most_rated": number(MOST_RATED, "The most sentences that an author is asked to rate."),
    "invitation_days": number(INVITATION_DAYS, "Days that an author's link stays open."),
    "reminder_days": number(REMINDER_DAYS, "Days after which an author who has not answered is reminded."),
    "rating_task": Default(
        RatingTaskDefaultsSerializer(help_text="What a rating task begins with."), lambda: _RATING_TASK
    ),
}
