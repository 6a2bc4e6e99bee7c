"""What the sweep does once a day, now. Run in an application's environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()
    from annotator.site import housekeeping

    housekeeping.tidy()
    print("true")
