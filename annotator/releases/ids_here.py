"""The pairs and documents that ids in frozen rows and manifests mean: ids are those of the site that froze them.

A project that is moved gets other ids, and what is frozen stays as it is. Pairs and documents say what ids they had
before each move, and what is frozen how many moves ago it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from annotator.models import Document, Pair
from annotator.releases.models.releases import FrozenWork


class IdsHere:
    """Of the pairs and documents that a release or a training set names."""

    def __init__(self, frozen: FrozenWork) -> None:
        self._frozen = frozen

    def pair(self, pk: int) -> int | None:
        """None where it is gone: another pair may have that id here."""
        return self._pairs.get(pk) if self._frozen.n_moves else pk

    def document(self, pk: int) -> int | None:
        return self._documents.get(pk) if self._frozen.n_moves else pk

    @cached_property
    def _pairs(self) -> dict[int, int]:
        return self._of(Pair.objects.order_by().values_list("pk", "earlier_ids").filter(project=self._frozen.project))

    @cached_property
    def _documents(self) -> dict[int, int]:
        texts = Document.objects.order_by().values_list("pk", "earlier_ids").filter(project=self._frozen.project)
        return self._of(texts)

    def _of(self, rows: Iterable[tuple[int, list[int]]]) -> dict[int, int]:
        n = self._frozen.n_moves
        return {earlier[-n]: pk for pk, earlier in rows if len(earlier) >= n}
