"""What test sets are chosen from and by: the rows that may be in, with what rules ask of them; and what people decided.

Everything in a pool can be computed again from reviews (`releases/curation/pool.py`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Pool(models.Model):
    """The rows that a test set can hold: of all gold of a project, or of the reviews that one test set names."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="pools")
    test_set = models.OneToOneField("annotator.TestSet", models.CASCADE, null=True, related_name="own_pool")
    computed_at = models.DateTimeField(null=True, help_text="When something in it last changed.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project"], condition=Q(test_set=None), name="one_pool_of_all_gold_per_project"
            ),
        ]

    def __str__(self) -> str:
        return f"pool of {self.test_set or self.project}"


class PooledPair(models.Model):
    """A pair in a pool. `stamp` changes whenever its rows may have; what is told of talks is read from the pair."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="pairs", db_index=False)
    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="+")
    review = models.ForeignKey("annotator.Review", models.CASCADE, related_name="+")
    basis = models.CharField(max_length=12)
    stamp = models.CharField(max_length=32)
    n_rows = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "pair"], name="a_pair_is_in_a_pool_once")]

    def __str__(self) -> str:
        return f"{self.pair} in a pool"


class PooledRow(models.Model):
    """A row of a pool, with what rules ask of it.

    Lengths are those of the final texts: words where a language is written with spaces, else characters. A measure of
    the filters is null where the row's link was changed or was not measured.
    """

    pair = models.ForeignKey(PooledPair, models.CASCADE, related_name="rows")
    row = models.UUIDField(help_text="The row of the review.")
    implicit = models.BooleanField(help_text="Confirmed in passing only.")
    has_source = models.BooleanField()
    has_target = models.BooleanField()
    good_align = models.BooleanField(null=True)
    good_mt = models.BooleanField(null=True)
    labels = models.JSONField(default=dict, help_text="The project's own that apply to the row, by key.")
    source_length = models.PositiveIntegerField()
    target_length = models.PositiveIntegerField()
    length_ratio = models.FloatField(null=True, help_text="Characters of the target for each of the source.")
    seconds = models.FloatField(null=True, help_text="How long it is spoken; null where its texts have no times.")
    passed = models.BooleanField(null=True, help_text="Every filter kept it; null where none was asked.")
    cost = models.FloatField(null=True)
    alpha = models.FloatField(null=True)
    gamma = models.FloatField(null=True)
    eta = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"row {self.row} in a pool"


class PickedRow(models.Model):
    """A row that somebody put into a test set, or took out of it, whatever its rules say."""

    test_set = models.ForeignKey("annotator.TestSet", models.CASCADE, related_name="picked_rows", db_index=False)
    row = models.UUIDField(help_text="The row of the review.")
    is_in = models.BooleanField()
    reason = models.CharField(max_length=500)
    picked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    picked_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["test_set", "id"]
        constraints = [
            models.UniqueConstraint(fields=["test_set", "row"], name="a_row_is_picked_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_picked_row_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"row {self.row} {'in' if self.is_in else 'out of'} {self.test_set}"


class RulesVersion(models.Model):
    """The rules of a test set as somebody left them: what a stale editor is told, and what can be brought back."""

    test_set = models.ForeignKey("annotator.TestSet", models.CASCADE, related_name="rules_versions", db_index=False)
    number = models.PositiveIntegerField()
    rules = models.JSONField(default=dict)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["test_set", "-number"]
        constraints = [models.UniqueConstraint(fields=["test_set", "number"], name="one_version_of_rules_per_number")]

    def __str__(self) -> str:
        return f"rules {self.number} of {self.test_set}"
