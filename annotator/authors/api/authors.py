"""Authors of a project: a list of them checked and invited, what is done with many, and their answers as a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from django.conf import settings
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.authors import links, wording
from annotator.authors.answering import invitation_token
from annotator.authors.exporting import PARTS, columns, records
from annotator.authors.figures import states_of
from annotator.authors.inviting import InvitingOptions, invite_authors
from annotator.authors.lines import MOST_AT_ONCE, AuthorLine, CheckedLine, LineState, authors_of_papers, checked
from annotator.authors.mailing import preview, values_for
from annotator.authors.models.asked import LEAST_REMIND_DAYS, MOST_REMIND_DAYS
from annotator.authors.models.ratings import MOST_RATED, default_closing_time
from annotator.models import Dimension, Invitation
from annotator.people.activity import note
from annotator.people.api.authentication import site_of
from annotator.people.api.base import OfProject, ProjectResource
from annotator.platform import mail
from annotator.platform.api.errors import ErrorPlaceSerializer
from annotator.platform.api.query import choice, flag
from annotator.platform.writers import tsv
from annotator.summaries.making import DEFAULT_SENTENCES

#: E-mails that a check shows as they would be sent.
_MOST_SHOWN = 20
LANGUAGES = [code for code, _label in settings.LANGUAGES]


class AuthorLineSerializer(serializers.Serializer[Any]):
    """Checked with all the others, so that an answer names everything that is wrong."""

    line = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000, help_text="Names it in errors.")
    name = serializers.CharField(allow_blank=True, max_length=1000)
    email = serializers.CharField(
        allow_blank=True, max_length=1000, required=False, default="", help_text="Without one, only a link is made."
    )
    talk = serializers.CharField(
        allow_blank=True, max_length=1000, help_text="Its title, its external id, the name of its file, or its id."
    )
    system = serializers.CharField(
        allow_blank=True, max_length=1000, required=False, default="", help_text="What wrote `text`."
    )
    text = serializers.CharField(
        allow_blank=True, max_length=30_000, required=False, default="", help_text="Rated instead of the summary."
    )
    language = serializers.CharField(
        allow_blank=True, max_length=1000, required=False, default="",
        help_text="Of the e-mails, and at first of the page; by default that of the list.",
    )  # fmt: skip
    run = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**63 - 1,
        help_text="Whose summary is rated, whoever has been asked before, unless they declined; by default the newest "
        "of the talk.",
    )  # fmt: skip


class InviteAuthorsSerializer(serializers.Serializer[Any]):
    lines = serializers.ListField(child=AuthorLineSerializer(), max_length=MOST_AT_ONCE)
    only_correct = serializers.BooleanField(default=False, help_text="Invite the others where some lines are wrong.")
    send = serializers.BooleanField(default=True, help_text="If not, only links are made.")
    language = serializers.ChoiceField(choices=LANGUAGES, default="en")
    n_sentences = serializers.IntegerField(min_value=1, max_value=MOST_RATED, default=DEFAULT_SENTENCES)
    closes_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="By default, `invitation_days` of `defaults/` from now."
    )
    remind_after = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=LEAST_REMIND_DAYS,
        max_value=MOST_REMIND_DAYS,
        help_text="Days; one reminder is sent by itself.",
    )
    dimensions = serializers.ListField(
        child=serializers.ChoiceField(choices=Dimension.choices),
        required=False,
        default=list,
        max_length=len(Dimension),
    )
    has_trap = serializers.BooleanField(
        default=False, help_text="Add an attention check: a question that asks for a certain number."
    )
    subject = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)
    letter = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)
    reminder = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)
    consent = serializers.CharField(required=False, allow_blank=True, default="", max_length=20_000)


class CheckedLineSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(source="line.number")
    state = serializers.ChoiceField(choices=LineState.choices)
    field = serializers.CharField(allow_blank=True, help_text="The column that is wrong.")
    message = serializers.CharField(allow_blank=True)
    suggestion = serializers.CharField(allow_blank=True, help_text="A talk that is called nearly so.")


class ShownMailSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    to = serializers.CharField()
    subject = serializers.CharField()
    text = serializers.CharField()


class CheckedAuthorsSerializer(serializers.Serializer[Any]):
    lines = CheckedLineSerializer(many=True)
    n_ready = serializers.IntegerField()
    n_wrong = serializers.IntegerField()
    n_skipped = serializers.IntegerField()
    n_with_address = serializers.IntegerField(help_text="Of those that are ready.")
    mails = ShownMailSerializer(many=True, help_text=f"The first {_MOST_SHOWN}, as they would be sent.")
    wording = serializers.CharField(allow_blank=True, help_text="What is wrong with the text of the e-mail.")


class AuthorLinkSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    author_name = serializers.CharField()
    author_email = serializers.CharField()
    talk = serializers.CharField(source="run.pair.plain_title")
    url = serializers.SerializerMethodField()

    def get_url(self, invitation: Invitation) -> str:
        return mail.link(f"/rate/{invitation_token(invitation)}", asked_at=self.context["site"])


class InvitedAuthorsSerializer(serializers.Serializer[Any]):
    n_invited = serializers.IntegerField()
    n_sent = serializers.IntegerField(help_text="Being sent by e-mail.")
    links = AuthorLinkSerializer(many=True)
    left = ErrorPlaceSerializer(many=True, help_text="The lines that were left out, and why.")


class WordingSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField()
    text = serializers.CharField()
    number = serializers.IntegerField(help_text="0 for a text that Lectern brings.")


class WordingsSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    languages = serializers.ListField(child=serializers.CharField())
    places = serializers.ListField(child=serializers.CharField(), help_text="What texts may have in braces.")
    consent = WordingSerializer()
    invitation = WordingSerializer()
    reminder = WordingSerializer()


class ListedAuthorSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    talk = serializers.CharField()


class ListedAuthorsSerializer(serializers.Serializer[Any]):
    authors = ListedAuthorSerializer(many=True)


class InvitationStatesSerializer(serializers.Serializer[Any]):
    states = serializers.DictField(child=serializers.IntegerField(), help_text="How many invitations are in each.")
    n = serializers.IntegerField()


class ActSerializer(serializers.Serializer[Any]):
    verb = serializers.ChoiceField(choices=links.VERBS)
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1, max_length=MOST_AT_ONCE
    )
    closes_at = serializers.DateTimeField(required=False, allow_null=True, help_text="For `extend` and `reopen`.")


class LeftInvitationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    why = serializers.CharField()


class ActOutcomeSerializer(serializers.Serializer[Any]):
    n_done = serializers.IntegerField()
    left = LeftInvitationSerializer(many=True)


class AuthorsView(OfProject, ProjectResource):
    resource = "authors"
    serializer_class = InvitationStatesSerializer

    @extend_schema(responses=InvitationStatesSerializer)
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """How many invitations of the project are in each state."""
        states = states_of(Invitation.objects.filter(run__pair__project=self.project()))
        return Response({"states": states, "n": sum(states.values())})

    @extend_schema(
        parameters=[OpenApiParameter("language", str, enum=LANGUAGES, description="By default `en`.")],
        responses=WordingsSerializer,
    )
    def wordings(self, request: Request, project_slug: str) -> Response:
        """What authors read in a language: what they agree to, the invitation, and the reminder."""
        project = self.project()
        language = choice(request, "language", LANGUAGES) or "en"
        texts = {"language": language, "languages": LANGUAGES, "places": wording.PLACES}
        return Response(WordingsSerializer(texts | wording.wordings_of(project, language)).data)

    @extend_schema(responses=ListedAuthorsSerializer)
    def listed(self, request: Request, project_slug: str) -> Response:
        """The authors that papers name, of talks that nobody was asked about yet."""
        return Response(ListedAuthorsSerializer({"authors": authors_of_papers(self.project())}).data)

    @extend_schema(request=InviteAuthorsSerializer, responses=CheckedAuthorsSerializer)
    def check(self, request: Request, project_slug: str) -> Response:
        """What inviting the authors of a list would do, line by line. Nothing is stored or sent."""
        project = self.project()
        body = self.body_as(InviteAuthorsSerializer)
        lines = checked(project, _lines(body))
        ready = [line for line in lines if line.state == LineState.READY]
        usual = wording.latest(project, "invitation", body["language"])
        texts = {body["language"]: wording.Text(body["subject"] or usual.subject, body["letter"] or usual.text)}
        for other in {line.line.language for line in ready} - {"", body["language"]}:
            texts[other] = wording.latest(project, "invitation", other)
        counts = {f"n_{state}": sum(line.state == state for line in lines) for state in LineState}
        addressed = [line for line in ready if line.line.email]
        shown = [
            {"line": line.line.number, "to": line.line.email, "subject": subject, "text": letter}
            for line in addressed[:_MOST_SHOWN]
            for language in [line.line.language or body["language"]]
            for values in [_values(project, line, body | {"language": language}, request)]
            for subject, letter in [preview(texts[language], values)]
        ]
        answer = {
            "lines": lines, **counts, "n_with_address": len(addressed), "mails": shown,
            "wording": wording.fault("invitation", texts[body["language"]].text),
        }  # fmt: skip
        return Response(CheckedAuthorsSerializer(answer).data)

    @extend_schema(request=InviteAuthorsSerializer, responses={201: InvitedAuthorsSerializer})
    def invite(self, request: Request, project_slug: str) -> Response:
        """Invite the authors of a list, by e-mail or as links.

        Where lines are wrong, the answer is 400 and names each with its field; `n_correct` says how many are right.
        """
        project = self.project()
        body = self.body_as(InviteAuthorsSerializer)
        how = {name: body[name] for name in InvitingOptions.__dataclass_fields__ if name in body}
        options = InvitingOptions(**how, is_sent=body["send"])
        made = invite_authors(
            project=project, lines=_lines(body), options=options, only_correct=body["only_correct"],
            user=request.user, asked_at=site_of(request),  # type: ignore[arg-type]
        )  # fmt: skip
        rows = Invitation.objects.filter(pk__in=[one.pk for one in made.invitations]).order_by("pk")
        answer = {
            "n_invited": len(made.invitations),
            "n_sent": made.n_to_send,
            "links": rows.select_related("run__pair"),
            "left": [{"line": one.line.number, "field": one.field, "message": one.message} for one in made.left],
        }
        return Response(InvitedAuthorsSerializer(answer, context={"site": site_of(request)}).data, status=201)

    @extend_schema(request=ActSerializer, responses=ActOutcomeSerializer)
    def act(self, request: Request, project_slug: str) -> Response:
        """Remind authors, send what was not sent, revoke, reopen or extend links: each where it is possible."""
        project = self.project()
        body = self.body_as(ActSerializer)
        outcome = links.act(project=project, user=request.user, asked_at=site_of(request), **body)  # type: ignore[arg-type]
        left = [{"id": pk, "why": why} for pk, why in outcome.left]
        return Response({"n_done": outcome.n_done, "left": left})

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "part",
                str,
                enum=PARTS,
                description="One line for each; by default `ratings`. `consents`: what people agreed to.",
            ),
            OpenApiParameter("file_format", str, enum=("tsv", "jsonl"), description="By default `tsv`."),
            OpenApiParameter("all", bool, description="Also what does not count: not sent, or revoked."),
            OpenApiParameter("names", bool, description="With names and addresses, beside pseudonyms."),
        ],
        responses={
            (200, "text/tab-separated-values"): OpenApiTypes.STR,
            (200, "application/x-ndjson"): OpenApiTypes.STR,
        },
    )
    def export(self, request: Request, project_slug: str) -> StreamingHttpResponse:
        """The answers of authors: those that count, unless all are asked for."""
        project = self.project()
        part = choice(request, "part", PARTS) or "ratings"
        form = choice(request, "file_format", ("tsv", "jsonl")) or "tsv"
        named = flag(request, "names")
        invitations = Invitation.objects.filter(run__pair__project=project)
        rows = records(invitations if flag(request, "all") else invitations.counted(), part, with_names=named)
        detail = f"{part}, with names" if named else part
        note("exported_ratings", project=project, kind="project", name=project.name, detail=detail)
        answer = StreamingHttpResponse(
            _json_lines(rows) if form == "jsonl" else _table(columns(part, with_names=named), rows),
            content_type="application/x-ndjson" if form == "jsonl" else tsv.CONTENT_TYPE,
        )
        answer["Content-Disposition"] = f'attachment; filename="{project.slug}-{part}.{form}"'
        return answer


def _lines(body: dict[str, Any]) -> list[AuthorLine]:
    def plain(text: str) -> str:
        return " ".join(text.split())

    return [
        AuthorLine(
            number=line.get("line", number), name=plain(line["name"]), email=line["email"].strip(),
            talk=plain(line["talk"]), system=plain(line["system"]), text=line["text"].strip(), run=line["run"],
            language=line["language"].strip().lower(),
        )
        for number, line in enumerate(body["lines"], 1)
    ]  # fmt: skip


def _values(project: Any, line: CheckedLine, texts: dict[str, Any], request: Request) -> dict[str, str]:
    closes_at = texts.get("closes_at") or default_closing_time()
    return values_for(
        name=line.line.name, talk=line.talk_title, paper=line.paper_title, project=project,
        n_sentences=0 if line.line.text else texts["n_sentences"], closes_at=closes_at,
        link=mail.link("/rate/…", asked_at=site_of(request)), language=texts["language"],
    )  # fmt: skip


def _table(columns: list[str], records: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield tsv.header(columns)
    yield from map(tsv.line, records)


def _json_lines(records: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    for record in records:
        yield orjson.dumps(record) + b"\n"
