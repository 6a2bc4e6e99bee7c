"""Reviews for the browser tests, made in the application's database: run inside ``manage.py shell``.

Every kind of pair is made several times over, so that each test has a review of its own and starts where no other
has been. The texts are few and plain; what is odd in them (emoji, combining marks, right to left) is there on purpose.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotator.authors.answering import answer, invitation_token
from annotator.authors.inviting import invite_author
from annotator.models import AlignmentRun, DocumentKind, GuidelinesVersion, Membership, Pair, Project, Role
from annotator.reviewing.guidelines.labels import default_labels
from annotator.reviewing.opening import open_review
from tests.world import DEMO, make_document, make_pair, make_run, session_of, words_of

PASSWORD = "low tide at noon"
#: One annotator, who owns every review; one more for signing in again; who judges; who only looks.
PEOPLE = {"anna": Role.ANNOTATOR, "judith": Role.ADJUDICATOR, "viggo": Role.VIEWER}
NAMES = {"anna": "Anna Berg", "judith": "Judith Okafor", "viggo": "Viggo Lund"}
HOW_MANY = {"bitext": 41, "talk": 7, "arabic": 1, "emoji": 1, "long": 2, "lecture": 5, "wordy": 5}
N_LONG = 1000
#: Spans of the lecture: as long as in talks that people gave, 37 words at the mean, up to 150.
N_SPANS = 20

SOURCE = [
    "The tide came in at noon.", "She wrote it down by hand, as her mother had.", "Nobody had asked her to.",
    "The ledger has nine columns.", "Two of them are empty.", "Well, let me say that again.", "The harbour froze once.",
    "The pilots were told first.", "The market heard of it last.", "A boy carried the numbers up the hill.",
    "His dog came too.", "That is all we know.",
]  # fmt: skip
TARGET = [
    "正午に潮が満ちました。", "彼女はそれを手で", "書き留めました。", "誰かに頼まれた", "わけでは",
    "ありませんでした。", "台帳には列が九つあり、二つは空です。", "えーと。", "港は一度凍りました。",
    "市場は最後に聞きました。", "先に知ったのは水先人です。", "少年が数字を丘の上まで運びました。",
    "犬も一緒でした。", "これで全部です。", "それも毎日です。",
]  # fmt: skip
#: 1:1, 1:2, 1:3, 2:1, a dropped source, an added target, a crossing, a gap: (source units, target units, confidence).
BITEXT: list[tuple[list[int], list[int], float]] = [
    ([0], [0], 0.98), ([1], [1, 2], 0.93), ([2], [3, 4, 5], 0.71), ([3, 4], [6], 0.62), ([5], [], 0.4),
    ([], [7], 0.55), ([6], [8], 0.97), ([7], [10], 0.83), ([8], [9], 0.81), ([9], [11, 14], 0.35), ([10], [12], 0.96),
    ([11], [13], 0.99),
]  # fmt: skip

PAPER = [
    "Transcripts lack full stops.", "A pause is not a full stop.", "We label breaths by hand.",
    "Breaths are heard in most recordings.", "A model reads words and breaths together.", "It errs at hesitations.",
    "Two corpora were recorded in a harbour office.", "Each has an hour of speech.",
    "The model finds nine stops in ten.", "Without breaths it finds seven.", "Listeners prefer the marked text.",
    "They read it faster.", "The corpora are free to use.", "The code is too.",
]  # fmt: skip
SECTIONS = [("1", "Introduction", 6), ("2", "Recordings", 2), ("3", "Results", len(PAPER))]
TALK = [
    "so the words come without any stop", "and people take a pause for one", "which it is not",
    "we sat down and labelled breaths", "and you hear them nearly everywhere", "the model takes both words and breaths",
    "um where was I", "it finds nine in ten", "and only seven if you take the breaths away", "thank you very much",
]  # fmt: skip
#: (paper sentence or none, pieces of the talk as (unit, from word, to word), candidates).
SPANS: list[tuple[int | None, list[tuple[int, int, int]], list[tuple[int | None, float]]]] = [
    (0, [(0, 0, 7)], [(0, 0.91), (1, 0.05), (2, 0.02), (None, 0.02)]),
    (1, [(1, 0, 7), (2, 0, 4)], [(1, 0.66), (0, 0.2), (3, 0.1), (None, 0.04)]),
    (2, [(3, 0, 4)], [(2, 0.58), (3, 0.22), (4, 0.1), (7, 0.05), (0, 0.03), (None, 0.02)]),
    (3, [(3, 4, 6), (4, 0, 6)], [(3, 0.8), (2, 0.12), (None, 0.08)]),
    (4, [(5, 0, 7)], [(4, 0.97), (2, 0.02), (None, 0.01)]),
    (None, [(6, 0, 4)], [(None, 0.74), (5, 0.2), (8, 0.06)]),
    (8, [(7, 0, 5)], [(8, 0.88), (9, 0.1), (None, 0.02)]),
    (9, [(8, 0, 9)], [(9, 0.79), (8, 0.2), (None, 0.01)]),
    (None, [(9, 0, 4)], [(None, 0.95), (12, 0.05)]),
]


@transaction.atomic
def main() -> None:
    """Make everything and write one line of JSON: ``seeded {"sessions": ..., "reviews": {kind: [id, ...]}, ...}``."""
    project = Project.objects.create(slug="review-desk", name="Review desk")
    GuidelinesVersion.objects.create(
        project=project, number=1, text="Keep what was said.", labels=default_labels(), published_at=timezone.now()
    )
    people = {}
    password = make_password(PASSWORD)
    for username, role in PEOPLE.items():
        first, last = NAMES[username].split()
        people[username] = User.objects.create(username=username, password=password, first_name=first, last_name=last)
        Membership.objects.create(project=project, user=people[username], role=role)
    makers = {
        "bitext": bitext,
        "talk": talk,
        "arabic": edge,
        "emoji": edge,
        "long": long,
        "lecture": lecture,
        "wordy": wordy,
    }
    reviews: dict[str, list[int]] = {}
    for kind, n in HOW_MANY.items():
        for number in range(n):
            pair = makers[kind](project, kind, f"{kind} {number + 1}")
            review, _ = open_review(pair=pair, annotator=people["anna"])
            reviews.setdefault(kind, []).append(review.pk)
    # Three that tests only look at: 63 rows of an interpretation, the talk, 24 short rows.
    shown = (interpretation(project), talk(project, "talk", "Shown talk"), twice(project))
    reviews["shown"] = [open_review(pair=pair, annotator=people["anna"])[0].pk for pair in shown]
    sessions = {username: session_of(user) for username, user in people.items()}
    invitation = invite_author(
        run=AlignmentRun.objects.get(pair__project=project, pair__title="lecture 1"),
        author_name="Ilse Hone",
        user=people["anna"],
    )
    answer(invitation=invitation, agreed={"language": "en", "number": 0})
    told = {
        "cookie": settings.SESSION_COOKIE_NAME,
        "sessions": sessions,
        "reviews": reviews,
        "author_link": f"/rate/{invitation_token(invitation)}",
    }
    sys.stdout.write(f"seeded {json.dumps(told)}\n")


def linked(
    project: Project, title: str, sides: tuple[Sequence[str], Sequence[str]], languages: tuple[str, str],
    links: Sequence[tuple[list[int], list[int], float]],
) -> Pair:  # fmt: skip
    source = make_document(project, title, sides[0], language=languages[0])
    target = make_document(project, f"{title} target", sides[1], language=languages[1])
    pair = make_pair(project, title, source, target)
    make_run(
        pair,
        [
            {"source": a, "target": [[unit, 0, len(sides[1][unit])] for unit in b], "confidence": confidence}
            for a, b, confidence in links
        ],
    )
    return pair


def bitext(project: Project, kind: str, title: str) -> Pair:
    return linked(project, title, (SOURCE, TARGET), ("en", "ja"), BITEXT)


def twice(project: Project) -> Pair:
    n, m = len(SOURCE), len(TARGET)
    again = [([unit + n for unit in a], [unit + m for unit in b], confidence) for a, b, confidence in BITEXT]
    return linked(project, "Shown twice", (SOURCE * 2, TARGET * 2), ("en", "ja"), BITEXT + again)


def interpretation(project: Project) -> Pair:
    return of_gold(project, DEMO / "en-ja", "Shown", ("en", "ja"))


def edge(project: Project, kind: str, title: str) -> Pair:
    """The demo's texts for what is hard to count and to draw."""
    return of_gold(project, DEMO / "edge" / kind, title, ("en", "ar" if kind == "arabic" else "fr"))


def of_gold(project: Project, folder: Path, title: str, languages: tuple[str, str]) -> Pair:
    """A bitext of the demo, aligned as its gold says; a third of it is doubtful."""
    sides = [(folder / f"{side}.txt").read_text(encoding="utf-8").splitlines() for side in ("source", "target")]
    links = []
    for line in (folder / "gold.align").read_text(encoding="utf-8").splitlines():
        a, b = (json.loads(side) for side in line.split(":")[:2])
        links.append((a, b, 0.9 if len(links) % 3 else 0.42))
    return linked(project, title, (sides[0], sides[1]), languages, links)


def long(project: Project, kind: str, title: str) -> Pair:
    rng = random.Random(7)
    words = ["harbour", "ledger", "water", "tide", "cross", "margin", "island", "keeper", "number", "morning"]
    sides = tuple(
        [" ".join(rng.choices(words, k=rng.randint(4, 14))) + f" {n}." for n in range(N_LONG)] for _ in range(2)
    )
    links = [([n], [n], round(rng.random(), 2)) for n in range(N_LONG)]
    return linked(project, title, (sides[0], sides[1]), ("en", "de"), links)


def sentence(rng: random.Random, n_words: int) -> str:
    words = rng.choices([*SOURCE, *PAPER], k=n_words)
    return " ".join(rng.choice(text.rstrip(".").split()).lower() for text in words)


def wordy(project: Project, kind: str, title: str) -> Pair:
    """Rows that fill the screen: every third has 2,000 characters on both sides, every other some lines."""
    rng = random.Random(11)
    sides = tuple([f"{sentence(rng, 24 if n % 3 else 380)} {n}." for n in range(12)] for _ in range(2))
    links = [([n], [n], 0.9) for n in range(12)]
    return linked(project, title, (sides[0], sides[1]), ("en", "de"), links)


def lecture(project: Project, kind: str, title: str) -> Pair:
    """A talk whose spans are as long as people speak: the first is taller than its pane."""
    rng = random.Random(5)
    paper = [f"{sentence(rng, rng.randint(9, 32))}.".capitalize() for _ in range(90)]
    lengths = [150, *(min(150, max(3, round(rng.gammavariate(1.4, 26)))) for _ in range(N_SPANS - 1))]
    spoken = [sentence(rng, length) for length in lengths]
    source = make_document(
        project, title, paper, kind=DocumentKind.PAPER, sections=[("1", "Introduction", 40), ("2", "Results", 90)]
    )
    target = make_document(project, f"{title} talk", spoken, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = make_pair(project, title, source, target)
    links = []
    durations = [0] * len(paper)
    for n, text in enumerate(spoken):
        about = [rng.randrange(len(paper)) for _ in range(5)]
        shares = [0.6, 0.2, 0.1, 0.06, 0.04]
        durations[about[0]] += len(text.split())
        links.append(
            {
                "source": about[:1],
                "target": [[n, 0, len(text)]],
                "confidence": 0.6,
                "candidates": [*zip(about, shares, strict=True)],
            }
        )
    make_run(pair, links, engine="talksumm", info={"durations": durations})
    return pair


def talk(project: Project, kind: str, title: str) -> Pair:
    source = make_document(project, title, PAPER, kind=DocumentKind.PAPER, sections=SECTIONS)
    target = make_document(project, f"{title} talk", TALK, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = make_pair(project, title, source, target)
    links = []
    for sentence, pieces, candidates in SPANS:
        targets = []
        for unit, first, end in pieces:
            words = words_of(TALK[unit])
            whole = end == len(words)
            targets.append([unit, words[first][0], len(TALK[unit]) if whole else words[end][0]])
        links.append(
            {
                "source": [] if sentence is None else [sentence],
                "target": targets,
                "confidence": max(share for _, share in candidates),
                "candidates": candidates,
            }
        )
    make_run(pair, links, engine="talksumm")
    return pair
