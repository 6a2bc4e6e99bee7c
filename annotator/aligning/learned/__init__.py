"""What engines have learned here from texts and from what people accepted, kept in files under DATA_DIR."""

from __future__ import annotations

from annotator.aligning.learned.run_models import forget_gone_runs
from annotator.aligning.learned.word_pairs import forget_words


def forget(project: int) -> None:
    """What was learned from the gold of a project, and by runs that are gone: it has words of their texts."""
    forget_words(project)
    forget_gone_runs()
