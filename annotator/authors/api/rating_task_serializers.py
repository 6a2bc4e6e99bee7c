"""What is sent and answered about rating tasks: tasks, samples, raters, results."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from rest_framework import serializers

from annotator.authors.api.raters import RatingQuestionSerializer
from annotator.authors.models.asked import BETWEEN_MAILS, MAIL_VERBS
from annotator.authors.models.ratings import default_closing_time
from annotator.authors.rating_tasks import raters, tasks
from annotator.authors.rating_tasks.drawing import MOST_SETS
from annotator.authors.rating_tasks.questions import MOST_QUESTIONS
from annotator.authors.rating_tasks.raters import MOST_RATERS, MOST_SETS_OF_A_RATER
from annotator.authors.rating_tasks.results import REASONS
from annotator.authors.rating_tasks.sources import KINDS
from annotator.authors.rating_tasks.tasks import MOST_SAMPLES
from annotator.models import (
    HeadphoneCheck,
    InvitationState,
    Rater,
    RatingPicture,
    RatingSample,
    RatingTask,
)
from annotator.people.api.base import VisibleProjectField
from annotator.people.api.users import UserSerializer

LANGUAGES = [code for code, _label in settings.LANGUAGES]


class RejectionRulesSerializer(serializers.Serializer[Any]):
    """Whose ratings are not counted. Null for a rule that is not asked."""

    most_traps_missed = serializers.FloatField(
        required=False, allow_null=True, min_value=0, max_value=1, help_text="As a share of the traps."
    )
    least_r = serializers.FloatField(
        required=False, allow_null=True, min_value=-1, max_value=1, help_text="With the mean of the others."
    )
    least_seconds = serializers.FloatField(
        required=False, allow_null=True, min_value=0, max_value=3600, help_text="For a sample, in the median."
    )
    most_unheard = serializers.FloatField(
        required=False, allow_null=True, min_value=0, max_value=1, help_text="As a share of the samples."
    )


class RatingTaskSerializer(serializers.ModelSerializer[RatingTask]):
    project = VisibleProjectField()
    name = serializers.CharField(max_length=120, help_text="Raters read it: it must not name systems.")
    instructions = serializers.CharField(max_length=20_000, required=False, allow_blank=True)
    language = serializers.ChoiceField(choices=LANGUAGES, required=False)
    questions = serializers.ListField(child=RatingQuestionSerializer(), min_length=1, max_length=MOST_QUESTIONS)
    rules = RejectionRulesSerializer(required=False)
    per_set = serializers.IntegerField(min_value=1, max_value=MOST_RATERS, help_text="How many raters each set needs.")
    sets_per_rater = serializers.IntegerField(
        min_value=1, max_value=MOST_SETS_OF_A_RATER, help_text="Of how many sets a rater rates all samples."
    )
    closes_at = serializers.DateTimeField(required=False, default=default_closing_time)
    open = serializers.BooleanField(source="is_open", read_only=True)
    n_samples = serializers.IntegerField(read_only=True)
    n_sets = serializers.IntegerField(read_only=True)
    n_traps = serializers.IntegerField(read_only=True)
    n_links = serializers.IntegerField(read_only=True)
    n_begun = serializers.IntegerField(read_only=True, help_text="Raters who have begun: the task changes no more.")
    n_declined = serializers.IntegerField(read_only=True, help_text="Raters who do not take part.")
    n_rated = serializers.IntegerField(read_only=True, help_text="Samples rated, each as often as it was.")

    class Meta:
        model = RatingTask
        fields = [
            "id", "project", "name", "instructions", "language", "medium", "questions", "rules", "per_set",
            "sets_per_rater", "closes_at", "open", "created_at", "n_samples", "n_sets", "n_traps",
            "n_links", "n_begun", "n_declined", "n_rated",
        ]  # fmt: skip

    def validate_medium(self, medium: str) -> str:
        if self.instance is not None and medium != self.instance.medium:
            raise serializers.ValidationError("What is rated stays as it is. Make another task.")
        return medium

    def validate_project(self, project: Any) -> Any:
        if self.instance is not None and project != self.instance.project:
            raise serializers.ValidationError("A task stays in its project.")
        return project

    def create(self, values: dict[str, Any]) -> RatingTask:
        rules = values.pop("rules", {})
        return tasks.create_task(user=self.context["request"].user, rules=rules, **values)

    def update(self, task: RatingTask, values: dict[str, Any]) -> RatingTask:
        return tasks.change_task(task, **{name: values[name] for name in values.keys() - {"project", "medium"}})


class TrapSerializer(serializers.ListSerializer[Any]):
    child = serializers.FloatField(min_value=0, max_value=5)


class SampleLineSerializer(serializers.Serializer[Any]):
    set = serializers.CharField(
        max_length=200, source="group", help_text="One sentence or page, as all systems made it."
    )
    system = serializers.CharField(max_length=100, required=False, allow_blank=True, default="")
    text = serializers.CharField(max_length=30_000, required=False, allow_blank=True, default="")
    reference = serializers.CharField(max_length=30_000, required=False, allow_blank=True, default="")
    picture = serializers.CharField(
        max_length=300, required=False, allow_blank=True, default="",
        help_text="The name of a picture that stands beside all samples of the set; it is sent by itself.",
    )  # fmt: skip
    alt = serializers.CharField(
        max_length=500, required=False, allow_blank=True, default="", help_text="What is read out instead of it."
    )
    trap = TrapSerializer(
        required=False, allow_null=True, default=None, min_length=2, max_length=2,
        help_text="The least and the greatest right answer, of a sample without a system.",
    )  # fmt: skip


class SetSamplesSerializer(serializers.Serializer[Any]):
    samples = serializers.ListField(child=SampleLineSerializer(), min_length=1, max_length=MOST_SAMPLES)


class RatingSampleSerializer(serializers.ModelSerializer[RatingSample]):
    set = serializers.CharField(source="group")
    has_sound = serializers.SerializerMethodField()
    picture = serializers.SerializerMethodField(help_text="The name of its set's picture.")
    has_picture = serializers.SerializerMethodField(help_text="Whether that has been sent.")

    class Meta:
        model = RatingSample
        fields = [
            "position", "set", "system", "text", "reference", "trap_low", "trap_high", "seconds", "has_sound",
            "picture", "has_picture",
        ]  # fmt: skip

    def _picture(self, sample: RatingSample) -> RatingPicture | None:
        """Those of the task are read once for all its samples."""
        context = cast(dict[str, Any], self.context)
        if "pictures" not in context:
            context["pictures"] = {each.group: each for each in sample.task.pictures.all()}
        picture: RatingPicture | None = context["pictures"].get(sample.group)
        return picture

    def get_picture(self, sample: RatingSample) -> str:
        picture = self._picture(sample)
        return picture.name if picture else ""

    def get_has_picture(self, sample: RatingSample) -> bool:
        picture = self._picture(sample)
        return picture is not None and bool(picture.file)

    def get_has_sound(self, sample: RatingSample) -> bool:
        return bool(sample.file)


class RatingSamplesSerializer(serializers.Serializer[Any]):
    samples = RatingSampleSerializer(many=True)


class SampleSoundSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()


class SetPictureSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="PNG, JPEG or WebP.")


class OfferedSystemSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()


class RatingSourceSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=tuple(KINDS))
    name = serializers.CharField()
    n_sets = serializers.IntegerField(help_text="At most: those of which a system has nothing are left out.")
    systems = OfferedSystemSerializer(many=True)


class RatingSourcesSerializer(serializers.Serializer[Any]):
    sources = RatingSourceSerializer(many=True)


class MeanOfTextSerializer(serializers.Serializer[Any]):
    text = serializers.IntegerField()
    value = serializers.FloatField(help_text="From 1 to 5, over all questions but those of yes and no.")
    n = serializers.IntegerField(help_text="Ratings.")


class MeanOfRunSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField()
    value = serializers.FloatField()
    n = serializers.IntegerField()


class HumanMeansSerializer(serializers.Serializer[Any]):
    texts = MeanOfTextSerializer(many=True)
    runs = MeanOfRunSerializer(many=True)


class DrawSamplesSerializer(serializers.Serializer[Any]):
    source = serializers.CharField(max_length=100, help_text="The `key` of one of `sources`.")
    systems = serializers.ListField(child=serializers.CharField(max_length=100), min_length=1, max_length=20)
    n_sets = serializers.IntegerField(min_value=1, max_value=MOST_SETS)
    traps = serializers.BooleanField(default=False, help_text="One in each set, whose text says what to choose.")
    texts = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), required=False, default=list, max_length=5_000,
        help_text="Of generated texts, the ids of those that are asked about; by default of all.",
    )  # fmt: skip


class DrawnSamplesSerializer(serializers.Serializer[Any]):
    n_sets = serializers.IntegerField()
    n_left = serializers.IntegerField(help_text="Sets that were looked at, and of which a system has nothing.")


class AddRatersSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(min_value=0, max_value=MOST_RATERS, required=False, default=0, help_text="Links.")
    users = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), required=False, default=list, max_length=500,
        help_text="Ids of members of the project, who rate without a link.",
    )  # fmt: skip


class RaterLinkSerializer(serializers.ModelSerializer[Rater]):
    user = UserSerializer(read_only=True, allow_null=True, help_text="A member, who rates without a link.")
    token = serializers.SerializerMethodField(
        help_text="Of `rate/{token}/samples/`. Empty for adjudicators: it rates in the rater's place."
    )
    n_samples = serializers.IntegerField(read_only=True)
    n_rated = serializers.IntegerField(read_only=True)
    name = serializers.SerializerMethodField(help_text="Of who was invited by e-mail. Empty for adjudicators.")
    email = serializers.SerializerMethodField(help_text="Likewise.")
    state = serializers.ChoiceField(choices=InvitationState.choices, read_only=True)
    next_mail = serializers.ChoiceField(
        choices=MAIL_VERBS, allow_blank=True, read_only=True,
        help_text=f"The verb of what can be sent, {BETWEEN_MAILS.days} days after the last e-mail; empty for nothing.",
    )  # fmt: skip

    class Meta:
        model = Rater
        fields = [
            "number", "user", "is_member", "name", "email", "state", "next_mail", "sent_at", "send_error", "code",
            "token", "headphones", "begun_at", "finished_at", "n_samples", "n_rated", "counted", "counted_reason",
        ]  # fmt: skip

    def get_name(self, rater: Rater) -> str:
        return rater.name if self.context["shows_links"] else ""

    def get_email(self, rater: Rater) -> str:
        return rater.email if self.context["shows_links"] else ""

    def get_token(self, rater: Rater) -> str:
        return raters.rater_token(rater) if self.context["shows_links"] and not rater.is_member else ""


class RaterLinksSerializer(serializers.Serializer[Any]):
    raters = RaterLinkSerializer(many=True)


class CountRaterSerializer(serializers.Serializer[Any]):
    counted = serializers.BooleanField(allow_null=True, help_text="Null for what the rules say.")
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class OpinionSerializer(serializers.Serializer[Any]):
    """A mean with its 95 % interval over raters and sets, from `few` of both on."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()


class ValueCountSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    n = serializers.IntegerField()


class RatedSystemSerializer(OpinionSerializer):
    system = serializers.CharField()
    counts = ValueCountSerializer(many=True)


class RatedDifferenceSerializer(OpinionSerializer):
    """How much higher the first is rated than the second, where one rater rated both in one set."""

    first = serializers.CharField()
    second = serializers.CharField()
    is_clear = serializers.BooleanField(help_text="The interval leaves out 0.")
    n_more = serializers.IntegerField(
        allow_null=True, help_text="How many more pairs of ratings would tell them apart, with a power of 80 %."
    )


class QuestionFiguresSerializer(serializers.Serializer[Any]):
    systems = RatedSystemSerializer(many=True)
    differences = RatedDifferenceSerializer(many=True)
    alpha = serializers.FloatField(allow_null=True, help_text="Krippendorff's, of the interval metric.")
    alpha_low = serializers.FloatField(
        allow_null=True, help_text="Its 95 % interval over sets; of fewer than `few`, null."
    )
    alpha_high = serializers.FloatField(allow_null=True)
    icc = serializers.FloatField(allow_null=True, help_text="ICC(2,k).")


class QuestionResultsSerializer(QuestionFiguresSerializer):
    name = serializers.CharField()
    all = QuestionFiguresSerializer(help_text="The same with the raters that are not counted.")


class ScreenedRaterSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    n_rated = serializers.IntegerField()
    n_traps = serializers.IntegerField()
    n_traps_missed = serializers.IntegerField()
    r = serializers.FloatField(allow_null=True, help_text="With the mean of the others.")
    seconds = serializers.FloatField(allow_null=True, help_text="For a sample, in the median.")
    unheard = serializers.FloatField(help_text="As a share of the samples.")
    reasons = serializers.ListField(child=serializers.ChoiceField(choices=REASONS))
    is_counted = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    reason_by_hand = serializers.CharField(allow_blank=True)
    headphones = serializers.ChoiceField(choices=HeadphoneCheck.choices, allow_blank=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class RatingResultsSerializer(serializers.Serializer[Any]):
    questions = QuestionResultsSerializer(many=True)
    raters = ScreenedRaterSerializer(many=True)
    n_ratings = serializers.IntegerField(help_text="Samples that were rated by raters who count, traps among them.")
    n_counted = serializers.IntegerField()
    few = serializers.IntegerField()
