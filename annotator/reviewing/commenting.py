"""Comments on rows: adding them, mentioning people, resolving threads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils import timezone

from annotator.corpus.pairs import of_latest_texts
from annotator.models import Comment, Review, ReviewRow, Role
from annotator.people.names import person_json
from annotator.platform.errors import ServiceError
from annotator.reviewing.permissions import may_see_review, unnamed_annotators

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_MENTION = re.compile(r"(?<![\w@.])@([\w.+-]{1,150})")


def add_comment(*, review: Review, row_id: str, text: str, user: User) -> Comment:
    """Comment on a row. People named as @username are mentioned, if they may see the review.

    Raises ServiceError for an empty text or a row that is not in the review.
    """
    text = text.strip()
    if not text:
        raise ServiceError("Write a comment first.", errors=[{"field": "text", "message": "required"}])
    if not ReviewRow.objects.filter(review=review, pk=row_id).exists():
        raise ServiceError("This row is no longer in the review.", code="row_gone")
    members = review.pair.project.memberships.filter(user__username__in=names_in(text)).select_related("user")
    # People who may not see the review could not open the comment.
    mentions = sorted(
        member.user.username for member in members if may_see_review(member.user, review, Role(member.role))
    )
    return Comment.objects.create(review=review, row=row_id, text=text, mentions=mentions, author=user)


def names_in(text: str) -> list[str]:
    """The names behind an @, each once, in the order of the text. A full stop behind a name ends a sentence."""
    names = (found.rstrip(".") for found in _MENTION.findall(text))
    return list(dict.fromkeys(name for name in names if name))


def resolve_thread(*, comment: Comment, resolved: bool, user: User) -> None:
    """Resolve or reopen the comment and earlier ones on its row; later ones are unchanged."""
    thread = Comment.objects.filter(review=comment.review_id, row=comment.row, pk__lte=comment.pk)
    if resolved:
        thread.filter(resolved_at=None).update(resolved_at=timezone.now(), resolved_by=user)
    else:
        thread.exclude(resolved_at=None).update(resolved_at=None, resolved_by=None)


def mentions_of(user: User) -> QuerySet[Comment]:
    """Open comments that mention the user, newest first; not those on older versions of a text."""
    return (
        Comment.objects.filter(mentions__contains=[user.get_username()], resolved_at=None)
        .filter(of_latest_texts("review__pair"))
        .exclude(author=user)
        .order_by("-created_at", "-id")
    )


def comments_json(review: Review, user: User, row_id: str | None = None) -> list[dict[str, Any]]:
    """Comments on a row, or on all rows, oldest first. user : who reads them."""
    unnamed = {person for person, _ in unnamed_annotators([review], user)}
    comments = Comment.objects.filter(review=review).select_related("author", "resolved_by")
    if row_id:
        comments = comments.filter(row=row_id)
    return [
        {
            "id": comment.pk,
            "row": str(comment.row),
            "text": comment.text,
            "mentions": comment.mentions,
            "author": person_json(comment.author) if comment.author_id not in unnamed else None,
            "created_at": comment.created_at,
            "resolved_at": comment.resolved_at,
            "resolved_by": person_json(comment.resolved_by) if comment.resolved_by_id not in unnamed else None,
        }
        for comment in comments
    ]
