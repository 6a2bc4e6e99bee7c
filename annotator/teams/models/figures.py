"""What is counted in the background, so that no request counts it: pace, the quality of links, agreement.

Everything here can be computed again from reviews and their logs; `teams/figures.py` does, when they have changed.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models


class ReviewFigures(models.Model):
    """How far a review is counted, and what was counted of its rows.

    folded : its last operation that is in `ReviewingDay`. revision, definition: of the review when its rows were
    measured, and by which version of the rules (`teams.quality.DEFINITION`). links: `teams.quality.LinkFigures`.
    """

    review = models.OneToOneField("annotator.Review", models.CASCADE, primary_key=True, related_name="figures")
    folded = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(null=True)
    definition = models.PositiveSmallIntegerField(default=0)
    n_edited = models.PositiveIntegerField(default=0, help_text="Rows whose grouping a person has changed.")
    n_accepted = models.PositiveIntegerField(default=0)
    n_overridden = models.PositiveIntegerField(default=0, help_text="Warnings about post-edits that were overridden.")
    links = models.JSONField(default=dict)
    labels = models.JSONField(
        default=dict, db_default={}, help_text="How many rows have which; `reviewing.guidelines.usage.Usage`."
    )

    def __str__(self) -> str:
        return f"figures of review {self.review_id}"


class PairFigures(models.Model):
    """In how many places the reviews of a pair differ; only of pairs with two reviews or more.

    revisions : the sum of the revisions of its reviews and its adjudication when they were compared.
    """

    pair = models.OneToOneField("annotator.Pair", models.CASCADE, primary_key=True, related_name="figures")
    n_reviews = models.PositiveIntegerField()
    revisions = models.PositiveIntegerField()
    definition = models.PositiveSmallIntegerField()
    n_regions = models.PositiveIntegerField(null=True, help_text="In which its submitted reviews differ; null for one.")
    adjudicated = models.JSONField(
        default=dict,
        db_default={},
        help_text="By review, its links beside those of the adjudication: Overlap.",
    )

    def __str__(self) -> str:
        return f"figures of pair {self.pair_id}"


class ReviewingDay(models.Model):
    """One person's work on their own reviews of a project on one day (UTC), summed up from the log.

    n_edits : operations that changed links or texts, less those undone that day, whenever they were made; so it may be
    below zero, and the sum over all days is the number of edits that stand.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="reviewing_days", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reviewing_days")
    day = models.DateField()
    seconds = models.FloatField(help_text="Without pauses.")
    n_edits = models.IntegerField()
    last_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["project", "user", "day"]
        constraints = [
            models.UniqueConstraint(fields=["project", "user", "day"], name="one_reviewing_day_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.day} of {self.user}"


class ProjectFigures(models.Model):
    """The figures of the overview.

    basis : what the project's reviews were when the figures were computed; the figures are up to date as long as it is
    the same. `teams.figures.basis_of` says what it is made of. agreement_basis: likewise, of which comparisons the
    figures of agreement were added up.
    """

    project = models.OneToOneField("annotator.Project", models.CASCADE, primary_key=True, related_name="figures")
    basis = models.CharField(max_length=200, blank=True)
    agreement_basis = models.CharField(max_length=64, blank=True)
    quality = models.JSONField(default=dict)
    progress = models.JSONField(default=dict, help_text="See teams/progress.py.")
    computed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"figures of {self.project}"
