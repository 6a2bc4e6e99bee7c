"""Pseudonyms that a project brought along: made with the key of another site, they could not be made here."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class KeptPseudonym(models.Model):
    """What releases of a project call a person, where that was settled on another site."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "user"], name="one_pseudonym_of_a_person")]

    def __str__(self) -> str:
        return self.name
