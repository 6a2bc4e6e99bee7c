"""The people in the pictures, made in the application's database: run inside ``manage.py shell``.

Two copies of the demo. *Shown* is the project whose overview, people and talks are in the pictures. In the *studio*
every state of the editor has a reviewer, and so a review, of its own.
"""

from __future__ import annotations

import json
import sys

from django.conf import settings
from django.contrib.auth.models import User

from annotator.models import Membership, Project, Role
from annotator.people.projects import create_project
from annotator.site.demo import load_demo
from tests.e2e import seeding
from tests.world import session_of

PASSWORD = "low tide at noon"
#: Of the project that is shown; the admin is the one that the application made.
TEAM = {
    "tomas": ("Tomás Arriaga", Role.ANNOTATOR),
    "aisha": ("Aisha Farouk", Role.ANNOTATOR),
    "jonas": ("Jonas Brandt", Role.ANNOTATOR),
    "wen": ("Wen Li", Role.ADJUDICATOR),
    "lena": ("Lena Vogt", Role.VIEWER),
}
#: Of the project where the editor's states are made.
REVIEWERS = [
    "Vera Costa", "Emil Dahl", "Jana Horn", "Marta Silva", "Ravi Menon", "Elif Demir", "Noor Haddad",
    "Kofi Mensah", "Yuki Arai", "Sofia Rossi", "Lukas Weber", "Hana Novak", "Ben Carter", "Ana Lopes", "Omar Said",
    "Ida Lund", "Paul Roux", "Mei Tan", "Leo Varga", "Eva Kral", "Sam Okoye", "Nina Holm", "Igor Petrov", "Lea Blum",
]  # fmt: skip


def main(admin: str) -> None:
    """Make everything and write one line of JSON: ``people {"cookie": ..., "sessions": {username: key}, ...}``."""
    ines = User.objects.get(username=admin)
    ines.first_name, ines.last_name = "Ines", "Koba"
    ines.save()
    for username, (name, _) in TEAM.items():
        person(username, name)
    shown = load_demo(user=ines)
    shown.name = "Harbour Talks"
    shown.save()
    join(shown, {username: role for username, (_, role) in TEAM.items()})

    owner = person("ines-2", "Ines Koba")
    studio = load_demo(user=owner)
    studio.name = "Tide Lectures"
    studio.save()
    reviewers = [person(name.split()[0].lower(), name).username for name in REVIEWERS]
    join(studio, {**dict.fromkeys(reviewers, Role.ANNOTATOR), "wen": Role.ADJUDICATOR, "lena": Role.VIEWER})
    arabic = seeding.edge(studio, "arabic", "The harbour at night")

    for name in ("Spring lectures", "Autumn lectures"):  # one to import into, one that stays empty
        create_project(name=name, user=ines)
    newcomer = person("newcomer", "Nora Lind")
    told = {
        "cookie": settings.SESSION_COOKIE_NAME,
        "sessions": {user.username: session_of(user) for user in User.objects.all()},
        "shown": shown.slug,
        "studio": studio.slug,
        "owner": owner.username,
        "newcomer": newcomer.username,
        "reviewers": reviewers,
        "arabic": arabic.pk,
    }
    sys.stdout.write(f"people {json.dumps(told)}\n")


def person(username: str, name: str) -> User:
    first, last = name.split()
    return User.objects.create_user(username, password=PASSWORD, first_name=first, last_name=last)


def join(project: Project, roles: dict[str, str]) -> None:
    for username, role in roles.items():
        Membership.objects.create(project=project, user=User.objects.get(username=username), role=role)
