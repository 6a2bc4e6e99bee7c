"""The addresses of what belongs to decks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.decks.api.pages import DeckViewSet
from annotator.decks.api.searches import PageSearchViewSet
from annotator.decks.api.slide_text import SlideTextViewSet
from annotator.decks.api.timelines import PairTimelineViewSet
from annotator.importers.base import MAX_TIMELINE_BYTES
from annotator.platform.api.body_limits import BodyLimit, LargeBodies, form_of, form_of_files

router = SimpleRouter()
router.register("pairs", PairTimelineViewSet, basename="pair-timeline")
router.register("pairs", PageSearchViewSet, basename="pair-page-search")

_slide_text: Any = {"get": "slide_text", "post": "read_slide_text", "delete": "remove_slide_text"}
_slide_page: Any = {"get": "slide_page", "put": "save_slide_page"}
_pictures: Any = {"post": "make_pictures", "delete": "remove_pictures"}

urlpatterns = [
    *router.urls,
    path("documents/<int:pk>/pages/", DeckViewSet.as_view({"get": "pages"})),
    path("documents/<int:pk>/pages/<int:number>/picture/", DeckViewSet.as_view({"get": "picture"})),
    path("documents/<int:pk>/pages/<int:number>/thumbnail/", DeckViewSet.as_view({"get": "thumbnail"})),
    path("documents/<int:pk>/slide-text/", SlideTextViewSet.as_view(_slide_text)),
    path("documents/<int:pk>/slide-text/store/", SlideTextViewSet.as_view({"post": "store_slide_text"})),
    path("documents/<int:pk>/slide-text/pages/<int:number>/", SlideTextViewSet.as_view(_slide_page)),
    path("documents/<int:pk>/pictures/", DeckViewSet.as_view(_pictures)),
]

LARGE_BODIES: LargeBodies = {
    "pairs/[0-9]+/timeline": lambda: form_of(MAX_TIMELINE_BYTES),
    "pairs/[0-9]+/page-search": lambda: form_of_files(1),
    "documents/[0-9]+/pictures": lambda: form_of_files(1),
    # As many blocks as a page can have, as long as they can be.
    "documents/[0-9]+/slide-text/pages/[0-9]+": lambda: BodyLimit(settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
}
