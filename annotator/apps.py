"""What is connected once the application has loaded."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class AnnotatorConfig(AppConfig):
    name = "annotator"

    def ready(self) -> None:
        import_module("annotator.celery")  # what tasks are sent by
        import_module("annotator.people.activity.signing_in")
