"""The papers and slides of a talk: their rare words, which a recogniser may have missed, and where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from alignment.transcripts.rare_words import N_COMMON, available, common_words, most_frequent, rare_words
from alignment.transcripts.words import normalise
from alignment.types import AlignmentError
from annotator.models import Document, DocumentKind, Pair, Timeline, Unit

#: Words that the page of a pass gets, the rarest kinds of a paper among them.
MOST_WORDS = 3000
#: Words of other transcripts, the most frequent of them.
MOST_ELSEWHERE = 20_000
#: Of one transcript that BWER counts.
MOST_RARE_WORDS = 5000
#: Transcripts of a project that tell which words are common.
_TRANSCRIPTS = 200
_SHORTEST = 4


def units_beside(document: Document) -> QuerySet[Unit]:
    """What the papers and decks say that a transcript is paired with, in order."""
    sources = Pair.objects.filter(target=document, source__kind__in=[DocumentKind.PAPER, DocumentKind.SLIDES])
    return Unit.objects.filter(document__in=sources.values("source")).order_by("document", "position")


def texts_beside(document: Document) -> Iterator[str]:
    """The texts of `units_beside`."""
    yield from units_beside(document).values_list("text", flat=True).iterator(chunk_size=2000)


def rare_words_of(document: Document) -> list[str]:
    """The words of its papers and slides that are not common; none where nothing says which words are common."""
    texts = list(texts_beside(document))
    common = _common(document) if texts else []
    return rare_words(texts, common, language=document.language) if common else []


def places_of(words: Iterable[str], document: Document) -> list[dict[str, Any]]:
    """Where rare words come from, in the order of `words`: ``word``; ``n``, how often papers and slides have it; and
    the first of these, ``title`` of the document and ``number`` of its page or sentence, from 1."""
    found: dict[str, dict[str, Any]] = {word: {"word": word, "n": 0, "title": "", "number": 0} for word in words}
    units = units_beside(document).values_list("document__title", "position", "text").iterator(chunk_size=2000)
    for title, position, text in units:
        for token in normalise(text, document.language):
            if (entry := found.get(token.text)) is None:
                continue
            if not entry["n"]:
                entry |= {"title": title, "number": position + 1}
            entry["n"] += 1
    return list(found.values())


def _common(document: Document) -> list[str]:
    if listed := _listed(document.language):
        return listed
    found = most_frequent(_texts_elsewhere(document), language=document.language)
    return found if len(found) == N_COMMON else []  # of fewer, every word would be common


def _listed(language: str) -> list[str]:
    """Common words, where the extra is there and has a list of this language."""
    if not available()[0]:
        return []
    try:
        return common_words(language)
    except AlignmentError:
        return []


def _texts_elsewhere(document: Document) -> Iterator[str]:
    others = Document.objects.filter(
        project=document.project_id, kind=DocumentKind.TRANSCRIPT, language=document.language
    ).exclude(pk=document.pk)
    texts = Unit.objects.filter(document__in=list(others.values_list("pk", flat=True)[:_TRANSCRIPTS]))
    yield from texts.values_list("text", flat=True).iterator(chunk_size=2000)


def words_elsewhere(document: Document) -> list[str]:
    """Words of the other transcripts of its project in its language, and of a list of common words where there is one:
    what a recogniser may have heard that nobody said."""
    counts: Counter[str] = Counter()
    for text in _texts_elsewhere(document):
        counts.update(token.text for token in normalise(text, document.language))
    found = [word for word, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:MOST_ELSEWHERE]]
    return list(dict.fromkeys([*found, *_listed(document.language)]))


def words_beside(document: Document) -> list[dict[str, Any]]:
    """``word`` and ``n``, how often papers and slides have it: those that could be what a recogniser missed."""
    counts: Counter[str] = Counter()
    for text in texts_beside(document):
        counts.update(token.text for token in normalise(text, document.language))
    longest = sorted(counts, key=lambda word: (-len(word), word))
    kept = [word for word in longest if len(word) >= _SHORTEST or not word.isascii()][:MOST_WORDS]
    return [{"word": word, "n": counts[word]} for word in sorted(kept)]


def slides_beside(document: Document) -> dict[str, Any] | None:
    """``deck`` and ``stretches``: which page of a deck was on the screen when; None without a timeline."""
    timeline = Timeline.objects.filter(pair__target=document).select_related("pair").first()
    if timeline is None:
        return None
    return {
        "deck": timeline.pair.source_id,
        "stretches": [
            {"page": page, "start": start, "end": end} for page, start, end, *_ in timeline.stretches if page
        ],
    }  # fmt: skip
