"""Adjudication: where the reviews of a pair differ, and the review that settles it."""
