"""Answers to who has been answered before: 304 and nothing else as long as there is nothing new."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the answer that you have. If it would be the same again, you get 304 without a body.",
)


def is_known(request: Request, tag: str) -> bool:
    """Whether the request names the tag, quotes included, of what it has already."""
    return tag in re.findall(r'"[^"]*"', request.headers.get("If-None-Match", ""))


def unless_known(request: Request, state: str, content: Callable[[], Any]) -> Response:
    """The content with a tag made of `state`, or 304 if the request names that tag: then it is not computed.

    state : differs whenever the content does. The tag is the reader's own, so that nobody is ever told to go on with
        what somebody else was shown, and no cache keeps the answer: what pages keep is gone when they are closed.
    """
    tag = f'W/"{hashlib.sha256(f"{request.user.pk}:{request.path}:{state}".encode()).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-store"}
    known = {each.strip() for each in request.headers.get("If-None-Match", "").split(",")}
    if tag in known:
        return Response(status=304, headers=headers)
    return Response(content(), headers=headers)
