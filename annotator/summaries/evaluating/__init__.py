"""Summaries against references: sets of summaries that come with files, the systems compared, and their scores."""

from annotator.summaries.evaluating.scoring import cancel_table, execute, request_table
from annotator.summaries.evaluating.summary_sets import import_summaries, read_summaries, remove_set

__all__ = ["cancel_table", "execute", "import_summaries", "read_summaries", "remove_set", "request_table"]
