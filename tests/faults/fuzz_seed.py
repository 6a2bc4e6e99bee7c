"""The project that `fuzz_api` works on: run inside ``manage.py shell`` of the throw-away Lectern."""

from __future__ import annotations

import json
import sys

from django.conf import settings
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Membership, Project, Role
from tests import world
from tests.annotator.populated import populate


def main() -> None:
    """Make everything and write one line of JSON: ``seeded {"cookie": ..., "sessions": ..., "ids": ...}``."""
    project = Project.objects.create(slug="fuzzed", name="Fuzzed")
    people = {}
    for role in (Role.ADMIN, Role.ANNOTATOR):
        people[role.value] = User.objects.create_user(f"fuzz-{role}", password="low tide at noon")
        Membership.objects.create(project=project, user=people[role.value], role=role)
    bitext, talk = world.bitext(project), world.talk(project)
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(people["admin"])
    ids = populate(project, client, people["annotator"], bitext, talk)
    ids |= {"slug": [project.slug], "project_slug": [project.slug], "token": ids["tokens"]}
    ids["file"] = [file for _, file in ids["files"]]
    sessions = {role: world.session_of(user) for role, user in people.items()}
    told = {"cookie": settings.SESSION_COOKIE_NAME, "sessions": sessions, "ids": ids}
    sys.stdout.write(f"seeded {json.dumps(told, default=str)}\n")
