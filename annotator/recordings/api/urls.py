"""The addresses of recognitions, checks of transcripts, passes, segments and clips."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.platform.api.body_limits import BodyLimit, LargeBodies, form_of
from annotator.platform.api.weights import Weight, Weights
from annotator.recordings.api.passes import PassViewSet, TranscriptsView
from annotator.recordings.api.recognitions import RecognitionViewSet, RecordingViewSet
from annotator.recordings.api.segments import SegmentsViewSet
from annotator.recordings.recognitions import MAX_RECOGNITION_BYTES

router = SimpleRouter()
router.register("documents", RecordingViewSet, basename="document-recording")
router.register("documents", SegmentsViewSet, basename="document-segments")
router.register("recognitions", RecognitionViewSet)
router.register("passes", PassViewSet)

_transcripts: Any = {"get": "retrieve", "put": "set_policy"}

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/transcripts/", TranscriptsView.as_view(_transcripts)),
    path("projects/<slug:project_slug>/transcripts/queue/", TranscriptsView.as_view({"get": "queue"})),
    path("projects/<slug:project_slug>/transcripts/claim/", TranscriptsView.as_view({"post": "claim"})),
]

LARGE_BODIES: LargeBodies = {
    "documents/[0-9]+/recognitions": lambda: form_of(MAX_RECOGNITION_BYTES),
    # All answers of a day offline.
    "passes/[0-9]+/operations": lambda: BodyLimit(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, n_values=50_000),
}

WEIGHTS: Weights = {
    "passes/[0-9]+": Weight.HEAVY,
    "projects/[^/]+/transcripts": Weight.HEAVY,
    "documents/[0-9]+/segments": Weight.HEAVY,
    "documents/[0-9]+/(?:clips/file|m3av)": Weight.EXPORT,
}
