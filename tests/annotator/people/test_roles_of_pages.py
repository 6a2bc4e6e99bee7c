"""The pages know who may do what from one file, made from the rules of the server."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from annotator.models import Role
from annotator.people.permissions import RULES
from annotator.reviewing.rules import READERS

COPY = Path(__file__).parents[3] / "frontend" / "src" / "api" / "rules.json"


def _by_role() -> dict[str, dict[str, list[str]]]:
    """The rules that ask for a role, in the order of the roles."""
    found: dict[str, dict[str, list[str]]] = {}
    for resource, rules in {**RULES, "reading": READERS}.items():
        for action, rule in rules.items():
            if isinstance(rule, frozenset):
                found.setdefault(resource, {})[action] = [role.value for role in Role if role in rule]
    return found


def _on_one_line(found: re.Match[str]) -> str:
    return "[" + re.sub(r"\s+", " ", found[1]) + "]"


def test_the_pages_have_the_rules_of_the_server() -> None:
    text = re.sub(r"\[\s+([^]]*?)\s+\]", _on_one_line, json.dumps(_by_role(), indent=2)) + "\n"
    if os.environ.get("RENEW_RULES"):
        COPY.write_text(text, encoding="utf-8")
    assert COPY.read_text(encoding="utf-8") == text, "Write the copy anew: RENEW_RULES=1 pytest " + __file__
