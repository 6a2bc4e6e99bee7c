"""Django itself, for WSGI servers that buffer slow clients on their own; `annotator.asgi` is what Lectern serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
application = get_wsgi_application()
