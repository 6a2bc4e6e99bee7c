"""The summaries of a project: how long a worker takes to make all again, and how long people wait for the table.

    python benchmarks/summaries.py [--talks 1000] [--sentences 150] [--segments 100] [--reviews 100] [--times 40]

Starts Lectern with its worker on servers of its own, and writes talks about papers whose runs have succeeded; some have
a submitted review, which their summary is made of. Over HTTP it then has all summaries made at one length and again at
another, as after a change of the options, and asks for the table and its overview, serially, warm.

Printed are the seconds of making all, beside the promise of 300, the p50 and p95 of both calls, beside the promise of
300 ms, and the ratio of the table to the list of pairs in the same run. On a machine that others use the times are
upper bounds.
"""

from __future__ import annotations

import argparse
import time

from lists import Reader
from long_review import percentile, running_application
from review_load import Connection

PROMISED_SECONDS = 300
PROMISED_MILLISECONDS = 300

_MAKE = """
import random
from django.contrib.auth.models import User
from django.utils import timezone
from annotator.models import Membership, Project, Review, ReviewRow
from annotator.reviewing.verbs import open_review
from tests import world
random.seed(7)
words = "harbour ledger water tide cross margin island keeper number morning breath label pause clause".split()
line = lambda n: " ".join(random.choice(words) for _ in range(n))
project = Project.objects.create(slug="summaries", name="Summaries")
owner = User.objects.create_superuser("owner", password="a long enough one")
reviewer = User.objects.create_user("reviewer", password="a long enough one")
Membership.objects.create(project=project, user=reviewer, role="annotator")
for i in range({talks}):
    sections = [("", "Abstract", 5), ("1", "Introduction", {sentences} - 5)]
    texts = [line(18) + "." for _ in range({sentences})]
    paper = world.make_document(project, f"Paper {{i}}", texts, kind="paper", sections=sections)
    said = [line(20) for _ in range({segments})]
    talk = world.make_document(project, f"Talk {{i}}", said, kind="transcript", timed=True)
    pair = world.make_pair(project, f"Talk {{i:05}}", paper, talk)
    durations, links = [0] * {sentences}, []
    for n, text in enumerate(said):
        sentence = random.randrange({sentences})
        durations[sentence] += 20
        links.append(dict(source=[sentence], target=[[n, 0, len(text)]], confidence=0.8))
    world.make_run(pair, links, engine="talksumm", info=dict(durations=durations))
    if i < {reviews}:
        review, _ = open_review(pair=pair, annotator=reviewer)
        rows = ReviewRow.objects.filter(review=review)
        rows.update(status="accepted")
        rows.filter(position__lte=10).update(good_align=False)
        Review.objects.filter(pk=review.pk).update(state="submitted", submitted_at=timezone.now(), revision=1)
print("made", world.session_of(owner))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talks", type=int, default=1000)
    parser.add_argument("--sentences", type=int, default=150)
    parser.add_argument("--segments", type=int, default=100)
    parser.add_argument("--reviews", type=int, default=100)
    parser.add_argument("--times", type=int, default=40)
    args = parser.parse_args()
    with running_application() as application:
        script = _MAKE.format(talks=args.talks, sentences=args.sentences, segments=args.segments, reviews=args.reviews)
        told = application.manage("shell", "-c", script)
        (session,) = (line.split()[1] for line in told.splitlines() if line.startswith("made "))
        print(f"{args.talks:,} talks of {args.sentences} sentences and {args.segments} segments, "
              f"{args.reviews} of them reviewed")  # fmt: skip
        connection, reader = Connection(application.url, session), Reader(application.url, session)
        for kind, value in (("words", 150), ("ratio", 0.3)):
            seconds = _make_all(connection, kind, value)
            print(f"made all at {kind} {value}: {seconds:.1f} s (promised: {PROMISED_SECONDS} s), "
                  f"{1000 * seconds / args.talks:.1f} ms a talk")  # fmt: skip
        p95s = {}
        for name, path in {
            "the table": "projects/summaries/summaries/?page_size=50",
            "the last page of the table": f"projects/summaries/summaries/?page_size=50&page={args.talks // 50}",
            "what is out of date": "projects/summaries/summaries/?state=stale",
            "the overview": "projects/summaries/summaries/overview/",
            "the list of pairs": "pairs/?project=summaries&page_size=50",
        }.items():
            times = [reader.ask(path)[1] for _ in range(args.times + 3)][3:]
            p95s[name] = percentile(times, 0.95)
            print(f"{name}: p50 {percentile(times, 0.5):.0f} ms, p95 {p95s[name]:.0f} ms "
                  f"(promised: {PROMISED_MILLISECONDS} ms)")  # fmt: skip
        print(f"the table to the list of pairs: {p95s['the table'] / p95s['the list of pairs']:.2f}")


def _make_all(connection: Connection, kind: str, value: float) -> float:
    begun = time.monotonic()
    connection.ask("POST", "projects/summaries/summaries/", {"length": {"kind": kind, "value": value}})
    while True:
        bulk = connection.ask("GET", "projects/summaries/summaries/overview/")[0]["bulk"]
        if bulk["state"] == "finished":
            return time.monotonic() - begun
        if bulk["state"] not in ("queued", "running"):
            raise SystemExit(f"The summaries {bulk['state']}: {bulk['error']}")
        time.sleep(0.5)


if __name__ == "__main__":
    main()
