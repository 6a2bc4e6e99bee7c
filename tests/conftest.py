"""The same examples at every run, so that a check says something about the change before it.

``LECTERN_EXPLORE=1`` draws new ones each time: to look for what nobody has thought of yet, in a loop or overnight.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", print_blob=True, deadline=None)
settings.load_profile("explore" if os.environ.get("LECTERN_EXPLORE") else "same")
