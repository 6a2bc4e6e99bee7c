"""The background tasks of this domain."""

from __future__ import annotations

from annotator.models import Realignment
from annotator.platform.work import does
from annotator.reviewing import gold_counts, realignments
from annotator.reviewing.concordance import index

does(Realignment.TASK, realignments.execute)
does(index.TASK, index.fill_index)
does(gold_counts.TASK, gold_counts.count_rest)
