"""The web application: Django project and app in one package."""

from importlib.util import find_spec

# manage.py reads annotator.launch before anything is installed.
if find_spec("celery") is not None:
    from annotator.celery import app as celery_app

    __version__ = "0.1.0"
__all__ = ["__version__", "celery_app"]
