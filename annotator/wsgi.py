"""Django itself, for WSGI servers that buffer slow clients on their own; `annotator.asgi` is what Lectern serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
application = get_wsgi_application()

from django.conf import settings  # noqa: E402 - these imports need Django's settings

from annotator.platform.database_connection import limit_statements  # noqa: E402

limit_statements(settings.STATEMENT_SECONDS)
