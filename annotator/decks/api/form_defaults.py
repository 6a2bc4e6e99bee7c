"""Default values and limits of this domain's forms."""

from __future__ import annotations

from rest_framework import serializers

from annotator.decks.pages import COMMON_WORDS
from annotator.platform.api.defaults import Default

DEFAULTS = {
    "stop_words": Default(
        serializers.ListField(
            child=serializers.CharField(), help_text="English words that say nothing of what a page is about."
        ),
        lambda: COMMON_WORDS,
    ),
}
