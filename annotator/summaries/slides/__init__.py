"""Methods compared on talks with slides: what they are measured on, the methods, uploaded predictions, the figures."""

from annotator.summaries.slides.predictions import import_predictions, read_predictions, remove_predictions
from annotator.summaries.slides.scoring import cancel_table, execute, request_table

__all__ = [
    "cancel_table",
    "execute",
    "import_predictions",
    "read_predictions",
    "remove_predictions",
    "request_table",
]
