"""Where a review showed something else than its run proposed, so that admins learn how far reviewers look.

Only what admins read leads here. A review's rows do not say which of them are probed.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

#: The largest share of the rows of a review that either kind of probe may take.
LARGEST_SHARE = 0.3


class ProbeKind(models.TextChoices):
    BLIND = "blind", "Proposal hidden"
    BOUNDARY = "boundary", "Shifted boundary"
    SWAP = "swap", "Swapped targets"


class ProbePolicy(models.Model):
    """What share of the rows of a new review is probed. A table of its own: annotators read the assignment policy."""

    project = models.OneToOneField("annotator.Project", models.CASCADE, primary_key=True, related_name="probe_policy")
    blind_share = models.FloatField(default=0, help_text="Of the rows, those whose proposal is hidden.")
    planted_share = models.FloatField(default=0, help_text="Of the rows, those that a planted error makes wrong.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    blind_share__gte=0,
                    blind_share__lte=LARGEST_SHARE,
                    planted_share__gte=0,
                    planted_share__lte=LARGEST_SHARE,
                ),
                name="probes_take_a_small_share",
            )
        ]

    def __str__(self) -> str:
        return f"probes of {self.project}"


class ProbedReview(models.Model):
    """A review that was opened with probes: by which seed and shares, and what became of them.

    The same seed, shares and links give the same probes. figures : `teams.probe_measures`, of the review as it was
    submitted at `measured_revision`; null while it has not been measured.
    """

    review = models.OneToOneField("annotator.Review", models.CASCADE, primary_key=True, related_name="probed")
    seed = models.BigIntegerField()
    blind_share = models.FloatField()
    planted_share = models.FloatField()
    n_rows = models.PositiveIntegerField(help_text="Of the review before it was probed.")
    measured_revision = models.PositiveIntegerField(null=True)
    n_kept_out = models.PositiveIntegerField(default=0, help_text="Accepted rows that its probes keep out of gold.")
    figures = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"probes of {self.review}"


class Probe(models.Model):
    """One place in a review: a run of rows without their proposal, or two rows with an error.

    It is fixed to the text, because rows are made and emptied by edits. `source` (unit positions; of a talk, sentences
    of the paper) and `target` (``[unit, start, end]``) are the text of those rows. An error is told by single points of
    the text, ``[source unit, target unit, code point]``: `wrong` are linked only by the error, `lost` are not linked
    because of it.
    """

    review = models.ForeignKey("annotator.Review", models.CASCADE, related_name="probes")
    kind = models.CharField(max_length=8, choices=ProbeKind.choices)
    source = ArrayField(models.PositiveIntegerField(), default=list)
    target = models.JSONField(default=list)
    wrong = models.JSONField(default=list)
    lost = models.JSONField(default=list)

    class Meta:
        ordering = ["review", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=ProbeKind.values), name="probe_kind_is_known"),
            models.CheckConstraint(
                condition=Q(kind=ProbeKind.BLIND, wrong=[]) | (~Q(kind=ProbeKind.BLIND) & ~Q(wrong=[])),
                name="a_planted_error_is_told",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.review}"
