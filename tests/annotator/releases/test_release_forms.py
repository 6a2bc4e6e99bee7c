"""The forms of a release: what each carries, what it says that it lacks, and that it comes back as it was."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from arro3.io import read_parquet
from lxml import etree

from annotator.importers.base import Document
from annotator.importers.registry import parse
from annotator.platform.writers.canonical import canonical, content_hash
from annotator.releases.api.release_serializers import StatisticsSerializer
from annotator.releases.forms.base import PAPER_TALK, Frozen, final_texts, split_names
from annotator.releases.forms.documents import CARD_FIGURES, card
from annotator.releases.forms.registry import FORMS
from annotator.releases.statistics import Statistics
from annotator.reviewing.gold_forms import COLUMNS

TEXTS = [
    ("High water, by hand.", "満潮の高さを、手書きで。"),
    ("tab\there", "か\u3099族が来た👩‍👩‍👧。"),
    ('formula =1+1 & <b> "quoted" ]]>', "مرحبا\u200f بالعالم"),
    ("two\nlines\r\nand more", "x\u2028y\x85z"),
    ("control \x0b \x1f \ufffe", "=SUM(A1)"),
]
NULLS = [("__null__", "えーと"), ("Left out.", "__drop__")]


def record(number: int, source: str, target: str, **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = dict.fromkeys(COLUMNS, "")
    told |= {name: [] for name in ("source_ids", "target_ids", "removed_ids", "error_tags", "overridden_checks")}
    told |= {"source": source, "target": target, "source_corrected": source, "target_corrected": target}
    told |= {
        "pair_id": 1,
        "pair": "The ledger",
        "kind": "bitext",
        "review_id": 1,
        "row": number,
        "version": 1,
        "guidelines_version": None,
        "basis": "single",
    }
    told |= {"source_language": "en", "target_language": "ja", "good_align": True, "good_mt": None, "edited": False}
    told |= {
        "proposal_hidden": False,
        "post_edited": False,
        "target_post_edited": target,
        "confidence": 0.25,
        "row_id": f"r{number}",
    }
    told |= {"source_ids": [number], "target_ids": [[number, 0, 2]] if number % 2 else [number], "split": "dev"}
    return told | {"engine_signature": "engine:x|encoder:laser2", "error_tags": ["a,b", "日"]} | fields


RECORDS = [
    *(record(number, *texts) for number, texts in enumerate([*TEXTS, *NULLS])),
    record(
        7, "Post-edited.", "前", target_post_edited="後", post_edited=True, pair_id=2, pair="A/B: <two>", split="test"
    ),
    record(8, "Guten Tag.", "Hello.", source_language="de", target_language="en", pair_id=3, pair="Drei", split=""),
]


#: What releases of the first version counted. It stays as it is, as those releases do.
FIRST_COUNTED = {
    "split", "interpreter_rank", "source_language", "target_language", "talks", "speakers", "rows", "null_rows",
    "source_words", "source_characters", "target_characters_before", "target_characters_after", "edited_rows",
}  # fmt: skip
ABOUT_TIDES = {"source_ids": [3], "source_section": "1 Introduction"}
ABOUT_IRON = {"source_ids": [9], "source_section": "2 Iron"}
#: A talk about a paper: two stretches about section 1 with one about section 2 between them, and what is in none.
TALK = [
    record(number, source, target, **about, kind=PAPER_TALK, pair="The talk", target_external_id="t1", speaker="Mara")
    for number, (source, target, about) in enumerate(
        [
            ("__null__", "Good morning.", {}),
            ("We measure tides.", "So we measure tides\nhere.", ABOUT_TIDES),
            ("__null__", "Um.", {}),
            ("Rust is slow.", "It rusts.", ABOUT_IRON),
            ("We measure tides. By hand.", "Tides, by hand.", ABOUT_TIDES | {"source_ids": [3, 4]}),
            ("Rust is slow.", "Not this.", ABOUT_IRON | {"good_align": False}),
        ]
    )
]


@pytest.fixture
def release() -> Frozen:
    return release_of(RECORDS)


def release_of(records: list[dict[str, Any]]) -> Frozen:
    statistics = Statistics()
    for each in records:
        statistics.add(each)
    lines = [canonical(each) for each in records]
    manifest = {
        "project": {"slug": "harbour", "name": "Harbour Talks"},
        "rows": {"n": len(lines), "sha256": hashlib.sha256(b"".join(lines)).hexdigest()},
        **statistics.as_json(),
        "people": {"shown_as": "pseudonyms", "accounts": ["person-1"]},
        "software": {"name": "Lectern", "version": "0.1.0"},
    }
    return Frozen(
        title="Harbour SI", version="1.2", stem="harbour-si-1.2", description="Talks | of the *harbour*.", notes="",
        licence="CC-BY-4.0", sha256=hashlib.sha256(canonical(manifest)).hexdigest(), manifest=manifest,
        lines=lambda: iter(lines),
    )  # fmt: skip


def written(release: Frozen, form: str) -> tuple[bytes, dict[str, int | None]]:
    out = io.BytesIO()
    lacks = FORMS[form].write(release, out)
    return out.getvalue(), {each["what"]: each["n_rows"] for each in lacks.told()}


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


#: What XML can hold of the rows that have both texts.
PAIRS = [final_texts(each) for each in RECORDS if each["source"] != "__null__" and each["target"] != "__drop__"]


def in_xml(text: str) -> str:
    return "".join("\ufffd" if c in "\x0b\x1f\ufffe" else c for c in text)


@pytest.mark.parametrize("form", [key for key, form in FORMS.items() if not form.needs])
def test_the_same_rows_give_the_same_bytes(release: Frozen, form: str) -> None:
    assert written(release, form) == written(release, form)


def test_the_card_of_a_release_that_counted_less(release: Frozen) -> None:
    statistics = release.manifest["statistics"]
    for each in statistics:
        for name in set(each) - FIRST_COUNTED:
            del each[name]
    assert f"| {statistics[0]['edited_rows']} |\n" in card(release)
    for each in statistics:
        del each["edited_rows"]
    assert "| – |\n" in card(release)


def test_every_figure_is_in_the_card_unless_it_is_said_here(release: Frozen) -> None:
    """And each is described in the API, so that the page does not compile without it."""
    counted = set(release.manifest["statistics"][0])
    not_in_card = {"speakers", "source_characters", "source_lengths", "target_lengths"}
    assert counted - not_in_card == set(CARD_FIGURES) - {"languages"} | {"source_language", "target_language"}
    assert counted == set(StatisticsSerializer().fields)


def test_lines_are_the_hashed_ones(release: Frozen) -> None:
    data, lacks = written(release, "jsonl")
    assert hashlib.sha256(data).hexdigest() == release.manifest["rows"]["sha256"]
    assert [json.loads(line) for line in data.decode().split("\n")[:-1]] == RECORDS
    assert lacks == {}


@pytest.mark.parametrize(("form", "delimiter"), [("tsv", "\t"), ("csv", ",")])
def test_tables_hold_every_column(release: Frozen, form: str, delimiter: str) -> None:
    data, lacks = written(release, form)
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))
    assert list(rows[0]) == COLUMNS
    expected = ["'" + each["target"] if each["target"].startswith("=") else each["target"] for each in RECORDS]
    assert [row["target"] for row in rows] == expected
    assert [row["source"] for row in rows] == [each["source"] for each in RECORDS]
    assert lacks == {}


def test_parquet_holds_every_column_with_its_type(release: Frozen) -> None:
    data, lacks = written(release, "parquet")
    table = read_parquet(io.BytesIO(data)).read_all()
    assert table.column_names == COLUMNS
    for name in COLUMNS:
        values = [value.as_py() for chunk in table[name].chunks for value in chunk]
        expected = [each[name] for each in RECORDS]
        if name.endswith("_ids"):
            values = [json.loads(value) for value in values]
        assert values == expected, name
    assert lacks == {}


def test_tmx_is_read_as_it_was(release: Frozen) -> None:
    data, lacks = written(release, "tmx")
    root = etree.fromstring(data)
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    found = [[(tuv.get(language), tuv.findtext("seg")) for tuv in unit.findall("tuv")] for unit in root.iter("tu")]
    assert [tuple(text for _, text in unit) for unit in found] == [tuple(map(in_xml, pair)) for pair in PAIRS]
    assert [language for language, _ in found[-1]] == ["de", "en"]
    assert root.find("header").get("srclang") == "*all*"
    assert lacks == {"null rows": 2, "characters that XML does not allow": 1}


@pytest.mark.parametrize(
    ("form", "namespace", "unit"),
    [
        ("xliff2", "{urn:oasis:names:tc:xliff:document:2.0}", "segment"),
        ("xliff1", "{urn:oasis:names:tc:xliff:document:1.2}", "trans-unit"),
    ],
)
def test_xliff_is_read_as_it_was(release: Frozen, form: str, namespace: str, unit: str) -> None:
    data, lacks = written(release, form)
    files = unzipped(data)
    assert list(files) == ["harbour-si-1.2.de-en.xlf", "harbour-si-1.2.en-ja.xlf"]
    roots = [etree.fromstring(file) for file in files.values()]
    found = [
        (each.findtext(f"{namespace}source"), each.findtext(f"{namespace}target"))
        for root in reversed(roots)
        for each in root.iter(f"{namespace}{unit}")
    ]
    assert found == [tuple(map(in_xml, pair)) for pair in PAIRS]
    originals = [file.get("original") for file in roots[1].iter(f"{namespace}file")]
    assert originals == ["The ledger", "A/B: <two>"]
    assert lacks == {"labels": None, "null rows": 2, "characters that XML does not allow": 1}


def test_plain_text_has_a_line_a_row_on_both_sides(release: Frozen) -> None:
    data, lacks = written(release, "text")
    files = {name: file.decode() for name, file in unzipped(data).items()}
    stem = "harbour-si-1.2.en-ja"
    assert [name for name in files if name.startswith(stem)] == [f"{stem}.en", f"{stem}.ja", f"{stem}.rows"]
    sides = [files[f"{stem}.{ending}"].split("\n")[:-1] for ending in ("en", "ja", "rows")]
    assert {len(lines) for lines in sides} == {6}
    # No reader of lines may see more of them, whatever it takes for the end of one.
    assert all(len(files[f"{stem}.{ending}"].splitlines()) == 6 for ending in ("en", "ja", "rows"))
    assert (sides[0][3], sides[1][3]) == ("two lines and more", "x y z")
    assert (sides[1][5], sides[2][5]) == ("後", "8\tA/B: <two>")
    assert lacks == {"labels": None, "line ends inside a text": 2, "null rows": 2}


def test_vecalign_links_count_parts_of_units(release: Frozen) -> None:
    data, lacks = written(release, "vecalign")
    files = unzipped(data)
    assert list(files) == [
        "harbour-si-1.2/0001-The-ledger.align", "harbour-si-1.2/0002-A-B-two.align", "harbour-si-1.2/0003-Drei.align",
    ]  # fmt: skip
    assert files["harbour-si-1.2/0001-The-ledger.align"].splitlines()[:2] == [b"[0]:[0]", b"[1]:[1]"]
    assert lacks["rows that hold a part of a unit, linked to the whole"] == 4


def test_forms_of_talks_are_written_for_talks_alone(release: Frozen) -> None:
    talk = release_of(TALK)
    assert {key for key, form in FORMS.items() if not form.fits(release)} == {
        "talksumm",
        "vtssum",
        "m3av",
        "clips",
        "ratings",
    }
    assert {key for key, form in FORMS.items() if not form.fits(talk)} == {"naist", "m3av", "clips", "ratings"}


def test_talksumm_lists_what_was_spoken_about_and_for_how_long() -> None:
    data, lacks = written(release_of(TALK), "talksumm")
    (name, file), *others = unzipped(data).items()
    assert (name, others) == ("harbour-si-1.2/0001-The-talk.txt", [])
    assert file.decode() == "3\t8\tWe measure tides.\n9\t2\tRust is slow.\n"
    assert lacks["rows about several sentences of which one is not known alone"] == 1


def test_vtssum_cuts_a_talk_where_its_section_changes_and_is_imported_again() -> None:
    data, _ = written(release_of(TALK), "vtssum")
    ((name, file),) = unzipped(data).items()
    told = json.loads(file)
    first = ["Good morning.", "So we measure tides here.", "Um."]
    assert told["segmentation"] == [first, ["It rusts."], ["Tides, by hand."], ["Not this."]]
    clips = [told["summarization"][f"clip_{number}"] for number in range(4)]
    assert [clip["is_summarization_sample"] for clip in clips] == [True, True, True, False]
    assert [one["label"] for one in clips[0]["summarization_data"]] == [0, 1, 0]
    assert (told["id"], told["info"]["author"]) == ("t1", ["Mara"])
    (talk,) = parse(file, name, "vtssum").bitexts
    assert [unit.text for unit in talk.target.units] == [sentence for clip in told["segmentation"] for sentence in clip]


def test_naist_s_columns_hold_what_was_said_and_what_was_made_of_it(release: Frozen) -> None:
    data, lacks = written(release, "naist")
    files = unzipped(data)
    assert list(files) == ["harbour-si-1.2/no_split.tsv", "harbour-si-1.2/dev.tsv", "harbour-si-1.2/test.tsv"]
    rows = list(csv.DictReader(io.StringIO(files["harbour-si-1.2/dev.tsv"].decode(), newline=""), delimiter="\t"))
    assert [(row["eng_src"], row["manual_si_tgt"]) for row in rows] == PAIRS[:5]
    (row,) = csv.DictReader(io.StringIO(files["harbour-si-1.2/test.tsv"].decode()), delimiter="\t")
    assert (row["si_tgt"], row["manual_si_tgt"], row["name"]) == ("前", "後", "A/B: <two>")
    assert lacks == {"labels": None, "ids of rows": None, "null rows": 2}


def test_intertext_is_imported_again_with_its_null_rows(release: Frozen) -> None:
    data, lacks = written(release, "intertext")
    files = unzipped(data)
    stem = "harbour-si-1.2/0001-The-ledger"
    names = [f"{stem}.{version}.xml" for version in ("en", "ja", "en.ja")]
    assert list(files)[:3] == names
    source, target = (parse(files[name], name).documents[0] for name in names[:2])
    links = parse(files[names[2]], names[2])
    assert (source.language, target.language) == ("en", "ja")
    assert links.problems == ()

    def texts_of(side: Document, places: tuple[int, ...]) -> str:
        return "".join(side.units[place].text for place in places)

    pairs = [(texts_of(source, left), texts_of(target, right)) for left, right, _ in links.beads or ()]
    texts = [["" if text in ("__null__", "__drop__") else text for text in final_texts(row)] for row in RECORDS[:7]]
    assert pairs == [tuple(" ".join(in_xml(text).split()) for text in pair) for pair in texts]
    assert lacks == {"labels": None, "characters that XML does not allow": 1}


def test_wmt_has_a_document_for_each_talk(release: Frozen) -> None:
    data, _ = written(release, "wmt")
    root = etree.fromstring(unzipped(data)["harbour-si-1.2.en-ja.xml"])
    documents = root.findall("collection/doc")
    assert [doc.get("id") for doc in documents] == ["1-The ledger", "2-A/B: <two>"]
    for side, place in ((0, "src"), (1, "ref")):
        texts = [seg.text for doc in documents for seg in doc.find(place).iter("seg")]
        assert texts == [in_xml(pair[side]) for pair in PAIRS[:-1]]


def test_the_folder_is_checked_and_split(release: Frozen) -> None:
    data, lacks = written(release, "folder")
    files = {name.removeprefix("harbour-si-1.2/"): file for name, file in unzipped(data).items()}
    assert set(files) == {
        "README.md", "data/dev.parquet", "data/test.parquet", "data/no_split.parquet", "rows.jsonl", "manifest.json",
        "CITATION.cff", "checksums.txt",
    }  # fmt: skip
    sums = dict(reversed(line.split("  ")) for line in files["checksums.txt"].decode().splitlines())
    assert sums == {n: hashlib.sha256(file).hexdigest() for n, file in files.items() if n != "checksums.txt"}
    assert sums["manifest.json"] == release.sha256
    assert read_parquet(io.BytesIO(files["data/dev.parquet"])).read_all().num_rows == 7
    assert files["README.md"].startswith(b'---\npretty_name: "Harbour SI 1.2"\nlanguage: ["de", "en", "ja"]\n')
    assert lacks == {}


@pytest.mark.parametrize(
    ("splits", "names"),
    [
        ([""], ["train"]),
        (["", "dev", "train"], ["no_split", "dev", "train"]),
        (["", "no split"], ["no_split", "no_split_2"]),
        (["訓練", "評価"], ["split", "split_2"]),
    ],
)
def test_rows_without_a_split_are_no_training_data_beside_splits(
    release: Frozen, splits: list[str], names: list[str]
) -> None:
    statistics = [{"split": split} for split in [*splits, splits[0]]]
    assert split_names(replace(release, manifest={"statistics": statistics})) == dict(zip(splits, names, strict=True))


def test_the_card_says_what_there_is(release: Frozen) -> None:
    text = written(release, "card")[0].decode()
    assert "# Harbour SI 1.2" in text
    # Who reviewed may be more: of reviews that agree, rows name one.
    assert re.search(r"^- People named in its rows: \d+, by their pseudonyms\.$", text, re.MULTILINE)
    assert "| dev | – | en to ja | 1 | 7 | 2 |" in text
    assert release.sha256 in text
    assert "CC-BY-4.0" in text


def test_croissant_names_every_column_and_the_hash(release: Frozen) -> None:
    told = json.loads(written(release, "croissant")[0])
    assert told["distribution"][0]["sha256"] == release.manifest["rows"]["sha256"]
    assert [field["name"] for field in told["recordSet"][0]["field"]] == COLUMNS


def test_labels_of_a_project_are_columns_of_their_own() -> None:
    statistics = Statistics()
    records = [record(0, "One.", "一。", label_register="formal", label_kinds=["a", "b"]), record(1, "Two.", "二。")]
    for each in records:
        statistics.add(each)
    lines = [canonical(each) for each in records]
    release = Frozen("T", "1.0", "t-1.0", "", "", "", "", statistics.as_json(), lambda: iter(lines))
    columns = [*COLUMNS, "label_kinds", "label_register"]
    rows = list(csv.DictReader(io.StringIO(written(release, "tsv")[0].decode(), newline=""), delimiter="\t"))
    assert (list(rows[0]), rows[0]["label_kinds"], rows[1]["label_register"]) == (columns, '["a", "b"]', "")
    table = read_parquet(io.BytesIO(written(release, "parquet")[0])).read_all()
    assert table.column_names == columns
    assert [value.as_py() for value in table["label_kinds"].chunks[0]] == ['["a","b"]', None]
    assert content_hash(records[0]) != content_hash({**records[0], "label_register": "plain"})
    assert content_hash(records[1]) == content_hash({**records[1], "label_register": None})


def test_content_is_what_a_row_says_not_who_said_it_when() -> None:
    one = RECORDS[0]
    assert content_hash(one) == content_hash({**one, "accepted_at": "x", "annotator": "y", "row": 5, "version": 9})
    for change in ({"target": "x"}, {"good_mt": False}, {"removed_ids": [1]}, {"error_tags": []}, {"split": "test"}):
        assert content_hash(one) != content_hash({**one, **change}), change


def test_spellings_of_one_speaker_count_once() -> None:
    speakers = ("Ōno, Yūko", "Yuuko OHNO", "Dr Yuko Ono", "Mara Lind", "")
    release = release_of([record(number, "A tide.", "潮。", speaker=name) for number, name in enumerate(speakers)])
    assert [each["speakers"] for each in release.manifest["statistics"]] == [2]


def test_rows_are_found_by_what_columns_hold_and_not_by_what_texts_say() -> None:
    said = '"split":"test","source_language":"de"'
    release = release_of([
        record(1, said, said, split="dev"),
        record(2, "A tide.", "潮。", split='te"st\\'),
        record(3, "A tide.", "潮。", split="test", source_language="de"),
        record(4, "A tide.", "潮。", split="test2"),
    ])  # fmt: skip
    assert [row["row"] for row in release.rows(split="test")] == [3]
    assert [row["row"] for row in release.rows(split='te"st\\')] == [2]
    assert [row["number"] for row in replace(release, only=("en", "ja")).rows()] == [1, 2, 4]
