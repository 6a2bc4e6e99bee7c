"""The addresses of invited authors, and of what they answer."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.authors.api.authors import AuthorsView
from annotator.authors.api.my_ratings import MyRatings
from annotator.authors.api.raters import RaterView
from annotator.authors.api.rating_tasks import RatingTaskViewSet
from annotator.authors.api.ratings import InvitationViewSet, RateView
from annotator.authors.rating_tasks.pictures import MOST_PICTURE_BYTES
from annotator.authors.rating_tasks.tasks import MOST_SOUND_BYTES
from annotator.platform.api.body_limits import BodyLimit, LargeBodies, form_of
from annotator.platform.api.weights import Weight, Weights

router = SimpleRouter()
router.register("invitations", InvitationViewSet)
router.register("rating-tasks", RatingTaskViewSet)

_authors = {"get": ("wordings", "listed", "export"), "post": ("check", "invite", "act")}
_author: Any = {"get": "retrieve", "patch": "partial_update"}

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/authors/", AuthorsView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/authors/{verb}/", AuthorsView.as_view({method: verb}))
        for method, verbs in _authors.items()
        for verb in verbs
    ),
    path("my-ratings/", MyRatings.as_view({"get": "chosen"})),
    path("my-ratings/<int:pk>/", MyRatings.as_view({"get": "retrieve", "post": "begin", "patch": "rate"})),
    path("my-ratings/<int:pk>/<str:key>/sound/", MyRatings.as_view({"get": "sound"})),
    path("my-ratings/<int:pk>/<str:key>/picture/", MyRatings.as_view({"get": "picture"})),
    path("rate/<str:token>/", RateView.as_view(_author), name="rate"),
    path("rate/<str:token>/paper/", RateView.as_view({"get": "paper"}), name="rate-paper"),
    path("rate/<str:token>/samples/", RaterView.as_view({"get": "retrieve", "post": "begin", "patch": "rate"})),
    path("rate/<str:token>/taking-part/", RaterView.as_view({"put": "hear"})),
    path("rate/<str:token>/samples/<str:key>/sound/", RaterView.as_view({"get": "sound"})),
    path("rate/<str:token>/samples/<str:key>/picture/", RaterView.as_view({"get": "picture"})),
]

WEIGHTS: Weights = {
    "projects/[^/]+/authors/export": Weight.EXPORT,
    "projects/[^/]+/authors(?:/listed|/check)?": Weight.HEAVY,
    "rating-tasks/[0-9]+/export": Weight.EXPORT,
    "rating-tasks/[0-9]+/(?:samples|draw|results|raters(?:/invite)?|trial)": Weight.HEAVY,
    "rating-tasks/(?:sources|human-means)": Weight.HEAVY,
}

LARGE_BODIES: LargeBodies = {
    # All samples of a task, with their texts.
    "rating-tasks/[0-9]+/samples": lambda: BodyLimit(settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
    "rating-tasks/[0-9]+/samples/[0-9]+/sound": lambda: form_of(MOST_SOUND_BYTES),
    "rating-tasks/[0-9]+/samples/[0-9]+/picture": lambda: form_of(MOST_PICTURE_BYTES),
}
