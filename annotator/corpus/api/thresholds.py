"""The thresholds of the filters, and those that fitting proposes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.corpus.thresholds import INITIAL, NAMES, clean_thresholds


def _limit(help_text: str) -> serializers.FloatField:
    return serializers.FloatField(required=False, allow_null=True, help_text=help_text)


class ThresholdsSerializer(serializers.Serializer[Any]):
    """What is set; null is no limit, what is absent is inherited. A PATCH replaces all of them."""

    cost_most = _limit(f"Coarse: cost of the alignment, at most; {INITIAL.cost_most:g} where nothing is set.")
    alpha_least = _limit("Share of the source's content words that the target covers, at least.")
    gamma_least = _limit("Characters of the target over those of its offline translation, at least.")
    gamma_most = _limit("The same, at most.")
    eta_least = _limit("Likeness of the target to its offline translation, at least.")
    score_least = _limit(f"Combined score from 0 to 1, at least; {INITIAL.score_least:g} where nothing is set.")

    def to_internal_value(self, data: Any) -> Any:
        return clean_thresholds(data)

    def to_representation(self, instance: Any) -> Any:
        return {name: instance[name] for name in NAMES if name in instance}


class LearnedSerializer(serializers.Serializer[Any]):
    n_rows = serializers.IntegerField(help_text="Reviewed rows it was learned from.")
    precision = serializers.FloatField()
    recall = serializers.FloatField()
    f1 = serializers.FloatField(help_text="Of keeping good rows, on the rows it was learned from.")
    f1_before = serializers.FloatField()
    note = serializers.CharField()
    before = ThresholdsSerializer()
    after = ThresholdsSerializer()
    changed = serializers.BooleanField()


class LearnedTalkSerializer(LearnedSerializer):
    pair = serializers.IntegerField()
    title = serializers.CharField()
    own = serializers.BooleanField(help_text="It has thresholds of its own.")
    n_links = serializers.IntegerField(help_text="Links of the latest run that the filters have numbers for.")
    n_dropped_before = serializers.IntegerField()
    n_dropped_after = serializers.IntegerField()


class FittedSerializer(serializers.Serializer[Any]):
    fingerprint = serializers.CharField(help_text="Send it as `take` to store exactly this.")
    taken = serializers.BooleanField()
    project = LearnedSerializer()
    talks = LearnedTalkSerializer(many=True)


class FitSerializer(serializers.Serializer[Any]):
    take = serializers.CharField(
        required=False, max_length=64, help_text="The fingerprint of the proposal that is to be stored."
    )
