"""The addresses of summaries, their evaluation, tuning and training."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.importers.base import MAX_SUMMARIES_BYTES
from annotator.platform.api.body_limits import LargeBodies, form_of
from annotator.platform.api.weights import Weight, Weights
from annotator.summaries.api.evaluation import RougeTableViewSet, SummarySetViewSet
from annotator.summaries.api.generated import GenerationRunViewSet
from annotator.summaries.api.passages import PassagesViewSet
from annotator.summaries.api.project_summaries import ProjectSummariesView
from annotator.summaries.api.slides import SlidesPredictionsViewSet, SlidesTableViewSet
from annotator.summaries.api.summaries import ReviewSummaryViewSet, RunSummaryViewSet
from annotator.summaries.api.training import TrainedModelViewSet, TrainingSetViewSet
from annotator.summaries.api.tuning import TuningViewSet
from annotator.summaries.generating.files import MOST_BYTES as MOST_GENERATED_BYTES
from annotator.summaries.slides.predictions import MOST_BYTES

router = SimpleRouter()
router.register("runs", RunSummaryViewSet)
router.register("reviews", ReviewSummaryViewSet)
router.register("pairs", PassagesViewSet, basename="pair-passages")
router.register("generation-runs", GenerationRunViewSet)
router.register("tunings", TuningViewSet)
router.register("training-sets", TrainingSetViewSet)
router.register("trained-models", TrainedModelViewSet)
router.register("summary-sets", SummarySetViewSet)
router.register("rouge-tables", RougeTableViewSet)
router.register("slides-tables", SlidesTableViewSet)
router.register("slides-predictions", SlidesPredictionsViewSet)

_many: Any = {"get": "list", "post": "create"}

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/summaries/", ProjectSummariesView.as_view(_many)),
    path("projects/<slug:project_slug>/summaries/overview/", ProjectSummariesView.as_view({"get": "overview"})),
    path("projects/<slug:project_slug>/summaries/cancel/", ProjectSummariesView.as_view({"post": "cancel"})),
    path("projects/<slug:project_slug>/summaries/export/", ProjectSummariesView.as_view({"get": "export"})),
]

LARGE_BODIES: LargeBodies = {
    "summary-sets": lambda: form_of(MAX_SUMMARIES_BYTES),
    "generation-runs/bring": lambda: form_of(MOST_GENERATED_BYTES),
    "slides-predictions": lambda: form_of(MOST_BYTES),
}

WEIGHTS: Weights = {
    "(?:runs|reviews)/[0-9]+/summary(?:-file|-sheet)?": Weight.HEAVY,
    "projects/[^/]+/summaries/(?:overview|export)": Weight.HEAVY,
    "trained-models/[0-9]+/summary": Weight.HEAVY,
    "tunings/basis": Weight.HEAVY,
    "pairs/[0-9]+/passages": Weight.HEAVY,
    "generation-runs(?:/[0-9]+/texts|/outlook|/bring)?": Weight.HEAVY,
    "generation-runs/(?:[0-9]+/export|materials)": Weight.EXPORT,
    "slides-tables/[0-9]+/(?:talks|export)": Weight.HEAVY,
    "slides-predictions": Weight.HEAVY,
}
