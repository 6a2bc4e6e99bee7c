"""Documents that describe a release: manifest, data card, Croissant metadata and how to cite it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import IO, Any, NamedTuple

from annotator.platform.writers.canonical import canonical
from annotator.platform.writers.columns import Kind, kind_of
from annotator.releases.forms.base import Form, Frozen, Lacks
from annotator.releases.reviewing import engine_groups

#: SPDX names of common licences of data and the pages that Hugging Face and Croissant point to.
LICENCES = {
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC-BY-NC-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "CC-BY-NC-ND-4.0": "https://creativecommons.org/licenses/by-nc-nd/4.0/",
    "CC-BY-NC-SA-4.0": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
}


class CardPart(NamedTuple):
    """A part of the data card that people write. hint : what belongs there."""

    key: str
    title: str
    hint: str


#: As in data sheets for data sets (Gebru et al. 2021), without what the program knows by itself.
CARD_PARTS = (
    CardPart("origin", "Where the texts come from", "Events, dates, who spoke, how they were recorded and transcribed"),
    CardPart("annotation", "How the rows were annotated", "Who did it, how they were trained and paid, what they saw"),
    CardPart("uses", "What it is for", "Tasks it suits, and those it does not"),
    CardPart("limits", "Known limits", "Gaps, biases, noise, what was left out and why"),
    CardPart("rights", "Consent and rights", "What speakers agreed to, copyright, personal data"),
    CardPart("contact", "Maintenance and contact", "Who looks after it, and where to report an error"),
)
#: What Croissant calls the kinds of values; a field of lists has the type of what is in them.
_DATA_TYPES = {
    Kind.TEXT: "sc:Text",
    Kind.TEXTS: "sc:Text",
    Kind.FLAG: "sc:Boolean",
    Kind.NUMBER: "sc:Integer",
    Kind.SHARE: "sc:Float",
}


def _write_manifest(release: Frozen, out: IO[bytes]) -> Lacks:
    """Canonical: its SHA-256 is the release's."""
    out.write(canonical(release.manifest))
    return Lacks()


def _write_card(release: Frozen, out: IO[bytes]) -> Lacks:
    out.write(card(release).encode())
    return Lacks()


def card(release: Frozen) -> str:
    """The data card, Markdown: what people wrote, and what the program knows."""
    manifest = release.manifest
    lines = [
        f"# {markdown_text(release.title)} {release.version}",
        "",
        release.description.strip() or "No description.",
        "",
    ]
    if release.notes.strip():
        lines += ["## What is new", "", release.notes.strip(), ""]
    lines += _written(release, "origin")
    lines += ["## Rows", "", *_table(manifest["statistics"]), ""]
    lines += [
        "Words are counted in languages that are written with spaces. *Before* is the aligned target with what was "
        "removed from it, *after* without it and post-edited. Edited rows have a removed or a post-edited text.",
        "",
        *_written(release, "annotation"),
        "## How it was made",
        "",
        *_variant(manifest.get("variant")),
        *([f"- Gold: {_basis(manifest['basis'])}."] if manifest["basis"] else []),
        *_reviewed(manifest),
        *_engines(manifest["engines"]),
        *map(_rated, manifest.get("ratings", [])),
        f"- People named in its rows: {len(manifest['people']['accounts'])}, by their {manifest['people']['shown_as']}."
        if manifest["people"]["accounts"]
        else "- People named in its rows: none, as nobody reviewed these links.",
        f"- Made with {manifest['software']['name']} {manifest['software']['version']}.",
        "",
        *_written(release, "uses", "limits", "rights"),
        "## Integrity",
        "",
        f"- SHA-256 of `manifest.json`: `{release.sha256}`. This is the hash of the release.",
        f"- SHA-256 of the JSON lines: `{manifest['rows']['sha256']}`. The manifest contains it.",
        *map(_erased, manifest.get("erased", [])),
        "",
        "## Licence",
        "",
        release.licence.strip() or "No licence was stated. Ask its makers before you use it.",
        "",
        "## Citation",
        "",
        citation(release),
        "",
        *_written(release, "contact"),
    ]
    return "\n".join(lines)


def _erased(erased: Mapping[str, Any]) -> str:
    """What it held once; the manifest names the rows, so that whoever has a copy can take them out."""
    return (
        f"- Until {erased['date']} this release held {erased['talks_before']:,} talks with {erased['rows_before']:,} "
        f"rows. {erased['talks']:,} with {erased['rows']:,} rows were erased: {markdown_text(erased['reason'])}. "
        f"SHA-256 of the manifest before: `{erased['sha256']}`. If you have a copy, delete these rows from it."
    )


def _engines(engines: list[dict[str, Any]]) -> list[str]:
    """One line for each engine and how it was set; the manifest has the signature of each talk."""
    return [
        f"- Proposed by: {group['engine']}, {group['n_talks']:,} {'talk' if group['n_talks'] == 1 else 'talks'}, "
        f"{group['rows']:,} rows{_hidden_from_somebody(group['proposal_hidden'])}{set_as(group['options'])}."
        for group in engine_groups(engines)
    ]


def _hidden_from_somebody(n_rows: int) -> str:
    return f", {n_rows:,} of them also judged by somebody who did not see the proposal" if n_rows else ""


def set_as(options: str) -> str:
    return f" (`{options}`)" if options else ""


def _reviewed(manifest: Mapping[str, Any]) -> list[str]:
    """How many people reviewed how often, by which guidelines, and how far they agree; as far as a manifest says it."""
    lines = []
    if reviewing := manifest.get("reviewing"):
        who = [(reviewing["reviewers"], "annotator"), (reviewing["judges"], "adjudicator")]
        people = ", ".join(f"{n:,} {noun}{'' if n == 1 else 's'}" for n, noun in who if n)
        mean = reviewing["reviews_per_row"]
        noun = "review" if mean == 1 else "reviews"
        lines.append(f"- Reviewed by: {people or 'nobody'}; {mean:g} {noun} a row on average.")
    if versions := manifest.get("guidelines_versions"):
        by_version = ", ".join(f"version {number} ({n:,} rows)" for number, n in versions.items())
        lines.append(f"- Guidelines: {by_version}.")
    if figures := manifest.get("agreement"):
        measures = ", ".join(agreement_in_words(figure) for figure in figures)
        lines.append(f"- Agreement of annotators in the project: {measures}.")
    return lines


def _rated(task: Mapping[str, Any]) -> str:
    """Who rated what, and what the systems got in each question."""
    raters = f"{task['n_counted']:,} of {task['n_raters']:,} raters counted"
    about = f"{raters}, {task['n_ratings']:,} samples rated, closed on {task['closed_on']}"
    figures = "; ".join(
        f"{markdown_text(question['name'])}: {', '.join(map(_opinion, question['systems']))}"
        for question in task["results"]["questions"]
    )
    return f"- Rated by people, {markdown_text(task['name'])}: {about}. {figures or 'No rating counted'}."


def _opinion(system: Mapping[str, Any]) -> str:
    """Such as "North 3.82 (3.61 to 4.03)"."""
    if system["value"] is None:
        return f"{markdown_text(system['system'])} –"
    interval = "" if system["low"] is None else f" ({system['low']:.2f} to {system['high']:.2f})"
    return f"{markdown_text(system['system'])} {system['value']:.2f}{interval}"


def agreement_in_words(figure: Mapping[str, Any]) -> str:
    """Such as "Links F1 .93 (.92 to .94), 19 talks"."""
    statistic = "F1" if figure["statistic"] == "F1" else "α"
    interval = "" if figure["low"] is None else f" ({_share(figure['low'])} to {_share(figure['high'])})"
    talks = f"{figure['n_talks']:,} {'talk' if figure['n_talks'] == 1 else 'talks'}"
    return f"{markdown_text(figure['name'])} {statistic} {_share(figure['value'])}{interval}, {talks}"


def _share(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.2f}"


def _written(release: Frozen, *keys: str) -> list[str]:
    """What people wrote for parts of the card, with headings; nothing for parts without a text."""
    lines: list[str] = []
    for part in CARD_PARTS:
        if part.key in keys and (text := release.card.get(part.key, "").strip()):
            lines += [f"## {part.title}", "", text, ""]
    return lines


def citation(release: Frozen) -> str:
    return citation_of(release.manifest["project"]["name"], release.title, release.version, release.sha256)


def citation_of(project: str, title: str, version: str, sha256: str) -> str:
    return f"{project}. *{title}, version {version}*. SHA-256 {sha256}."


#: Of the statistics, what the card says: its heads. What a release of an earlier version did not count is a dash.
CARD_FIGURES = {
    "split": "split", "interpreter_rank": "rank", "languages": "languages", "talks": "talks", "rows": "rows",
    "null_rows": "null rows", "source_words": "source words", "target_characters_before": "characters before",
    "target_characters_after": "characters after", "edited_rows": "edited rows",
}  # fmt: skip


def _table(statistics: list[dict[str, Any]]) -> list[str]:
    lines = [f"| {' | '.join(CARD_FIGURES.values())} |", "|" + "---|" * len(CARD_FIGURES)]
    for each in statistics:
        figures = {**each, "languages": f"{each['source_language'] or '?'} to {each['target_language'] or '?'}"}
        cells = [figures.get(name) for name in CARD_FIGURES]
        lines.append(f"| {' | '.join(f'{c:,}' if isinstance(c, int) else markdown_text(c or '–') for c in cells)} |")
    return lines


def _basis(counts: dict[str, int]) -> str:
    words = {
        "adjudicated": "adjudicated",
        "single": "from the only review",
        "agreed": "agreed on by all reviews",
        "chosen": "of a single review that somebody chose from a pair that needs more",
        "implicit": "confirmed in passing",
    }
    return ", ".join(f"{n:,} rows {words[name]}" for name, n in counts.items() if n)


#: Why rows are not in a variant of the paper, in the order in which it is asked; also after a number alone.
LEFT_OUT = {
    "null": "without a text on one side",
    "coarse": "above the cost that the coarse filter keeps",
    "intra": "whose target the intra-sentence filter leaves empty",
    "inter": "dropped by the inter-sentence filter",
    "not_judged": "regrouped by people or not judged by the filters",
}


def left_out_in_words(counts: Mapping[str, int]) -> str:
    parts = [
        f"{n:,} {'row' if n == 1 else 'rows'} {words}" for key, words in LEFT_OUT.items() if (n := counts.get(key))
    ]
    return ", ".join(parts) or "none"


def _variant(variant: dict[str, Any] | None) -> list[str]:
    """Releases of earlier versions do not say it: they hold all curated rows."""
    if variant is None or variant["name"] == "curated":
        return []
    if variant["name"] == "automatic":
        return [
            "- Variant: automatic. All links that the engines proposed for the talks of "
            f"{variant['n_candidates']:,} curated rows, as they were before anybody reviewed them."
        ]
    return [
        f"- Variant: {variant['name'].upper()} of Zhao et al. 2024, by the filters' verdicts on "
        f"{variant['n_candidates']:,} curated rows. Left out: {left_out_in_words(variant['left_out'])}."
    ]


def markdown_text(text: str) -> str:
    """On one line, without what Markdown would take for marks."""
    for character in "\\`*_[]<>|#":
        text = text.replace(character, f"\\{character}")
    return " ".join(text.splitlines())


def _write_citation(release: Frozen, out: IO[bytes]) -> Lacks:
    """CITATION.cff 1.2.0. JSON strings are YAML strings."""
    licence = f"license: {release.licence}\n" if release.licence in LICENCES else ""
    out.write(
        "cff-version: 1.2.0\nmessage: If you use this data set, please cite it as below.\ntype: dataset\n"
        f"title: {_json(release.title)}\nversion: {_json(release.version)}\n{licence}"
        f"authors:\n  - name: {_json(release.manifest['project']['name'])}\n"
        f"identifiers:\n  - type: other\n    value: {_json(f'sha256:{release.sha256}')}\n"
        "    description: SHA-256 of the manifest\n".encode()
    )
    return Lacks()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write_croissant(release: Frozen, out: IO[bytes]) -> Lacks:
    out.write(json.dumps(croissant(release), ensure_ascii=False, indent=2).encode() + b"\n")
    return Lacks()


def croissant(release: Frozen) -> dict[str, Any]:
    """Croissant 1.0 (MLCommons): the JSON lines file and its columns."""
    name = f"{release.stem}.jsonl"
    fields = [
        {
            "@type": "cr:Field", "@id": f"rows/{column}", "name": column, "dataType": _DATA_TYPES[kind_of(column)],
            "source": {"fileObject": {"@id": "rows.jsonl"}, "extract": {"column": column}},
        }
        for column in release.columns
    ]  # fmt: skip
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": release.stem,
        "description": release.description or f"{release.title}, version {release.version}",
        "license": LICENCES.get(release.licence, release.licence or "unknown"),
        "version": f"{release.version}.0",
        "url": f"urn:sha256:{release.sha256}",
        "citeAs": citation(release),
        **({"datePublished": release.manifest["published"]} if "published" in release.manifest else {}),
        "distribution": [
            {
                "@type": "cr:FileObject", "@id": "rows.jsonl", "name": name, "contentUrl": name,
                "encodingFormat": "application/jsonlines", "sha256": release.manifest["rows"]["sha256"],
            }
        ],
        "recordSet": [{"@type": "cr:RecordSet", "@id": "rows", "name": "rows", "field": fields}],
    }  # fmt: skip


def _write_zenodo(release: Frozen, out: IO[bytes]) -> Lacks:
    out.write(json.dumps(zenodo(release), ensure_ascii=False, indent=2).encode() + b"\n")
    return Lacks()


def zenodo(release: Frozen) -> dict[str, Any]:
    """A record's metadata as Zenodo's deposit API takes them (developers.zenodo.org).

    Without a licence that Zenodo knows the files stay closed: what is open has CC0 there unless a licence is named.
    """
    is_open = release.licence in LICENCES
    text = release.description.strip() or f"{release.title}, version {release.version}"
    paragraphs = [*text.split("\n\n"), release.notes.strip(), f"SHA-256 of the manifest: {release.sha256}"]
    return {
        "metadata": {
            "upload_type": "dataset",
            "title": release.title,
            "version": release.version,
            "description": "".join(f"<p>{escape(each)}</p>" for each in paragraphs if each),
            "creators": [{"name": release.manifest["project"]["name"]}],
            "keywords": ["sentence alignment", *(f"{source}-{target}" for source, target in release.languages)],
            "access_right": "open" if is_open else "closed",
            **({"license": release.licence.lower()} if is_open else {}),
            **({"publication_date": release.manifest["published"]} if "published" in release.manifest else {}),
        }
    }


_CONTEXT = {
    "@language": "en", "@vocab": "https://schema.org/", "citeAs": "cr:citeAs", "column": "cr:column",
    "conformsTo": "dct:conformsTo", "cr": "http://mlcommons.org/croissant/", "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty", "samplingRate": "cr:samplingRate",
    "examples": {"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract",
    "field": "cr:field", "fileProperty": "cr:fileProperty", "fileObject": "cr:fileObject", "fileSet": "cr:fileSet",
    "format": "cr:format", "includes": "cr:includes", "isLiveDataset": "cr:isLiveDataset", "jsonPath": "cr:jsonPath",
    "key": "cr:key", "md5": "cr:md5", "parentField": "cr:parentField", "path": "cr:path", "recordSet": "cr:recordSet",
    "references": "cr:references", "regex": "cr:regex", "repeated": "cr:repeated", "replace": "cr:replace",
    "sc": "https://schema.org/", "separator": "cr:separator", "source": "cr:source", "subField": "cr:subField",
    "transform": "cr:transform",
}  # fmt: skip


MANIFEST = Form("manifest", "Manifest", ".manifest.json", "application/json; charset=utf-8", _write_manifest)
CARD = Form("card", "Data card", ".md", "text/markdown; charset=utf-8", _write_card)
CITATION = Form("citation", "Citation (CFF)", ".cff", "application/yaml", _write_citation)
CROISSANT = Form("croissant", "Croissant metadata", ".croissant.json", "application/ld+json", _write_croissant)
ZENODO = Form("zenodo", "Zenodo metadata", ".zenodo.json", "application/json; charset=utf-8", _write_zenodo)
