"""The background tasks of this domain."""

from __future__ import annotations

from annotator.corpus import importing
from annotator.models import ImportBatch
from annotator.platform.work import does

does(ImportBatch.TASK, importing.execute)
