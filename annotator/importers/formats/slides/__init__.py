"""Slides, and when each was shown."""
