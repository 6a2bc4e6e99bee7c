"""The languages that a member reads: the one place that says how they are written, and whether a text is among them.

What is kept is the language of a tag alone, in lower case: whoever reads `en-GB` reads `en-US`. None at all is every
language, and a text whose language is not known is for everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from annotator.platform.errors import ServiceError

#: As many as one person may be said to read.
MOST_LANGUAGES = 30
#: Tags of texts whose language nobody knows.
_UNKNOWN = ("", "und")
_TAG = re.compile(r"([a-z]{2,8})([-_][a-z0-9]{1,8})*", re.IGNORECASE)


def languages_of(tags: Iterable[str]) -> list[str]:
    """As they are kept: sorted, each once. Raises ServiceError for what is no tag, and for too many."""
    kept = set()
    for tag in tags:
        match = _TAG.fullmatch(tag.strip())
        if match is None:
            _refuse(f"“{tag[:20]}” is no language. Expected a tag of BCP 47, such as en or ja.")
        else:
            kept.add(match[1].lower())
    if len(kept) > MOST_LANGUAGES:
        _refuse(f"{len(kept)} languages; {MOST_LANGUAGES} is the limit. None at all is every language.")
    return sorted(kept)


def reads(languages: Sequence[str], *tags: str) -> bool:
    """Whether somebody who reads these languages reads texts with these tags, all of them."""
    return not languages or all(tag in _UNKNOWN or tag.split("-")[0].lower() in languages for tag in tags)


def reads_sql(languages: str, *tags: str) -> str:
    """`reads` as a condition. languages : SQL of an array of text. tags : SQL of texts."""
    unknown = ", ".join(f"'{tag}'" for tag in _UNKNOWN)
    each = [f"({tag} IN ({unknown}) OR split_part(lower({tag}), '-', 1) = ANY({languages}))" for tag in tags]
    return f"(cardinality({languages}) = 0 OR ({' AND '.join(each)}))"


def _refuse(message: str) -> None:
    raise ServiceError(message, code="no_language", errors=[{"field": "languages", "message": message}])
