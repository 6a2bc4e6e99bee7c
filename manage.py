#!/usr/bin/env python3
"""Everything one does with Lectern from a shell: ``up``, ``test``, and Django's own commands.

Needs nothing but Python 3.11: it makes ``.venv`` and goes on inside it. Written for any Python 3, so that an old one
can say that it is too old.
"""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        f"Lectern needs Python 3.11 or newer; this is {sys.version.split()[0]}. Install a newer one and run it, say: "
        "python3.12 manage.py up"
    )
if os.name == "nt":
    sys.exit("Lectern's commands run on Linux and macOS. On Windows, run them inside WSL.")

from annotator.launch.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
