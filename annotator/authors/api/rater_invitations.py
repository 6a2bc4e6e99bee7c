"""What is said and answered where raters are invited by e-mail."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.authors.api.authors import WordingSerializer
from annotator.authors.models.asked import LEAST_REMIND_DAYS, MAIL_VERBS, MOST_REMIND_DAYS
from annotator.authors.rating_tasks.raters import MOST_RATERS
from annotator.platform.api.errors import ErrorPlaceSerializer

#: 2,000 lines with a name and an address each.
_LONGEST_LIST = 500_000


class RaterLetterSerializer(WordingSerializer):
    """The e-mail that raters of a task get, in its language."""

    places = serializers.ListField(child=serializers.CharField(), help_text="What texts may have in braces.")


class InviteRatersSerializer(serializers.Serializer[Any]):
    list = serializers.CharField(
        max_length=_LONGEST_LIST, help_text="One address a line, such as `Name <name@example.org>, ja`."
    )
    subject = serializers.CharField(
        max_length=200, required=False, allow_blank=True, default="", help_text="By default the latest of the project."
    )
    letter = serializers.CharField(max_length=10_000, required=False, allow_blank=True, default="")
    remind_after = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=LEAST_REMIND_DAYS,
        max_value=MOST_REMIND_DAYS,
        help_text="Days; null for never.",
    )
    send = serializers.BooleanField(required=False, default=True, help_text="By e-mail; otherwise as links to copy.")


class InvitedRatersSerializer(serializers.Serializer[Any]):
    n_invited = serializers.IntegerField()
    n_sent = serializers.IntegerField(help_text="Being sent by e-mail.")
    left = ErrorPlaceSerializer(many=True, help_text="The lines that were left out, and why.")


class MailRatersSerializer(serializers.Serializer[Any]):
    verb = serializers.ChoiceField(choices=MAIL_VERBS)
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1_000_000), min_length=1, max_length=MOST_RATERS
    )
    email = serializers.EmailField(
        required=False, help_text="Another address of a single rater, whom no e-mail has "
        "reached: it is sent there.",
    )  # fmt: skip


class LeftRaterSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    why = serializers.CharField()


class MailedRatersSerializer(serializers.Serializer[Any]):
    n_done = serializers.IntegerField()
    left = LeftRaterSerializer(many=True)
