"""Released files read by programs that are not ours: the same texts come out, whatever is in them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from annotator.releases.forms.base import Frozen, final_texts
from annotator.releases.forms.registry import FORMS
from tests.annotator.releases.test_release_forms import record, release_of

SCHEMAS = Path(__file__).parent / "schemas"
#: What readers have stumbled over: scripts, directions, joined and combining signs, formulas, quotes, tabs, line ends.
HARD = [
    "満潮の高さを、手書きで。",
    "か\u3099族が来た👩‍👩‍👧、𠮷野家。",
    "مرحبا\u200f بالعالم (tide)",
    "שָׁלוֹם, עולם",
    "\u202eright to left\u202c",
    "=1+1",
    "@SUM(A1:A2)",
    "-3 degrees",
    "tab\there",
    "two\nlines",
    "\ttab first, space last ",
    'say "no", he said',
    "it's <b>5 & 6</b> ]]> &amp;",
    "back\\slash \\n \\t",
    "comma, semicolon; pipe |",
    "null",
    "NA",
    "1e5",
    "true",
    "e\u0301 ﬁ Å",
]
RECORDS = [
    record(
        number,
        text,
        HARD[-1 - number % len(HARD)],
        pair_id=1 + number // 15,
        pair=f"Talk {number // 15}",
        split="dev" if number < 15 else "test",
        source_external_id=f"t{number // 15}",
        interpreter="S01",
    )
    for number, text in enumerate(HARD * 2)
]
PAIRS = [final_texts(each) for each in RECORDS]


@pytest.fixture(scope="module")
def release() -> Frozen:
    return release_of(RECORDS)


@pytest.fixture(scope="module")
def folder(release: Frozen, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every form as it is downloaded; ZIP files are unpacked beside it, below a folder named after the form."""
    path = tmp_path_factory.mktemp("release")
    for form in FORMS.values():
        if form.fits(release):
            file = path / f"{release.stem}{form.ending}"
            with file.open("wb") as out:
                form.write(release, out)
            if form.content_type == "application/zip":
                zipfile.ZipFile(file).extractall(path / form.key)
    return path


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No reader may ask the network, or leave something in the home folder."""
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY"):
        monkeypatch.setenv(name, "1")
    for name in ("HF_HOME", "HF_DATASETS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def texts_in(rows: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["source"], row["target"]) for row in rows]


def unguarded(text: str) -> str:
    """Of TSV and CSV: without the apostrophe that keeps spreadsheets from running a text as a formula."""
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@\t" else text


def test_pandas_reads_tables_and_lines(folder: Path, release: Frozen) -> None:
    import pandas

    stem = folder / release.stem
    for ending, separator in ((".tsv", "\t"), (".csv", ",")):
        table = pandas.read_csv(f"{stem}{ending}", sep=separator, dtype=str, keep_default_na=False)
        assert texts_in(table.map(unguarded).to_dict("records")) == PAIRS, ending
    lines = pandas.read_json(f"{stem}.jsonl", lines=True, dtype=False)
    assert texts_in(lines.to_dict("records")) == PAIRS
    assert texts_in(pandas.read_parquet(f"{stem}.parquet").to_dict("records")) == PAIRS
    said = pandas.read_csv(folder / "naist" / release.stem / "dev.tsv", sep="\t", keep_default_na=False, dtype=str)
    assert list(zip(said["eng_src"], said["manual_si_tgt"], strict=True)) == PAIRS[:15]


def test_polars_reads_tables_and_lines(folder: Path, release: Frozen) -> None:
    import polars

    stem = folder / release.stem
    for ending, separator in ((".tsv", "\t"), (".csv", ",")):
        table = polars.read_csv(f"{stem}{ending}", separator=separator, infer_schema=False)
        found = [{name: unguarded(row[name] or "") for name in ("source", "target")} for row in table.to_dicts()]
        assert texts_in(found) == PAIRS, ending
    # Ids are numbers or lists of three, for which this reader has no type: it is told which columns to read.
    texts = dict.fromkeys(("source", "target"), polars.String)
    assert texts_in(polars.read_ndjson(f"{stem}.jsonl", schema=texts).to_dicts()) == PAIRS
    assert texts_in(polars.read_parquet(f"{stem}.parquet").to_dicts()) == PAIRS


def test_pyarrow_reads_parquet_with_its_types(folder: Path, release: Frozen) -> None:
    from pyarrow import parquet

    table = parquet.read_table(folder / f"{release.stem}.parquet")
    assert texts_in(table.to_pylist()) == PAIRS
    assert (str(table.schema.field("good_align").type), str(table.schema.field("confidence").type)) == (
        "bool",
        "double",
    )


def test_datasets_loads_the_folder_by_its_splits(folder: Path, release: Frozen, tmp_path: Path) -> None:
    import datasets

    loaded = datasets.load_dataset(str(folder / "folder" / release.stem), cache_dir=str(tmp_path / "cache"))
    assert {name: split.num_rows for name, split in loaded.items()} == {"dev": 15, "test": 25}
    assert texts_in([*loaded["dev"], *loaded["test"]]) == PAIRS


def test_mlcroissant_validates_the_metadata_and_reads_the_rows(folder: Path, release: Frozen) -> None:
    import mlcroissant

    data = mlcroissant.Dataset(jsonld=folder / f"{release.stem}.croissant.json")
    assert not data.metadata.ctx.issues.errors
    rows = [{name.rpartition("/")[2]: value for name, value in row.items()} for row in data.records("rows")]
    found = [{name: row[name].decode() for name in ("source", "target")} for row in rows]
    assert texts_in(found) == PAIRS


def test_translate_toolkit_reads_tmx_and_xliff(folder: Path, release: Frozen) -> None:
    from translate.storage import tmx, xliff, xliff2

    files: list[tuple[Any, Path]] = [
        (tmx.tmxfile, folder / f"{release.stem}.tmx"),
        (xliff.xlifffile, folder / "xliff1" / f"{release.stem}.en-ja.xlf"),
        (xliff2.Xliff2File, folder / "xliff2" / f"{release.stem}.en-ja.xlf"),
    ]
    for kind, path in files:
        store = kind()
        store.parse(path.read_bytes())
        assert [(unit.source, unit.target) for unit in store.units] == PAIRS, path.name


def test_tmx_is_valid_by_its_dtd_and_xliff_by_its_schema(folder: Path, release: Frozen) -> None:
    dtd = etree.DTD(str(SCHEMAS / "tmx14.dtd"))
    assert dtd.validate(etree.parse(folder / f"{release.stem}.tmx")), dtd.error_log
    for form, schema in (("xliff2", "xliff-2.1-core.xsd"), ("xliff1", "xliff-1.2.xsd")):
        checked = etree.XMLSchema(file=str(SCHEMAS / schema))
        assert checked.validate(etree.parse(folder / form / f"{release.stem}.en-ja.xlf")), checked.error_log


def test_sacrebleu_scores_a_copy_of_the_references_as_perfect(folder: Path, release: Frozen) -> None:
    from sacrebleu.metrics import BLEU
    from sacrebleu.utils import smart_open

    lines = {}
    for side in ("en", "ja"):
        with smart_open(str(folder / "text" / f"{release.stem}.en-ja.{side}")) as file:
            lines[side] = [line.rstrip("\n") for line in file]
    assert [len(each) for each in lines.values()] == [len(RECORDS)] * 2
    assert lines["ja"] == [" ".join(target.splitlines()) for _, target in PAIRS]
    assert BLEU(tokenize="char").corpus_score(lines["ja"], [lines["ja"]]).score == pytest.approx(100)


def test_wmt_and_citation_are_read_by_plain_readers(folder: Path, release: Frozen) -> None:
    import yaml

    root = etree.parse(folder / "wmt" / f"{release.stem}.en-ja.xml").getroot()
    assert [seg.text for seg in root.iter("seg")][:15] == [source for source, _ in PAIRS[:15]]
    told = yaml.safe_load((folder / f"{release.stem}.cff").read_bytes())
    assert (told["title"], told["version"], told["license"]) == ("Harbour SI", "1.2", "CC-BY-4.0")
    readme = (folder / "folder" / release.stem / "README.md").read_text()
    head = yaml.safe_load(io.StringIO(readme.split("---\n")[1]))
    assert head["configs"][0]["data_files"] == [
        {"split": "dev", "path": "data/dev.parquet"},
        {"split": "test", "path": "data/test.parquet"},
    ]
    assert json.loads((folder / f"{release.stem}.manifest.json").read_text())["rows"]["n"] == len(RECORDS)
