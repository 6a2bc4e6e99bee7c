"""Rows whose answer is known, done in the editor before real work; see docs/decisions/training-round.md."""
