"""The card of a training set."""

from __future__ import annotations

from typing import IO, Any

from annotator.people.activity.noting import counted
from annotator.releases.forms.base import Form, Frozen, Lacks
from annotator.releases.forms.documents import citation, markdown_text, set_as
from annotator.releases.reviewing import engine_groups
from annotator.summaries.training_forms.lines import VARIANTS


def _write_card(frozen: Frozen, out: IO[bytes]) -> Lacks:
    out.write(card(frozen).encode())
    return Lacks()


def card(frozen: Frozen) -> str:
    """The data card, Markdown."""
    manifest = frozen.manifest
    rules = manifest["rules"]
    lines = [
        f"# {markdown_text(frozen.title)} {frozen.version}",
        "",
        frozen.description.strip() or "No description.",
        "",
        "Papers with the summaries that their talks give: each sentence with the number of words that the talk spent "
        "on it (`scores`), and whether it is in a summary (`labels`). Made as TalkSumm's training sets are (Lev et "
        "al. 2019, section 4.1).",
        "",
        "## Papers",
        "",
        *_table(manifest["statistics"]),
        "",
        "## How it was made",
        "",
        f"- Words on each sentence: {rules['basis_label'].lower()}. {_basis(manifest['basis'])}.",
        f"- Lengths: {', '.join(VARIANTS[one] for one in manifest['variants'])}. All sentences above a number of words "
        "are in a summary, so that its length is nearest to what is wanted.",
        f"- Split: {_split(rules)}",
        *_engines(manifest["engines"]),
    ]
    lines += _references(manifest)
    lines += [
        f"- Left out: {counted(n, 'paper')} {reason.removeprefix('papers ')}."
        for reason, n in manifest["skipped"].items()
    ]
    lines += [
        f"- Made with {manifest['software']['name']} {manifest['software']['version']}.",
        "",
        "## Integrity",
        "",
        f"- SHA-256 of `manifest.json`: `{frozen.sha256}`. This is the hash of the training set.",
        f"- SHA-256 of the JSON lines: `{manifest['rows']['sha256']}`. The manifest contains it.",
        "",
        "## Licence",
        "",
        frozen.licence.strip() or "No licence was stated. The texts are those of the papers: ask who owns them.",
        "",
        "## Citation",
        "",
        citation(frozen),
        "",
    ]
    return "\n".join(lines)


def _table(statistics: list[dict[str, Any]]) -> list[str]:
    heads = ["split", "papers", "speakers", "sentences", *(f"chosen, {label}" for label in VARIANTS.values())]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for each in statistics:
        numbers = [each["papers"], each["speakers"], each["sentences"], *(each["chosen"][key] for key in VARIANTS)]
        lines.append(f"| {each['split']} | {' | '.join(f'{n:,}' for n in numbers)} |")
    return lines


def _engines(engines: list[dict[str, Any]]) -> list[str]:
    """One line for each engine and how it was set; the manifest has the signature of each paper and talk."""
    return [
        f"- Engine: {group['engine']}, {counted(group['rows'], 'paper')}{set_as(group['options'])}."
        for group in engine_groups(engines)
    ]


def _basis(counts: dict[str, int]) -> str:
    words = {
        "adjudicated": "from gold rows of an adjudication", "single": "from gold rows of the only review",
        "agreed": "from the rows on which all reviews agree", "run": "from an engine alone",
    }  # fmt: skip
    return ", ".join(f"{counted(n, 'paper')} {words[name]}" for name, n in counts.items() if n) or "No papers"


def _references(manifest: dict[str, Any]) -> list[str]:
    """Sets that were made before references went in say nothing of them."""
    references = manifest.get("references")
    if not references or not references["papers"]:
        return []
    names = ", ".join(markdown_text(name) for name in references["sets"])
    papers = counted(references["papers"], "paper")
    return [f"- `references`: summaries that people wrote, of {papers} ({names}). To measure by."]


def _split(rules: dict[str, Any]) -> str:
    train, dev = rules["shares"]["train"], rules["shares"]["dev"]
    drawn = (
        f"train, dev and test as {train} : {dev} : {100 - train - dev} of the papers, seed {rules['seed']}; papers "
        "with a text or a speaker in common are in one split."
    )
    return f"the corpus's own where it has one; else {drawn}" if rules["uses_corpus_split"] else drawn


CARD = Form("card", "Data card", ".md", "text/markdown; charset=utf-8", _write_card)
