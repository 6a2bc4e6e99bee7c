"""Leaks of a test set: talks, speakers and texts that it shares with training data (docs/decisions/leaks.md).

What makes two spellings of a name one is `platform/spellings.py`.
"""

from __future__ import annotations

from annotator.releases.leaks.checking import execute, remove_check, request_check

__all__ = ["execute", "remove_check", "request_check"]
