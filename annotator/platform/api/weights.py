"""How much of a process a request takes, by address. Those that take much say so in `WEIGHTS`, beside their addresses.

`annotator.web` gives turns by it, so that nobody's edit waits for what others have computed. What is not declared is
light: it answers in some 50 ms at 10,000 pairs (`benchmarks/loads.py` prints what a request of each address does to the
edits of others).
"""

from __future__ import annotations

import enum
import re
from functools import cache

from annotator.domains import load


class Weight(enum.Enum):
    LIGHT = "light"
    #: Computed from all of a review, a test set or a project.
    HEAVY = "heavy"
    #: Streamed to a file, as long as there are rows; between its lines it gives way to all else.
    EXPORT = "export"


#: By address, as a pattern of what follows `/api/v1/`, without the last slash.
Weights = dict[str, Weight]


def weight_of(path: str) -> Weight:
    """The weight of requests to an address, such as ``/api/v1/session/``."""
    return next((weight for weight, address in _declared() if address.fullmatch(path)), Weight.LIGHT)


@cache
def _declared() -> list[tuple[Weight, re.Pattern[str]]]:
    declared = [getattr(module, "WEIGHTS", {}) for module in load("api.urls")]
    addresses: dict[Weight, list[str]] = {Weight.HEAVY: [], Weight.EXPORT: []}
    for each in declared:
        for address, weight in each.items():
            addresses[weight].append(address)
    return [(weight, re.compile(f"/api/v1/(?:{'|'.join(each)})/?")) for weight, each in addresses.items()]
