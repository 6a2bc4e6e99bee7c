"""All columns of every row: the lines that were hashed, tables, and Parquet."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, Any

import orjson

from annotator.platform.writers import tsv
from annotator.platform.writers.canonical import canonical
from annotator.platform.writers.columns import Kind, kind_of
from annotator.releases.forms.base import Form, Frozen, Lacks, Record

#: Rows of a Parquet row group, which is in memory at once: 10,000 rows take 110 MB, these 25.
_GROUP = 2_000


def _write_lines(release: Frozen, out: IO[bytes]) -> Lacks:
    out.writelines(release.lines())
    return Lacks()


def _write_tsv(release: Frozen, out: IO[bytes]) -> Lacks:
    columns = release.columns
    out.write(tsv.header(columns).encode())
    for record in release.rows():
        out.write(tsv.line_of(map(record.get, columns)).encode())
    return Lacks()


def _write_csv(release: Frozen, out: IO[bytes]) -> Lacks:
    """RFC 4180, with a mark at its head by which spreadsheets know that it is UTF-8; cells are those of the TSV."""
    columns = release.columns
    out.write(codecs.BOM_UTF8 + tsv.line_of(columns, delimiter=",", end="\r\n").encode())
    for record in release.rows():
        out.write(tsv.line_of(map(record.get, columns), delimiter=",", end="\r\n").encode())
    return Lacks()


def _write_parquet(release: Frozen, out: IO[bytes]) -> Lacks:
    write_parquet(release.rows(), out, release.columns)
    return Lacks()


def write_parquet(records: Iterable[Record], out: IO[bytes], columns: Sequence[str]) -> int:
    """A table; ids, and what columns of unknown kind hold beside texts, as JSON. Returns its number of rows."""
    from arro3.core import DataType, Field, RecordBatch, RecordBatchReader, Schema
    from arro3.io import write_parquet as write

    types = {
        Kind.TEXT: DataType.string(),
        Kind.TEXTS: DataType.list(Field("item", DataType.string(), nullable=True)),
        Kind.FLAG: DataType.bool(),
        Kind.NUMBER: DataType.int64(),
        Kind.SHARE: DataType.float64(),
    }
    fields = {name: Field(name, types[kind_of(name)], nullable=True) for name in columns}
    schema = Schema(list(fields.values()))
    n_rows = 0

    def batches() -> Iterator[Any]:
        nonlocal n_rows
        left = iter(records)
        while group := list(islice(left, _GROUP)):
            n_rows += len(group)
            yield RecordBatch.from_arrays(
                [_column(group, name, field) for name, field in fields.items()], schema=schema
            )

    reader = RecordBatchReader.from_batches(schema, batches())
    write(reader, out, compression="zstd(3)", max_row_group_size=_GROUP, created_by="Lectern")
    return n_rows


def _column(records: Sequence[Record], name: str, field: Any) -> Any:
    """The values of a column as Arrow has them. Lists go through its reader of JSON, which is all that makes them."""
    from arro3.core import Array, Schema
    from arro3.io import read_json

    values = [record.get(name) for record in records]
    kind = kind_of(name)
    if kind is Kind.TEXTS:
        lines = b"".join(canonical({name: value}) for value in values)
        return read_json(io.BytesIO(lines), Schema([field]), batch_size=len(values)).read_next_batch().column(0)
    if kind is Kind.SHARE:
        values = [None if value is None else float(value) for value in values]
    elif kind is Kind.TEXT:
        values = [
            value if value is None or isinstance(value, str) else orjson.dumps(value).decode() for value in values
        ]
    return Array(values, field.type)


LINES = Form("jsonl", "JSON lines", ".jsonl", "application/x-ndjson; charset=utf-8", _write_lines)
TSV = Form("tsv", "TSV", ".tsv", tsv.CONTENT_TYPE, _write_tsv)
CSV = Form("csv", "CSV", ".csv", "text/csv; charset=utf-8", _write_csv)
PARQUET = Form("parquet", "Parquet", ".parquet", "application/vnd.apache.parquet", _write_parquet)
