"""Files of releases and training sets, which never change: with an ETag, and continued where a download broke off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db.models import Manager
from django.http import FileResponse, HttpResponse, HttpResponseBase, HttpResponseRedirect
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from annotator.platform.api.byte_ranges import ranged
from annotator.platform.api.conditional import is_known
from annotator.platform.files import address_elsewhere
from annotator.releases.forms.base import Form
from annotator.releases.models.releases import FrozenFile

View = TypeVar("View", bound=Callable[..., Any])


def file_of(forms: Mapping[str, Form]) -> Callable[[View], View]:
    """The description, in the API, of an address that answers with a file in one of the forms."""
    return extend_schema(
        parameters=[OpenApiParameter("form", str, OpenApiParameter.PATH, enum=sorted(forms))],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )


def frozen_file(request: Request, files: Manager[Any], form: str, forms: Mapping[str, Form]) -> HttpResponseBase:
    """The file in that form, or the part of it that a Range header names; 304 to who has it; the address where it is
    if it is on no machine of ours.

    forms : those that this version writes; a file may be in one that an earlier version wrote.
    """
    file: FrozenFile = get_object_or_404(files, form=form)
    content_type = forms[form].content_type if form in forms else "application/octet-stream"
    tag = f'"{file.sha256}"'
    if is_known(request, tag):
        return HttpResponse(status=304, headers=headers_of(tag))
    if (elsewhere := address_elsewhere(file.file)) is not None:
        return HttpResponseRedirect(elsewhere, headers={"Cache-Control": "no-store"})
    response = ranged(request, file.file, content_type)
    if isinstance(response, FileResponse):
        response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    for name, value in headers_of(tag).items():
        response[name] = value
    return response


def headers_of(tag: str) -> dict[str, str]:
    # Asked again each time, as whoever has left the project is to get nothing; the answer is then 304.
    return {"ETag": tag, "Cache-Control": "private, no-cache"}
