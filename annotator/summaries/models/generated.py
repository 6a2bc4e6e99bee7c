"""Texts that systems made of slides or of what was said on them, by an endpoint or brought along in a file."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.aligning.models.runs import RunState
from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class Direction(models.TextChoices):
    SCRIPT = "slide_to_script", "Slide to script"
    SLIDE = "script_to_slide", "Script to slide"


class GenerationRun(CancellableWork):
    """All that one system made in one direction.

    host : where the texts were sent, as somebody agreed; empty for texts from a file, which `file_name` names. prompt :
    as sent, and the how-manieth of the project in this direction; with_paper : whether sentences of the paper went
    along. temperature, seed : null where the endpoint was not told. n_characters : that are sent in all.
    """

    TASK = Task("generate_texts", LONG, limit=HOUR)
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="generation_runs", db_index=False)
    name = models.CharField(max_length=80)
    direction = models.CharField(max_length=15, choices=Direction.choices)
    host = models.CharField(max_length=300, blank=True)
    model = models.CharField(max_length=200, blank=True)
    prompt = models.TextField(blank=True)
    prompt_version = models.PositiveIntegerField(default=0)
    with_paper = models.BooleanField(default=False)
    temperature = models.FloatField(null=True)
    seed = models.PositiveIntegerField(null=True)
    file_name = models.CharField(max_length=255, blank=True)
    n_characters = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "direction", "name"], name="one_generation_run_per_name"),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="state_of_generation_is_known"),
            models.CheckConstraint(condition=Q(direction__in=Direction.values), name="direction_of_a_run_is_known"),
            models.CheckConstraint(
                condition=Q(host="") | (~Q(prompt="") & ~Q(model="")), name="what_was_sent_has_a_prompt_and_a_model"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class GeneratedText(models.Model):
    """What a run made of one page of a deck. pair : of the deck and the talk.

    material : what it was made from, paper : sentences that went along, reference : what it is compared with; all as
    they were when the run began. text : null until there is one; problem : why an answer was of no use. is_cut_off :
    the text ends where the endpoint lets no answer be longer. is_wanted : somebody wants another, and this one stays
    until it is there; n_again : for the how-manieth time. rouge_1, rouge_2, rouge_l : F, null until compared.
    unsupported : ``[start, end]`` of each number and name that stands in no source, in code points.
    """

    run = models.ForeignKey(GenerationRun, models.CASCADE, related_name="texts", db_index=False)
    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="generated_texts")
    page = models.PositiveIntegerField()
    start = models.FloatField(help_text="When the page was first shown, in seconds.")
    material = models.TextField()
    paper = models.JSONField(default=list)
    reference = models.TextField()
    text = models.TextField(null=True)  # noqa: DJ001 - null: nobody has answered
    problem = models.CharField(max_length=400, blank=True)
    is_cut_off = models.BooleanField(default=False)
    is_wanted = models.BooleanField(default=False)
    n_again = models.PositiveSmallIntegerField(default=0)
    rouge_1 = models.FloatField(null=True)
    rouge_2 = models.FloatField(null=True)
    rouge_l = models.FloatField(null=True)
    unsupported = models.JSONField(default=list)
    n_unsupported = models.PositiveIntegerField(default=0)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["run", "pair", "page"], name="one_generated_text_per_page"),
            models.CheckConstraint(
                condition=Q(rouge_1=None) | Q(text__isnull=False), name="only_a_generated_text_is_compared"
            ),
        ]

    def __str__(self) -> str:
        return f"page {self.page} of {self.pair_id} by {self.run_id}"
