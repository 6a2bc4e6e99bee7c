"""schemathesis over the whole API, as an admin, as an annotator, and signed out.

    .venv/bin/python -m tests.faults.fuzz_api [--minutes 10]

Starts a throw-away Lectern (web, worker, sweep, a database and a queue of its own) with the demo and a project that
holds something of everything, and sends what the OpenAPI document allows and what it does not. Prints for each role the
cases sent, the operations reached, and how often they answered with success; then every answer of 500 or more with what
was sent, and every answer that is not as described. Exit code 0 only when there are none.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from annotator.launch.layout import HERE
from tests.servers import TestServers

#: What would end the session that the cases are sent with.
ENDS_THE_SESSION = ("session_sign_out", "session_change_password")
CHECKS = "not_a_server_error,response_schema_conformance"
CSRF = "b" * 32
SEED = "from tests.faults import fuzz_seed; fuzz_seed.main()"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="for all three roles together (%(default)g)")
    seconds = round(parser.parse_args().minutes * 60 / 3)
    servers = TestServers()
    servers.start()
    try:
        return _fuzz(seconds)
    finally:
        servers.stop()


def _fuzz(seconds: int) -> int:
    from tests.e2e.application import Application

    with tempfile.TemporaryDirectory(prefix="lectern-fuzz-") as folder:
        application = Application(Path(folder), "lectern_fuzz")
        application.start()
        try:
            output = application.manage("shell", "--no-imports", "--command", SEED)
            seeded = json.loads(next(line[7:] for line in output.splitlines() if line.startswith("seeded ")))
            schema = application.manage("spectacular", "--format", "openapi-json")
            (Path(folder) / "schema.json").write_text(schema[schema.index("{") :])
            wrong = 0
            for role in ("admin", "annotator", "nobody"):
                wrong += _as(role, seeded, application.url, Path(folder), seconds)
            return 1 if wrong else 0
        finally:
            application.stop()


def _as(role: str, seeded: dict[str, Any], url: str, folder: Path, seconds: int) -> int:
    notes = folder / f"{role}.jsonl"
    notes.touch()
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", str(folder / "schema.json"), "--url", url,
        "--checks", CHECKS, "--max-time", str(seconds), "--continue-on-failure", "--request-timeout", "60",
        "--suppress-health-check", "all", "--warnings", "off", "--report", "junit",
        "--report-junit-path", str(folder / f"{role}.xml"),
    ]  # fmt: skip
    if role in seeded["sessions"]:
        cookie = f"{seeded['cookie']}={seeded['sessions'][role]}; csrftoken={CSRF}"
        command += ["-H", f"Cookie: {cookie}", "-H", f"X-CSRFToken: {CSRF}"]
        for operation in ENDS_THE_SESSION:
            command += ["--exclude-operation-id", operation]
    environment = {
        **os.environ, "SCHEMATHESIS_HOOKS": "tests.faults.api_cases", "LECTERN_FUZZ_NOTES": str(notes),
        "LECTERN_FUZZ_IDS": json.dumps(seeded["ids"]), "PYTHONPATH": str(HERE.root),
    }  # fmt: skip
    # In its folder: what schemathesis remembers of a run belongs to nothing else.
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    if not told:
        print(ran.stdout[-3000:], ran.stderr[-3000:])
        return 1
    return _report(role, told, ran.stdout)


def _report(role: str, told: list[dict[str, Any]], output: str) -> int:
    described = len({note["operation"] for note in told})
    fine = len({note["operation"] for note in told if note["status"] < 400})
    statuses = ", ".join(f"{n} x {status}" for status, n in sorted(Counter(note["status"] for note in told).items()))
    print(f"{role}: {len(told)} cases, {described} operations, {fine} of them with success; {statuses}")
    broken = [note for note in told if note["status"] >= 500]
    for note in {(note["operation"], note["status"]): note for note in broken}.values():
        print(f"  {note['status']} {note['operation']} {note['sent']}\n      {note['answer']}")
    untrue = output.count("Response violates schema")
    if untrue:
        print(f"  {untrue} answers are not as described:")
        print(output[output.index("= FAILURES") :][:8000])
    return len(broken) + untrue


if __name__ == "__main__":
    sys.exit(main())
