"""What every form of a release or a training set has, and what its writer gets: what is frozen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

import orjson

from annotator.platform.writers.canonical import canonical

Record = dict[str, Any]


#: Kinds of pairs, as records and manifests name them.
BITEXT, PAPER_TALK, SLIDES_TALK = "bitext", "paper_talk", "slides_talk"
NULL_ROWS = "null rows"
LINE_ENDS = "line ends inside a text"
XML_CHARACTERS = "characters that XML does not allow"


@dataclass(frozen=True, slots=True)
class Frozen:
    """A release or a training set as its forms need it.

    stem : what its files are called, without an extension. lines : reads the canonical lines from the first, each time
    it is called. manifest : as decoded JSON. card : what people wrote, Markdown by the part's key.
    document_here : the id on this site of a document that the manifest names, None if it is gone.
    """

    title: str
    version: str
    stem: str
    description: str
    notes: str
    licence: str
    sha256: str
    manifest: dict[str, Any]
    lines: Callable[[], Iterable[bytes]]
    only: tuple[str, str] | None = None
    card: dict[str, str] = field(default_factory=dict)
    document_here: Callable[[int], int | None] = int

    def rows(self, **having: str) -> Iterator[Record]:
        """The records, from the first, with `number`: their place, from 1. Of `only` two languages.

        having : texts that columns must be. Lines of other rows are passed over before they are decoded: in canonical
        JSON no text holds a quote that is not escaped, so that a key with its value stands nowhere else.
        """
        if self.only is not None:
            having = {**having, "source_language": self.only[0], "target_language": self.only[1]}
        wanted = [canonical({name: value})[1:-2] for name, value in having.items()]
        for number, line in enumerate(self.lines(), start=1):
            if all(each in line for each in wanted):
                record: Record = orjson.loads(line)
                record["number"] = number
                yield record

    @property
    def columns(self) -> list[str]:
        """Those of gold, and whatever else a record holds, such as a project's own labels."""
        columns: list[str] = self.manifest["columns"]
        return columns

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Source and target language of rows that have both texts, in order; empty where a text has none."""
        languages = {languages_of(each) for each in self.manifest["statistics"] if each["rows"] > each["null_rows"]}
        return sorted(languages)


@dataclass(slots=True)
class Lacks:
    """What a form could not carry: of each, how many rows; or what none of it has."""

    always: tuple[str, ...] = ()
    rows: Counter[str] = field(default_factory=Counter)

    def add(self, what: str) -> None:
        self.rows[what] += 1

    def with_null_rows(self, release: Frozen) -> Lacks:
        """With all null rows counted, those of languages included that have no file because they have nothing else."""
        if n := sum(each["null_rows"] for each in release.manifest["statistics"]):
            self.rows[NULL_ROWS] = n
        return self

    def told(self) -> list[dict[str, Any]]:
        counted = [{"what": what, "n_rows": n} for what, n in self.rows.items()]
        return [*({"what": what, "n_rows": None} for what in self.always), *counted]


@dataclass(frozen=True, slots=True)
class Form:
    """key : its name in addresses. ending : of the file's name, after the stem. write : returns what it lacks.

    kinds : of pairs that it can hold; what has none of them is not written in this form. Empty for every kind.
    needs : what the manifest must have for it; empty where that is nothing of its own.
    """

    key: str
    label: str
    ending: str
    content_type: str
    write: Callable[[Frozen, IO[bytes]], Lacks]
    kinds: tuple[str, ...] = ()
    needs: str = ""

    def fits(self, frozen: Frozen) -> bool:
        if self.needs and self.needs not in frozen.manifest:
            return False
        return not self.kinds or any(frozen.manifest["kinds"].get(kind) for kind in self.kinds)


def languages_of(record: Record) -> tuple[str, str]:
    return record["source_language"], record["target_language"]


def has_source(record: Record) -> bool:
    return bool(record["source"] != "__null__")


def has_target(record: Record) -> bool:
    """As the work left it: a post-edit may fill what was empty."""
    return bool(record["target"] != "__drop__" or record["post_edited"])


def is_null(record: Record) -> bool:
    """One of its sides is empty, or was edited away."""
    return not has_source(record) or record["target"] == "__drop__" or any(map(is_blank, final_texts(record)))


def is_blank(text: str) -> bool:
    return not text or text.isspace()


def final_texts(record: Record) -> tuple[str, str]:
    """Source and target as the work left them: corrected, and post-edited where somebody did."""
    target = record["target_post_edited"] if record["post_edited"] else record["target_corrected"]
    return record["source_corrected"], target


def with_both_texts(records: Iterable[Record], lacks: Lacks) -> Iterator[tuple[Record, str, str]]:
    """Records with their final texts; those with an empty side are counted and left out."""
    for record in records:
        source, target = final_texts(record)
        if not has_source(record) or record["target"] == "__drop__" or is_blank(source) or is_blank(target):
            lacks.add(NULL_ROWS)
        else:
            yield record, source, target


def one_line(text: str) -> str:
    """With line ends of every kind as spaces, as formats need that hold one text in a line."""
    return " ".join(text.splitlines())


def talk_of_record(record: Record) -> tuple[int, str]:
    return record["pair_id"], record["pair"]


def split_names(release: Frozen) -> dict[str, str]:
    """Names of files by split, as `datasets` takes them: letters, digits and underscores, not one twice.

    Rows without a split are ``train``, as that library calls what has no name, but ``no_split`` beside a split: there
    they are no part of the training data.
    """
    splits = {each["split"]: None for each in release.manifest["statistics"]}
    names: dict[str, str] = {}
    for split in splits:
        plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in split).strip("_")
        if not plain:
            plain = "split" if split else "no_split" if len(splits) > 1 else "train"
        number, chosen = 2, plain
        while chosen in names.values():
            chosen, number = f"{plain}_{number}", number + 1
        names[split] = chosen
    return names


def tag_of(languages: tuple[str, str]) -> str:
    """``en-ja``, with `und` for a language that is not known."""
    source, target = languages
    return f"{source or 'und'}-{target or 'und'}"
