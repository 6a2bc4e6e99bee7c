"""The background tasks of this domain."""

from __future__ import annotations

from annotator.models import DemoLoad
from annotator.platform.work import does
from annotator.site import demo, digests

does(DemoLoad.TASK, demo.execute)
does(digests.DIGEST, digests.send_digest)
