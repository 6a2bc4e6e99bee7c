"""The web application: Django project and app in one package."""

__version__ = "0.1.0"
