"""What runs announce, in their transaction, to domains above them."""

from django.dispatch import Signal

#: A run has succeeded and its links are stored. run : the run.
run_finished = Signal()
