"""Default values and limits of this domain's forms."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from annotator.platform.api.defaults import Default
from annotator.releases.curation.rules import SizedBy, Split, SplitBy, Within


class SplitDefaultsSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=SplitBy.choices)
    ratio = serializers.ListField(child=serializers.FloatField(), help_text="Parts of train, dev and test.")
    size = serializers.ChoiceField(choices=SizedBy.choices)
    seed = serializers.IntegerField()
    by_event = serializers.BooleanField()
    within = serializers.ChoiceField(choices=Within.choices)


DEFAULTS = {
    "split": Default(
        SplitDefaultsSerializer(help_text="How the rows of a new test set are divided."), lambda: asdict(Split())
    ),
}
