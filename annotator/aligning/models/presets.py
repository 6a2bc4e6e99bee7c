"""Presets: named options of an engine that a project uses."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Preset(models.Model):
    """Options of an engine under a name. The default one is what new runs of the engine use where nothing else is said.

    options : those that differ from the engine's own, by their names in `aligning.engine_options`.
    provenance : what `summaries.tuning` found, when, and on how many talks; empty if a person chose the options.
    replaced : the preset that was the default before this one, to which removing this one returns.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="presets", db_index=False)
    name = models.CharField(max_length=80)
    engine = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    is_default = models.BooleanField(default=False)
    provenance = models.JSONField(default=dict, blank=True)
    replaced = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["engine", "name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "engine", "name"], name="one_preset_per_name"),
            models.UniqueConstraint(
                fields=["project", "engine"], condition=Q(is_default=True), name="one_default_preset_per_engine"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="a_preset_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
