"""What summaries add to the domains below."""

from __future__ import annotations

from annotator.recordings.m3av import gives_related
from annotator.summaries.passages import related_of

gives_related(related_of)
