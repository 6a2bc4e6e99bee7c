"""The queues of workers, and the tasks that wait in them.

A domain declares a `Task` where it is sent from, on the model for a kind of `Work`. Its `tasks.py` says what does it.
"""

from __future__ import annotations

from dataclasses import dataclass

#: What a person waits for does not wait behind hours of work: one worker serves both queues, another the short.
SHORT, LONG = "short", "long"
QUEUES = (SHORT, LONG)
#: Of Redis's priorities 0 is the highest. A message of the other one is taken only where nothing else waits.
FIRST, AFTER_ALL_OTHERS = 0, 9
HOUR = 3600


@dataclass(frozen=True, slots=True)
class Task:
    """A job for workers, as messages name it, with the queue that they wait in. The limits are for what hangs.

    name : also of messages that wait while a new version is installed, so a change of it strands them.
    limit : seconds after which it fails with a sentence. grace : seconds later, its process is killed.
    """

    name: str
    queue: str = SHORT
    priority: int = FIRST
    limit: int = HOUR
    grace: int = 60

    @property
    def full_name(self) -> str:
        return f"annotator.tasks.{self.name}"
