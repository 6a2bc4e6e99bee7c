"""Rating tasks: what raters are asked, their links, and what they said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.authors import wording
from annotator.authors.api.rater_invitations import (
    InvitedRatersSerializer,
    InviteRatersSerializer,
    MailedRatersSerializer,
    MailRatersSerializer,
    RaterLetterSerializer,
)
from annotator.authors.api.raters import RaterViewSerializer, shown_picture
from annotator.authors.api.rating_task_serializers import (
    AddRatersSerializer,
    CountRaterSerializer,
    DrawnSamplesSerializer,
    DrawSamplesSerializer,
    HumanMeansSerializer,
    RaterLinksSerializer,
    RatingResultsSerializer,
    RatingSampleSerializer,
    RatingSamplesSerializer,
    RatingSourcesSerializer,
    RatingTaskSerializer,
    SampleSoundSerializer,
    SetPictureSerializer,
    SetSamplesSerializer,
)
from annotator.authors.permissions import projects_whose_links_are_shown_to
from annotator.authors.rating_tasks import inviting, pictures, raters, tasks
from annotator.authors.rating_tasks.drawing import draw
from annotator.authors.rating_tasks.results import FORMS, means_of_generated, records, results_of
from annotator.authors.rating_tasks.sources import sources_of
from annotator.models import (
    Project,
    Rater,
    RaterSample,
    RatingSample,
    RatingTask,
    WordingKind,
)
from annotator.people.activity import note
from annotator.people.api.authentication import site_of
from annotator.people.api.base import ProjectResource, listed_by
from annotator.platform.api.byte_ranges import ranged
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.query import choice, flag
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.writers import table, tsv

_TYPES = {"tsv": tsv.CONTENT_TYPE, "csv": table.CONTENT_TYPE, "jsonl": "application/x-ndjson"}


def _number(rows: QuerySet[Any]) -> Coalesce:
    """How many rows, for a statement about others: counting them in a join would count each as often as a sample."""
    counted = rows.order_by().annotate(one=Value(1)).values("one").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)


@listed_by()
class RatingTaskViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.CreateModelMixin, mixins.DestroyModelMixin,
    mixins.UpdateModelMixin, ProjectResource,
):  # fmt: skip
    resource = "rating-tasks"
    queryset = RatingTask.objects.none()
    serializer_class = RatingTaskSerializer
    http_method_names = ["get", "post", "patch", "put", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        shown = RatingTask.objects.select_related("project").annotate(
            n_samples=Count("samples"), n_sets=Count("samples__group", distinct=True),
            n_traps=Count("samples", filter=Q(samples__system="", samples__trap_low__isnull=False)),
            n_links=_number(Rater.objects.filter(task=OuterRef("pk"))),
            n_begun=_number(Rater.objects.filter(task=OuterRef("pk"), begun_at__isnull=False)),
            n_declined=_number(Rater.objects.filter(task=OuterRef("pk"), declined_at__isnull=False)),
            n_rated=_number(
                RaterSample.objects.filter(
                    rater__task=OuterRef("pk"), rater__declined_at=None, rated_at__isnull=False
                )
            ),
        )  # fmt: skip
        return self.visible(shown.order_by("-id"))

    @extend_schema(exclude=True)
    def update(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        if not kwargs.get("partial"):
            self.http_method_not_allowed(request)
        return super().update(request, *args, **kwargs)

    def perform_create(self, serializer: Any) -> None:
        serializer.instance = self.get_queryset().get(pk=serializer.save().pk)

    def perform_update(self, serializer: Any) -> None:
        serializer.instance = self.get_queryset().get(pk=serializer.save().pk)

    def perform_destroy(self, instance: RatingTask) -> None:
        tasks.remove_task(instance)

    @extend_schema(responses=RatingSamplesSerializer)
    @action(detail=True)
    def samples(self, request: Request, pk: str) -> Response:
        """All samples of a task, with their systems and traps."""
        return self._samples(self.get_object())

    @extend_schema(request=SetSamplesSerializer, responses=RatingSamplesSerializer)
    @samples.mapping.put
    def set_samples(self, request: Request, pk: str) -> Response:
        """Replace all samples, until somebody has begun to rate. Each set has a sample of every system."""
        task = self.get_object()
        tasks.set_samples(task, self.body_as(SetSamplesSerializer)["samples"])
        return self._samples(task)

    def _samples(self, task: RatingTask) -> Response:
        return Response(RatingSamplesSerializer({"samples": task.samples.order_by("position")}).data)

    @extend_schema(
        parameters=[OpenApiParameter("project", str, required=True)], responses=RatingSourcesSerializer, filters=False
    )
    @action(detail=False, pagination_class=None)
    def sources(self, request: Request) -> Response:
        """What the project has that texts can be drawn from: rows and outputs of releases, summaries, generated
        texts."""
        return Response(RatingSourcesSerializer({"sources": sources_of(self._asked_project())}).data)

    @extend_schema(
        parameters=[OpenApiParameter("project", str, required=True)], responses=HumanMeansSerializer, filters=False
    )
    @action(detail=False, pagination_class=None, url_path="human-means")
    def human_means(self, request: Request) -> Response:
        """What raters gave to generated texts, in tasks that have closed: of each text, and of each run."""
        return Response(HumanMeansSerializer(means_of_generated(self._asked_project())).data)

    def _asked_project(self) -> Project:
        visible = Project.objects.all().visible_to(self.user)
        project: Project = get_object_or_404(visible, slug=self.request.query_params.get("project", ""))
        self.require(project)
        return project

    @extend_schema(request=DrawSamplesSerializer, responses=DrawnSamplesSerializer)
    @action(detail=True, methods=["post"])
    def draw(self, request: Request, pk: str) -> Response:
        """Replace all samples of a task about texts by some that the project has, until somebody has begun to rate."""
        task = self.get_object()
        return Response(DrawnSamplesSerializer(draw(task, **self.body_as(DrawSamplesSerializer))).data)

    @extend_schema(request={"multipart/form-data": SampleSoundSerializer}, responses=RatingSampleSerializer)
    @action(
        detail=True,
        methods=["put"],
        url_path="samples/(?P<position>[0-9]{1,6})/sound",
        parser_classes=[MultiPartParser],
    )
    def set_sound(self, request: Request, pk: str, position: str) -> Response:
        """The sound of a sample, a file of some seconds. All are stored alike: one channel, one rate, no tags."""
        sample = self._sample(position)
        if sample is None:
            raise Http404
        file = checked_body(SampleSoundSerializer, request)["file"]
        return Response(RatingSampleSerializer(tasks.keep_sound(sample, file, file.name)).data)

    @extend_schema(
        operation_id="rating_tasks_sound", responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}
    )
    @set_sound.mapping.get
    def sound(self, request: Request, pk: str, position: str) -> HttpResponseBase:
        """The sound of a sample, as raters hear it; with a Range header, that part of it."""
        sample = self._sample(position)
        if sample is None or not sample.file:
            raise Http404
        return ranged(request, sample.file, tasks.SOUND_TYPE)

    @extend_schema(request={"multipart/form-data": SetPictureSerializer}, responses=RatingSampleSerializer)
    @action(
        detail=True,
        methods=["put"],
        url_path="samples/(?P<position>[0-9]{1,6})/picture",
        parser_classes=[MultiPartParser],
    )
    def set_picture(self, request: Request, pk: str, position: str) -> Response:
        """The picture that a sample and all others of its set stand beside. It is drawn anew, as WebP."""
        sample = self._sample(position)
        if sample is None:
            raise Http404
        file = checked_body(SetPictureSerializer, request)["file"]
        pictures.keep_picture(sample, file, file.name)
        return Response(RatingSampleSerializer(sample).data)

    @extend_schema(
        operation_id="rating_tasks_picture", responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}
    )
    @set_picture.mapping.get
    def picture(self, request: Request, pk: str, position: str) -> HttpResponseBase:
        """What a sample stands beside, as raters see it."""
        return shown_picture(self._sample(position))

    def _sample(self, position: str) -> RatingSample | None:
        """Of the task that is asked for."""
        own = self.get_object().samples.select_related("task__project")
        sample: RatingSample | None = own.filter(position=int(position)).first()
        return sample

    @extend_schema(responses=RaterLinksSerializer)
    @action(detail=True)
    def raters(self, request: Request, pk: str) -> Response:
        """The raters of a task with their links, and how far they are."""
        return self._raters(self.get_object())

    @extend_schema(request=AddRatersSerializer, responses={201: RaterLinksSerializer})
    @raters.mapping.post
    @transaction.atomic
    def add_raters(self, request: Request, pk: str) -> Response:
        """Make links for more raters, or choose members of the project."""
        task, body = self.get_object(), self.body_as(AddRatersSerializer)
        if not body["n"] and not body["users"]:
            raise ServiceError("Say how many links, or who.", field="n")
        if body["users"]:
            raters.add_members(task, body["users"])
        if body["n"]:
            raters.add_raters(task, body["n"])
        return self._raters(task, 201)

    def _raters(self, task: RatingTask, status: int = 200) -> Response:
        shows_links = projects_whose_links_are_shown_to(self.user).filter(pk=task.project_id).exists()
        context = {"shows_links": shows_links}
        return Response(RaterLinksSerializer({"raters": raters.raters_of(task)}, context=context).data, status=status)

    @extend_schema(responses=RaterLetterSerializer)
    @action(detail=True, url_path="raters/letter")
    def letter(self, request: Request, pk: str) -> Response:
        """The e-mail that raters of a task get, unless another is written."""
        task = self.get_object()
        text = wording.latest(task.project, WordingKind.RATER, task.language)
        shown = {"subject": text.subject, "text": text.text, "number": text.number, "places": wording.RATER_PLACES}
        return Response(RaterLetterSerializer(shown).data)

    @extend_schema(request=InviteRatersSerializer, responses={201: InvitedRatersSerializer})
    @action(detail=True, methods=["post"], url_path="raters/invite")
    def invite(self, request: Request, pk: str) -> Response:
        """Invite raters by e-mail, each with a link of their own. Where lines are wrong, the answer is 400 and names
        each, and nobody is invited."""
        task, body = self.get_object(), self.body_as(InviteRatersSerializer)
        invited = inviting.invite_raters(
            task, inviting.read_list(body["list"]), subject=body["subject"], letter=body["letter"],
            remind_after=body["remind_after"], is_sent=body["send"], user=self.user, asked_at=site_of(request),
        )  # fmt: skip
        left = [{"line": line, "field": "list", "message": why} for line, why in invited.left]
        shown = {"n_invited": len(invited.raters), "n_sent": invited.n_to_send, "left": left}
        return Response(InvitedRatersSerializer(shown).data, status=201)

    @extend_schema(request=MailRatersSerializer, responses=MailedRatersSerializer)
    @action(detail=True, methods=["post"], url_path="raters/mail")
    def mail(self, request: Request, pk: str) -> Response:
        """Send raters their invitation again, or remind them: each where it is possible."""
        task, body = self.get_object(), self.body_as(MailRatersSerializer)
        if email := body.pop("email", ""):
            if len(body["numbers"]) != 1 or body["verb"] != "send":
                raise ServiceError("An address is corrected for one rater, to whom it is sent.", field="email")
            inviting.correct_address(task, body["numbers"][0], email, user=self.user, asked_at=site_of(request))
            return Response(MailedRatersSerializer({"n_done": 1, "left": []}).data)
        outcome = inviting.send_again(task, user=self.user, asked_at=site_of(request), **body)
        left = [{"number": number, "why": why} for number, why in outcome.left]
        return Response(MailedRatersSerializer({"n_done": outcome.n_done, "left": left}).data)

    @extend_schema(request=CountRaterSerializer, responses=RatingResultsSerializer)
    @action(detail=True, methods=["put"], url_path="raters/(?P<number>[0-9]{1,6})")
    def count_rater(self, request: Request, pk: str, number: str) -> Response:
        """Count the ratings of somebody, or don't, whatever the rules say."""
        task = self.get_object()
        rater = task.raters.filter(number=int(number)).select_related("task__project").first()
        if rater is None:
            raise Http404
        raters.decide_counted(rater, **self.body_as(CountRaterSerializer))
        return Response(RatingResultsSerializer(results_of(task)).data)

    @extend_schema(responses=RaterViewSerializer)
    @action(detail=True)
    def trial(self, request: Request, pk: str) -> Response:
        """The page as a rater would see it. Nothing is stored."""
        return Response(RaterViewSerializer(raters.trial_view(self.get_object())).data)

    @extend_schema(
        parameters=[OpenApiParameter("early", bool, description="Also while the task is open. The log says so.")],
        responses=RatingResultsSerializer,
    )
    @action(detail=True)
    def results(self, request: Request, pk: str) -> Response:
        """Mean opinion scores, differences, and who is not counted; once the task has closed."""
        task = self.get_object()
        self._check_closed(task)
        if task.is_open:
            note("rating_results_seen", project=task.project, kind="rating_task", pk=task.pk, name=task.name)
        return Response(RatingResultsSerializer(results_of(task)).data)

    def _check_closed(self, task: RatingTask) -> None:
        if task.is_open and not flag(self.request, "early"):
            raise Conflict("Results are not shown while people rate: they could lead them.", code="still_open")

    @extend_schema(
        parameters=[
            OpenApiParameter("part", str, enum=FORMS, description="By default `long`: one line a rating."),
            OpenApiParameter("file_format", str, enum=tuple(_TYPES), description="By default `tsv`."),
            OpenApiParameter("early", bool, description="Also while the task is open."),
        ],
        responses={
            (200, "text/tab-separated-values"): OpenApiTypes.STR,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/x-ndjson"): OpenApiTypes.STR,
        },
    )
    @action(detail=True)
    def export(self, request: Request, pk: str) -> HttpResponseBase:
        """All ratings, or the means of what counts. Raters are numbers."""
        task = self.get_object()
        part = choice(request, "part", FORMS) or "long"
        form = choice(request, "file_format", tuple(_TYPES)) or "tsv"
        self._check_closed(task)
        note("rating_task_exported", project=task.project, kind="rating_task", pk=task.pk, name=task.name, detail=part)
        answer = StreamingHttpResponse(_written(records(task, part), form), content_type=_TYPES[form])
        answer["Content-Disposition"] = f'attachment; filename="rating-task-{task.pk}-{part}.{form}"'
        return answer


def _written(records: Iterator[dict[str, Any]], form: str) -> Iterator[str | bytes]:
    if form == "jsonl":
        yield from (orjson.dumps(record) + b"\n" for record in records)
    elif form == "csv":
        yield from table.lines(_lines(records))
    else:
        yield from (tsv.line_of(line) for line in _lines(records))


def _lines(records: Iterator[dict[str, Any]]) -> Iterator[list[Any]]:
    """The names of the columns, then the values of each."""
    for n, record in enumerate(records):
        if n == 0:
            yield list(record)
        yield list(record.values())
