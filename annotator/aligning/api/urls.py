"""The addresses of engines, of their runs, one or many, and of what they use."""

from __future__ import annotations

from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.aligning.api.bulk_alignments import BulkAlignmentViewSet
from annotator.aligning.api.engines import EngineView
from annotator.aligning.api.presets import PresetViewSet
from annotator.aligning.api.runs import RunViewSet
from annotator.aligning.api.vectors import VectorSetViewSet
from annotator.platform.api.body_limits import LargeBodies, form_of_files
from annotator.platform.api.weights import Weight, Weights

router = SimpleRouter()
router.register("bulk-alignments", BulkAlignmentViewSet)
router.register("runs", RunViewSet)
router.register("presets", PresetViewSet)
router.register("vectors", VectorSetViewSet)

urlpatterns = [
    *router.urls,
    path("engines/", EngineView.as_view({"get": "list"}), name="engines"),
]

LARGE_BODIES: LargeBodies = {"vectors": lambda: form_of_files(1)}

WEIGHTS: Weights = {"bulk-alignments/preview": Weight.HEAVY}
