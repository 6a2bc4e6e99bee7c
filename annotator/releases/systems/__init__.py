"""Systems scored on a release: what people upload, what engines made, and which of two is better."""

from __future__ import annotations

from annotator.releases.systems.engine_runs import score_engines
from annotator.releases.systems.outputs import remove_system, rename_system, request_score, score_again
from annotator.releases.systems.scoring import execute

__all__ = ["execute", "remove_system", "rename_system", "request_score", "score_again", "score_engines"]
