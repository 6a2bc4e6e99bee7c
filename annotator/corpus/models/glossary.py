"""The glossary of a project: what a term is to be called in another language, and what it must not be called."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class GlossaryTerm(models.Model):
    """A term of a source language and its renderings in a target language.

    Languages are BCP 47 tags in lower case. `key` is the source as it is compared: without case, compatibility forms
    and repeated spaces (`importers.base.term_key`).
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="glossary_terms", db_index=False)
    source_language = models.CharField(max_length=16)
    target_language = models.CharField(max_length=16)
    source = models.CharField(max_length=200)
    key = models.CharField(max_length=400)
    targets = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    forbidden = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    note = models.CharField(max_length=1000, blank=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["key", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "key", "source_language", "target_language"], name="one_entry_per_term"
            ),
            models.CheckConstraint(
                condition=~Q(targets=[], forbidden=[], note=""), name="an_entry_says_something_of_its_term"
            ),
        ]

    def __str__(self) -> str:
        return self.source
