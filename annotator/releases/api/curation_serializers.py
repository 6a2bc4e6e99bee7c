"""Rules of test sets, their funnel and their rows, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.models import PairKind, Review, Taken
from annotator.people.api.base import VisibleField
from annotator.releases.curation.editing import MOST_AT_ONCE
from annotator.releases.curation.rules import SizedBy, SplitBy, Wanted, Within
from annotator.releases.dividing import PARTS
from annotator.reviewing.gold import Basis


class RuleRangeSerializer(serializers.Serializer[Any]):
    least = serializers.FloatField(required=False, allow_null=True)
    most = serializers.FloatField(required=False, allow_null=True)


class SplitRuleSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=SplitBy.choices, required=False)
    ratio = serializers.ListField(
        child=serializers.FloatField(), required=False, help_text="Parts of train, dev and test."
    )
    size = serializers.ChoiceField(choices=SizedBy.choices, required=False)
    seed = serializers.IntegerField(required=False)
    by_event = serializers.BooleanField(required=False, help_text="Talks of one event stay in one part too.")
    within = serializers.ChoiceField(
        choices=Within.choices, required=False, help_text="What the ratio is wanted within; each pair of languages."
    )


def _texts(help_text: str) -> Any:
    return serializers.ListField(
        child=serializers.CharField(allow_blank=True, trim_whitespace=False), required=False, help_text=help_text
    )


# What is checked here is the shape alone; `releases/curation/rules.py` says what is wrong with a value. (The schema
# shows docstrings.)
class RulesSerializer(serializers.Serializer[Any]):
    """What is absent is not asked."""

    basis = serializers.ListField(
        child=serializers.ChoiceField(choices=[one for one in Basis.choices if one[0] != Basis.IMPLICIT]),
        required=False,
    )
    kind = serializers.ChoiceField(choices=PairKind.choices, required=False, allow_blank=True)
    search = serializers.CharField(required=False, allow_blank=True, help_text="Part of a title.")
    splits = _texts("As the corpus names them; empty for talks without.")
    events = _texts("Events of talks.")
    languages = _texts("Two languages, as in `en>ja`.")
    interpreters = _texts("Codes of interpreters.")
    ranks = _texts("Ranks of interpreters.")
    good_align = serializers.ChoiceField(choices=Wanted.choices, required=False, allow_blank=True)
    good_mt = serializers.ChoiceField(choices=Wanted.choices, required=False, allow_blank=True)
    labels = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(allow_blank=True)),
        required=False,
        help_text="Values of own labels, by key; yes or no; empty where it is not set.",
    )
    implicit = serializers.BooleanField(required=False, help_text="Rows that were confirmed in passing are in too.")
    null_rows = serializers.BooleanField(required=False, help_text="False: rows with an empty side are out.")
    source_length = RuleRangeSerializer(
        required=False, help_text="Words, or characters in languages written without spaces."
    )
    target_length = RuleRangeSerializer(required=False)
    length_ratio = RuleRangeSerializer(required=False, help_text="Characters of the target for each of the source.")
    passed = serializers.BooleanField(required=False, help_text="Every filter of the run kept the row.")
    cost_most = serializers.FloatField(required=False, allow_null=True)
    alpha_least = serializers.FloatField(required=False, allow_null=True)
    gamma = RuleRangeSerializer(required=False)
    eta_least = serializers.FloatField(required=False, allow_null=True)
    exclude = _texts("Ids, titles or speakers of talks.")
    exclude_name = serializers.CharField(required=False, allow_blank=True, help_text="The file they came from.")
    without = _texts("Pseudonyms of people none of whose reviews counts.")
    talks_out = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="Talks taken out by hand, by a name, and why.",
    )
    pins = serializers.DictField(
        child=serializers.ChoiceField(choices=PARTS), required=False, help_text="The part of a talk, by a name of it."
    )
    split = SplitRuleSerializer(required=False)

    def to_representation(self, stored: Any) -> Any:
        return stored


class ChangeRulesSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="Of the rules that are replaced.")
    rules = RulesSerializer()
    takes = serializers.ChoiceField(choices=Taken.choices, required=False)


class FunnelStepSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    n_left = serializers.IntegerField()
    n_excluded = serializers.IntegerField(help_text="Rows of which this is the first rule that they fail.")
    n_only = serializers.IntegerField(help_text="Those of them that would be in without it.")


class PickedCountsSerializer(serializers.Serializer[Any]):
    n_in = serializers.IntegerField()
    n_out = serializers.IntegerField()
    n_picked = serializers.IntegerField(help_text="With those that change nothing.")


class SplitPartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    share = serializers.FloatField()
    rows = serializers.IntegerField()
    seconds = serializers.FloatField(allow_null=True)
    talks = serializers.IntegerField()
    speakers = serializers.IntegerField()


class LargestPartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    share = serializers.FloatField()


class SplitLanguagesSerializer(serializers.Serializer[Any]):
    value = serializers.CharField()
    talks = serializers.IntegerField()
    rows = serializers.ListField(child=serializers.IntegerField(), help_text="In the order of the parts.")


class SplitPartsSerializer(serializers.Serializer[Any]):
    sized_by = serializers.ChoiceField(choices=SizedBy.choices, help_text="Rows where a talk has no times.")
    is_met = serializers.BooleanField()
    nearest = serializers.ListField(child=serializers.IntegerField(), help_text="Percent.")
    largest = LargestPartSerializer(allow_null=True, help_text="What cannot be divided: a speaker, or a talk.")
    parts = SplitPartSerializer(many=True)
    languages = SplitLanguagesSerializer(many=True, default=())


class RuleValueSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(allow_blank=True)
    n_rows = serializers.IntegerField()


class RulePersonSerializer(RuleValueSerializer):
    value = serializers.CharField(help_text="The pseudonym.")
    name = serializers.CharField(default="", help_text="Empty where names are not shown to you.")


class RuleLabelValueSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    hidden = serializers.BooleanField()


class RuleLabelSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    type = serializers.CharField()
    values = RuleLabelValueSerializer(many=True)


class RuleChoicesSerializer(serializers.Serializer[Any]):
    basis = RuleValueSerializer(many=True)
    kinds = RuleValueSerializer(many=True)
    splits = RuleValueSerializer(many=True)
    events = RuleValueSerializer(many=True)
    languages = RuleValueSerializer(many=True)
    interpreters = RuleValueSerializer(many=True)
    ranks = RuleValueSerializer(many=True)
    people = RulePersonSerializer(many=True, help_text="Whose reviews there are.")
    labels = RuleLabelSerializer(many=True)


class ExclusionSerializer(serializers.Serializer[Any]):
    line = serializers.CharField()
    matched_by = serializers.ChoiceField(
        choices=["manifest", "id", "title", "speaker"], allow_blank=True, help_text="What matched; empty for nothing."
    )
    talks = serializers.ListField(child=serializers.CharField(), help_text="Titles, three at most.")
    n_talks = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    nearest = serializers.CharField(allow_blank=True, help_text="What a line that matches nothing may have meant.")


class ExclusionsSerializer(serializers.Serializer[Any]):
    n_lines = serializers.IntegerField()
    n_matching = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    lines = ExclusionSerializer(many=True, help_text="Those that match nothing first.")


class FunnelCountsSerializer(serializers.Serializer[Any]):
    n_candidates = serializers.IntegerField()
    steps = FunnelStepSerializer(many=True)
    by_hand = PickedCountsSerializer()
    n_rows = serializers.IntegerField()
    talks = serializers.IntegerField()
    speakers = serializers.IntegerField()
    seconds = serializers.FloatField(allow_null=True)
    split = SplitPartsSerializer()
    choices = RuleChoicesSerializer(required=False)
    exclusions = ExclusionsSerializer(required=False, allow_null=True, help_text="Null without an exclusion list.")


class FunnelSerializer(serializers.Serializer[Any]):
    """is_current : false while a worker counts; the figures are then the last ones, or null."""

    is_current = serializers.BooleanField()
    counted_at = serializers.DateTimeField(allow_null=True)
    counts = FunnelCountsSerializer(allow_null=True)
    takes = serializers.ChoiceField(choices=Taken.choices)
    rules = RulesSerializer()
    rules_version = serializers.IntegerField()
    changed_by = serializers.CharField(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True)


class CuratedPairSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()


class PickedSerializer(serializers.Serializer[Any]):
    is_in = serializers.BooleanField()
    reason = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()


class CuratedRowSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    pair = CuratedPairSerializer()
    review = serializers.IntegerField()
    number = serializers.IntegerField(help_text="In its review, from 1.")
    source = serializers.CharField(allow_blank=True, help_text="Empty on a null side.")
    target = serializers.CharField(allow_blank=True)
    source_language = serializers.CharField(allow_blank=True)
    target_language = serializers.CharField(allow_blank=True)
    basis = serializers.ChoiceField(choices=Basis.choices)
    implicit = serializers.BooleanField()
    good_align = serializers.BooleanField(allow_null=True)
    good_mt = serializers.BooleanField(allow_null=True)
    labels = serializers.DictField()
    source_length = serializers.IntegerField()
    target_length = serializers.IntegerField()
    length_ratio = serializers.FloatField(allow_null=True)
    passed = serializers.BooleanField(allow_null=True)
    cost = serializers.FloatField(allow_null=True)
    alpha = serializers.FloatField(allow_null=True)
    gamma = serializers.FloatField(allow_null=True)
    eta = serializers.FloatField(allow_null=True)
    failed = serializers.ListField(child=serializers.CharField(), help_text="Rules that it fails, in their order.")
    why_out = serializers.CharField(allow_null=True, help_text="The first of them, or `by_hand`; null if it is in.")
    picked = PickedSerializer(allow_null=True)


class CuratedRowsSerializer(serializers.Serializer[Any]):
    rows = CuratedRowSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True, help_text="`after` of the next page; null on the last.")


class PickRowsSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=MOST_AT_ONCE)
    is_in = serializers.BooleanField(allow_null=True, help_text="Null leaves the rows to the rules again.")
    reason = serializers.CharField(required=False, allow_blank=True, max_length=500)


class ChosenReviewSerializer(serializers.Serializer[Any]):
    review = serializers.IntegerField()
    by = serializers.CharField(allow_null=True, help_text="Null while it is to be adjudicated without names.")


class CuratedTalkSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()
    title = serializers.CharField()
    name = serializers.CharField(help_text="What rules call it.")
    languages = serializers.CharField()
    speaker = serializers.CharField(allow_blank=True)
    n_in = serializers.IntegerField()
    n_rows = serializers.IntegerField(help_text="Of its gold.")
    basis = serializers.ChoiceField(choices=Basis.choices, allow_blank=True, help_text="Empty where it has no gold.")
    why_out = serializers.CharField(
        allow_null=True, help_text="The rule, `rows` where no row passes, `waits` without gold; null if it is in."
    )
    out_as = serializers.CharField(allow_null=True, help_text="Its name in `talks_out`; null unless it was taken out.")
    reason = serializers.CharField(allow_blank=True, help_text="Why somebody took it out.")
    n_wanted = serializers.IntegerField(help_text="Reviews that it waits for, once it has some.")
    part = serializers.CharField(allow_null=True, allow_blank=True)
    pin = serializers.ChoiceField(choices=PARTS, allow_null=True)
    pinned_as = serializers.CharField(allow_null=True, help_text="Its name in `pins`.")
    chosen = ChosenReviewSerializer(allow_null=True)


class TalkCountsSerializer(serializers.Serializer[Any]):
    all = serializers.IntegerField()
    vars()["in"] = serializers.IntegerField()
    out = serializers.IntegerField()
    pinned = serializers.IntegerField()
    chosen = serializers.IntegerField()


class TalksSerializer(serializers.Serializer[Any]):
    counts = TalkCountsSerializer()
    talks = CuratedTalkSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True, help_text="`after` of the next page; null on the last.")


class ChooseReviewSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField(min_value=1)
    review = VisibleField(
        "pair__project",
        queryset=Review.objects.select_related("pair"),
        allow_null=True,
        help_text="Null leaves the pair to the gold of the project.",
    )


class DifferingTalkSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    pair = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    columns = serializers.ListField(child=serializers.CharField(), help_text="In what changed rows differ.")
    why = serializers.CharField(
        allow_blank=True,
        help_text="Why rows go out: as `why_out` of a talk, `gone`, or empty where single rows no longer pass.",
    )


class WaitingTalkSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    n_wanted = serializers.IntegerField()


class RowChangesSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="Their text, links or labels differ.")
    same = serializers.IntegerField()


class SinceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    version = serializers.CharField()
    n_rows = serializers.IntegerField()
    finished_at = serializers.DateTimeField()


class NextReleaseSerializer(serializers.Serializer[Any]):
    n_rows = serializers.IntegerField()
    n_talks = serializers.IntegerField()
    since = SinceSerializer(allow_null=True, help_text="The last release of the variant; null before the first.")
    changes = RowChangesSerializer(allow_null=True)
    added = DifferingTalkSerializer(many=True, help_text="By talk, the most rows first.")
    removed = DifferingTalkSerializer(many=True)
    changed = DifferingTalkSerializer(many=True)
    waiting = WaitingTalkSerializer(many=True, help_text="Talks of the last release that wait for reviews.")
    reopened = serializers.ListField(child=serializers.CharField(), help_text="Adjudications that are open again.")
    minor = serializers.CharField()
    major = serializers.CharField()
    suggested = serializers.ChoiceField(
        choices=["minor", "major"], allow_blank=True, help_text="Empty where nothing differs."
    )
    reason = serializers.CharField()
