"""Verbs that span models, engines or files. Called by the API, by Celery tasks and by management commands alike."""
