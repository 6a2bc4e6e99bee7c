"""The API, and the single-page application for every other address."""

from __future__ import annotations

from django.urls import include, path, re_path

from annotator.people.api.session import provider_callback
from annotator.platform.api.errors import not_found
from annotator.site.guides import guide
from annotator.site.spa import author_page, release_page, robots, shell, single_page

urlpatterns = [
    path("api/v1/", include("annotator.site.api.urls")),
    re_path(r"^api/", not_found),
    path("shell", shell),
    # Its name is the one by which allauth finds it.
    path("oidc/<str:provider_id>/callback/", provider_callback, name="openid_connect_callback"),
    re_path(r"^rate/", author_page),
    re_path(r"^release/", release_page),
    path("robots.txt", robots),
    path("guides", guide),
    re_path(r"^guides/(?P<place>.*)$", guide),
    re_path(r"^(?!static/|assets/).*$", single_page),
]

handler400 = "annotator.platform.api.errors.bad_request"
handler403 = "annotator.platform.api.errors.permission_denied"
handler404 = "annotator.platform.api.errors.not_found"
handler500 = "annotator.platform.api.errors.server_error"
