"""The largest input of each kind of background work, and how it is done: what `work_memory.py` measures."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

#: Rows of a test set or release, which may have any number, and papers of a training set.
N_ROWS = 20_000
N_PAPERS = 300
Done = Callable[[], object]


def words(rng: random.Random, n: int) -> str:
    return " ".join(f"w{rng.randrange(50_000)}" for _ in range(n))


def leak_check(share: float, line_length: int) -> tuple[str, Done]:
    from annotator.models import LeakCheck
    from annotator.releases import leaks

    rng = random.Random(1)
    n_characters = int(16 * 2**20 * share)
    text = words(rng, n_characters // 6)[:n_characters]
    lines = "\n".join(text[at : at + line_length] for at in range(0, len(text), line_length))
    check = LeakCheck.objects.create(test_set=test_set(), lines=lines)
    return f"16 MB of text in lines of {line_length:,} characters, against {N_ROWS:,} rows", lambda: leaks.execute(
        check.pk
    )


def release(share: float) -> tuple[str, Done]:
    from annotator.models import Release
    from annotator.releases import making

    made = Release.objects.create(test_set=test_set(), major=1, minor=Release.objects.count(), title="Large")
    return f"{N_ROWS:,} rows (any number)", lambda: making.execute(made.pk)


def system(share: float) -> tuple[str, Done]:
    from django.core.files.base import ContentFile

    from annotator.importers.base import MAX_OUTPUT_BYTES
    from annotator.importers.formats.systems.output import MAX_LINE_LENGTH
    from annotator.models import Release, System
    from annotator.releases.systems import scoring
    from annotator.releases.systems.references import Part, n_lines

    of = Release.objects.filter(state="frozen").first()
    assert of is not None, "measure Release first"
    rng, n = random.Random(2), n_lines(of, Part("en", "ja"))
    length = min(MAX_LINE_LENGTH, int(MAX_OUTPUT_BYTES * share / n) - 1)
    output = "\n".join(words(rng, length // 6)[:length] for _ in range(n)).encode()
    about = {"source_language": "en", "target_language": "ja", "file_name": "large.txt", "sha256": uuid4().hex}
    made = System(on_release=of, name="Large", **about)
    made.file.save("output", ContentFile(output), save=False)
    made.save()
    return f"{len(output) / 2**20:.0f} MB for {n:,} rows", lambda: scoring.execute(made.pk)


def import_batch(share: float) -> tuple[str, Done]:
    from annotator.corpus import importing
    from annotator.corpus.importing import Upload, create_batch
    from annotator.importers.base import MAX_UNITS
    from annotator.models import ImportBatch

    rng, n = random.Random(3), int(MAX_UNITS * share)
    head = ["source\ttarget\tsource_language\ttarget_language"]
    rows = [f"{words(rng, 12)}\t{words(rng, 12)}\ten\tde" for _ in range(n)]
    data = "\n".join([*head, *rows]).encode()
    batch = create_batch(project=project(), uploads=[Upload.of("large.tsv", data, {})], user=None)

    def read_and_import() -> None:
        importing.execute(batch.pk)
        staged = ImportBatch.objects.get(pk=batch.pk)
        importing.commit_batch(staged, in_background=True)
        importing.execute(batch.pk)

    return f"a bitext of {n:,} units a side, {len(data) / 1e6:.0f} MB", read_and_import


def vector_set(share: float) -> tuple[str, Done]:
    from django.conf import settings

    from annotator.aligning import vectors
    from annotator.models import VectorSet

    path, rng = Path(settings.DATA_DIR) / "large.txt", random.Random(4)
    numbers = [" ".join(f"{rng.gauss(0, 1):.4f}" for _ in range(300)) for _ in range(50)]
    with path.open("w") as file:
        n = 0
        while file.tell() < settings.MAX_UPLOAD_BYTES * share:
            file.write(f"word{n} {numbers[n % 50]}\n")
            n += 1
    made = VectorSet.objects.create(name=uuid4().hex, source="large.txt", details={"path": str(path)})
    return f"an uploaded file of {path.stat().st_size / 2**20:.0f} MB, {n:,} words", lambda: vectors.execute(made.pk)


def rouge_table(share: float) -> tuple[str, Done]:
    from annotator.importers.base import MAX_SUMMARIES_BYTES, MAX_SUMMARY_LENGTH
    from annotator.models import Document, GivenSummary, RougeTable, SummarySet
    from annotator.summaries.evaluating import scoring
    from annotator.summaries.evaluating.summary_sets import MOST_OF_A_PAPER

    rng, of = random.Random(5), project()
    papers = list(Document.objects.filter(project=of, kind="paper").order_by("pk"))
    n_references = max(1, int(MAX_SUMMARIES_BYTES * share / MAX_SUMMARY_LENGTH))
    sets = [SummarySet.objects.create(project=of, name=uuid4().hex, kind=kind) for kind in ("references", "system")]
    for made, n, n_of_one in ((sets[0], n_references, MOST_OF_A_PAPER), (sets[1], len(papers), 1)):
        for place in range(n):
            paper, number = papers[place // n_of_one % len(papers)], place % n_of_one
            text = words(rng, MAX_SUMMARY_LENGTH // 6)[: MAX_SUMMARY_LENGTH - 1].strip()
            GivenSummary.objects.create(set=made, document=paper, number=number, text=text)
    table = RougeTable.objects.create(references=sets[0])
    said = f"16 MB of references in texts of {MAX_SUMMARY_LENGTH:,} characters, {MOST_OF_A_PAPER} of a paper"
    return f"{said}, and a system's", lambda: scoring.execute(table.pk)


def slides_table(share: float) -> tuple[str, Done]:
    from annotator.models import AlignmentRun, Document, Link, Pair, Project, Unit
    from annotator.summaries.slides import execute, request_table
    from annotator.summaries.slides.corpora import MOST_TALKS

    rng, of = random.Random(7), Project.objects.create(slug="slides")
    n, n_sentences, n_of_page = max(20, int(MOST_TALKS * share)), 200, 8
    about = {"project": of, "language": "en", "importer": "made", "importer_version": "1"}
    for number in range(n):
        deck, talk = (
            Document.objects.create(kind=kind, title=f"Talk {number}", content_hash=f"{kind}-{number}", **about)
            for kind in ("slides", "transcript")
        )
        pages = n_sentences // n_of_page
        Unit.objects.bulk_create(Unit(document=deck, position=at, text=" ", offset=at) for at in range(pages))
        texts = [f"{words(rng, 18)}." for _ in range(n_sentences)]
        Unit.objects.bulk_create(
            Unit(document=talk, position=at, text=text, offset=400 * at) for at, text in enumerate(texts)
        )
        pair = Pair.objects.create(project=of, kind="slides_talk", title=deck.title, source=deck, target=talk)
        run = AlignmentRun.objects.create(
            pair=pair, number=1, engine="imported", state="succeeded", finished_at=pair.created_at, signature="made"
        )
        held = [range(at * n_of_page, (at + 1) * n_of_page) for at in range(pages)]
        Link.objects.bulk_create(
            Link(
                run=run, position=page, source=[page], target=[[at, 0, len(texts[at])] for at in sentences],
                key_sentences=[rng.choice(sentences)],
            )
            for page, sentences in enumerate(held)
        )  # fmt: skip
    table = request_table(project=of, basis="imported", test_set=None, user=None)
    return f"{n:,} talks of {n_sentences} sentences", lambda: execute(table.pk)


def training_set(share: float) -> tuple[str, Done]:
    from annotator.models import AlignmentRun, Document, Pair, Project, TrainingBasis, TrainingSet, Unit
    from annotator.summaries.training import making

    rng, of = random.Random(6), Project.objects.create(slug="papers")
    n, n_sentences = max(20, int(N_PAPERS * share)), 200
    for number in range(n):
        about = {"project": of, "language": "en", "importer": "made", "importer_version": "1"}
        paper, talk = (
            Document.objects.create(kind=kind, title=f"Paper {number}", content_hash=f"{kind}-{number}", **about)
            for kind in ("paper", "transcript")
        )
        texts = [f"{words(rng, 24)}." for _ in range(n_sentences)]
        Unit.objects.bulk_create(
            Unit(document=paper, position=at, text=text, offset=400 * at) for at, text in enumerate(texts)
        )
        pair = Pair.objects.create(project=of, kind="paper_talk", title=paper.title, source=paper, target=talk)
        durations = [rng.choice((0, 0, 0, 12, 40)) for _ in texts]
        AlignmentRun.objects.create(
            pair=pair, number=1, engine="talksumm", state="succeeded", finished_at=pair.created_at, signature="made",
            info={"durations": durations},
        )  # fmt: skip
    made = TrainingSet.objects.create(project=of, number=1, name="Large", basis=TrainingBasis.RUN)
    return f"{n:,} papers of {n_sentences} sentences (any number)", lambda: making.execute(made.pk)


def trained_model(share: float) -> tuple[str, Done]:
    from annotator.models import TrainedModel, TrainingSet
    from annotator.summaries.training import summarisers

    of = TrainingSet.objects.filter(state="frozen").first()
    assert of is not None, "measure TrainingSet first"
    made = TrainedModel.objects.create(training_set=of, variant="words-150")
    return f"a training set of {of.n_papers:,} papers", lambda: summarisers.execute(made.pk)


def tuning(share: float) -> tuple[str, Done]:
    from annotator.summaries import tuning as tunings

    n_talks, _ = tunings.n_reviewed(project())
    grid = tunings.Grid(lambda_=(0.6, 0.8), gamma=(0.3,), delta=(0.33, 0.5), epsilon=(0.1,))
    made = tunings.start_tuning(project=project(), grid=grid, user=None, queue=False)
    said = f"{n_talks} talks of 104 sentences ({tunings.MOST_TALKS} are read at most), {len(grid):,} settings"
    return said, lambda: tunings.execute(made.pk)


def deck_pictures(share: float) -> tuple[str, Done]:
    import io

    from django.core.files.uploadedfile import SimpleUploadedFile
    from PIL import Image

    from annotator.decks import pictures
    from annotator.importers.pictures import MAX_MEGAPIXELS
    from tests import world
    from tests.annotator.importers.hostile_decks import packed

    side, out = int((MAX_MEGAPIXELS * 1e6 * share) ** 0.5), io.BytesIO()
    Image.effect_noise((side, side), 60).convert("RGB").save(out, "PNG", compress_level=0)
    deck = world.make_document(project(), uuid4().hex, [" "], kind="slides")
    frames = packed({"1.png": out.getvalue()})
    made = pictures.request_pictures(document=deck, user=None, files=[SimpleUploadedFile("frames.zip", frames)])
    return f"frames of {side**2 / 1e6:,.0f} megapixels, {len(frames) / 1e6:,.0f} MB", lambda: pictures.execute(made.pk)


def slide_text(share: float) -> tuple[str, Done]:
    """As many pages as a deck may have, each as full as a page of a paper."""
    from annotator.decks.slide_text import reading
    from annotator.importers.base import MAX_PAGES
    from annotator.models import SlidePage
    from tests import world

    rng, n = random.Random(11), max(1, int(MAX_PAGES * share))
    deck = world.make_document(project(), uuid4().hex, [" "] * n, kind="slides")
    made = reading.request_reading(document=deck, user=None, pictures="none")
    for page in range(1, n + 1):
        lines = [
            ["pdf", "text", None, words(rng, 12), [[40, top], [900, top], [900, top + 14], [40, top + 14]]]
            for top in range(0, 2000, 20)
        ]
        SlidePage.objects.create(
            slide_text=made, page=page, lines=lines, read_from=["pdf"], figures={"blocks": 0}, width=1600, height=2000
        )
    return f"{n:,} pages of 100 lines", lambda: reading.execute(made.pk)


def page_search(share: float) -> tuple[str, Done]:
    """In one frame, of as many pages as a deck may have."""
    import io

    from django.core.files.base import ContentFile
    from django.core.files.uploadedfile import SimpleUploadedFile
    from recordings import deck as drawn_deck

    from alignment.slides.frames import MAX_MEGAPIXELS
    from annotator.decks import searches
    from annotator.importers.base import MAX_PAGES
    from annotator.models import DeckPictures, PagePicture
    from tests import world
    from tests.annotator.importers.hostile_decks import packed

    def encoded(picture: Any, form: str, **options: Any) -> bytes:
        out = io.BytesIO()
        picture.save(out, form, **options)
        return out.getvalue()

    n, name = max(5, int(MAX_PAGES * share)), uuid4().hex
    deck = world.make_document(project(), f"{name} deck", [f"Page {page}" for page in range(n)], kind="slides")
    talk = world.make_document(project(), f"{name} talk", ["One.", "Two."], kind="transcript", timed=True)
    pair = world.make_pair(project(), name, deck, talk)
    pictures = DeckPictures.objects.create(document=deck, name="deck.pdf", state="done")
    drawn = drawn_deck(n, seed=4)
    for page, picture in enumerate(drawn, start=1):
        file = ContentFile(encoded(picture, "WEBP"), name=f"{page}.webp")
        PagePicture.objects.create(
            pictures=pictures, page=page, width=1280, height=720, sha256=f"{page:064}", picture=file, thumbnail=file
        )
    scale = (MAX_MEGAPIXELS * 1e6 * share / (1280 * 720)) ** 0.5
    width, height = int(1280 * scale), int(720 * scale)
    frames = packed({"1.png": encoded(drawn[0].resize((width, height)), "PNG", compress_level=0)})
    upload = SimpleUploadedFile("frames.zip", frames)
    search = searches.request_search(pair=pair, user=None, files=[upload])
    said = f"a deck of {n} pages, in frames of {width * height / 1e6:,.0f} megapixels (any number)"
    return said, lambda: searches.execute(search.pk)


def recognition(share: float) -> tuple[str, Done]:
    from django.core.files.uploadedfile import SimpleUploadedFile

    from annotator.recordings import recognitions
    from tests import world

    def time_of(seconds: int) -> str:
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"

    rng, n = random.Random(9), int(recognitions.MOST_WORDS * share) // 8
    cues = (f"{time_of(2 * at)}.000 --> {time_of(2 * at)}.900\n{words(rng, 8)}\n" for at in range(n))
    file = SimpleUploadedFile("large.vtt", "\n".join(["WEBVTT\n", *cues]).encode())
    talk = world.make_document(project(), uuid4().hex, ["One."], kind="transcript", timed=True)
    made = recognitions.request_recognition(document=talk, user=None, name="Large", file=file)
    return f"a file of {8 * n:,} words, {file.size / 1e6:.0f} MB", lambda: recognitions.execute(made.pk)


def transcript_check(share: float) -> tuple[str, Done]:
    """Of twelve hours without a pause, at 150 words a minute, about as much as can be compared; one word in fifteen is
    heard otherwise."""
    from annotator.models import Recognition, TranscriptCheck
    from annotator.recordings import checks
    from tests import world

    rng, n = random.Random(10), int(12 * 60 * 150 * share)
    heard = [
        [
            f"{chr(rng.randrange(97, 123)) * 3}{chr(rng.randrange(97, 123)) * 3}",
            round(0.4 * at, 3),
            round(0.4 * at + 0.3, 3),
            None,
        ]
        for at in range(n)
    ]
    otherwise = [[f"{word[0]}x", *word[1:]] if rng.random() < 1 / 15 else word for word in heard]
    talk = world.make_document(project(), uuid4().hex, ["One."], kind="transcript", timed=True)
    a, b = (
        Recognition.objects.create(
            document=talk, name=name, origin="file", state="done", words=of, breaks=list(range(0, n, 12))
        )
        for name, of in (("A", heard), ("B", otherwise))
    )  # fmt: skip
    check = TranscriptCheck.objects.create(document=talk, a=a, b=b, language="en")
    return f"two recognitions of {n:,} words", lambda: checks.execute(check.pk)


#: Of a recording, which may last twelve hours if its file is no larger than an upload.
RECORDED_MINUTES = 90


def recorded(share: float) -> Any:
    """A transcript with a recording of noise, as FLAC, in which words are said all the time."""
    import tempfile

    import numpy as np
    from django.core.files import File

    from alignment.recordings.audio import write_samples
    from annotator.models import Document, Unit

    seconds, rate = int(60 * RECORDED_MINUTES * share), 44_100
    about = {"project": project(), "kind": "transcript", "importer": "made", "importer_version": "1", "language": "en"}
    talk = Document.objects.create(title=uuid4().hex, content_hash=uuid4().hex, **about)
    rng = random.Random(12)
    Unit.objects.bulk_create(
        Unit(document=talk, position=at, text=words(rng, 12), offset=0, start_seconds=5 * at, end_seconds=5 * at + 4.5)
        for at in range(seconds // 5)
    )
    minute = np.random.default_rng(3).normal(0, 2000, 60 * rate).astype(np.int16)
    with tempfile.NamedTemporaryFile(suffix=".flac") as file:
        write_samples(file, np.tile(minute, seconds // 60 + 1)[: seconds * rate], rate, "flac")
        file.seek(0)
        talk.media_file.save("talk.flac", File(file))
    return talk


def sound_peaks(share: float) -> tuple[str, Done]:
    from annotator.models import SoundPeaks
    from annotator.recordings import peaks

    talk = recorded(share)
    peaks.request_peaks(talk)
    return _said_of(talk), lambda: peaks.execute(SoundPeaks.objects.get(document=talk).pk)


def clip_export(share: float) -> tuple[str, Done]:
    """In segments that are as long as a clip may be."""
    from annotator.models import TranscriptSegments
    from annotator.recordings import clips

    talk, longest = recorded(share), clips.MOST_CLIP_SECONDS
    cuts = [[at, at + longest] for at in range(0, int(60 * RECORDED_MINUTES * share) - longest + 1, longest)]
    TranscriptSegments.objects.create(document=talk, segments=cuts, rules={})
    made = clips.request_clips(document=talk, form="wav", rate=None, user=None)
    return f"{_said_of(talk)}, clips of {longest} s", lambda: clips.execute(made.pk)


def _said_of(talk: Any) -> str:
    size = talk.media_file.size
    return f"a recording of {RECORDED_MINUTES} minutes, {size / 1e6:,.0f} MB (any number)"


def found_passages(share: float) -> tuple[str, Done]:
    """Of as many places as a talk may have, with the longest paper that is compared with so many."""
    from alignment.transcripts.related import MOST_CELLS
    from annotator.models import Document, Pair, TranscriptSegments, Unit
    from annotator.summaries import passages

    rng, n = random.Random(13), max(20, int(passages.MOST_PLACES * share))
    n_sentences = MOST_CELLS // passages.MOST_PLACES
    about = {"project": project(), "importer": "made", "importer_version": "1", "language": "en"}
    paper, talk = (
        Document.objects.create(kind=kind, title=uuid4().hex, content_hash=uuid4().hex, **about)
        for kind in ("paper", "transcript")
    )
    Unit.objects.bulk_create(
        (Unit(document=paper, position=at, text=words(rng, 24), offset=0) for at in range(n_sentences)), 5000
    )
    Unit.objects.bulk_create(
        Unit(document=talk, position=at, text=words(rng, 24), offset=0, start_seconds=8 * at, end_seconds=8 * at + 8)
        for at in range(n)
    )
    cuts = [[8 * at, 8 * at + 8] for at in range(n)]
    TranscriptSegments.objects.create(document=talk, segments=cuts, rules={})
    pair = Pair.objects.create(project=project(), kind="paper_talk", title=talk.title, source=paper, target=talk)
    made = passages.request_passages(pair=pair, per="span", basis="script", method="tf-idf", user=None)
    return f"{n:,} places, and a paper of {n_sentences:,} sentences", lambda: passages.execute(made.pk)


def demo_load(share: float) -> tuple[str, Done]:
    from django.contrib.auth.models import User

    from annotator.models import DemoLoad
    from annotator.site import demo

    load = DemoLoad.objects.create(asked_by=User.objects.create_user(uuid4().hex))
    return "always the same", lambda: demo.execute(load.pk)


def delivery(share: float) -> tuple[str, Done]:
    from annotator.people.webhooks import delivering
    from tests import world

    hook = world.webhook(project(), name=uuid4().hex)
    made = world.delivery(hook, "queued", body=json.dumps({"text": "x" * 10_000}), tries=0)
    return "an event", lambda: delivering.execute(made.pk)


def project() -> Any:
    from annotator.models import Project

    return Project.objects.get(slug="gold")


def test_set() -> Any:
    """All gold rows of the project."""
    from annotator.models import TestSet

    return TestSet.objects.get(name="Large")


CASES: dict[str, list[Callable[[float], tuple[str, Done]]]] = {
    "Release": [release],
    "LeakCheck": [lambda share: leak_check(share, 20_000), lambda share: leak_check(share, 26)],
    "System": [system],
    "ImportBatch": [import_batch],
    "VectorSet": [vector_set],
    "RougeTable": [rouge_table],
    "SlidesTable": [slides_table],
    "TrainingSet": [training_set],
    "TrainedModel": [trained_model],
    "Tuning": [tuning],
    "DeckPictures": [deck_pictures],
    "SlideText": [slide_text],
    "PageSearch": [page_search],
    "Recognition": [recognition],
    "TranscriptCheck": [transcript_check],
    "SoundPeaks": [sound_peaks],
    "ClipExport": [clip_export],
    "Passages": [found_passages],
    "DemoLoad": [demo_load],
    "Delivery": [delivery],
}
