"""How far people agree, added up in the background: of each pair, and of the project.

Everything here can be computed again from submitted reviews; `teams.agreement` does, when they have changed.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class ComparedPair(models.Model):
    """A pair whose submitted reviews were compared.

    state : what they were, as `teams.agreement.folding` says it. submitted_on: the day of the last of them (UTC).
    """

    pair = models.OneToOneField("annotator.Pair", models.CASCADE, primary_key=True, related_name="compared")
    state = models.CharField(max_length=100)
    submitted_on = models.DateField()

    def __str__(self) -> str:
        return f"comparison of {self.pair_id}"


class AgreementFigure(models.Model):
    """One measure of agreement in one scope.

    pair : the pair; null for all of the project. month: its first day, if it is only of pairs that were submitted then.
    first, second : the two people, by id; both null for everybody. counts: what it is added up from, and for two people
    how often they said what (`teams.agreement.tallies`).
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="agreement", db_index=False)
    pair = models.ForeignKey("annotator.Pair", models.CASCADE, null=True, related_name="agreement")
    month = models.DateField(null=True)
    measure = models.CharField(max_length=100)
    first = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    n_talks = models.PositiveIntegerField()
    n_units = models.PositiveIntegerField(help_text="Rows, links, boundaries or pieces that were compared.")
    n_differing = models.PositiveIntegerField()
    value = models.FloatField(null=True, help_text="Null where it is undefined.")
    kappa = models.FloatField(null=True)
    raw = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    counts = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(first=None, second=None) | Q(first__lt=F("second")), name="agreement_is_of_two_or_all"
            ),
            models.CheckConstraint(condition=Q(pair=None) | Q(month=None), name="agreement_of_a_pair_has_no_month"),
        ]
        indexes = [models.Index(fields=["project", "measure", "first", "second"], name="agreement_by_scope")]

    def __str__(self) -> str:
        return f"{self.measure} of {self.pair_id or self.project_id}"
