"""The talks of a test set: which are in and why the others are not, and what its lists of talks match.

Here all pairs of the newest texts are told of, also those that have no gold yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q

from annotator.models import Document, Pair, Review, ReviewKind, Side, Taken, TestSet
from annotator.people.activity import note
from annotator.people.names import name_of
from annotator.platform.errors import ServiceError
from annotator.platform.spellings import speaker_key
from annotator.releases.curation import pool as pools
from annotator.releases.curation.choosing import Curation, Judged, sizes_of
from annotator.releases.curation.rules import PairFacts, Rules
from annotator.releases.curation.splits import Size, divide, pinned_parts
from annotator.reviewing.gold import Basis
from annotator.reviewing.slots.policy import reviews_needed

#: Lines of the exclusion list that are told one by one: those that match nothing first.
_MOST_LINES = 200
#: So many of them are told what they may have meant, among so many names.
_MOST_GUESSED, _MOST_NAMES = 5, 5_000
#: A talk that is out because none of its rows passes the rules.
BY_ROWS = "rows"
#: A talk without gold.
WAITS = "waits"


@dataclass(frozen=True, slots=True)
class _Talk:
    facts: PairFacts
    n_wanted: int


def _talks(test_set: TestSet) -> list[_Talk]:
    """Pairs of the newest texts, and those that the set holds beside them; with how many reviews each waits for."""
    held = {pair.pair: pair for pair in pools.pairs_in(pools.pool_of(test_set))}
    newer = [Exists(Document.objects.filter(previous=OuterRef(side))) for side in Side.values]
    pairs = Pair.objects.filter(Q(*(~each for each in newer)) | Q(pk__in=list(held)), project=test_set.project_id)
    related = pairs.select_related("source", "target").defer("source__left_out", "target__left_out")
    wanted = _n_wanted(test_set.project_id)
    return [
        _Talk(held.get(pair.pk) or pools.facts_of(pair, None), wanted.get(pair.pk, 0))
        for pair in related.order_by("title", "pk")
    ]


def _n_wanted(project: int) -> dict[int, int]:
    """By pair that has fewer submitted reviews than it needs, how many are wanting. A pair that nobody has begun
    is not among them."""
    reviews = Review.objects.standing().filter(pair__project=project, superseded_by=None).judgements()
    counted = reviews.order_by().values("pair").annotate(n=Count("pk"), needed=Max(reviews_needed()))
    return {each["pair"]: each["needed"] - each["n"] for each in counted if each["needed"] > each["n"]}


def names_of(talks: Sequence[PairFacts]) -> dict[int, str]:
    """By pair, what rules call it: the best known of its names that no other talk has, or else its best known one."""
    n_called = Counter(name for talk in talks for name in talk.names)
    names = {}
    for talk in talks:
        alone = (name for name in talk.names if n_called[name] == 1)
        names[talk.pair] = next(alone, next(iter(talk.names), ""))
    return names


def talks_of(test_set: TestSet) -> list[dict[str, Any]]:
    """Every talk with ``n_in`` of ``n_rows``, its ``basis``, why it is out (a rule, `BY_ROWS`, `WAITS`, or None), the
    ``part`` that it is in and the one that it is pinned to; with the names by which rules have it.

    The pool has to be up to date.
    """
    curation = Curation.of(test_set)
    talks = _talks(test_set)
    judged = Judged(curation, pairs=[talk.facts for talk in talks if talk.facts.pk])
    sizes = sizes_of(judged)
    rules = curation.rules
    parts = divide(judged.pairs, sizes, rules.split, rules.pins).part_of
    facts = [talk.facts for talk in talks]
    pinned, names = pinned_parts(facts, rules.pins), names_of(facts)
    taken_out = {name.casefold(): name for name in rules.talks_out}
    pinned_as = {name.casefold(): name for name in rules.pins}
    chosen = _chosen(test_set)
    return [
        {
            "pair": one.pair,
            "title": one.title,
            "name": names[one.pair],
            "languages": one.languages,
            "speaker": one.speaker,
            "n_in": sizes[one.pair].rows if one.pair in sizes else 0,
            "n_rows": one.n_rows,
            "basis": one.basis,
            "why_out": _why_out(judged, one, sizes),
            "out_as": (out_as := _called(one, taken_out)),
            "reason": rules.talks_out.get(out_as or "", ""),
            "n_wanted": talk.n_wanted,
            "part": parts.get(one.pair),
            "pin": pinned.get(one.pair),
            "pinned_as": _called(one, pinned_as),
            "chosen": chosen.get(one.pair),
        }
        for talk in talks
        for one in [talk.facts]
    ]


def _called(talk: PairFacts, stored: Mapping[str, str]) -> str | None:
    """The name by which a rule has a talk, as it is stored."""
    return next((stored[name] for name in sorted(talk.names) if name in stored), None)


def _why_out(judged: Judged, talk: PairFacts, sizes: Mapping[int, Size]) -> str | None:
    if talk.pair in sizes and sizes[talk.pair].rows:
        return None
    if not talk.pk:
        return WAITS
    failed = (step.key for step in judged.steps if step.of_pair is not None and not step.of_pair(talk))
    return next(failed, BY_ROWS)


def _chosen(test_set: TestSet) -> dict[int, dict[str, Any]]:
    """By pair, the review that was chosen of it, with whose it is."""
    if test_set.takes != Taken.MIXED:
        return {}
    reviews = test_set.reviews.select_related("annotator").order_by("-pk")
    return {
        review.pair_id: {
            "review": review.pk,
            "by": review.annotator and name_of(review.annotator),
        }
        for review in reviews
    }


@transaction.atomic
def choose_review(test_set: TestSet, *, pair: int, review: Review | None, user: User | None) -> TestSet:
    """Take the rows of one review of a pair, whatever the pair needs; None leaves the pair to the gold of the project.

    Raises ServiceError for a review that is not of the pair, is not submitted or not of the newest texts, or where the
    set names all its reviews itself.
    """
    held = TestSet.objects.select_for_update().get(pk=test_set.pk)
    if held.takes == Taken.NAMED:
        raise ServiceError("This test set holds only the reviews that it names. Change `reviews` instead.")
    if review is not None:
        counts = Review.objects.standing().filter(pk=review.pk, superseded_by=None, kind=ReviewKind.REVIEW)
        newer = Document.objects.filter(previous__in=(review.pair.source_id, review.pair.target_id))
        if review.pair_id != pair or not counts.exists() or newer.exists():
            message = f"Review {review.pk} is no submitted review of the newest texts of pair {pair}."
            raise ServiceError(message, errors=[{"field": "review", "message": message}])
    before = held.reviews.filter(pair=pair)
    title = Pair.objects.filter(pk=pair).values_list("title", flat=True).first() or ""
    held.reviews.remove(*before)
    if review is not None:
        held.reviews.add(review)
    held.takes = Taken.MIXED if held.reviews.exists() else Taken.ALL
    held.save(update_fields=["takes"])
    TestSet.objects.filter(pk=held.pk).update(picks_version=F("picks_version") + 1)
    what = "one review chosen" if review is not None else "left to the gold of the project"
    note("test_set_changed", project=held.project, kind="test_set", pk=held.pk, name=held.name,
         detail=f"{title[:120]}: {what}", by=user)  # fmt: skip
    held.refresh_from_db()
    return held


def matches_of(test_set: TestSet, rules: Rules) -> dict[str, Any] | None:
    """What each line of the exclusion list matches, those first that match nothing; None without a list.

    ``n_lines``, ``n_matching``, ``n_rows``: of the gold rows of what they match. ``lines``: each with ``line``,
    ``matched_by`` (manifest, id, title, speaker, or empty), ``talks`` (titles, the first few), ``n_talks``, ``n_rows``,
    and ``nearest``, a name that the line may have meant.
    """
    if not rules.exclude:
        return None
    talks = [talk.facts for talk in _talks(test_set)]
    called: dict[str, list[PairFacts]] = {}
    spoken: dict[str, list[PairFacts]] = {}
    for talk in talks:
        for name in talk.names:
            called.setdefault(name, []).append(talk)
        if talk.spoken_by:
            spoken.setdefault(talk.spoken_by, []).append(talk)
    lines: list[dict[str, Any]] = []
    out: dict[int, int] = {}
    for line in rules.exclude:
        folded = line.casefold()
        matched = called.get(folded, [])
        by = matched[0].names[folded] if matched else ""
        if not matched and (key := speaker_key(line)) and key in spoken:
            matched, by = spoken[key], "speaker"
        out |= {talk.pair: talk.n_rows for talk in matched}
        lines.append(
            {
                "line": line,
                "matched_by": by,
                "talks": [talk.title for talk in matched[:3]],
                "n_talks": len(matched),
                "n_rows": sum(talk.n_rows for talk in matched),
                "nearest": "",
            }
        )
    n_matching = sum(each["n_talks"] > 0 for each in lines)
    lines.sort(key=lambda each: each["n_talks"] > 0)
    names = [*called][:_MOST_NAMES]
    for unmatched in lines[: min(_MOST_GUESSED, len(lines) - n_matching)]:
        nearest = get_close_matches(unmatched["line"].casefold()[:80], names, 1, 0.75)
        unmatched["nearest"] = next(iter(nearest), "")
    return {
        "n_lines": len(lines),
        "n_matching": n_matching,
        "n_rows": sum(out.values()),
        "lines": lines[:_MOST_LINES],
    }


def counts_by_view(talks: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    return {name: sum(shows(talk) for talk in talks) for name, shows in VIEWS.items()}


#: Which talks a list shows, by its name.
VIEWS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "all": lambda talk: True,
    "in": lambda talk: talk["why_out"] is None,
    "out": lambda talk: talk["why_out"] is not None,
    "pinned": lambda talk: talk["pin"] is not None,
    "chosen": lambda talk: talk["basis"] == Basis.CHOSEN,
}
