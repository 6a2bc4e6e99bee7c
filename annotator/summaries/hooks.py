"""What summaries add to the domains below."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from annotator.corpus.signals import related_imported
from annotator.models import Pair
from annotator.recordings.m3av import gives_related
from annotator.summaries.passages import keep_imported, related_of

gives_related(related_of)


@receiver(related_imported)
def _keep_related(pair: Pair, related: Any, user: Any, **_: Any) -> None:
    keep_imported(pair, related, user)
