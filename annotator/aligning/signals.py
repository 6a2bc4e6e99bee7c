"""Signals that runs send, in their transaction, to domains above."""

from django.dispatch import Signal

#: A run has succeeded and its links are stored. run : the run.
run_finished = Signal()
