"""The ASGI application, which gunicorn serves with workers of `annotator.web.worker.Worker`."""

import gc
import logging
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
_django = get_wsgi_application()

from django.conf import settings  # noqa: E402 - these imports need Django's settings
from django.urls import get_resolver  # noqa: E402

from annotator.platform.database_connection import limit_statements  # noqa: E402
from annotator.platform.site_key import stop_with_another_key  # noqa: E402
from annotator.site.deployment import warnings  # noqa: E402
from annotator.web.gateway import of_django  # noqa: E402

for _warning in warnings():
    logging.getLogger("lectern.settings").warning(_warning)

stop_with_another_key()
limit_statements(settings.STATEMENT_SECONDS)

application = of_django(_django)

# gunicorn loads this before it forks (--preload), and its processes share what is loaded: all views too, and kept from
# the garbage collector, which would write to each object, and so copy it.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
