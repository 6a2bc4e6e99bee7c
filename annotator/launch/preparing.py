"""``manage.py prepare`` as a step of ``up``: its output, and the first password, which it reports only once."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from annotator.launch import tools
from annotator.launch.environment import say
from annotator.launch.layout import Layout
from annotator.launch.problems import LaunchError, full_disk, looks_like_full_disk, tail

#: Prefix of the line with the result.
PREPARE_RESULT = "prepared: "


@dataclass
class SignIn:
    """How to sign in, known before the page is ready. ``is_new`` : it holds a password that is shown only once."""

    text: str = ""
    is_new: bool = False

    def take(self) -> str:
        """Return the text, the first time; empty afterwards."""
        text, self.text = self.text, ""
        return text


def prepare(
    environment: Mapping[str, str], layout: Layout, sign_in: SignIn, *, demo: bool, migrate: bool = True
) -> None:
    """Migrate, create the first admin, load the demo. Fills in ``sign_in`` as soon as there is an admin.

    migrate : False where another machine does all this; it is only checked that it has.

    Raises LaunchError with the command's own message, or with its last lines if it had none.
    """
    say("Preparing the database ...")

    def tell(line: str) -> None:
        if line.startswith(PREPARE_RESULT):
            result = json.loads(line.removeprefix(PREPARE_RESULT))
            sign_in.text, sign_in.is_new = str(result["sign_in"]), result["password"] is not None

    manage = str(layout.root / "manage.py")
    command = [sys.executable, manage, "prepare", "--json", *([] if demo else ["--no-demo"])]
    command += [] if migrate else ["--check"]
    done = tools.run(command, environment=environment, on_line=tell)
    if done.returncode != 0:
        raise LaunchError(_not_prepared(done.stdout, layout))
    for line in done.stdout.splitlines():
        if line.strip() and not line.startswith(PREPARE_RESULT):
            say(f"  {line}")


def _not_prepared(output: str, layout: Layout) -> str:
    if looks_like_full_disk(output, layout.var):
        return full_disk(layout.var)
    sentence = [line for line in output.splitlines() if line.startswith("CommandError: ")]
    if sentence:
        return sentence[-1].removeprefix("CommandError: ")
    shown = "\n".join(line for line in output.splitlines() if not line.startswith(PREPARE_RESULT))
    return f"The database could not be prepared. The last lines of `manage.py prepare`:\n{tail(shown, 20)}"
