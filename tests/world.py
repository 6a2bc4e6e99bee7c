"""Documents, pairs and runs made directly in the database: for the tests of the application and of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

import annotator.demo
from alignment.extractive.features import FEATURES, Frequencies
from alignment.extractive.model import Summariser
from alignment.hmm.tuning import Grid, Setting
from alignment.opinions.screening import Rules
from annotator.corpus.kinds import kind_of_pair
from annotator.decks.evidence import frame_name
from annotator.decks.slide_text.blocks import OfDeck, by_rules, counts_of, lines_of
from annotator.decks.slide_text.options import merge_options
from annotator.importers.base import term_key
from annotator.models import (
    AlignmentRun,
    Announcement,
    ClipExport,
    DeckPictures,
    Delivery,
    DeliveryState,
    Document,
    DocumentKind,
    GeneratedText,
    GenerationRun,
    GlossaryTerm,
    HeardTalk,
    Link,
    MemberInvitation,
    PagePicture,
    PageSearch,
    Pair,
    Pass,
    Passages,
    Project,
    ProjectExport,
    Rater,
    RatingTask,
    Recognition,
    RougeRow,
    RougeTable,
    RunState,
    Section,
    SlidePage,
    SlidesPredictions,
    SlidesRow,
    SlidesTable,
    SlidesTalk,
    SlidesTask,
    SlideText,
    SpotCheck,
    SummarySet,
    System,
    TestSet,
    Timeline,
    TrainedModel,
    TrainingRound,
    TrainingRow,
    TrainingSet,
    TranscriptCheck,
    TranscriptSegments,
    Tuning,
    Unit,
    Webhook,
)
from annotator.recordings.checks import execute as do_check
from annotator.recordings.hearing import heard_in
from annotator.recordings.segments import cut_by_rules
from annotator.summaries.evaluating.scoring import METRICS
from annotator.summaries.slides.scoring import FIGURES

DEMO = Path(annotator.demo.__file__).parent
#: Number, heading and number of units of a section.
SectionOf = tuple[str, str, int]


def make_document(
    project: Project, title: str, texts: Sequence[str], *, kind: str = DocumentKind.TEXT, language: str = "en",
    sections: Sequence[SectionOf] = (), timed: bool = False,
) -> Document:  # fmt: skip
    """A document with a unit for each text; those of slides are pages.

    sections : in order; units beyond the last are in none. timed : each unit lasts 3.5 of every 4 seconds, and its
    words have times.
    """
    document = Document.objects.create(
        project=project, kind=kind, title=title, language=language, content_hash=title, importer="test",
        importer_version="1",
    )  # fmt: skip
    of_unit: list[Section] = []
    for position, (number, heading, n) in enumerate(sections):
        section = Section.objects.create(
            document=document, position=position, number=number, heading=heading, kind=heading.lower()
        )
        of_unit += [section] * n
    units, offset = [], 0
    for position, text in enumerate(texts):
        unit = Unit(document=document, position=position, text=text, offset=offset)
        unit.page = position + 1 if kind == DocumentKind.SLIDES else None
        unit.section = of_unit[position] if position < len(of_unit) else None
        if timed:
            seconds = 4.0 * position
            unit.start_seconds, unit.end_seconds = seconds, seconds + 3.5
            unit.words = [[start, end, seconds + 0.05 * start, seconds + 0.05 * end] for start, end in words_of(text)]
        units.append(unit)
        offset += len(text) + 1
    Unit.objects.bulk_create(units, batch_size=1000)
    return document


def make_pair(project: Project, title: str, source: Document, target: Document) -> Pair:
    return Pair.objects.create(
        project=project, kind=kind_of_pair(source.kind), title=title, source=source, target=target
    )


def make_run(pair: Pair, links: Sequence[dict[str, Any]], **fields: Any) -> AlignmentRun:
    """A run that has succeeded, with links given as their fields."""
    engine = fields.pop("engine", "lexical")
    given = {"number": pair.runs.count() + 1, "signature": f"engine:{engine}", **fields}
    run = AlignmentRun.objects.create(
        pair=pair, engine=engine, state=RunState.SUCCEEDED, finished_at="2026-01-01T00:00:00Z", **given
    )
    Link.objects.bulk_create([Link(run=run, position=n, **link) for n, link in enumerate(links)], batch_size=1000)
    return run


def trained_model(training_set: TrainingSet) -> TrainedModel:
    """A model that chooses sentences of papers by their length."""
    mean, scale = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    weights = np.array([float(name == "length") for name in FEATURES])
    model = Summariser(mean, scale, weights, 0.0, Frequencies(), {"variant": "words-150"})
    return TrainedModel.objects.create(
        training_set=training_set, variant="words-150", state="ready", content=model.to_json(), sha256="0" * 64,
        figures={"split": "", "n_learnt": 1, "systems": {}},
    )  # fmt: skip


def words_of(text: str) -> list[tuple[int, int]]:
    """Start and end of each word, in code points."""
    found, at = [], 0
    for word in text.split(" "):
        found.append((at, at + len(word)))
        at += len(word) + 1
    return found


def session_of(user: User) -> str:
    """Sign the user in. Returns the key of the session, for its cookie."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def store_recording(pair: int) -> int:
    """Give a pair's target 30 MB to play, more than the buffers of a connection take. Returns the document's id."""
    document = Pair.objects.get(pk=pair).target
    document.media_file.save("talk.wav", ContentFile(bytes(30_000_000)))
    return document.pk


def bitext(project: Project) -> Pair:
    """Four sentences, five chunks, one sentence not interpreted; a family emoji and a combining mark among them."""
    source = introduced(
        project, "Ledger", ["High water, by hand.", "Nobody asked her to.", "It stays.", "The family 👩‍👩‍👧 came."]
    )
    chunks = ["満潮の高さを、", "手書きで。", "誰にも頼まれずに。", "か\u3099族が", "来た👩‍👩‍👧。"]
    target = introduced(project, "Ledger ja", chunks, language="ja")
    pair = make_pair(project, "Ledger", source, target)
    make_run(
        pair,
        [
            {"source": [0], "target": [[0, 0, 7], [1, 0, 5]], "confidence": 0.9},
            {"source": [1], "target": [[2, 0, 9]], "confidence": 0.8},
            {"source": [2], "target": [], "confidence": 0.6},
            {"source": [3], "target": [[3, 0, 4], [4, 0, len(chunks[4])]], "confidence": 0.7},
        ],
    )
    return pair


def long_bitext(project: Project, n_rows: int = 40) -> Pair:
    """Every third link has two target units and every fifth two source units; the last but one has no source."""
    sources: list[str] = []
    targets: list[str] = []
    links: list[dict[str, Any]] = []
    for row in range(n_rows):
        first_source, first_target = len(sources), len(targets)
        if row != n_rows - 2:
            sources += [f"Sentence {row} says {n}." for n in range(2 if row % 5 == 0 else 1)]
        if row != n_rows // 4:
            targets += [f"第{row}文{n}は潮👩‍👩‍👧か\u3099。" for n in range(2 if row % 3 == 0 else 1)]
        links.append(
            {
                "source": list(range(first_source, len(sources))),
                "target": [[n, 0, len(targets[n])] for n in range(first_target, len(targets))],
                "confidence": 0.5 + 0.4 * row / n_rows,
                "features": {"alpha": 0.9},
                "verdicts": {"alpha": True},
            }
        )
    source = introduced(project, "Long", sources)
    target = introduced(project, "Long ja", targets, language="ja")
    pair = make_pair(project, "Long", source, target)
    make_run(pair, links, info={"n_links": n_rows, "mean_confidence": 0.7})
    return pair


def talk(project: Project) -> Pair:
    """A paper of three sentences, a talk of two segments, one span that begins inside a segment."""
    paper = introduced(
        project,
        "Full stop",
        ["Transcripts lack full stops.", "A breath is a label.", "Silence is a mixture."],
        kind=DocumentKind.PAPER,
    )
    speech = introduced(
        project,
        "Full stop talk",
        ["so no full stop just words", "and a breath is a label"],
        kind=DocumentKind.TRANSCRIPT,
    )
    pair = make_pair(project, "Full stop", paper, speech)
    make_run(
        pair,
        [
            {"source": [0], "target": [[0, 0, 16]], "confidence": 0.9, "candidates": [[0, 0.9], [1, 0.1]]},
            {"source": [1], "target": [[0, 16, 26], [1, 0, 23]], "confidence": 0.6, "candidates": [[1, 0.6]]},
        ],
        engine="talksumm",
        info={"durations": [4, 7, 0]},
    )
    return pair


def shown_deck(project: Project, **fields: Any) -> Document:
    """A deck of two pages, the first with a picture. fields : of its pictures."""
    deck = make_document(project, "Harbour slides", ["Tides\nWe hear water.", " "], kind=DocumentKind.SLIDES)
    pictures = DeckPictures.objects.create(document=deck, name="harbour.pdf", **{"state": "done", **fields})
    files = {name: ContentFile(b"RIFF\x04\x00\x00\x00WEBP", name=f"{name}.webp") for name in ("picture", "thumbnail")}
    PagePicture.objects.create(pictures=pictures, page=1, width=1600, height=900, sha256="0" * 64, **files)
    return deck


def slide_text(deck: Document) -> SlideText:
    """The text of a deck, read: its first page has a paragraph of two lines, and a formula that is doubtful."""
    text = SlideText.objects.create(document=deck, state="done")
    lines: list[list[Any]] = [
        ["pdf", "text", None, "Every silence has two origins:", [[50, 100], [400, 100], [400, 124], [50, 124]]],
        ["pdf", "text", None, "inside a clause, or at its end", [[50, 130], [390, 130], [390, 154], [50, 154]]],
        ["ocr", "formula", 0.41, "P = 1", [[50, 300], [200, 300], [200, 330], [50, 330]]],
    ]
    read = lines_of(lines)
    blocks = by_rules(read, [], OfDeck(merge_options({})), page=1, is_ordered=False)
    SlidePage.objects.create(
        slide_text=text, page=1, width=1600, height=900, lines=lines, blocks=blocks, read_from=["pdf", "ocr"],
        figures=counts_of(blocks, read),
    )  # fmt: skip
    SlidePage.objects.create(
        slide_text=text, page=2, figures=counts_of([], []), read_from=["pdf"], problem="No picture."
    )
    return text


def searched(pair: Pair) -> PageSearch:
    """A search of a recording that is done, with the one frame that it kept: of second 1."""
    seen = {"start": 0.0, "end": 2.0, "frame": 1, "candidates": [{"page": 1, "inliers": 60, "confidence": 0.9}]}
    evidence = {"limit": 8.0, "inliers": [60, 58], "stretches": [seen]}
    search = PageSearch.objects.create(pair=pair, name="talk.mp4", state="done", evidence=evidence)
    default_storage.save(frame_name(search, 1), ContentFile(b"\xff\xd8\xff"))
    return search


#: Of a block of slide text, as points.
CORNERS = [[0, 0], [9, 0], [9, 9], [0, 9]]
#: The last page has no text. What is said: two sentences on page 1, one on page 2, one on page 1 again, one on none.
PAGES = ["Two log-normals\nEvery silence has two origins", "Results\nRead speech, ten speakers", " "]
SAID = [
    "each silence comes from one of two log-normals",
    "so every silence has an origin",
    "ten speakers read speech",
    "the two log-normals again",
    "and now lunch",
]
#: By `timed` sentences, which begin every 4 seconds.
STRETCHES = [[1, 0.0, 8.0], [2, 8.0, 12.0], [1, 12.0, 16.0], [0, 16.0, None]]


def slides(project: Project, title: str = "Silences", *, timeline: bool = True) -> Pair:
    """A deck of three pages and its talk in five sentences with times: four rows, one of a page that comes back."""
    deck = make_document(project, title, PAGES, kind=DocumentKind.SLIDES)
    speech = make_document(project, f"{title} talk", SAID, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = make_pair(project, title, deck, speech)
    if timeline:
        Timeline.objects.create(pair=pair, stretches=STRETCHES, origin="file", file_name="silences.csv")
    rows: list[tuple[list[int], list[int], float]] = [
        ([0], [0, 1], 0.9),
        ([1], [2], 0.8),
        ([0], [3], 0.6),
        ([], [4], 0.7),
    ]
    make_run(
        pair,
        [
            {
                "source": source, "target": [[n, 0, len(SAID[n])] for n in said], "confidence": confidence,
                "candidates": [[0, 0.6], [1, 0.3]],
            }
            for source, said, confidence in rows
        ],
        engine="slides",
    )  # fmt: skip
    return pair


def term(
    project: Project, source: str = "high water", targets: Sequence[str] = ("満潮",), *, forbidden: Sequence[str] = (),
    note: str = "", changed_by: User | None = None, target_language: str = "ja",
) -> GlossaryTerm:  # fmt: skip
    return GlossaryTerm.objects.create(
        project=project, source_language="en", target_language=target_language, source=source, key=term_key(source),
        targets=list(targets), forbidden=list(forbidden), note=note, changed_by=changed_by,
    )  # fmt: skip


def member_invitation(project: Project, **fields: Any) -> MemberInvitation:
    """An invitation to become a viewer, by a link unless fields say otherwise."""
    given = {"role": "viewer", "creates_account": True, **fields}
    return MemberInvitation.objects.create(project=project, **given)


def empty_test_set(project: Project, name: str = "Released") -> TestSet:
    return TestSet.objects.create(project=project, name=name)


def webhook(project: Project, name: str = "annotation-bot", **fields: Any) -> Webhook:
    given = {"url": "https://hooks.example.org/lectern", "events": ["review.submitted", "run.failed"], **fields}
    return Webhook.objects.create(project=project, name=name, **given)


def announcement(project: Project, text: str = "Sung lines are no alignment.", **fields: Any) -> Announcement:
    return Announcement.objects.create(project=project, text=text, **fields)


def delivery(webhook: Webhook, state: str = DeliveryState.FAILED, **fields: Any) -> Delivery:
    """One that has ended, the last of five tries."""
    given = {"event": "run.failed", "body": "{}", "tries": 5, "status": 503, "took_ms": 200, **fields}
    return Delivery.objects.create(webhook=webhook, state=state, message_id=f"msg_{uuid4().hex}", **given)


def rouge_table(project: Project, name: str = "Workshop reviewers") -> RougeTable:
    """A table of one system."""
    references = SummarySet.objects.create(project=project, name=name, kind="references")
    table = RougeTable.objects.create(
        references=references, state=RunState.SUCCEEDED, n_papers=1, finished_at=timezone.now()
    )
    figure = {"mean": 0.3, "low": 0.2, "high": 0.4, "p": None}
    score = {"document": 1, "title": "Pauses", "n_words": 120, **dict.fromkeys(METRICS, 0.3)}
    RougeRow.objects.create(
        table=table, position=0, system="abstract", label="Abstract", n_papers=1, n_words=120,
        figures=dict.fromkeys(METRICS, figure), scores=[score],
    )  # fmt: skip
    return table


def slides_table(project: Project, pair: Pair) -> SlidesTable:
    """A table of one method on one talk. Any number of them may stand in a project."""
    table = SlidesTable.objects.create(
        project=project, basis="imported", state=RunState.SUCCEEDED, finished_at=timezone.now(),
        counts=dict.fromkeys(
            (
                "n_talks", "n_left_out", "n_sentences", "n_clips", "n_segments", "n_samples", "n_silent",
                "n_with_silent",
            ),
            1,
        ),
    )  # fmt: skip
    figures = FIGURES[SlidesTask.SEGMENTATION]
    SlidesRow.objects.create(
        table=table, position=0, task="segmentation", method="cosine", label="Cosine of windows", n_talks=1,
        figures={name: {"value": 0.4, "low": None, "high": None} for name in figures},
    )  # fmt: skip
    SlidesTalk.objects.create(
        table=table, position=0, pair=pair, video="talk", n_sentences=4, boundaries=[2],
        scores={"cosine": {**dict.fromkeys(figures, 0.4), "cuts": [3]}},
    )  # fmt: skip
    return table


def slides_predictions(project: Project, name: str = "Ours") -> SlidesPredictions:
    return SlidesPredictions.objects.create(
        project=project, name=name, task="segmentation", predicted={"talk": [1, 0, 0, 1]}
    )


def generation_run(project: Project, pair: Pair, name: str = "Ours") -> GenerationRun:
    """A text of one page that came in a file, with a number of no source."""
    run = GenerationRun.objects.create(
        project=project, name=name, direction="slide_to_script", file_name="ours.tsv", state=RunState.SUCCEEDED,
        progress=1, finished_at=timezone.now(),
    )  # fmt: skip
    GeneratedText.objects.create(
        run=run, pair=pair, page=1, start=0, material="Silences", reference="so no full stop", paper=["Few are long."],
        text="No full stop in 50", rouge_1=0.6, rouge_2=0.3, rouge_l=0.5, unsupported=[[16, 18]], n_unsupported=1,
    )  # fmt: skip
    return run


def tuning(project: Project, *, found: bool = False, **fields: Any) -> Tuning:
    """A search that was cancelled, before or after it found something."""
    current = Setting()._asdict()
    result = {
        "scores": [0.6, 0.7], "current_score": 0.6, "best": current, "best_score": 0.7, "f1": 0.7, "current_f1": 0.6,
        "low": 0.01, "high": 0.2, "has_gain": True,
        "folds": [{"n_talks": 1, "setting": current, "f1": 0.7, "current_f1": 0.6}],
    }  # fmt: skip
    basis = {"n_talks": 5, "n_papers": 5, "n_words": 900, "pairs": []}
    grid = {name: list(values) for name, values in asdict(Grid()).items()}
    given = {"result": result, "basis": basis, "n_done": 2} if found else {}
    return Tuning.objects.create(
        project=project, grid=grid, current=current, n_settings=1120, state=RunState.CANCELLED,
        finished_at=timezone.now(), **given, **fields,
    )  # fmt: skip


def introduced(project: Project, title: str, texts: Sequence[str], **fields: Any) -> Document:
    """A document that is all in one section, its introduction."""
    return make_document(project, title, texts, sections=[("", "Introduction", len(texts))], **fields)


#: What is said in a recording, ten times over; recogniser A hears `MISHEARD_A` otherwise, and B `MISHEARD_B`.
SPOKEN = [
    "every silence of a speaker has two origins",
    "some of them are breaths and others are thoughts",
    "we measured three hundred and twelve lectures",
    "the log normal mixture fits better than one curve",
    "a hesitation is a cascade of small delays",
    "nobody hears the difference before the second clause",
]
MISHEARD_A = {"cascade": "arcade", "mixture": "mix sure", "breaths": "breads"}
MISHEARD_B = {"cascade": "case", "origins": "orange ins", "lectures": "lecture"}


def misheard(text: str, words: Mapping[str, str]) -> str:
    return " ".join(words.get(word, word) for word in text.split())


def recognition(document: Document, name: str, texts: Sequence[str], **fields: Any) -> Recognition:
    """Lines of 3.5 of every 4 seconds."""
    units = [
        Unit(text=text, start_seconds=4.0 * position, end_seconds=4.0 * position + 3.5)
        for position, text in enumerate(texts)
    ]
    words, breaks = heard_in(units, document.language)
    given = {"origin": "file", "state": "done", "finished_at": timezone.now(), "words": words, "breaks": breaks}
    return Recognition.objects.create(document=document, name=name, **{**given, **fields})


def checked_transcript(
    project: Project, title: str = "Two origins", *, n: int = 6, share: float = 0.2, seed: int = 7,
    document: Document | None = None, texts: tuple[Sequence[str], Sequence[str]] | None = None,
) -> TranscriptCheck:  # fmt: skip
    """A transcript of 6 n lines whose two recognitions are compared: 5 n masks where they differ, and planted ones.

    texts : what both heard instead, line by line.
    """
    document = document or make_document(
        project, title, SPOKEN * n, kind=DocumentKind.TRANSCRIPT, timed=True
    )  # fmt: skip
    heard_a, heard_b = texts or [[misheard(text, words) for text in SPOKEN * n] for words in (MISHEARD_A, MISHEARD_B)]
    a, b = recognition(document, "Whisper", heard_a), recognition(document, "Azure", heard_b)
    check = TranscriptCheck.objects.create(
        document=document, a=a, b=b, language=document.language, planted_share=share, seed=seed
    )
    do_check(check.pk)
    return TranscriptCheck.objects.select_related("document__project", "a", "b").get(pk=check.pk)


def cut_recording(document: Document) -> TranscriptSegments:
    """A transcript's recording, cut by rules."""
    return cut_by_rules(document=document, user=None)


def project_export(project: Project) -> ProjectExport:
    """An archive that is done, of no content."""
    return ProjectExport.objects.create(
        project=project, state="done", name="harbour.lectern.zip", file=ContentFile(b"PK", name="a.zip"), size=2,
        sha256="0" * 64, counts={"pairs": 1},
    )  # fmt: skip


def clips(document: Document) -> ClipExport:
    """Clips that are done; what their file holds is none of it."""
    segments = cut_recording(document)
    return ClipExport.objects.create(
        document=document, form="flac", state="done", finished_at=timezone.now(), n_clips=1, seconds=4.5, size=2,
        file=ContentFile(b"PK", name="clips.zip"), sha256="0" * 64, of_version=segments.changed_at,
    )  # fmt: skip


def heard_talk(system: System, number: int = 1) -> HeardTalk:
    """One segment in which the system left out a word."""
    segment = {
        "id": "pauses--0000000_0004000", "start": 0.0, "end": 4.0, "missing": False, "errors": 1, "units": 3,
        "rare_errors": 0, "rare_units": 0, "rare": [], "runs": [["no full", "no full", ""], ["stop", "", "D"]],
    }  # fmt: skip
    return HeardTalk.objects.create(system=system, number=number, title="Pauses", segments=[segment])


def rating_task(project: Project, **fields: Any) -> RatingTask:
    """Of sound: one set of two systems and a trap; rater 1 has rated all of it, rater 2 has only a link."""
    questions = [{"name": "Naturalness", "meaning": "How natural?", "scale": "half", "words": []}]
    known = {"medium": "sound", "per_set": 5, "sets_per_rater": 1, "rules": asdict(Rules()), "questions": questions}
    task = RatingTask.objects.create(**{"project": project, "name": "Voices", **known, **fields})
    picture = ContentFile(b"RIFF\0\0\0\0WEBP", name="slide.webp")
    task.pictures.create(group="one", name="slide.png", alt="Slide 1", file=picture, width=160, height=90)
    rater, _ = (Rater.objects.create(task=task, number=number) for number in (1, 2))
    now = timezone.now()
    Rater.objects.filter(pk=rater.pk).update(consented_at=now, begun_at=now, finished_at=now)
    for position, (system, trap) in enumerate((("North", None), ("South", None), ("", 1.0))):
        sample = task.samples.create(
            position=position, group="one", system=system, trap_low=trap, trap_high=trap, seconds=1.5,
            file=ContentFile(b"fLaC", name="voice.flac"),
        )  # fmt: skip
        rater.samples.create(
            sample=sample,
            position=position,
            set_position=0,
            values=[trap or 3.5],
            seconds=9,
            is_heard=True,
            rated_at=now,
        )
    return task


def rater_of(task: RatingTask) -> Rater:
    """The one who has rated."""
    return task.raters.get(number=1)


def spot_check(project: Project, person: User, kind: str = "slides", **fields: Any) -> SpotCheck:
    """Of one slide, or of one answer at a mask: faulty where it is decided."""
    check = SpotCheck.objects.create(project=project, person=person, kind=kind, seed=7, most_faulty=0, **fields)
    verdict = {"verdict": "faulty", "note": "A word is missing", "revision": 1} if fields.get("state") else {}
    if kind == "slides":
        page = slide_text(make_document(project, "Checked", ["One", "Two"], kind=DocumentKind.SLIDES)).pages.earliest(
            "pk"
        )
        SlidePage.objects.filter(pk=page.pk).update(checked_by=person, checked_at=timezone.now())
        check.items.create(position=0, page=page, text="Every silence", **verdict)
    else:
        of = checked_transcript(project, "Filled", n=1)
        filled = open_pass(of, person, state="accepted", lease_ends=None, submitted_at=timezone.now())
        answer = filled.answers.create(mask=of.masks.earliest("position"), choice="typed", text="cascade")
        check.items.create(position=0, answer=answer, text="cascade", **verdict)
    return check


def passages(pair: Pair, *places: str) -> Passages:
    """Passages of a talk, each place near the first sentences of the paper."""
    found = [
        {
            "start": 4.0 * at, "end": 4.0 * at + 4, "page": None, "text": text,
            "near": [[0, 0.71], [1, 0.44], [2, 0.31], [3, 0.2]],
        }
        for at, text in enumerate(places or ("so no full stop",))
    ]  # fmt: skip
    return Passages.objects.create(
        pair=pair, per="span", method="tf-idf", threshold=0.3, places=found, state=RunState.SUCCEEDED,
        finished_at=timezone.now(),
    )  # fmt: skip


def open_pass(check: TranscriptCheck, user: User, **fields: Any) -> Pass:
    given = {"kind": "first", "state": "open", "lease_ends": timezone.now() + timedelta(days=1), **fields}
    return Pass.objects.create(transcript_check=check, user=user, **given)


def training_round(project: Project, person: User) -> TrainingRound:
    """A running round of one row."""
    whole = [[0, 0, 8]]
    row = TrainingRow.objects.create(
        project=project, source_language="en", target_language="ja", source=["A cross."], target=["それはバツ印です"],
        proposed=[{"source": whole, "target": whole}], asks=0,
        expected={"source": whole, "target": whole, "removed": [], "good_align": True}, explanation="Why", is_in=True,
    )  # fmt: skip
    number = TrainingRound.objects.filter(project=project, person=person).count() + 1
    begun = TrainingRound.objects.create(
        project=project, person=person, source_language="en", target_language="ja", number=number, n_right=1
    )
    begun.items.create(row=row, position=1)
    return begun
