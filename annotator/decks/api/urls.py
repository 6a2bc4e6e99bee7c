"""The addresses of what belongs to decks."""

from __future__ import annotations

from rest_framework.routers import SimpleRouter

from annotator.decks.api.timelines import PairTimelineViewSet
from annotator.importers.base import MAX_TIMELINE_BYTES
from annotator.platform.api.body_limits import LargeBodies, form_of

router = SimpleRouter()
router.register("pairs", PairTimelineViewSet, basename="pair-timeline")

urlpatterns = router.urls

LARGE_BODIES: LargeBodies = {"pairs/[0-9]+/timeline": lambda: form_of(MAX_TIMELINE_BYTES)}
