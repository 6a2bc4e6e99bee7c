"""Decks, talks, timelines, runs, reviews and pictures in any order: what is always true of them stays so."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import ProtectedError
from django.test import TestCase
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from rest_framework.test import APIClient

from annotator.aligning.runs import execute, start_run
from annotator.corpus import importing
from annotator.corpus.document_removal import remove_document, remove_pair
from annotator.corpus.importing import Upload
from annotator.decks import pictures as verbs
from annotator.decks.pages import n_pages
from annotator.decks.timelines import remove_timeline, set_timeline
from annotator.importers import sandbox
from annotator.importers.base import DrawnPage, Problem, Refused
from annotator.models import Chip, DeckPictures, Document, Pair, Project, Review, ReviewRow, Timeline
from annotator.platform.errors import ServiceError
from annotator.platform.files import files_of
from tests import world
from tests.annotator.decks.test_deck_pictures import Killed
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import do_task

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]

#: Versions of a deck and of its talk, as they come again; a page may be without text, and one may be split.
DECKS = [["Silences", "Results", " "], ["Silences", "Breaths", "Results", " "], ["Silences of one kind"]]
TALKS = [
    [f"sentence {n} of silences" for n in range(11)],
    [f"sentence {n} of silences" for n in (0, 1, 2, 5, 6)],
    ["now the results", "and a sentence of silences"],
]
#: Of its pages and starts, as files have them; some go backwards or name pages that a deck lacks.
STRETCHES = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from([0, 4, 4, 9, 20]), st.sampled_from([None, None, 3, 30])), max_size=4
)
#: Such as any of the decks can have.
SHOWN = st.lists(st.tuples(st.integers(0, 1), st.just(0), st.just(None)), min_size=1, max_size=1)
PICK = st.integers(0, 99)
#: What becomes of a worker at a page.
FATES = ("drawn", "killed", "refused", "overtaken")


def archive(deck: Sequence[str], talk: Sequence[str], timeline: str) -> bytes:
    pages = [
        {"name": f"v-{page:03}000.jpg", "ocr_data": [{"transcription": text, "points": world.CORNERS}]}
        for page, text in enumerate(deck, 1)
    ]
    cues = "\n\n".join(f"00:{4 * n:02}.000 --> 00:{4 * n + 3:02}.500\n{text}." for n, text in enumerate(talk))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        column, name = (",timeline", ",t.csv") if timeline else ("", "")
        made.writestr("manifest.csv", f"id,title,slides,transcript{column}\nv,Silences,d.json,t.vtt{name}\n")
        made.writestr("d.json", json.dumps(pages))
        made.writestr("t.vtt", f"WEBVTT\n\n{cues}\n")
        if timeline:
            made.writestr("t.csv", timeline)
    return stream.getvalue()


class Sequences(RuleBasedStateMachine):
    """One project, from the import of its only talk on. Each act happens, or is refused and changes nothing."""

    project_of: Callable[[], Project]
    client_of: Callable[[], APIClient]
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        shutil.rmtree(self.folder, ignore_errors=True)  # of the sequence before, whose rows are gone
        self._atomic = transaction.atomic()
        self._atomic.__enter__()
        self.project, self.client = type(self).project_of(), type(self).client_of()
        self.links_of: dict[str, Any] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._atomic.__exit__(None, None, None)

    def _try(self, act: Callable[[], Any]) -> Any:
        """What it returns; None where it is refused."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            try:
                with transaction.atomic():
                    return act()
            except (ServiceError, ProtectedError):
                return None

    def _pair(self, pick: int) -> Pair | None:
        pairs = list(Pair.objects.filter(project=self.project).order_by("pk"))
        return pairs[pick % len(pairs)] if pairs else None

    def _deck(self, pick: int) -> Document | None:
        decks = list(Document.objects.filter(project=self.project, kind="slides").order_by("pk"))
        return decks[pick % len(decks)] if decks else None

    @initialize(talk=st.sampled_from(TALKS), at=st.integers(2, 3), fate=st.sampled_from(FATES))
    def begin(self, talk: list[str], at: int, fate: str) -> None:
        self.bring(DECKS[0], talk, [(1, 0, None), (3, 9, None)])
        assert Pair.objects.filter(timeline__origin="file").exists()
        self.draw(0, 0, at, fate)
        assert DeckPictures.objects.exists() == (fate != "overtaken")

    @rule(deck=st.sampled_from(DECKS), talk=st.sampled_from(TALKS), stretches=STRETCHES)
    def bring(self, deck: list[str], talk: list[str], stretches: list[tuple[int, float, float | None]]) -> None:
        lines = [f"{page},{start},{'' if end is None else end}" for page, start, end in stretches]
        data = archive(deck, talk, "\n".join(lines))
        of_people = list(Timeline.objects.filter(origin="person").select_related("pair"))
        pairs_before = set(Pair.objects.values_list("pk", flat=True))

        def bring() -> None:
            batch = importing.create_batch(
                project=self.project, uploads=[Upload.of("v.zip", data)], user=None, trusted=True
            )
            importing.commit_batch(batch, in_background=False, trusted=True)

        self._try(bring)
        for one in of_people:
            new = Pair.objects.filter(source=one.pair.source_id, target__previous=one.pair.target_id)
            for pk in (one.pair_id, *new.exclude(pk__in=pairs_before).values_list("pk", flat=True)):
                assert Timeline.objects.get(pair=pk).stretches == one.stretches, "what a person set stays"

    @rule(talk=st.sampled_from(TALKS), of_person=SHOWN, of_file=SHOWN)
    def bring_a_talk_after_a_person_has_set_the_timeline(
        self, talk: list[str], of_person: list[Any], of_file: list[Any]
    ) -> None:
        if (pair := Pair.objects.filter(project=self.project).order_by("pk").last()) is not None:
            self.set_timeline(pair, of_person)
            deck = [unit.text for unit in pair.source.units.order_by("position")]
            self.bring(deck, talk, of_file)
            self.bring(deck, talk, [])

    @rule(pick=PICK, stretches=STRETCHES)
    def give_a_timeline(self, pick: int, stretches: list[tuple[int, float, float | None]]) -> None:
        if (pair := self._pair(pick)) is not None:
            self.set_timeline(pair, stretches)

    def set_timeline(self, pair: Pair, stretches: Sequence[tuple[int, float, float | None]]) -> None:
        rows = [{"page": page, "start": start, "end": end} for page, start, end in stretches]
        user = self.client.handler._force_user  # type: ignore[attr-defined]
        self._try(lambda: set_timeline(pair=pair, stretches=rows, user=user))

    @rule(pick=PICK)
    def forget_a_timeline(self, pick: int) -> None:
        pair = self._pair(pick)
        if pair is not None and Timeline.objects.filter(pair=pair).exists():
            self._try(lambda: remove_timeline(pair))

    @rule(pick=PICK, engine=st.sampled_from(["auto", "slides", "timeline"]))
    def align(self, pick: int, engine: str) -> None:
        if (pair := self._pair(pick)) is None:
            return
        run = self._try(lambda: start_run(pair=pair, engine=engine, options={}, user=None))
        if run is None:
            return
        execute(run.pk)
        run.refresh_from_db()
        assert (run.state, run.error) == ("succeeded", "")
        links = [(one.source, one.target, one.confidence) for one in run.links.all()]
        assert [piece for _, target, _ in links for piece in target] == [
            [at, 0, len(text)] for at, text in enumerate(pair.target.texts())
        ]
        assert all(len(source) <= 1 for source, *_ in links)
        assert self.links_of.setdefault(run.signature, links) == links

    @rule(pick=PICK, row=PICK, page=st.integers(-1, 3), accept=st.booleans())
    def review(self, pick: int, row: int, page: int, accept: bool) -> None:
        pair = self._pair(pick)
        if pair is not None and not pair.runs.exists():
            self.align(pick=pick, engine="slides")
        if pair is None or (editor := self._try(lambda: Editor(self.client, pair))) is None:
            return
        ids = editor.row_ids
        source = [] if page < 0 else [page]
        step = {
            "type": "reassign",
            "row": ids[row % len(ids)],
            "source": source,
            "chips": [str(uuid4()) for _ in source],
        }
        editor.send(step)
        if accept:
            editor.send({"type": "set", "rows": [ids[row % len(ids)]], "fields": {"status": "accepted"}})

    @rule(pick=PICK)
    def realign(self, pick: int) -> None:
        pair = self._pair(pick)
        review = Review.objects.filter(pair=pair, superseded_by=None).first() if pair else None
        if review is None:
            return
        answer = self.client.post(f"/api/v1/reviews/{review.pk}/realign/")
        assert answer.status_code in (200, 400), answer.content
        if answer.status_code == 400:
            assert answer.json()["code"] == "no_timeline"
            return
        free = {
            str(pk) for pk in ReviewRow.objects.filter(review=review, status="proposed").values_list("pk", flat=True)
        }
        for proposal in answer.json()["proposals"]:
            assert set(proposal["rows"]) <= free
            assert 0 <= proposal["after"][0]["probability"] <= 1

    @rule(pick=PICK, deck=st.booleans())
    def delete(self, pick: int, deck: bool) -> None:
        gone = self._deck(pick) if deck else self._pair(pick)
        if isinstance(gone, Document):
            self._try(lambda: remove_document(gone))
        elif gone is not None:
            self._try(lambda: remove_pair(gone))

    @rule(pick=PICK, n_more=st.sampled_from([0, 0, 0, 1]), at=st.integers(1, 3), fate=st.sampled_from(FATES))
    def draw(self, pick: int, n_more: int, at: int, fate: str) -> None:
        """n_more : frames than the deck has pages. at : the page at which the worker meets its fate."""
        if (deck := self._deck(pick)) is None:
            return
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as frames:
            for page in range(n_pages(deck) + n_more):
                frames.writestr(f"{page}.png", b"\x89PNG")
        file = SimpleUploadedFile("frames.zip", stream.getvalue())
        made = self._try(lambda: verbs.request_pictures(document=deck, user=None, files=[file]))
        if made is None:
            return

        def meet() -> None:
            if fate == "killed":
                raise Killed
            if fate == "refused":
                raise Refused(Problem("error", "the page cannot be drawn"))
            if fate == "overtaken":
                self._try(lambda: verbs.remove_pictures(deck))
                connection.run_on_commit.clear()  # done: not once more when the worker ends

        type(self).fate = at, meet
        try:
            with TestCase.captureOnCommitCallbacks(execute=True):
                do_task("draw_pages", made.pk)
        except Killed:
            (self.folder / made.folder).mkdir(parents=True, exist_ok=True)
            (self.folder / made.folder / f"{at:04}-picture-dead.webp").write_bytes(b"RIFF")
        finally:
            type(self).fate = 0, lambda: None

    fate: tuple[int, Callable[[], None]] = 0, lambda: None

    @rule()
    def find_lost_work(self) -> None:
        DeckPictures.objects.filter(state="running").update(heartbeat_at="2020-01-01T00:00Z")
        for pk in DeckPictures.objects.filter(state="running").values_list("pk", flat=True):
            with TestCase.captureOnCommitCallbacks(execute=True):
                do_task("draw_pages", pk)

    @rule(pick=PICK)
    def forget_pictures(self, pick: int) -> None:
        if (deck := self._deck(pick)) is not None:
            self._try(lambda: verbs.remove_pictures(deck))

    @invariant()
    def timelines_are_in_order_and_of_their_deck(self) -> None:
        for timeline in Timeline.objects.select_related("pair__source"):
            assert timeline.pair.kind == "slides_talk"
            last, at = n_pages(timeline.pair.source), 0.0
            for page, start, end in timeline.stretches:
                assert 0 <= page <= last
                assert at <= start <= (start if end is None else end)
                at = start if end is None else end
            assert all(end is not None for _, _, end in timeline.stretches[:-1])

    @invariant()
    def every_sentence_is_in_one_row_of_each_review(self) -> None:
        for review in Review.objects.select_related("pair__source", "pair__target"):
            texts, n_units = review.pair.target.texts(), review.pair.source.units.count()
            held = [""] * len(texts)
            chips = Chip.objects.filter(row__review=review).order_by("unit", "start")
            for unit, start, end in chips.filter(side="target").values_list("unit", "start", "end"):
                held[unit] += texts[unit][start:end]
            assert held == texts
            assert all(unit < n_units for unit in chips.filter(side="source").values_list("unit", flat=True))

    @invariant()
    def every_file_of_pictures_belongs_to_a_row(self) -> None:
        sets = list(DeckPictures.objects.prefetch_related("pages"))
        files = {str(path.relative_to(self.folder)) for path in self.folder.glob("decks/**/*") if path.is_file()}
        named = {name for name in files_of(self.project) if name.startswith("decks/")}
        of_killed = tuple(f"{one.folder}/" for one in sets if one.state == "running")
        assert named <= files
        assert not [name for name in files - named if not name.startswith(of_killed)]
        for one in sets:
            if one.state == "done":
                assert one.pages.count() == n_pages(one.document)
            if one.state not in ("queued", "running"):
                assert not one.upload


@pytest.fixture
def machine(
    project: Project, admin: User, client_of: Callable[[User], APIClient], tmp_path: Path, settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> type[Sequences]:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path

    class Here(Sequences):
        folder = tmp_path

    def opened(reader: Any, data: bytes, name: str) -> int:
        return len(zipfile.ZipFile(io.BytesIO(data)).namelist())

    def drawn(reader: Any, number: int) -> DrawnPage:
        at, meet = Here.fate
        if number == at:
            meet()
        picture = b"RIFF\x04\x00\x00\x00WEBP"
        return DrawnPage(picture, picture, 2, 1)

    monkeypatch.setattr(sandbox.Reader, "open_pages", opened)
    monkeypatch.setattr(sandbox.Reader, "draw", drawn)
    Here.project_of, Here.client_of = staticmethod(lambda: project), staticmethod(lambda: client_of(admin))
    return Here


def test_any_sequence(machine: type[Sequences]) -> None:
    run_state_machine_as_test(machine, settings=settings(max_examples=6, stateful_step_count=8))
