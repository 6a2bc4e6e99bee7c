"""The written form of what was said: made by rule from the spoken one, until somebody writes another."""

from __future__ import annotations

from alignment.transcripts.inverse_normalisation import write


def written_form(text: str, language: str) -> str:
    """The spoken words of an answer as they are written. Where no rule is known for a language, as they are spoken."""
    return write(text.split(), language).text if text else ""
