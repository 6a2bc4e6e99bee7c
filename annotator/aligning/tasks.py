"""The background tasks of this domain."""

from __future__ import annotations

from annotator.aligning import bulk_aligning, refiltering, runs, vectors
from annotator.models import AlignmentRun, BulkAlignment, Filtering, VectorSet
from annotator.platform.work import does

does(AlignmentRun.TASK, runs.execute)
does(AlignmentRun.LONG_TASK, runs.execute)
does(AlignmentRun.BULK_TASK, bulk_aligning.execute_run)
does(Filtering.TASK, refiltering.execute)
does(Filtering.LONG_TASK, refiltering.execute)
does(BulkAlignment.TASK, bulk_aligning.execute)
does(VectorSet.TASK, vectors.execute)
