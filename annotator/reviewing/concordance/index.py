"""The index of a project's texts, filled by workers: neither imports nor edits wait for it.

A document's text never changes, so each is indexed once. The sweep has whatever is not indexed done, whether it was
just imported or is older than the index.
"""

from __future__ import annotations

import time

from django.db import transaction

from annotator.models import Document, TextBlock, Unit
from annotator.platform import work
from annotator.platform.copying import copy_in
from annotator.platform.queues import AFTER_ALL_OTHERS, Task
from annotator.reviewing.concordance.words import grams_of, keys_of, words_of

TASK = Task("index_texts", priority=AFTER_ALL_OTHERS)
#: Units in a block. A common word is in nearly every unit: blocks make that 32 times less to go through.
BLOCK = 32
_DOCUMENTS = 10
_PROJECTS = 20


def n_pending(project_id: int) -> int:
    """How many texts of a project the concordance does not know yet."""
    return Document.objects.filter(project=project_id, is_indexed=False).count()


def ask_for_index(project_id: int) -> None:
    """Have a worker index what is left in a project."""
    work.send_once(TASK, project_id)


def ask_for_pending() -> None:
    """Have the texts indexed that are not, of some projects at a time. An index says which, so this takes no time."""
    left = Document.objects.filter(is_indexed=False).order_by().values_list("project", flat=True)
    for project_id in left.distinct()[:_PROJECTS]:
        ask_for_index(project_id)


def fill_index(project_id: int) -> None:
    """Index the texts of a project that are not indexed yet; leaves what does not fit into its turn to the next.

    Safe to call twice at once: each takes documents that no other has taken. What is done stays if it ends half-way.
    """
    end = work.take_turn(TASK, project_id)
    while time.monotonic() < end:
        with transaction.atomic():
            # Not a lock that keeps anybody from referring to the documents, such as with a new pair.
            left = Document.objects.select_for_update(skip_locked=True, no_key=True).order_by("pk")
            taken = list(left.filter(project=project_id, is_indexed=False).values_list("pk", flat=True)[:_DOCUMENTS])
            if not taken:
                return
            for document in taken:
                copy_in(TextBlock, ("document_id", "first", "keys"), _blocks(project_id, document))
            Document.objects.filter(pk__in=taken).update(is_indexed=True)
    work.queue_up_again(TASK, project_id)


def _blocks(project_id: int, document: int) -> list[tuple[int, int, list[int]]]:
    units = list(Unit.objects.filter(document=document).order_by("position").values_list("position", "text"))
    blocks = []
    for at in range(0, len(units), BLOCK):
        stretch = units[at : at + BLOCK]
        grams: set[str] = set().union(*(grams_of(words_of(text)) for _, text in stretch))
        blocks.append((document, stretch[0][0], keys_of(project_id, grams)))
    return blocks
