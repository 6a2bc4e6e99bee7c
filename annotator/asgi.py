"""What gunicorn serves, with workers of `annotator.web.worker.Worker`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
_django = get_wsgi_application()

from annotator.web.gateway import of_django  # noqa: E402 - its imports need Django's settings

application = of_django(_django)
