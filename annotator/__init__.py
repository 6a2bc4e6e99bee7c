"""The web application: Django project and app in one package."""

from annotator.celery import app as celery_app

__all__ = ["celery_app"]
