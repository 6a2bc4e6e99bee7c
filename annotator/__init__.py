"""The web application: Django project and app in one package."""

from alignment import __version__ as __version__  # one version for the engines and the application
