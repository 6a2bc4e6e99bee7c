"""Imports by the service, without a request, and the files the tests hand in."""

from __future__ import annotations

import json
from typing import Any

from annotator.corpus import importing
from annotator.corpus.importing import Upload
from annotator.models import AlignmentRun, Document, ImportBatch, Link, Pair, Project, Section, Unit

VTT = b"WEBVTT\n\n00:01.000 --> 00:04.000\nwelcome to the harbour\n\n00:05.000 --> 00:07.500\nthe tide turns\n"
SECTIONS = [{"heading": "1 Introduction", "text": "Tides turn. They do."}]
JSON_PAPER = {"id": "P-7", "title": "Tides", "sections": SECTIONS}


def paper(**changes: Any) -> bytes:
    return json.dumps({**JSON_PAPER, "abstractText": "We look.", **changes}).encode()


def stage(project: Project, *files: tuple[str, bytes] | tuple[str, bytes, dict[str, Any]]) -> ImportBatch:
    uploads = [Upload.of(*file) for file in files]
    return importing.create_batch(project=project, uploads=uploads, user=None, trusted=True)


def commit(batch: ImportBatch, **options: Any) -> ImportBatch:
    return importing.commit_batch(batch, **{"trusted": True, "in_background": False, **options})


def bring(project: Project, *files: tuple[str, bytes] | tuple[str, bytes, dict[str, Any]]) -> ImportBatch:
    return commit(stage(project, *files))


def _no_queue(batch_id: int) -> None:
    raise AssertionError("it was to be imported in the request")


def nothing_is_stored() -> bool:
    return not any(model.objects.exists() for model in (Document, Section, Unit, Pair, AlignmentRun, Link))
