"""Signals that reviewing sends to domains above it."""

from django.dispatch import Signal

#: Somebody lists the adjudications of a project, by how far its reviews differ. project : the project.
adjudications_listed = Signal()
