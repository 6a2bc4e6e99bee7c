"""Reviews: opening, reading, and editing by operations."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from typing import Any

import orjson
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus.api.documents import HEAVY
from annotator.models import Correction, Realignment, Review, ReviewKind, ReviewState
from annotator.people.api.base import ProjectResource
from annotator.people.permissions import role_in
from annotator.platform.api.errors import ErrorSerializer
from annotator.platform.api.query import choice, flag, whole_number
from annotator.platform.errors import ServiceError
from annotator.reviewing.api.concordance import MemorySerializer, with_readable
from annotator.reviewing.api.content_serializers import (
    CommentCreateSerializer,
    CommentSerializer,
    ConflictSerializer,
    ContentSerializer,
    CorrectionSerializer,
    CorrectSerializer,
    HistorySerializer,
    KeySentencesSetSerializer,
    OperationsSerializer,
    OutcomeSerializer,
    RealignmentSerializer,
    RealignmentWorkSerializer,
    validated_operations,
)
from annotator.reviewing.api.review_serializers import (
    GoldReasonsSerializer,
    MatchedWordsSerializer,
    NextSerializer,
    ReturnSerializer,
    ReviewCreateSerializer,
    ReviewListSerializer,
    ReviewSerializer,
)
from annotator.reviewing.commenting import add_comment, comments_json
from annotator.reviewing.concordance import ask_for_index, remembered
from annotator.reviewing.content import changes_since, history_of_row, review_content
from annotator.reviewing.corrections import correct, corrections_json, withdraw
from annotator.reviewing.gold_reasons import why_gold
from annotator.reviewing.key_sentences import set_by_hand
from annotator.reviewing.matched_words import words_of_row
from annotator.reviewing.next_pair import next_pair
from annotator.reviewing.opening import open_review, return_review
from annotator.reviewing.operate import operate
from annotator.reviewing.permissions import (
    may_see_probes,
    may_see_review,
    require_editor,
    reviews_recalled_by,
    reviews_seen_by,
)
from annotator.reviewing.realignments import cancel, realign
from annotator.reviewing.storage import find_review


class MadeBySomeoneElse(ServiceError):
    code = "someone_else"
    status = 403


#: Pieces of the content of a review, of 64 kB: one with more is streamed.
_WHOLE = 16


def _all_of(first: Iterable[bytes], more: Generator[bytes]) -> Iterator[bytes]:
    with closing(more):  # it reads in a transaction
        yield from first
        yield from more


_HEAVY = [f"pair__{side}__{column}" for side in ("source", "target", "offline") for column in HEAVY]


# What each resource of reviews shares. Not in a docstring: the schema would show it for actions without one.
class Reviews(ProjectResource):
    resource = "reviews"
    project_path = "pair__project"
    queryset = Review.objects.none()

    def get_queryset(self) -> Any:
        reviews = Review.objects.select_related("pair__project")
        # Those are quick, or read it again: planning the joins costs more than all the rest.
        if self.action not in ("operations", "changes", "content"):
            related = ("pair__source", "pair__target", "pair__offline", "run", "annotator", "guidelines")
            reviews = reviews.select_related(*related).defer("guidelines__text", "guidelines__labels")
        reviews = self.visible(reviews).order_by("-updated_at", "-pk")
        if self.action in ("list", "retrieve", "create", "send_back"):  # edits read only their own rows
            reviews = reviews.with_row_counts().defer("run__info", *_HEAVY)
        if flag(self.request, "mine"):
            reviews = reviews.filter(annotator=self.request.user.pk)
        if state := choice(self.request, "state", ReviewState.values):
            reviews = reviews.filter(state=state)
        if (number := whole_number(self.request, "guidelines", minimum=0, maximum=2**31 - 1)) is not None:
            reviews = reviews.filter(guidelines__number=number) if number else reviews.filter(guidelines=None)
        return reviews

    def get_object(self) -> Review:
        review: Review = super().get_object()
        return self._seen(review)

    def _seen(self, review: Review) -> Review:
        user = self.request.user
        is_own = review.annotator_id == user.pk and review.kind == ReviewKind.REVIEW
        if not is_own and not may_see_review(user, review, role_in(user, review.pair.project)):
            raise Http404
        return review


class ReviewViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Reviews):
    narrowed_by = ("pair", "annotator")

    def get_serializer_class(self) -> Any:
        return ReviewListSerializer if self.action == "list" else ReviewSerializer

    def _review_to_edit(self) -> Review:
        """As `get_object`, and editable by who asks: an edit takes few statements, and this takes one."""
        named = self.kwargs["pk"]
        is_number = named.isascii() and named.isdigit() and len(named) < 19
        review = find_review(int(named), self.request.user.pk) if is_number and self.request.user.pk else None
        if review is None:
            raise Http404
        self.check_object_permissions(self.request, review)
        require_editor(self.request.user, self._seen(review))
        return review

    @extend_schema(
        parameters=[
            OpenApiParameter("project", str),
            OpenApiParameter("pair", int),
            OpenApiParameter("annotator", int, description="The id of an account."),
            OpenApiParameter("mine", bool),
            OpenApiParameter("state", str, enum=ReviewState.values),
            OpenApiParameter(
                "guidelines", int, description="Made under this version of the guidelines; 0: before there were any."
            ),
        ]
    )
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Reviews that you may see: your own, and all of projects in which you adjudicate."""
        seen = reviews_seen_by(request.user).values("pk")
        page = self.paginate_queryset(self.get_queryset().filter(pk__in=seen))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=ReviewCreateSerializer, responses={200: ReviewSerializer, 201: ReviewSerializer})
    def create(self, request: Request) -> Response:
        """Open your review of a pair: the one there is, or a new one made from a run's links."""
        body = self.body_as(ReviewCreateSerializer)
        review, is_new = open_review(pair=body["pair"], annotator=request.user, run=body.get("run"))  # type: ignore[arg-type]
        data = self.get_serializer(self.get_queryset().get(pk=review.pk)).data
        return Response(data, status=201 if is_new else 200)

    @extend_schema(responses=ContentSerializer)
    @action(detail=True)
    def content(self, request: Request, pk: str) -> HttpResponseBase:
        """Everything the editor needs: both texts and all rows."""
        pieces = review_content(self.get_object().pk, request.user)  # type: ignore[arg-type]
        first = list(islice(pieces, _WHOLE))
        if len(first) < _WHOLE:
            return Response(orjson.Fragment(b"".join(first)))
        return StreamingHttpResponse(_all_of(first, pieces), content_type="application/json")

    @extend_schema(parameters=[OpenApiParameter("since", int, required=True)], responses=OutcomeSerializer)
    @action(detail=True)
    def changes(self, request: Request, pk: str) -> Response:
        """All changes of the review since a revision that you know, by anyone."""
        since = whole_number(request, "since", minimum=0, maximum=2**31 - 1)
        if since is None:
            raise ServiceError("since is missing: the revision that you know.", errors=[{"field": "since"}])
        return Response(changes_since(self.get_object().pk, since, request.user))  # type: ignore[arg-type]

    @extend_schema(
        request=OperationsSerializer, responses={200: OutcomeSerializer, 400: ErrorSerializer, 409: ConflictSerializer}
    )
    @action(detail=True, methods=["post"], pagination_class=None)
    def operations(self, request: Request, pk: str) -> Response:
        """Apply edits in order. Each is all or nothing; those before a refused one stay."""
        review = self._review_to_edit()
        body = validated_operations(request.data)
        if body.get("by", request.user.pk) != request.user.pk:
            raise MadeBySomeoneElse("These edits were made by someone else than who is signed in now.")
        operations: list[dict[str, Any]] = body["operations"]
        return Response(operate(review_id=review.pk, operations=operations, user=request.user, as_read=review))  # type: ignore[arg-type]

    @extend_schema(
        parameters=[
            OpenApiParameter("row", OpenApiTypes.UUID, required=True),
            OpenApiParameter("before", int, description="Only operations with a sequence number below this one."),
        ],
        responses=HistorySerializer(many=True),
    )
    @operations.mapping.get
    def history(self, request: Request, pk: str) -> Response:
        """The history of a row, newest first, 50 at a time: ask for what was before the last that you have."""
        row = serializers.UUIDField().run_validation(request.query_params.get("row", ""))
        before = whole_number(request, "before", minimum=1, maximum=2**31 - 1)
        return Response(history_of_row(self.get_object(), str(row), request.user, before))  # type: ignore[arg-type]

    @extend_schema(parameters=[OpenApiParameter("row", OpenApiTypes.UUID)], responses=CommentSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def comments(self, request: Request, pk: str) -> Response:
        """The comments on a row, or on all rows, the oldest first."""
        row = request.query_params.get("row")
        row = str(serializers.UUIDField().run_validation(row)) if row else None
        return Response(comments_json(self.get_object(), request.user, row))  # type: ignore[arg-type]

    @extend_schema(request=CommentCreateSerializer, responses={201: CommentSerializer})
    @comments.mapping.post
    def comment(self, request: Request, pk: str) -> Response:
        """Say something about a row; ``@name`` mentions a person of the project."""
        review = self.get_object()
        body = self.body_as(CommentCreateSerializer)
        row, text = str(body["row"]), body["text"]
        made = add_comment(review=review, row_id=row, text=text, user=request.user)  # type: ignore[arg-type]
        return Response(next(c for c in comments_json(review, request.user, row) if c["id"] == made.pk), status=201)  # type: ignore[arg-type]

    @extend_schema(request=None, responses={200: RealignmentSerializer, 202: RealignmentWorkSerializer})
    @action(detail=True, methods=["post"])
    def realign(self, request: Request, pk: str) -> Response:
        """Run the engine around the reviewed rows and say what would change; nothing is changed.

        Where that takes long, a worker does it: the answer is 202, and the realignment is to be asked for.
        """
        realignment = realign(review=self.get_object(), user=request.user)  # type: ignore[arg-type]
        if isinstance(realignment, Realignment):
            return Response(RealignmentWorkSerializer(realignment).data, status=202)
        return Response(realignment)

    @extend_schema(responses=RealignmentWorkSerializer)
    @action(detail=True, url_path="realignments/(?P<realignment>[0-9]{1,18})")
    def realignment(self, request: Request, pk: str, realignment: str) -> Response:
        """How far one's own realignment is, and what it found."""
        return Response(RealignmentWorkSerializer(self._realignment(realignment)).data)

    @extend_schema(responses=RealignmentWorkSerializer)
    @realignment.mapping.delete
    def cancel_realignment(self, request: Request, pk: str, realignment: str) -> Response:
        """Cancel it; 409 where it has ended."""
        return Response(RealignmentWorkSerializer(cancel(self._realignment(realignment))).data)

    def _realignment(self, number: str) -> Realignment:
        mine = Realignment.objects.filter(review=self.get_object(), asked_by=self.request.user)  # type: ignore[misc]
        realignment: Realignment | None = mine.filter(pk=int(number)).first()
        if realignment is None:
            raise Http404
        return realignment

    @extend_schema(parameters=[OpenApiParameter("row", OpenApiTypes.UUID, required=True)], responses=MemorySerializer)
    @action(detail=True, pagination_class=None)
    def memory(self, request: Request, pk: str) -> Response:
        """Translations in accepted rows with the same source text; at most three, post-edited ones first."""
        row = serializers.UUIDField().run_validation(request.query_params.get("row", ""))
        review = self.get_object()
        among = reviews_recalled_by(request.user, review.pair.project)
        answer = remembered(review=review, row_id=str(row), reviews=among)
        if answer["n_pending"]:
            ask_for_index(review.pair.project_id)
        return Response(MemorySerializer(with_readable(answer, request.user)).data)

    @extend_schema(
        parameters=[OpenApiParameter("row", OpenApiTypes.UUID, required=True)], responses=MatchedWordsSerializer
    )
    @action(detail=True, pagination_class=None, url_path="matched-words")
    def matched_words(self, request: Request, pk: str) -> Response:
        """The words of a row of a bitext that the run's engine takes for translations of each other, at most six."""
        row = serializers.UUIDField().run_validation(request.query_params.get("row", ""))
        return Response(words_of_row(self.get_object(), str(row)))

    @extend_schema(responses=GoldReasonsSerializer)
    @action(detail=True, pagination_class=None, url_path="why-gold")
    def why_gold(self, request: Request, pk: str) -> Response:
        """Why each row of the review is gold, or is not."""
        review = self.get_object()
        reasons = why_gold(review, with_probes=may_see_probes(request.user, review.pair.project))
        return Response(GoldReasonsSerializer(reasons).data)

    @extend_schema(responses=KeySentencesSetSerializer)
    @action(detail=True, pagination_class=None, url_path="key-sentences")
    def key_sentences(self, request: Request, pk: str) -> Response:
        """Which key sentences of a talk with slides people have set one by one: what is proposed later leaves those."""
        return Response(KeySentencesSetSerializer({"by_hand": set_by_hand(self.get_object())}).data)

    @extend_schema(responses=CorrectionSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def corrections(self, request: Request, pk: str) -> Response:
        """What was corrected in the two texts, by whom, and what was withdrawn. It belongs to the texts: all of their
        reviews have the same."""
        return self._corrections(self.get_object())

    @extend_schema(request=CorrectSerializer, responses={201: CorrectionSerializer(many=True)})
    @corrections.mapping.post
    def correct(self, request: Request, pk: str) -> Response:
        """Record what a part of an imported text should say; the text stays as it is. Answers with all corrections."""
        review = self.get_object()
        require_editor(request.user, review)
        body = self.body_as(CorrectSerializer)
        correct(review=review, user=request.user, **{"replaces": [], **body})  # type: ignore[arg-type]
        return self._corrections(review, status=201)

    @extend_schema(responses={200: CorrectionSerializer(many=True)})
    @action(detail=True, methods=["delete"], url_path="corrections/(?P<correction>[0-9]{1,18})", pagination_class=None)
    def withdraw_correction(self, request: Request, pk: str, correction: str) -> Response:
        """Withdraw a correction that you made, or as an admin any. Answers with all corrections."""
        review = self.get_object()
        texts = (review.pair.source_id, review.pair.target_id)
        withdrawn = get_object_or_404(Correction, pk=int(correction), document__in=texts)
        withdraw(correction=withdrawn, project=review.pair.project, user=request.user)  # type: ignore[arg-type]
        return self._corrections(review)

    def _corrections(self, review: Review, status: int = 200) -> Response:
        corrections = corrections_json(review.pair, self.request.user)  # type: ignore[arg-type]
        return Response(CorrectionSerializer(corrections, many=True).data, status=status)

    @extend_schema(responses=NextSerializer)
    @action(detail=True, url_path="next", url_name="next")
    def next_pair(self, request: Request, pk: str) -> Response:
        """The next review or pair for you in this project: a review you began, or a pair to begin."""
        following = next_pair(review=self.get_object(), user=request.user)  # type: ignore[arg-type]
        return Response(NextSerializer({"next": asdict(following) if following else None}).data)

    @extend_schema(request=ReturnSerializer, responses=ReviewSerializer)
    @action(detail=True, methods=["post"], url_path="return", url_name="return")
    def send_back(self, request: Request, pk: str) -> Response:
        """Send a submitted review back to its annotator with a reason."""
        submitted = self.get_object()
        reason = self.body_as(ReturnSerializer)["reason"]
        review = return_review(review=submitted, reason=reason, user=request.user)  # type: ignore[arg-type]
        return Response(self.get_serializer(self.get_queryset().get(pk=review.pk)).data)
