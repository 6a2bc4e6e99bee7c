"""Load the demo through the import that everybody uses: our own talk about a paper and two rendered speeches, which
nobody has reviewed; two talks with their slides, one of them aligned and half reviewed; and talks made of the sentences
of the others (`annotator.demo.collection`), which have been reviewed.

The reviewed ones are there for what needs reviews: tuning, training sets, test sets, figures. What is right in them is
known, because it is what they were made from.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.files import File
from django.db import connection, transaction
from django.utils import timezone

from annotator import demo
from annotator.aligning.engines import check_options, default_engine, run_engine
from annotator.aligning.links import IMPORTED, store_links, summary_of
from annotator.aligning.paper_talk import span_pieces, talk_words
from annotator.aligning.runs import start_run
from annotator.corpus.importing import Upload, commit_batch, create_batch, set_pairings
from annotator.corpus.importing.reading import Progress, silently
from annotator.corpus.media import keep_media
from annotator.demo.build import vtt
from annotator.demo.collection import Talk, collection, markdown, timed
from annotator.demo.slides import SOURCES, read_deck
from annotator.models import AlignmentRun, DemoLoad, DemoLoadState, Pair, Project, Review, RowStatus, RunState
from annotator.people.projects import create_project
from annotator.platform.errors import ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.reviewing.guidelines import publish, save_draft
from annotator.reviewing.guidelines.labels import default_labels
from annotator.reviewing.opening import open_review
from annotator.reviewing.operate import operate
from annotator.site.demo_ratings import rate_extracts

NAME = "Demo: Harbour Talks"
DESCRIPTION = (
    "A talk about a paper, two talks with their slides, a speech with its interpretation into Japanese, and one "
    "translated into German. Also talks made of their sentences, which have been reviewed."
)
#: Talks that have been reviewed, and what they are drawn by. Tuning needs five.
N_REVIEWED, SEED = 8, 2026
GUIDELINES = """\
Read the source, then the target. **Good alignment**: the target renders this source, and all of it is here.
**Good translation**: somebody who hears only the target learns what the source says. Correct the text where it is
wrong; what was really said stays visible.
"""
_FOLDER = Path(demo.__file__).parent
_LOCK = 0x4C45_4354  # any number, the same in every process


def ask_for_demo(user: User) -> DemoLoad:
    """Have a worker make the demo project of this user. Who asks again gets what is under way, or what there is."""
    existing = demo_of(user)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # asked twice at once
        load: DemoLoad | None = DemoLoad.objects.filter(asked_by=user).first()
        if load is not None and (load.state in DemoLoad.LIVE or (existing and load.project_id == existing.pk)):
            return load
        DemoLoad.objects.filter(asked_by=user).delete()
        if existing is not None:
            done = {"state": DemoLoadState.DONE, "progress": 1.0, "finished_at": timezone.now()}
            load = DemoLoad.objects.create(asked_by=user, project=existing, **done)
        else:
            load = DemoLoad.objects.create(asked_by=user)
            enqueue(load)
        return load


def execute(load_id: int) -> None:
    """Make it in a worker."""
    perform_by_id(DemoLoad.objects.select_related("asked_by"), load_id, _load, noun="demo project")


def _load(load: DemoLoad, heartbeat: Heartbeat) -> None:
    with transaction.atomic():
        project = load_demo(user=load.asked_by, progress=heartbeat.note)
        heartbeat.finish(DemoLoadState.DONE, progress=1.0, message="", project=project)


def demo_of(user: User) -> Project | None:
    """The demo project that this user is in."""
    return Project.objects.filter(is_demo=True).visible_to(user).order_by("pk").first()


def load_demo(*, user: User | None = None, progress: Progress = silently) -> Project:
    """The demo project of this user: the one they are in already, or a new one with its alignments queued.

    user : becomes its admin; None takes the first site admin.
    Raises ServiceError when there is nobody to own it.
    """
    owner = user or User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if owner is None:
        raise ServiceError("There is no admin to own the demo: make one with manage.py ensure_admin.", code="no_admin")
    with transaction.atomic():
        with connection.cursor() as cursor:  # two starts at once load it once
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        existing = demo_of(owner)
        if existing is not None:
            return existing
        progress(0.1, "Importing its texts")
        project = create_project(name=NAME, description=DESCRIPTION, user=owner, is_demo=True)
        draft = save_draft(project=project, text=GUIDELINES, labels=default_labels(), revision=None, user=owner)
        publish(project=project, revision=draft.revision, note="", moves_reviews=False, user=owner)
        reviewed = list(collection(N_REVIEWED, SEED))
        import_texts(project, owner, reviewed)
        for number, talk in enumerate(reviewed):
            progress(0.5 + 0.4 * number / len(reviewed), f"Reviewing talk {number + 1} of {len(reviewed)}")
            _review(Pair.objects.get(project=project, title=talk.title), talk, owner)
        rate_extracts(project, reviewed, owner, seed=SEED)
        slides = Pair.objects.get(project=project, title=read_deck(SOURCES["fog"]).title)
        with (_FOLDER / "slides" / "fog.mp4").open("rb") as recording:
            keep_media(document=slides.target, file=File(recording))
        _begin_review(slides, owner)
        for pair in Pair.objects.filter(project=project).exclude(pk=slides.pk).order_by("pk"):
            start_run(pair=pair, engine=default_engine(pair), options={}, user=owner)
    return project


def import_texts(project: Project, user: User, reviewed: Sequence[Talk]) -> None:
    """Import our own texts and those of the talks that are to be reviewed, and pair them."""
    uploads = [*_paper_talk(), *_bitext("en-ja", offline=True), *_bitext("en-de"), *_slides()]
    for talk in reviewed:
        about = {"title": talk.title, "language": "en", "speaker": talk.speaker}
        paper, transcript = markdown(talk).encode(), vtt(list(timed(talk))).encode()
        uploads += [
            Upload.of(f"{talk.id}/paper.md", paper, {**about, "format": "markdown"}),
            Upload.of(f"{talk.id}/talk.vtt", transcript, {**about, "format": "vtt"}),
        ]
    batch = create_batch(project=project, uploads=uploads, user=user, trusted=True)
    ids = {file.name: file.pk for file in batch.files.all()}
    pairings = [
        ("paper-talk/paper.md", "paper-talk/talk.vtt", "paper_of"),
        ("en-ja/source.txt", "en-ja/target.txt", "source_of"),
        ("en-ja/offline.txt", "en-ja/source.txt", "translates"),
        ("en-de/source.txt", "en-de/target.txt", "source_of"),
        *((f"slides/{name}.pdf", f"slides/{name}.vtt", "slides_of") for name in SOURCES),
        *((f"slides/{name}.csv", f"slides/{name}.pdf", "times") for name in SOURCES),
        *((f"{talk.id}/paper.md", f"{talk.id}/talk.vtt", "paper_of") for talk in reviewed),
    ]
    set_pairings(batch, [{"file": ids[file], "to": ids[to], "kind": kind} for file, to, kind in pairings])
    batch.refresh_from_db()
    commit_batch(batch, in_background=False, trusted=True)


def _review(pair: Pair, talk: Talk, user: User) -> None:
    """A review that is submitted: each span accepted with the sentence that it was made from."""
    texts = pair.target.texts()
    words = talk_words(texts)
    paper = pair.source.texts()
    links, start = [], 0
    for sentence, spoken in talk.spoken:
        end = start + len(spoken)
        source = [] if sentence is None else [_place(talk.sentences[sentence].text, paper)]
        links.append({"source": source, "target": span_pieces(words, texts, start, end)})
        start = end
    signature = f"engine:{IMPORTED}|collection:{SEED}"
    run = _finished_run(pair, links, user, engine=IMPORTED, signature=signature, info={"n_beads": len(links)})
    review, rows = _opened(pair, run, user)
    _accept(review, rows, {"good_align": True}, user)
    operate(review_id=review.pk, operations=[_operation("submit", {"type": "submit"})], user=user)


def _begin_review(pair: Pair, user: User) -> None:
    """A review of a talk with its slides that is half done, of a run that is made here: both are there at once."""
    engine, options = check_options(pair, default_engine(pair), {})
    result = run_engine(pair, engine, options, progress=silently)
    run = _finished_run(pair, result.links, user, engine=engine, signature=result.signature, info=result.info)
    review, rows = _opened(pair, run, user)
    _accept(review, rows[: len(rows) // 2], {}, user)


def _finished_run(
    pair: Pair, links: Sequence[dict[str, Any]], user: User, *, engine: str, signature: str, info: dict[str, Any]
) -> AlignmentRun:
    now = timezone.now()
    run = AlignmentRun.objects.create(
        pair=pair, number=1, engine=engine, signature=signature, progress=1.0, state=RunState.SUCCEEDED,
        info={**info, **summary_of(links)}, created_by=user, started_at=now, finished_at=now,
    )  # fmt: skip
    store_links(run, links)
    return run


def _opened(pair: Pair, run: AlignmentRun, user: User) -> tuple[Review, list[str]]:
    """The review, and its rows in order."""
    review, _ = open_review(pair=pair, annotator=user, run=run)
    return review, [str(row) for row in review.rows.order_by("position").values_list("pk", flat=True)]


def _accept(review: Review, rows: Sequence[str], labels: dict[str, bool], user: User) -> None:
    step = {"type": "set", "rows": rows, "fields": {"status": RowStatus.ACCEPTED.value, **labels}}
    operate(review_id=review.pk, operations=[_operation("accept", step)], user=user)


def _operation(verb: str, step: dict[str, Any]) -> dict[str, Any]:
    return {"id": str(uuid4()), "verb": verb, "steps": [step]}


def _place(sentence: str, paper: Sequence[str]) -> int:
    """The unit that a sentence is in: the last one, as the abstract may say the same. Some units are two sentences."""
    return max(n for n, text in enumerate(paper) if sentence in text)


def _paper_talk() -> list[Upload]:
    meta = _meta("paper-talk")
    about = {"title": meta["title"], "language": meta["language"]}
    return [
        _upload("paper-talk/paper.md", {**about, "format": "markdown"}),
        _upload("paper-talk/talk.vtt", {**about, "format": "vtt", "speaker": meta["speaker"]}),
    ]


def _slides() -> list[Upload]:
    uploads = []
    for name, source in SOURCES.items():
        deck = read_deck(source)
        about = {"title": deck.title, "language": deck.language, "speaker": deck.speaker}
        uploads += [_upload(f"slides/{name}.{ending}", about) for ending in ("pdf", "vtt")]
        uploads.append(_upload(f"slides/{name}.csv", {}))
    return uploads


def _bitext(folder: str, *, offline: bool = False) -> list[Upload]:
    meta = _meta(folder)
    about = {"title": meta["title"], "format": "text-lines"}
    person = {
        "interpreter": meta.get("interpreter") or meta.get("translator"),
        "interpreter_rank": meta.get("interpreter_rank"),
    }
    source = {**about, "language": meta["source_language"], "speaker": meta["speaker"]}
    target = {**about, "language": meta["target_language"]}
    return [
        _upload(f"{folder}/source.txt", source),
        _upload(f"{folder}/target.txt", {**target, **person}),
        *([_upload(f"{folder}/offline.txt", target)] if offline else []),
    ]


def _meta(folder: str) -> dict[str, Any]:
    meta: dict[str, Any] = json.loads((_FOLDER / folder / "meta.json").read_text(encoding="utf-8"))
    return meta


def _upload(name: str, options: dict[str, Any]) -> Upload:
    return Upload.of(name, (_FOLDER / name).read_bytes(), options)
