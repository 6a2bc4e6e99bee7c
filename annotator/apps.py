"""Receivers that are connected once the application has loaded."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig

from annotator.domains import load


class AnnotatorConfig(AppConfig):
    name = "annotator"

    def ready(self) -> None:
        import_module("annotator.celery")  # what tasks are sent by
        load("events")
        load("hooks")  # what receives signals of domains below, or registers with them
