"""Releases: asking for one, making it in the background, withdrawing it, and how two differ."""

from annotator.releases.making import execute
from annotator.releases.requests import request_release, withdraw_release

__all__ = ["execute", "request_release", "withdraw_release"]
