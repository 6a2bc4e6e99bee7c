"""Celery tasks: each takes an id and calls a service."""

from __future__ import annotations

from celery import shared_task

from annotator.services import aligning, importing, vectors


@shared_task
def align(run_id: int) -> None:
    aligning.execute_run(run_id)


@shared_task
def import_batch(batch_id: int) -> None:
    importing.execute_import(batch_id)


@shared_task
def read_batch(batch_id: int) -> None:
    importing.execute_reading(batch_id)


@shared_task
def make_vectors(vector_set_id: int) -> None:
    vectors.execute(vector_set_id)


@shared_task
def sweep() -> None:
    """Find work that a lost worker left behind."""
    aligning.sweep_runs(align.delay)
    importing.sweep_imports(import_batch.delay, read_batch.delay)
    vectors.sweep(make_vectors.delay)
