"""A text without an id whose name the project has with another text: the next version of that one, or something else of
the same name. A person says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from annotator.corpus.importing.reading import Item
from annotator.corpus.importing.versions import find_known, language_of, texts_of
from annotator.models import Document, Pair, Project
from annotator.platform.errors import Conflict

#: What a text becomes whose name the project has with another text: a document of its own ``beside`` that one, or the
#: next ``version`` of it, of the newest where several have the name. ``guess``: the next version where only one has the
#: name and at least half of the sentences are in it as well.
SAME_NAME = ("beside", "version", "guess")


@dataclass(frozen=True, slots=True)
class Namesake:
    """The newest of the documents that are named as an item is, and hold another text.

    n_documents : how many are named so. n_same, n_sentences : of the item's sentences, how many are in it, and all.
    """

    document: Document
    n_documents: int
    n_same: int
    n_sentences: int

    @property
    def is_likely_older(self) -> bool:
        """Whether the item can be taken for its next version: a name alone may be that of anything ("source")."""
        return self.n_documents == 1 and 0 < self.n_sentences <= 2 * self.n_same


def find_namesake(project: Project, item: Item, without: Collection[int] = ()) -> Namesake | None:
    """What the project has under the name of an item that has no id and whose text is new, in its language, of its kind
    and on its side of a pair; None where there is nothing. The documents `without` do not count.

    The side of a pair tells a rendering from an offline translation: both have the title and the language.
    """
    if item.external_id:
        return None
    pairs = Pair.objects.filter(project=project)
    named = Q(title__iexact=item.title)
    if item.side:
        named |= Q(pk__in=pairs.filter(title__iexact=item.title).values(item.side))
    documents = Document.objects.filter(
        named, project=project, kind=item.document.kind, language=language_of(item), next__isnull=True
    ).exclude(pk__in=without)
    if item.side:
        documents = documents.filter(pk__in=pairs.filter(**{f"{item.side}__isnull": False}).values(item.side))
    if item.interpreter:
        documents = documents.filter(interpreter=item.interpreter)
    # There may be thousands of one name ("source"), and as many files in an import.
    newest = documents.order_by("-imported_at", "-pk").first()
    if newest is None:
        return None
    sentences = Counter(text for text in item.texts if text.strip())
    n_same = (sentences & Counter(texts_of(newest))).total()
    return Namesake(newest, documents.count(), n_same, sentences.total())


def takes_names(choice: str, namesakes: Sequence[Namesake | None]) -> bool:
    """Whether the items of a file become the next versions of their namesakes: all or none, as they may be pairs."""
    there = [namesake for namesake in namesakes if namesake is not None]
    return bool(there) and (
        choice == "version" or (choice == "guess" and all(namesake.is_likely_older for namesake in there))
    )


def same_name_of(options: Mapping[str, Any]) -> str:
    """One of `SAME_NAME`, from the options of a file."""
    return "beside" if options.get("as_new") else options.get("same_name") or "beside"


def known_by_name(
    project: Project,
    items: Sequence[Item],
    choice: str,
    without: Collection[int],
    announced: Sequence[Mapping[str, Any]] = (),
    made: Collection[int] = (),
) -> bool:
    """Whether the items of a file that have namesakes become the next versions of these; `without` as above.

    announced : what was said of each item when the file was staged, as a report has its documents. Raises Conflict
    where something else would become of it, as another text of that name was imported meanwhile. made : documents of
    this import, which refuses two for one place in its own words.
    """
    if choice == "beside":
        return False
    unknown = [find_known(project, item)[0] == "new" for item in items]
    namesakes = [
        find_namesake(project, item, without) if is_new else None for item, is_new in zip(items, unknown, strict=True)
    ]
    are_versions = takes_names(choice, namesakes)
    for item, namesake, about in zip(items, namesakes, announced, strict=False):
        if namesake is None or namesake.document.pk in made or not (before := about.get("same_name")):
            continue
        was_version = about["status"] == "changed"
        if was_version != are_versions or (are_versions and not _comes_from(namesake.document, before["document"])):
            raise Conflict(
                f"Another text named {item.title} was imported since this one was added. Choose again whether it is "
                "the new version of a text, or add the file anew. Nothing was imported.",
                code="changed",
            )
    return are_versions


def _comes_from(document: Document, older: int) -> bool:
    """Whether a document is another one, by its id, or a later version of it."""
    version: Document | None = document
    while version is not None and version.pk != older:
        version = version.previous
    return version is not None
