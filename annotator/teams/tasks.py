"""The background tasks of this domain."""

from __future__ import annotations

from annotator.platform.work import does
from annotator.teams import figures

does(figures.TASK, figures.refresh)
