"""A review with what decides who may do what with it, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

import orjson
from django.db.models import Field, JSONField, Model

from annotator.models import Pair, Project, Review
from annotator.platform.statements import fetch_all

_REVIEW = [field.attname for field in Review._meta.concrete_fields]
#: Long texts are left out; read, they would cost a statement each.
_PAIR = ["id", "project_id", "kind", "title", "source_id", "target_id", "filter_thresholds"]
_PROJECT = ["id", "slug", "name", "filter_thresholds"]


def _columns(alias: str, model: type[Model], names: Sequence[str]) -> str:
    return ", ".join(f'{alias}."{_field(model, name).column}"' for name in names)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return next(field for field in cast("list[Field[Any, Any]]", model._meta.concrete_fields) if field.attname == name)


_FIND = f"""
SELECT {_columns("r", Review, _REVIEW)}, {_columns("p", Pair, _PAIR)}, {_columns("j", Project, _PROJECT)}, m.role
FROM annotator_review r
JOIN annotator_pair p ON p.id = r.pair_id
JOIN annotator_project j ON j.id = p.project_id
LEFT JOIN annotator_membership m ON m.project_id = j.id AND m.user_id = %s::bigint
WHERE r.id = %s::bigint
"""

M = TypeVar("M", bound=Model)


def find_review(review_id: int, user_id: int) -> Review | None:
    """The review with its pair, its project, and the user's role there; None if there is no such review.

    Nothing is checked. What `permissions` asks of it takes no further statement.
    """
    found = fetch_all(_FIND, [str(user_id), str(review_id)])
    if not found:
        return None
    values = found[0]
    review = _made(Review, _REVIEW, values)
    pair = review.pair = _made(Pair, _PAIR, values[len(_REVIEW) :])
    project = pair.project = _made(Project, _PROJECT, values[len(_REVIEW) + len(_PAIR) :])
    project.remember_role(user_id, values[-1])
    return review


def _made(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    converted = [
        orjson.loads(value) if name in _JSON and isinstance(value, str) else value
        for name, value in zip(names, values, strict=False)
    ]
    return model.from_db("default", names, converted)


_JSON = {
    field.attname
    for model in (Review, Pair, Project)
    for field in model._meta.concrete_fields
    if isinstance(field, JSONField)
}
