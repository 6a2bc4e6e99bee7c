"""The background tasks of this domain."""

from __future__ import annotations

from annotator.models import LeakCheck, Release, System
from annotator.platform.work import does
from annotator.releases import leaks, making, verification
from annotator.releases.curation import counting
from annotator.releases.systems import engine_runs, scoring

does(Release.TASK, making.execute)
does(verification.TASK, verification.execute)
does(counting.TASK, counting.execute)
does(LeakCheck.TASK, leaks.execute)
does(System.TASK, scoring.execute)
does(engine_runs.TASK, engine_runs.score_engines)
