"""Reads everything through the API, as its admin: run inside ``manage.py shell`` on the migrated database."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.authors.answering import invitation_token
from annotator.models import Invitation

LISTS = (
    "projects", "documents", "pairs", "runs", "reviews", "invitations", "test-sets", "imports", "vectors", "users",
)  # fmt: skip
#: Of the admin, in the database of the test.
TOKEN = "7113c91177b7cf318397fca8c3c24a517247a6a3"
DETAILS = {
    "documents": ("", "units/"), "pairs": ("",), "runs": ("", "links/"), "reviews": ("", "content/", "comments/"),
    "invitations": ("",), "test-sets": ("",), "imports": ("",), "vectors": ("",),
}  # fmt: skip


def main() -> None:
    """Write one line of JSON: ``read {address: answer}``."""
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(User.objects.get(username="admin"))
    found: dict[str, Any] = {}

    def read(address: str) -> Any:
        answer = client.get(f"/api/v1/{address}")
        assert answer.status_code == 200, (address, answer.status_code, answer.content[:500])
        found[address] = answer.json()
        return found[address]

    for name in LISTS:
        for row in read(f"{name}/")["results"]:
            for part in DETAILS.get(name, ()):
                read(f"{name}/{row['id']}/{part}")
    for review in found["reviews/"]["results"]:
        first = found[f"reviews/{review['id']}/content/"]["rows"][0]["id"]
        read(f"reviews/{review['id']}/operations/?row={first}")
    read("projects/harbour-talks/stages/")
    read("projects/harbour-talks/quality/")
    read("invitations/ratings/")
    read(f"rate/{invitation_token(Invitation.objects.get())}/")
    gold = client.get("/api/v1/projects/harbour-talks/gold/?file_format=jsonl")
    found["gold"] = [json.loads(line) for line in b"".join(gold.streaming_content).splitlines()]
    script = APIClient(SERVER_NAME="localhost", HTTP_AUTHORIZATION=f"Token {TOKEN}")
    found["by token"] = script.get("/api/v1/session/").json()
    sys.stdout.write(f"read {json.dumps(found)}\n")
