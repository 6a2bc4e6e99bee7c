"""Comments on rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from annotator.models import Comment, Review, ReviewRow
from annotator.services.errors import ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_MENTION = re.compile(r"(?<![\w@.])@([\w.+-]{1,150})")


def add_comment(*, review: Review, row_id: str, text: str, user: User) -> Comment:
    """Say something about a row; people of the project who are named as @username are mentioned.

    Raises ServiceError for an empty text or a row that is not in the review.
    """
    text = text.strip()
    if not text:
        raise ServiceError("Write something first.", errors=[{"field": "text", "message": "required"}])
    if not ReviewRow.objects.filter(review=review, pk=row_id).exists():
        raise ServiceError("This row is no longer in the review.", code="row_gone")
    named = {name.rstrip(".") for name in _MENTION.findall(text)}
    members = review.pair.project.memberships.filter(user__username__in=named)
    return Comment.objects.create(
        review=review,
        row=row_id,
        text=text,
        mentions=sorted(members.values_list("user__username", flat=True)),
        author=user,
    )


def comments_json(review: Review, row_id: str | None = None) -> list[dict[str, Any]]:
    """Comments of a row, or of all, the oldest first."""
    comments = Comment.objects.filter(review=review).select_related("author")
    if row_id:
        comments = comments.filter(row=row_id)
    return [
        {
            "id": comment.pk,
            "row": str(comment.row),
            "text": comment.text,
            "mentions": comment.mentions,
            "author": {"id": comment.author.pk, "name": comment.author.get_full_name() or comment.author.get_username()}
            if comment.author
            else None,
            "created_at": comment.created_at,
        }
        for comment in comments
    ]
