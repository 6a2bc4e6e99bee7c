"""The API, and the single-page application for every other address."""

from __future__ import annotations

from django.urls import include, path, re_path

from annotator.spa import not_found, single_page

urlpatterns = [
    path("api/v1/", include("annotator.api.urls")),
    re_path(r"^api/", not_found),
    re_path(r"^(?!static/|assets/).*$", single_page),
]
