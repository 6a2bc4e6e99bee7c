"""A running application with a corpus in it, at one size: what every area of `scale.py` measures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from application import Connection, running_application
from corpus import Corpus, Size, make_corpus
from engines import made_text
from processes import cpu_seconds, megabytes

from tests.e2e.application import Application


@dataclass
class Instance:
    """share : how large the corpus is, 1 at full size. unit : how large the imports are that every size has."""

    application: Application
    corpus: Corpus
    share: float
    unit: float
    #: A small project that has something of everything, and its ids, once it is there (`loads.addresses`).
    small: dict[str, Any] | None = None
    #: What was imported, by its rows.
    _imported: dict[int, tuple[float, int]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return self.application.url

    def connection(self, session: str = "") -> Connection:
        """By default the owner's."""
        return Connection(self.url, session or self.corpus.owner)

    def cpu(self, *programs: str) -> float:
        return cpu_seconds(*map(self.application.pid, programs))

    def megabytes(self, *programs: str) -> float:
        """Of all programs, by default, what they share counted once."""
        return megabytes(*map(self.application.pid, programs or self.application.programs))

    def database_value(self, statement: str) -> Any:
        """What a statement over the application's database returns, if anything."""
        with psycopg.connect(self.application.environment["DATABASE_URL"]) as connection:
            cursor = connection.execute(statement)
            return next(cursor, (None,))[0] if cursor.description else None

    def rows_named(self, name: str) -> int:
        """How many "5,000 rows" are at this size. A name with two numbers has the one of the full size first."""
        return round(int(name.split()[0].replace(",", "")) * (self.share if "|" in name else self.unit))

    def imported(self, name: str, *, copy: int = 0) -> tuple[float, int]:
        """(seconds from the upload of a table to its pair, the pair); each copy is imported once."""
        n_rows = self.rows_named(name) + copy
        if n_rows not in self._imported:
            self._imported[n_rows] = self._import(n_rows)
        return self._imported[n_rows]

    def _import(self, n_rows: int) -> tuple[float, int]:
        return self.import_table(table(n_rows), self.corpus.project, f"bitext-{n_rows}")

    def import_table(self, data: bytes, project: str, name: str) -> tuple[float, int]:
        """(seconds from the upload of a table to its pair, the pair)."""
        connection = self.connection()
        begun = time.perf_counter()
        batch = connection.upload("imports/", project, f"{name}.tsv", data)
        address = f"imports/{batch['id']}/"
        connection.poll(address, _is_settled, every_seconds=0.05)
        connection.post(f"{address}commit/")
        batch = connection.poll(address, _is_settled, every_seconds=0.05)
        if batch["state"] != "imported":
            raise RuntimeError(f"import of {name}: {batch}")
        return time.perf_counter() - begun, batch["result"]["pairs"][0]


def _is_settled(batch: dict[str, Any]) -> bool:
    """Whether nothing more happens to an import by itself."""
    return batch["state"] in ("staged", "imported", "failed", "discarded")


def aligned(n_rows: int, *, seed: int = 0) -> list[tuple[str, str]]:
    """The beads of a made text and its rendering, as texts."""
    source, target, beads = made_text(n_rows, seed=seed or n_rows)
    return [(" ".join(source[i] for i in left), " ".join(target[i] for i in right)) for left, right in beads]


def table(n_rows: int, *, seed: int = 0) -> bytes:
    """A bitext with its alignment: a row for each bead."""
    lines = ["source\ttarget\tsource_language\ttarget_language"]
    lines += [f"{source}\t{target}\ten\tde" for source, target in aligned(n_rows, seed=seed)]
    return ("\n".join(lines) + "\n").encode()


@contextmanager
def running(size: Size, share: float, unit: float) -> Iterator[Instance]:
    with running_application() as application:
        corpus = make_corpus(application, size)
        print(f"{size}: written in {corpus.seconds:.0f} s", flush=True)
        at = Instance(application, corpus, share, unit)
        # Figures and index grow with a corpus, over months: making all of them at once is not what saves compete with.
        begun, connection, project = time.perf_counter(), at.connection(), f"projects/{corpus.project}"
        connection.poll(f"{project}/quality/", lambda quality: quality["is_current"], every_seconds=1)
        connection.poll(f"{project}/concordance/?q=water", lambda index: not index["n_pending"], every_seconds=1)
        print(f"figures and index made in {time.perf_counter() - begun:.0f} s", flush=True)
        yield at
