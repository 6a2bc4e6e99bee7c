"""Runs that have texts made by the site's chat endpoint, or that bring them along in a file.

A run keeps each answer as it arrives, so that whatever stops it, nothing that was answered is asked for again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q
from django.db.models.functions import Now

from alignment.endpoints import Endpoint, why_no_address
from annotator.models import Direction, GeneratedText, GenerationRun, Project, RunState
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.models.work import PUT_OFF
from annotator.platform.work import enqueue
from annotator.summaries.generating.materials import NOTHING, Material, materials_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Characters of English to a token, as people who sell them say: for the estimate before the first call.
CHARACTERS_PER_TOKEN = 4
#: What a run starts from; whoever starts it can change it.
PROMPTS: dict[str, str] = {
    Direction.SCRIPT: (
        "You are given the text of a slide of a scientific talk, and sometimes sentences of the paper that the talk is "
        "about. Write what the speaker says while the slide is shown, in the language of the slide. State nothing that "
        "neither of them states. Answer with the spoken text alone."
    ),
    Direction.SLIDE: (
        "You are given what a speaker says while one slide of a scientific talk is shown, and sometimes sentences of "
        "the paper that the talk is about. Write the text of the slide, in the language of the speaker: a title, then "
        "a line for each point. State nothing that neither of them states. Answer with the text of the slide alone."
    ),
}


@dataclass(frozen=True, slots=True)
class SiteEndpoint:
    """refusal : why nothing can be generated here, in a sentence; empty if it can."""

    host: str
    model: str
    refusal: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """What would leave this site, in all: so many slides, each in a call of its own, and characters."""

    n_talks: int
    n_slides: int
    n_with_paper: int
    n_characters: int

    @property
    def n_tokens(self) -> int:
        return -(-self.n_characters // CHARACTERS_PER_TOKEN)


def endpoint() -> Endpoint:
    return Endpoint(settings.CHAT_URL, settings.CHAT_KEY)


def site_endpoint() -> SiteEndpoint:
    why = why_no_address(settings.CHAT_URL, "chat")
    if not why and not settings.CHAT_MODEL:
        why = "The chat endpoint has no model: CHAT_MODEL is not set"
    return SiteEndpoint("" if why else endpoint().host, settings.CHAT_MODEL, f"{why}." if why else "")


def newest_prompt(project: Project, direction: str) -> tuple[str, int]:
    """The prompt that a new run starts from, and its version; 0 for the one that comes with the application."""
    runs = GenerationRun.objects.filter(project=project, direction=direction, prompt_version__gt=0)
    newest = runs.order_by("-prompt_version").values_list("prompt", "prompt_version").first()
    return newest or (PROMPTS[direction], 0)


def outlook_of(materials: Sequence[Material], direction: str, prompt: str) -> Outlook:
    return Outlook(
        n_talks=len({one.pair for one in materials}), n_slides=len(materials),
        n_with_paper=sum(bool(one.paper) for one in materials),
        n_characters=sum(len(one.sent(direction)) + len(prompt) for one in materials),
    )  # fmt: skip


def request_run(
    *, project: Project, user: User | None, name: str, direction: str, prompt: str, with_paper: bool,
    temperature: float | None, seed: int | None, may_send_to: str, n_characters: int,
) -> GenerationRun:  # fmt: skip
    """Have a worker send each slide, or what was said on it, to the site's endpoint.

    may_send_to, n_characters : the host that somebody has agreed the texts go to, and how much. Raises ServiceError
    without an endpoint, without that agreement and where there is nothing to send; Conflict where there is more to send
    by now, and for a name that is taken.
    """
    site = site_endpoint()
    if site.refusal:
        raise ServiceError(site.refusal, code="no_endpoint")
    if may_send_to != site.host:
        raise ServiceError(
            f"Slides and scripts go to {site.host}. Say that they may.", code="not_agreed", field="may_send_to"
        )
    materials = materials_of(project, direction, with_paper=with_paper)
    outlook = outlook_of(materials, direction, prompt)
    if outlook.n_characters > n_characters:
        raise Conflict(
            f"There are {outlook.n_characters:,} characters to send by now, not {n_characters:,}. Agree again.",
            code="more_to_send",
        )  # fmt: skip
    return _stored(
        project, materials, {}, "generation_started", name=name, direction=direction, host=site.host, model=site.model,
        prompt=prompt, with_paper=with_paper, temperature=temperature, seed=seed, n_characters=outlook.n_characters,
        created_by=user,
    )  # fmt: skip


def import_run(
    *, project: Project, user: User | None, name: str, direction: str, texts: Mapping[str, str], file_name: str,
    model: str, prompt: str,
) -> GenerationRun:  # fmt: skip
    """Keep texts that were made elsewhere, by the ids of slides; a worker compares them.

    Raises ServiceError naming ids that are none of this project's, Conflict for a name that is taken.
    """
    materials = materials_of(project, direction, with_paper=True)
    known = {one.id for one in materials}
    if extra := [key for key in texts if key not in known]:
        named = ", ".join(extra[:5]) + (" and others" if len(extra) > 5 else "")
        raise ServiceError(
            f"{counted(len(extra), 'id')} of no slide here: {named}. Nothing was stored.", code="unknown_ids",
            field="file",
        )  # fmt: skip
    return _stored(
        project, materials, texts, "generation_imported", name=name, direction=direction, file_name=file_name,
        model=model, prompt=prompt, created_by=user,
    )  # fmt: skip


@transaction.atomic
def _stored(
    project: Project, materials: Sequence[Material], texts: Mapping[str, str], verb: str, **fields: Any
) -> GenerationRun:
    if not materials:
        raise ServiceError(NOTHING, code="no_materials")
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two prompts have two versions
    fields["name"] = " ".join(fields["name"].split())
    if not fields["name"]:
        raise ServiceError("Enter a name.", field="name")
    if fields["prompt"]:
        fields["prompt_version"] = _version_of(project, fields["direction"], fields["prompt"])
    try:
        with transaction.atomic():
            run: GenerationRun = GenerationRun.objects.create(project=project, **fields)
    except IntegrityError as error:
        raise Conflict(
            f"{fields['name']} is the name of another run. Choose another name.", code="name_taken", field="name"
        ) from error
    GeneratedText.objects.bulk_create(
        (
            GeneratedText(
                run=run, pair_id=one.pair, page=one.page, start=one.start, material=one.material,
                reference=one.reference, paper=list(one.paper), text=texts.get(one.id),
            )
            for one in materials
        ),
        batch_size=500,
    )  # fmt: skip
    enqueue(run)
    _note(verb, run, counted(len(texts) or len(materials), "slide"))
    return run


def _version_of(project: Project, direction: str, prompt: str) -> int:
    runs = GenerationRun.objects.filter(project=project, direction=direction)
    same = runs.filter(prompt=prompt).values_list("prompt_version", flat=True).first()
    return same or (runs.aggregate(last=Max("prompt_version"))["last"] or 0) + 1


@transaction.atomic
def cancel_run(run: GenerationRun) -> GenerationRun:
    """Stop it; what was answered stays, and it can go on later."""
    if not run.cancel():
        run.refresh_from_db()
        raise Conflict(f"The run has already {run.state}.", code="ended")
    run.refresh_from_db()
    _note("generation_cancelled", run)
    return run


@transaction.atomic
def go_on(run: GenerationRun) -> GenerationRun:
    """Ask for what is missing: answers that were of no use are asked for again, texts that there are never.

    Texts that are not compared yet are compared, also of a run that came in a file. A run that waits until its endpoint
    has time goes on at once. Raises Conflict where nothing is missing, and while it goes on.
    """
    held: GenerationRun = GenerationRun.objects.select_for_update().get(pk=run.pk)
    if held.state in GenerationRun.LIVE:
        waits = GenerationRun.objects.filter(pk=held.pk, claim=PUT_OFF)
        if not waits.update(claim=None, heartbeat_at=Now(), message=""):
            raise Conflict("The run goes on already.", code="going_on")
    else:
        missing = held.texts.filter(Q(text=None) | Q(is_wanted=True)) if held.host else held.texts.none()
        if held.state == RunState.SUCCEEDED and not missing.exists():
            raise Conflict("Nothing is missing that could be asked for.", code="nothing_missing")
        _queue_again(held, missing.update(problem=""))
        return held
    held.refresh_from_db()
    enqueue(held)
    return held


def _queue_again(run: GenerationRun, n_asked: int) -> None:
    """A run that has ended. n_asked : slides that leave the site."""
    GenerationRun.objects.filter(pk=run.pk).update(
        state=RunState.QUEUED, progress=0, message="", error="", attempts=0, claim=None, heartbeat_at=None,
        finished_at=None,
    )  # fmt: skip
    if n_asked:
        _note("generation_started", run, counted(n_asked, "slide"))
    run.refresh_from_db()
    enqueue(run)


@transaction.atomic
def make_again(run: GenerationRun, text: int) -> GenerationRun:
    """Ask for one text anew; the one that there is stays until another has come.

    Raises ServiceError for a text that is none of the run's, Conflict for texts from a file and while the run goes on.
    """
    held: GenerationRun = GenerationRun.objects.select_for_update().get(pk=run.pk)
    if not held.host:
        raise Conflict("The texts came in a file: nobody here can make them again.", code="imported")
    if held.state in GenerationRun.LIVE:
        raise Conflict("The run goes on. Wait until it has ended.", code="going_on")
    if not held.texts.filter(pk=text).update(problem="", is_wanted=True, n_again=F("n_again") + 1):
        raise ServiceError("The run has no such text.", field="text")
    _queue_again(held, 1)
    return held


@transaction.atomic
def remove_run(run: GenerationRun) -> None:
    _note("generation_removed", run)
    run.delete()


def _note(verb: str, run: GenerationRun, detail: str = "") -> None:
    note(verb, project=run.project, kind="generation_run", pk=run.pk, name=run.name, detail=detail)
