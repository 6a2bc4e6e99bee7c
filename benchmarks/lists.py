"""What lists and figures cost, asked for over one connection, warm, as the browser does: signed in, gzip."""

from __future__ import annotations

from collections.abc import Iterator

from corpus import Corpus
from goals import Measured
from instance import Instance
from processes import percentile

TIMES = 20


def calls(corpus: Corpus) -> Iterator[tuple[str, str, str, bool]]:
    """(name, who asks, path, whether it is a poll for something that has not changed)."""
    size, project = corpus.size, f"project={corpus.project}"
    last_pairs, last_reviews = -(-size.pairs // 50), -(-size.reviews // 50)
    yield "session", "owner", "session/", False
    yield "projects", "owner", "projects/?page_size=200", False
    yield "pairs, page 1", "owner", f"pairs/?{project}", False
    yield "pairs, page 10", "owner", f"pairs/?{project}&page={min(10, last_pairs)}", False
    yield "pairs, page 100", "owner", f"pairs/?{project}&page={min(100, last_pairs)}", False
    yield "pairs, last page", "owner", f"pairs/?{project}&page={last_pairs}", False
    yield "pairs, last page, annotator", "annotator", f"pairs/?{project}&page={last_pairs}", False
    yield "pairs, search: a seventh", "owner", f"pairs/?{project}&search=lecture", False
    yield "pairs, search: one", "owner", f"pairs/?{project}&search={size.pairs - 1:05d}", False
    yield "pairs, search: none", "owner", f"pairs/?{project}&search=nowhere", False
    yield "pairs, by kind", "owner", f"pairs/?{project}&kind=paper_talk", False
    yield "pair", "owner", f"pairs/{corpus.pair}/", False
    yield "overview", "owner", f"projects/{corpus.project}/stages/", False
    yield "overview, nothing new", "owner", f"projects/{corpus.project}/stages/", True
    yield "quality", "owner", f"projects/{corpus.project}/quality/", False
    yield "reviews, page 1", "owner", f"reviews/?{project}", False
    yield "reviews, last page", "owner", f"reviews/?{project}&page={last_reviews}", False
    yield "reviews, mine", "annotator", f"reviews/?{project}&mine=true", False
    yield "review", "annotator", f"reviews/{corpus.review}/", False
    yield "history of a row", "owner", f"reviews/{corpus.busy_review}/operations/?row={corpus.busy_row}", False
    yield "documents, page 1", "owner", f"documents/?{project}", False
    yield "documents, last page", "owner", f"documents/?{project}&page={2 * last_pairs}", False
    yield "documents, search", "owner", f"documents/?{project}&search=lecture", False
    yield "runs, page 1", "owner", f"runs/?{project}", False
    yield "runs, last page", "owner", f"runs/?{project}&page={last_pairs}", False
    yield "runs, 200 that succeeded", "owner", f"runs/?{project}&state=succeeded&page_size=200", False
    yield "people", "owner", f"projects/{corpus.project}/members/?page_size=200", False
    yield "test sets", "owner", f"test-sets/?{project}", False
    yield "mentions", "annotator", "comments/", False


def lists(at: Instance) -> Measured:
    """Milliseconds until the whole answer is there, and kilobytes on the wire, of every list that a page shows.

    A call that costs what it shows, whatever else there is, has the ratio 1.
    """
    connections = {"owner": at.connection(), "annotator": at.connection(at.corpus.annotators[0])}
    found: Measured = {}
    for name, who, path, is_poll in calls(at.corpus):
        ask, tag = connections[who].ask, ""
        answers = []
        for _ in range(TIMES + 2):  # two times to warm up
            answers.append(ask("GET", path, headers={"If-None-Match": tag} if is_poll and tag else None))
            tag = answers[-1].tag or tag
        seconds = [each.seconds for each in answers[2:]]
        found |= {f"{name}, p{n} ms": percentile(seconds, n / 100) for n in (50, 95)}
        found[f"{name}, kB"] = answers[-1].n_bytes / 1000
    return found
