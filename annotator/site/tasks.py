"""The background tasks of this domain."""

from __future__ import annotations

from annotator.models import DemoLoad, Erasure, ProjectExport, ProjectImport
from annotator.platform.work import does
from annotator.site import demo, digests
from annotator.site.erasing import erasure as erasing
from annotator.site.moving import transfers

does(DemoLoad.TASK, demo.execute)
does(Erasure.TASK, erasing.execute)
does(ProjectExport.TASK, transfers.execute_export)
does(ProjectImport.TASK, transfers.execute_import)
does(digests.DIGEST, digests.send_digest)
