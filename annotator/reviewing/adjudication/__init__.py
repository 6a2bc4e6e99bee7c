"""Adjudication: where the submitted reviews of a pair differ, and the review whose rows settle it.

The adjudication itself is a review like any other: `reviewing` edits it.
"""
