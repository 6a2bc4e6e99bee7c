"""Celery's tasks, where it looks for them: what the `tasks.py` of each domain has workers do."""

from annotator.domains import load

load("tasks")
