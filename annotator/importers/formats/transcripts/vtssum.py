"""Talks as VT-SSum has them (Lv et al. 2021, JSON): a deck, what was said, and which sentences belong to which page.

The grammar is that of `alignment.slides.vtssum`. Each clip is a page of the deck, without text, which the corpus does
not have; sentences become the units of a transcript, and clips and labels a ready alignment: a link for each clip, with
its key sentences. Clips during which nothing was said are links without a target.
"""

from __future__ import annotations

import json

from alignment.slides.vtssum import Video, WrongVideo, video_of
from annotator.importers.base import Bitext, Document, Format, Options, Pages, Parsed, RawBead, Unit, Units
from annotator.importers.support.json_source import JsonSource, looks_like
from annotator.importers.support.language import detect
from annotator.importers.support.text_encoding import peek


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    if looks_like(text, "segmentation", "info") == 1 and looks_like(text, "url", "title") == 1:
        return 0.95
    return 0.97 if looks_like(text, "segmentation", "summarization") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    try:
        video = video_of(source.value)
    except WrongVideo as error:
        raise source.refuse(error.message, error.path, expected=error.expected) from None
    if not video.sentences:
        raise source.refuse("there is no sentence", ("segmentation",), expected="segments with sentences")
    pages: list[Unit] = Pages(source.problems, options)
    spoken: list[Unit] = Units(source.problems, options)
    beads: list[RawBead] = []
    rows = []
    for number, clip in enumerate(video.clips):
        line = source.locate(("summarization", clip.name))[0]
        first = len(spoken)
        pages.append(Unit("", None, line=line, page=number + 1))
        spoken += [Unit(sentence, None, line=line) for sentence in clip.sentences]
        beads.append(((number,), tuple(range(first, len(spoken))), None))
        rows.append({"key_sentences": [first + at for at, label in enumerate(clip.labels) if label]})
    language = options.get("language") or detect(" ".join(video.sentences[:400]))[0]
    transcript = Document("transcript", video.title, language, (), tuple(spoken), (), _about(video))
    deck = Document("slides", video.title, language, (), tuple(pages), (), {"joiner": "\n"})
    talk = Bitext(video.title, deck, transcript, None, tuple(beads), {"external_id": video.id, "rows": rows})
    return Parsed("vtssum", bitexts=(talk,), problems=source.problems.all(), encoding=source.encoding)


def _about(video: Video) -> dict[str, object]:
    """`vtssum` is the head of the file, as JSON: Postgres and the lines of releases order keys anew."""
    head = json.dumps({"id": video.id, "title": video.title, "url": video.url, "info": dict(video.info)})
    authors = video.info.get("author")
    named = [one for one in authors if isinstance(one, str)] if isinstance(authors, list) else []
    return {"authors": named, "vtssum": head, "joiner": " "}


FORMAT = Format("vtssum", "Slides and speech, VT-SSum JSON", (".json",), ("slides", "transcript"), _sniff, _parse, "2")
