"""Activity outside the log of reviews: who, when, from where, and to what."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

#: Of the name of a person or an object, and of what a line says after it.
LONGEST_NAME, LONGEST_DETAIL = 320, 500


class ActivityEntry(models.Model):
    """One act. Entries are only ever added: the database refuses to change one, and to delete one before its time.

    Names are kept as they were, and nothing here refers to a row by a constraint, so that an entry outlasts what it is
    about. What belongs to no project has the account that it is about, such as the one that signed in.
    """

    at = models.DateTimeField()
    project = models.ForeignKey(
        "annotator.Project", models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )
    by_name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text="Empty for what happens by itself.")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )
    verb = models.CharField(max_length=40)
    object_kind = models.CharField(max_length=20, blank=True)
    object_id = models.BigIntegerField(null=True)
    object_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    detail = models.CharField(max_length=LONGEST_DETAIL, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    via = models.CharField(max_length=100, blank=True)
    address = models.CharField(max_length=45, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index("project", F("at").desc(), F("id").desc(), name="activity_of_projects"),
            models.Index(F("at").desc(), F("id").desc(), condition=Q(project=None), name="activity_of_the_site"),
            models.Index(fields=["at"], name="activity_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.by_name or 'Lectern'} {self.verb} {self.object_name}"
