"""What workers do for this domain."""

from __future__ import annotations

from annotator.platform.work import does
from annotator.site import digests

does(digests.DIGEST, digests.send_digest)
