"""Runs management commands one after the other: ``python -m tests.e2e.commands``.

Each is a fork of this process, which has loaded the application; on its own a command would load it first, for seconds.
A line of JSON on standard input is a command's arguments and the file for its output; its exit code is the answer.
Ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
from unittest import mock

from django.core.management import ManagementUtility

from annotator.launch.cli import set_up_django


def run(arguments: list[str], output: str) -> None:
    """In a process of its own."""
    with open(output, "wb") as file, open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
        for handle in (1, 2):
            os.dup2(file.fileno(), handle)
    ManagementUtility(["manage.py", *arguments]).execute()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # There is nothing to tidy up that does not end with the process; to look through all that is loaded takes long.
    os._exit(0)


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "annotator.settings"
    set_up_django()
    # Written for whoever asks for the description of the API, which takes seconds; no browser test does.
    mock.patch("annotator.site.description.write").start()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            run(**json.loads(line))
            return
        _, status = os.waitpid(pid, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
