"""The background tasks of this domain."""

from __future__ import annotations

from annotator.models import (
    BulkSummary,
    GenerationRun,
    Passages,
    RougeTable,
    SlidesTable,
    TrainedModel,
    TrainingSet,
    Tuning,
)
from annotator.platform.work import does
from annotator.summaries import bulk, passages, tuning
from annotator.summaries.evaluating import scoring
from annotator.summaries.generating.making import execute as generate_texts
from annotator.summaries.slides import execute as score_slides
from annotator.summaries.training import making, summarisers

does(BulkSummary.TASK, bulk.execute)
does(GenerationRun.TASK, generate_texts)
does(Passages.TASK, passages.execute)
does(RougeTable.TASK, scoring.execute)
does(SlidesTable.TASK, score_slides)
does(Tuning.TASK, tuning.execute)
does(TrainingSet.TASK, making.execute)
does(TrainedModel.TASK, summarisers.execute)
