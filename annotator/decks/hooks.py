"""What decks do when the texts below them announce something."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from annotator.corpus.signals import timeline_imported
from annotator.decks.timelines import keep_imported
from annotator.models import Pair


@receiver(timeline_imported)
def _keep_imported(pair: Pair, timeline: Any, name: str, user: Any, **_: Any) -> None:
    keep_imported(pair, timeline, name, user)
