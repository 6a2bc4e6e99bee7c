"""What gunicorn serves, with workers of `annotator.web.worker.Worker`."""

import logging
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
_django = get_wsgi_application()

from annotator.deployment import warnings  # noqa: E402 - these imports need Django's settings
from annotator.web.gateway import of_django  # noqa: E402

for _warning in warnings():
    logging.getLogger("lectern.settings").warning(_warning)

application = of_django(_django)
