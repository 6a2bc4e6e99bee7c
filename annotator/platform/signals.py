"""Signals that background work sends to domains above it."""

from django.dispatch import Signal

#: Somebody has started work, and its message is sent. task : its task.
work_sent = Signal()
