"""Imported documents, their sections, and the units that are aligned.

A unit is a paper sentence, a transcript segment, or a line of a translation. Its text never changes after import.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class DocumentKind(models.TextChoices):
    PAPER = "paper", "Paper"
    TRANSCRIPT = "transcript", "Transcript"
    TEXT = "text", "Text"
    SLIDES = "slides", "Slides"


class Document(models.Model):
    """`metadata` holds a format's data beyond the columns: speaker, interpreter, rank, event, split, media URL."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="documents", db_index=False)
    kind = models.CharField(max_length=10, choices=DocumentKind.choices)
    title = models.CharField(max_length=300)
    language = models.CharField(max_length=16, blank=True, help_text="BCP 47, such as en or ja; empty if unknown.")
    speaker = models.CharField(max_length=200, blank=True)
    interpreter = models.CharField(max_length=60, blank=True)
    interpreter_rank = models.CharField(max_length=10, blank=True, help_text="S, A or B in NAIST's corpora.")
    external_id = models.CharField(max_length=200, blank=True)
    content_hash = models.CharField(
        max_length=64, help_text="SHA-256 of the units' texts, for recognising a re-import."
    )
    metadata = models.JSONField(default=dict, blank=True)
    left_out = models.JSONField(default=list, blank=True, help_text="What the importer filtered out, and why.")
    importer = models.CharField(max_length=60)
    importer_version = models.CharField(max_length=20)
    source_file = models.FileField(upload_to="sources/%Y/%m/", blank=True)
    source_name = models.CharField(max_length=255, blank=True)
    media_file = models.FileField(
        upload_to="media/%Y/%m/", blank=True, help_text="The recording: it comes before the address in `metadata`."
    )
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    imported_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1, help_text="Counts the texts imported under one external id.")
    previous = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="next")
    earlier_ids = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="Its id before each move of its project."
    )
    is_indexed = models.BooleanField(default=False, help_text="Its texts are in the concordance's index.")

    class Meta:
        ordering = ["title", "id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=DocumentKind.values), name="document_kind_is_known"),
            models.UniqueConstraint(
                fields=["project", "external_id", "kind", "language", "version"],
                condition=~models.Q(external_id=""),
                name="one_document_per_external_id",
            ),
        ]
        indexes = [
            models.Index(fields=["project", "content_hash"]),
            models.Index(fields=["project", "title", "id"], name="documents_in_order"),
            models.Index(fields=["project"], condition=models.Q(is_indexed=False), name="documents_to_index"),
        ]

    def __str__(self) -> str:
        return self.title

    def texts(self) -> list[str]:
        """The texts of its units, in order: the text of unit n is at index n."""
        return list(self.units.order_by("position").values_list("text", flat=True))


class Section(models.Model):
    document = models.ForeignKey(Document, models.CASCADE, related_name="sections", db_index=False)
    position = models.PositiveIntegerField()
    heading = models.CharField(max_length=500, blank=True)
    number = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=20, default="body", help_text="abstract, introduction, related_work, ...")

    class Meta:
        ordering = ["document", "position"]
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="one_section_per_position")]

    def __str__(self) -> str:
        return f"{self.number} {self.heading}".strip()


class Unit(models.Model):
    """`offset` is where the unit's text starts in its document, in code points: units do not overlap.

    `words` is a list of ``[start, end, start_seconds, end_seconds]``, code point offsets in `text`, for a transcript
    whose recogniser gave times; empty otherwise.
    """

    document = models.ForeignKey(Document, models.CASCADE, related_name="units", db_index=False)
    position = models.PositiveIntegerField()
    section = models.ForeignKey(Section, models.CASCADE, null=True, related_name="units")
    text = models.TextField()
    offset = models.PositiveIntegerField()
    start_seconds = models.FloatField(null=True)
    end_seconds = models.FloatField(null=True)
    speaker = models.CharField(max_length=200, blank=True)
    page = models.PositiveIntegerField(null=True)
    words = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["document", "position"]
        constraints = [
            models.UniqueConstraint(fields=["document", "position"], name="one_unit_per_position"),
            models.CheckConstraint(condition=~models.Q(text=""), name="unit_has_text"),
            models.CheckConstraint(
                condition=models.Q(start_seconds__isnull=True)
                | models.Q(end_seconds__isnull=True)
                | models.Q(end_seconds__gte=models.F("start_seconds")),
                name="unit_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.text[:40]}"


class DocumentEmbeddings(models.Model):
    """Sentence embeddings computed elsewhere, in vecAlign's two files: overlaps, raw float32."""

    document = models.ForeignKey(Document, models.CASCADE, related_name="embeddings", db_index=False)
    name = models.CharField(max_length=60, help_text="The encoder that made them, such as laser2.")
    overlaps = models.FileField(upload_to="embeddings/")
    vectors = models.FileField(upload_to="embeddings/")
    n_lines = models.PositiveIntegerField()
    dimension = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-uploaded_at"]
        constraints = [
            models.UniqueConstraint(fields=["document", "name"], name="one_set_of_embeddings_per_encoder"),
            models.CheckConstraint(condition=models.Q(dimension__gt=0, n_lines__gt=0), name="embeddings_are_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.document}"
