"""Summaries of papers that their talks give: of a run or a review, beside what was said, and of a whole project.

making.py       which sentences, of a run or a review, at a length
excerpts.py     what was said on each sentence, when, whether people found that right, and how often
sheet.py        all that the page of one summary shows
bulk.py         the summaries of a project, made by a worker and kept; table.py reads them
files.py        a summary, and the alignment table of Lev et al. 2019, as bytes
"""

from annotator.summaries.bulk import cancel_bulk_summary, execute, start_bulk_summary
from annotator.summaries.making import (
    DEFAULT_SENTENCES,
    MOST_SENTENCES,
    MOST_WORDS,
    Length,
    length_of,
    review_durations,
    run_durations,
    summarise_review,
    summarise_run,
)

__all__ = [
    "DEFAULT_SENTENCES",
    "MOST_SENTENCES",
    "MOST_WORDS",
    "Length",
    "cancel_bulk_summary",
    "execute",
    "length_of",
    "review_durations",
    "run_durations",
    "start_bulk_summary",
    "summarise_review",
    "summarise_run",
]
