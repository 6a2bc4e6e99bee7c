"""Talks taken out of a project for good, because somebody asked for it (docs/decisions/erasure.md)."""
