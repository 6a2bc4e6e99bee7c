"""What a worker does for a run: asks for each text that is missing, keeps it, and compares it with the talk's own."""

from __future__ import annotations

import time

from django.db.models import F, Q, QuerySet

from alignment.chat import UnusableAnswer, complete
from alignment.endpoints import RetryLater
from alignment.metrics.rouge import rouge_scores
from alignment.metrics.unsupported import unsupported
from alignment.types import Cancelled
from annotator.models import GeneratedText, GenerationRun, RunState
from annotator.platform.errors import ServiceError
from annotator.platform.outages import Outage, PutOffError
from annotator.platform.work import Heartbeat, perform_by_id
from annotator.summaries.generating.materials import as_sent
from annotator.summaries.generating.runs import endpoint, site_endpoint

#: After this many answers of no use one after the other, the endpoint is not paid for more of them.
MOST_PROBLEMS_IN_A_ROW = 3
#: Seconds after which a run queues up again behind other long work.
TURN_SECONDS = 1_800.0
_TURN = Outage("turn_over", 503, "Other work has its turn.", wait_seconds=1, counts=False)
_METRICS = ("rouge1", "rouge2", "rougel")


def execute(run_id: int) -> None:
    """Make the texts of a run in a worker."""
    perform_by_id(GenerationRun.objects.select_related("project"), run_id, _make, noun="run")


def _make(run: GenerationRun, heartbeat: Heartbeat) -> None:
    began = time.monotonic()
    ids = list(run.texts.values_list("pk", flat=True))
    open_ones = run.texts.filter(Q(problem="", rouge_1=None) | Q(is_wanted=True))
    if not run.host:
        open_ones = open_ones.exclude(text=None)
    waiting = list(open_ones.values_list("pk", flat=True))
    n_problems = 0
    for n_done, pk in enumerate(waiting, start=len(ids) - len(waiting)):
        heartbeat.progress(n_done / len(ids), f"{n_done:,} of {len(ids):,} slides")
        if time.monotonic() - began > TURN_SECONDS:
            raise PutOffError(_TURN)
        one = GeneratedText.objects.filter(pk=pk).first()
        if one is None:  # its talk was deleted meanwhile
            continue
        if one.text is None or one.is_wanted:
            problem = _ask(run, one)
            n_problems = n_problems + 1 if problem else 0
            if n_problems >= MOST_PROBLEMS_IN_A_ROW:
                raise ServiceError(f"{n_problems} answers in a row were of no use. The last one: {problem}")
            # What goes on has not lost its worker time and again, however often that happens on the way.
            if not run.keep(attempts=1):
                raise Cancelled
        if one.text is not None and not one.problem:
            compare(one)
    heartbeat.finish(RunState.SUCCEEDED, progress=1.0, message="")


def _ask(run: GenerationRun, one: GeneratedText) -> str:
    """Ask for one text and keep it at once, also when the run was cancelled meanwhile: it has been paid.

    Returns why the answer is of no use, or an empty string. Raises PutOffError while the endpoint is busy.
    """
    site = site_endpoint()
    if (site.host, site.model) != (run.host, run.model):
        raise ServiceError("The endpoint or its model is another one now. Start another run.")
    try:
        answer = complete(
            endpoint(), model=run.model, prompt=run.prompt, material=as_sent(run.direction, one.material, one.paper),
            temperature=run.temperature, seed=run.seed,
            name=f"lectern-{run.pk}-{one.pk}-{run.created_at:%y%m%d%H%M%S}" + f"-{one.n_again}" * (one.n_again > 0),
        )  # fmt: skip
    except RetryLater as busy:
        raise PutOffError(
            Outage("endpoint_busy", 503, f"{str(busy).removesuffix('.')}.", wait_seconds=busy.seconds)
        ) from None  # fmt: skip
    except UnusableAnswer as error:
        one.problem = str(error)[:400]
        _unanswered(one).update(problem=one.problem, is_wanted=False)
        return one.problem
    one.text, one.tokens_in, one.tokens_out = answer.text, answer.tokens_in, answer.tokens_out
    _unanswered(one).update(
        text=one.text, is_cut_off=answer.is_cut_off, problem="", is_wanted=False, rouge_1=None,
        tokens_in=F("tokens_in") + one.tokens_in, tokens_out=F("tokens_out") + one.tokens_out,
    )  # fmt: skip
    return ""


def _unanswered(one: GeneratedText) -> QuerySet[GeneratedText]:
    """The text, unless somebody else has answered meanwhile."""
    return GeneratedText.objects.filter(Q(text=None) | Q(is_wanted=True), pk=one.pk)


def compare(one: GeneratedText) -> None:
    """ROUGE beside the reference, and what stands in no source: neither the material, the paper nor the reference."""
    assert one.text is not None
    scores = rouge_scores(_METRICS, [one.reference], one.text)
    marks = unsupported(one.text, [one.material, one.reference, *one.paper])
    GeneratedText.objects.filter(pk=one.pk).update(
        rouge_1=scores["rouge1"].f1, rouge_2=scores["rouge2"].f1, rouge_l=scores["rougel"].f1,
        unsupported=[list(mark) for mark in marks], n_unsupported=len(marks),
    )  # fmt: skip
