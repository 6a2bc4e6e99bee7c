"""Role by endpoint: who gets in, and that the outsider sees nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import transaction
from django.test import override_settings
from django.urls import resolve
from rest_framework.test import APIClient

from annotator.authors.answering import invitation_token
from annotator.launch.layout import HERE
from annotator.models import (
    Invitation,
    Project,
    Role,
)
from annotator.people.permissions import RULES, WHILE_OWED
from annotator.people.roles import SITE_ADMIN
from annotator.people.signing_in import Owed
from tests import world
from tests.annotator.conftest import make_person, make_places, make_project
from tests.annotator.described import described_api
from tests.annotator.shared import shared_rows

ALL = {"admin", "adjudicator", "annotator", "viewer"}
WORKERS = ALL - {"viewer"}
CURATORS = {"admin", "adjudicator"}
READERS = CURATORS | {"viewer"}
ADMIN = {"admin"}
EVERYBODY = ALL | {"outsider"}

#: method, address, body, who gets in, and what the outsider gets
ENDPOINTS: list[tuple[str, str, Any, set[str], int]] = [
    ("get", "projects/", None, EVERYBODY, 200),
    ("post", "projects/", {"name": "New"}, EVERYBODY, 201),
    ("get", "projects/{project}/", None, ALL, 404),
    ("patch", "projects/{project}/", {"description": "x"}, ADMIN, 404),
    ("put", "projects/{project}/", {"name": "x"}, ADMIN, 404),
    ("delete", "projects/{project}/", None, ADMIN, 404),
    ("get", "projects/{project}/stages/", None, ALL, 404),
    ("get", "projects/{project}/quality/", None, CURATORS, 404),
    ("get", "projects/{project}/gold/", None, CURATORS, 404),
    ("get", "projects/{project}/exports/", None, ADMIN, 404),
    ("post", "projects/{project}/exports/", {}, ADMIN, 404),
    ("get", "projects/{project}/exports/{export}/file/", None, ADMIN, 404),
    ("delete", "projects/{project}/exports/{export}/", None, ADMIN, 404),
    ("get", "projects/{project}/raw-reviews/", None, ADMIN, 404),
    ("get", "projects/{project}/erasures/", None, ADMIN, 404),
    ("get", "projects/{project}/erasures/foreseen/?named=A", None, set(), 403),
    ("post", "projects/{project}/erasures/", {"reason": "x", "typed": "A", "stamp": "0"}, set(), 403),
    ("get", "project-imports/", None, EVERYBODY, 200),
    ("post", "projects/{project}/fit-thresholds/", {}, CURATORS, 404),
    ("get", "projects/{project}/members/", None, ALL, 404),
    ("post", "projects/{project}/members/", {"username": "newcomer", "role": "viewer"}, ADMIN, 404),
    ("patch", "projects/{project}/members/{member}/", {"role": "viewer"}, ADMIN, 404),
    ("delete", "projects/{project}/members/{member}/", None, ADMIN, 404),
    ("get", "projects/{project}/member-invitations/", None, ADMIN, 404),
    ("post", "projects/{project}/member-invitations/", {"role": "viewer"}, ADMIN, 404),
    (
        "post",
        "projects/{project}/member-invitations/many/",
        {"people": [{"email": "a@example.org", "role": "viewer"}]},
        ADMIN,
        404,
    ),
    ("post", "projects/{project}/member-invitations/{member_invitation}/send/", None, ADMIN, 404),
    ("delete", "projects/{project}/member-invitations/{member_invitation}/", None, ADMIN, 404),
    ("get", "documents/{document}/", None, ALL, 404),
    ("get", "documents/{document}/units/", None, ALL, 404),
    ("get", "documents/{document}/source/", None, ALL, 404),
    ("get", "documents/{document}/media/", None, ALL, 404),
    ("post", "documents/{document}/media/", {}, ADMIN, 404),
    ("delete", "documents/{document}/media/", None, ADMIN, 404),
    ("get", "documents/{deck}/pages/", None, ALL, 404),
    ("get", "documents/{deck}/pages/{page}/picture/", None, ALL, 404),
    ("get", "documents/{deck}/pages/{page}/thumbnail/", None, ALL, 404),
    ("post", "documents/{deck}/pictures/", {}, ADMIN, 404),
    ("delete", "documents/{deck}/pictures/", None, ADMIN, 404),
    ("patch", "documents/{document}/", {"title": "x"}, ADMIN, 404),
    ("delete", "documents/{spare}/", None, ADMIN, 404),
    ("post", "documents/{document}/embeddings/", {"name": "x"}, ADMIN, 404),
    ("get", "pairs/{pair}/", None, ALL, 404),
    ("get", "pairs/{pair}/text-changes/", None, ALL, 404),
    ("get", "pairs/runs/?ids={pair}", None, EVERYBODY, 200),
    ("post", "pairs/", {"project": "{project}", "source": "{document}", "target": "{spare}"}, ADMIN, 404),
    ("patch", "pairs/{pair}/", {"title": "x"}, ADMIN, 404),
    ("delete", "pairs/{pair}/", None, ADMIN, 404),
    ("get", "pairs/{slides_pair}/timeline/", None, ALL, 404),
    ("put", "pairs/{slides_pair}/timeline/", {"stretches": [{"page": 1, "start": 0}]}, ADMIN, 404),
    ("delete", "pairs/{slides_pair}/timeline/", None, ADMIN, 404),
    ("get", "pairs/{slides_pair}/page-search/", None, ALL, 404),
    ("get", "pairs/{slides_pair}/page-search/seen/", None, ALL, 404),
    ("get", "pairs/{slides_pair}/page-search/frames/{second}/", None, ALL, 404),
    ("post", "pairs/{slides_pair}/page-search/", {}, ADMIN, 404),
    ("delete", "pairs/{slides_pair}/page-search/", None, ADMIN, 404),
    ("get", "documents/{deck}/slide-text/", None, ALL, 404),
    ("post", "documents/{deck}/slide-text/", {"pictures": "none"}, ADMIN, 404),
    ("delete", "documents/{deck}/slide-text/", None, ADMIN, 404),
    ("post", "documents/{deck}/slide-text/store/", None, ADMIN, 404),
    ("get", "documents/{deck}/slide-text/pages/{page}/", None, ALL, 404),
    ("put", "documents/{deck}/slide-text/pages/{page}/", {"revision": 0, "blocks": []}, WORKERS, 404),
    ("get", "pairs/{free_pair}/passages/", None, ALL, 404),
    ("post", "pairs/{free_pair}/passages/", {}, ADMIN, 404),
    ("put", "pairs/{free_pair}/passages/", {"threshold": 0.5}, ADMIN, 404),
    ("delete", "pairs/{free_pair}/passages/", None, ADMIN, 404),
    (
        "post",
        "pairs/{free_pair}/passages/answers/",
        {"place": 0, "known": [], "answers": [{"sentence": 0, "is_right": True}]},
        WORKERS,
        404,
    ),
    ("get", "documents/{transcript}/recognitions/", None, ALL, 404),
    ("post", "documents/{transcript}/recognitions/", {"name": "Own"}, ADMIN, 404),
    ("delete", "recognitions/{recognition}/", None, ADMIN, 404),
    ("get", "documents/{transcript}/transcript-check/", None, ALL, 404),
    ("post", "documents/{transcript}/transcript-check/", {"a": 1, "b": 2}, ADMIN, 404),
    ("put", "documents/{transcript}/transcript-check/", None, ADMIN, 404),
    ("delete", "documents/{transcript}/transcript-check/", None, ADMIN, 404),
    ("get", "documents/{transcript}/transcript-check/rare-words/", None, ALL, 404),
    ("get", "documents/{transcript}/peaks/", None, ALL, 404),
    ("post", "documents/{transcript}/peaks/", None, WORKERS, 404),
    ("get", "documents/{transcript}/segments/", None, ALL, 404),
    ("put", "documents/{transcript}/segments/", {"segments": [{"start": 0, "end": 1}]}, WORKERS, 404),
    ("post", "documents/{transcript}/segments/", {}, ADMIN, 404),
    ("get", "documents/{transcript}/clips/", None, ALL, 404),
    ("post", "documents/{transcript}/clips/", {}, ADMIN, 404),
    ("delete", "documents/{transcript}/clips/", None, ADMIN, 404),
    ("get", "documents/{transcript}/clips/file/", None, ALL, 404),
    ("get", "documents/{transcript}/m3av/", None, ALL, 404),
    ("get", "projects/{project}/transcripts/", None, ADMIN, 404),
    ("put", "projects/{project}/transcripts/", {"claim_hours": 9}, ADMIN, 404),
    ("get", "projects/{project}/transcripts/queue/", None, WORKERS, 404),
    ("post", "projects/{project}/transcripts/claim/", {"check": 0, "kind": "first"}, WORKERS, 404),
    ("get", "passes/{pass}/", None, {"annotator"}, 404),
    ("post", "passes/{pass}/operations/", {"operations": []}, {"annotator"}, 404),
    ("post", "passes/{pass}/submit/", None, {"annotator"}, 404),
    ("post", "passes/{pass}/release/", None, ADMIN | {"annotator"}, 404),
    ("post", "passes/{pass}/judge/", {"decision": "hold"}, ADMIN, 404),
    ("get", "passes/{pass}/planted/", None, ADMIN, 404),
    ("get", "projects/{project}/spot-checks/", None, WORKERS, 404),
    ("post", "projects/{project}/spot-checks/", {"kind": "slides"}, ADMIN, 404),
    ("get", "spot-checks/{spot_check}/", None, WORKERS, 404),
    ("put", "spot-checks/{spot_check}/items/{position}/", {"verdict": "right", "revision": 0}, CURATORS, 404),
    ("post", "spot-checks/{spot_check}/decide/", {}, CURATORS, 404),
    ("post", "spot-checks/{spot_check}/reopen/", None, CURATORS, 404),
    ("delete", "spot-checks/{spot_check}/", None, ADMIN, 404),
    ("get", "engines/?pair={pair}", None, ALL, 404),
    ("get", "runs/{run}/", None, ALL, 404),
    ("get", "runs/{run}/links/", None, ALL, 404),
    ("get", "runs/{talk_run}/summary/", None, ALL, 404),
    ("get", "runs/{talk_run}/summary-sheet/", None, ALL, 404),
    ("get", "runs/{talk_run}/summary-file/", None, ALL, 404),
    ("get", "projects/{project}/summaries/", None, CURATORS | {"viewer"}, 404),
    ("get", "projects/{project}/summaries/overview/", None, CURATORS | {"viewer"}, 404),
    ("get", "projects/{project}/summaries/export/", None, CURATORS | {"viewer"}, 404),
    ("post", "projects/{project}/summaries/", {"length": {"kind": "words", "value": 150}}, CURATORS, 404),
    ("post", "projects/{project}/summaries/cancel/", None, CURATORS, 404),
    ("post", "runs/", {"pair": "{pair}", "engine": "auto"}, ADMIN, 404),
    ("post", "runs/{run}/cancel/", None, ADMIN, 404),
    ("post", "runs/{run}/filter/", {}, ADMIN, 404),
    ("get", "bulk-alignments/", None, EVERYBODY, 200),
    ("get", "bulk-alignments/{bulk}/", None, ALL, 404),
    ("post", "bulk-alignments/", {"project": "{project}", "engine": "lengths"}, ADMIN, 404),
    ("post", "bulk-alignments/preview/", {"project": "{project}"}, ADMIN, 404),
    ("post", "bulk-alignments/{bulk}/cancel/", None, ADMIN, 404),
    ("post", "reviews/", {"pair": "{pair}"}, WORKERS, 404),
    ("get", "reviews/{review}/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/content/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/changes/?since=0", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/operations/?row={uuid}", None, CURATORS | {"annotator", "viewer"}, 404),
    ("post", "reviews/{review}/operations/", {"operations": []}, CURATORS | {"annotator"}, 404),
    ("get", "reviews/{review}/summary/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/summary-sheet/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/summary-file/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/next/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("post", "reviews/{review}/realign/", None, CURATORS | {"annotator"}, 404),
    ("get", "reviews/{review}/comments/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("post", "reviews/{review}/comments/", {"row": "{uuid}", "text": "x"}, CURATORS | {"annotator"}, 404),
    ("get", "reviews/{review}/corrections/", None, CURATORS | {"annotator", "viewer"}, 404),
    (
        "post",
        "reviews/{review}/corrections/",
        {"side": "source", "unit": 0, "start": 0, "end": 4, "text": "Low"},
        CURATORS | {"annotator"},
        404,
    ),
    ("get", "reviews/{review}/memory/?row={uuid}", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "reviews/{review}/matched-words/?row={uuid}", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "projects/{project}/adjudications/", None, CURATORS, 404),
    ("get", "projects/{project}/adjudications/counts/", None, CURATORS, 404),
    ("post", "projects/{project}/adjudications/", {"pair": "{pair}"}, CURATORS, 404),
    ("get", "adjudications/{adjudication}/", None, CURATORS, 404),
    ("post", "adjudications/{adjudication}/", None, CURATORS, 404),
    ("get", "projects/{project}/agreement/", None, CURATORS, 404),
    ("get", "projects/{project}/agreement/people/?measure=links", None, CURATORS, 404),
    ("get", "projects/{project}/agreement/talks/?measure=links", None, CURATORS, 404),
    ("get", "projects/{project}/agreement/months/?measure=links", None, CURATORS, 404),
    ("get", "projects/{project}/agreement/rows/?measure=links&people=1,2&pair={pair}", None, CURATORS, 404),
    ("get", "projects/{project}/agreement/export/?part=measures", None, CURATORS, 404),
    ("get", "reviews/{review}/why-gold/", None, CURATORS, 404),
    ("get", "reviews/{review}/key-sentences/", None, CURATORS | {"annotator", "viewer"}, 404),
    ("get", "projects/{project}/concordance/?q=ledger", None, ALL, 404),
    ("get", "projects/{project}/guidelines/", None, ALL, 404),
    ("get", "projects/{project}/guidelines/{guidelines}/", None, ALL, 404),
    ("get", "projects/{project}/guidelines/template/", None, ADMIN, 404),
    ("get", "projects/{project}/guidelines/usage/", None, ADMIN, 404),
    ("put", "projects/{project}/guidelines/draft/", {"text": "", "labels": [], "revision": None}, ADMIN, 404),
    ("delete", "projects/{project}/guidelines/draft/?revision=1", None, ADMIN, 404),
    ("post", "projects/{project}/guidelines/draft/publish/", {"revision": 1}, ADMIN, 404),
    ("get", "projects/{project}/glossary/?search=tide", None, ALL, 404),
    (
        "post",
        "projects/{project}/glossary/",
        {"source_language": "en", "target_language": "ja", "source": "ebb", "targets": ["引き潮"]},
        ADMIN,
        404,
    ),
    ("patch", "projects/{project}/glossary/{term}/", {"note": "x"}, ADMIN, 404),
    ("delete", "projects/{project}/glossary/{term}/", None, ADMIN, 404),
    ("get", "projects/{project}/glossary/terms/?source=en&target=ja", None, ALL, 404),
    ("get", "projects/{project}/glossary/export/", None, ALL, 404),
    ("post", "projects/{project}/glossary/clear/", None, ADMIN, 404),
    ("get", "comments/", None, EVERYBODY, 200),
    ("patch", "comments/{comment}/", {"resolved": True}, CURATORS | {"annotator"}, 404),
    ("post", "reviews/{review}/return/", {"reason": "x"}, CURATORS, 404),
    ("get", "projects/{project}/assignment-policy/", None, ALL, 404),
    ("put", "projects/{project}/assignment-policy/", {"reviews_per_pair": 2}, ADMIN, 404),
    ("delete", "projects/{project}/assignment-policy/", None, ADMIN, 404),
    ("get", "projects/{project}/training/", None, ADMIN, 404),
    (
        "put",
        "projects/{project}/training/",
        {"is_required": False, "asks_members": False, "n_rows": 2, "n_right": 1, "n_tries": 1},
        ADMIN,
        404,
    ),
    ("get", "projects/{project}/training/offered/", None, ADMIN, 404),
    ("post", "projects/{project}/training/foreseen/", {"rows": ["00000000-0000-4000-8000-000000000001"]}, ADMIN, 404),
    ("post", "projects/{project}/training/take/", {"rows": ["00000000-0000-4000-8000-000000000001"]}, ADMIN, 404),
    (
        "post",
        "projects/{project}/training/write/",
        {"source_language": "en", "target_language": "ja", "source": ["A cross."]},
        ADMIN,
        404,
    ),
    ("patch", "projects/{project}/training/rows/{training_row}/", {"place": "2.3"}, ADMIN, 404),
    ("delete", "projects/{project}/training/rows/{training_row}/", None, ADMIN, 404),
    ("post", "projects/{project}/training/decide/", {"person": "{annotator}", "may_start": False}, ADMIN, 404),
    ("get", "projects/{project}/training/own/", None, WORKERS, 404),
    ("get", "projects/{project}/training/latest/", None, WORKERS, 404),
    ("post", "projects/{project}/training/begin/", {"source_language": "en", "target_language": "ja"}, WORKERS, 404),
    (
        "post",
        "projects/{project}/training/answer/",
        {"item": 1, "rows": [{"source": [], "target": [], "removed": []}]},
        WORKERS,
        404,
    ),
    ("get", "projects/{project}/training/trial/", None, ADMIN, 404),
    (
        "post",
        "projects/{project}/training/trial/",
        {"item": "{training_row}", "rows": [{"source": [], "target": [], "removed": []}]},
        ADMIN,
        404,
    ),
    ("post", "projects/{project}/training/differ/", {"item": 1, "text": "A pause."}, WORKERS, 404),
    ("get", "projects/{project}/probe-policy/", None, ADMIN, 404),
    ("put", "projects/{project}/probe-policy/", {"blind_share": 0.1, "planted_share": 0.1}, ADMIN, 404),
    ("get", "projects/{project}/people/{annotator}/", None, ADMIN, 404),
    ("get", "projects/{project}/people/{annotator}/foreseen/", None, ADMIN, 404),
    ("post", "projects/{project}/people/{annotator}/set-aside/", {"reason": "Why"}, ADMIN, 404),
    ("post", "projects/{project}/people/{annotator}/bring-back/", None, ADMIN, 404),
    ("post", "projects/{project}/people/{annotator}/pause/", {"is_paused": True}, ADMIN, 404),
    ("get", "projects/{project}/people/own/", None, WORKERS, 404),
    ("get", "projects/{project}/people/{annotator}/leaving/", None, ADMIN, 404),
    ("post", "projects/{project}/people/{annotator}/remove/", {}, ADMIN, 404),
    ("post", "projects/{project}/people/{annotator}/take-back/", None, ADMIN, 404),
    ("get", "projects/{project}/assignments/stuck/", None, ADMIN, 404),
    ("post", "projects/{project}/assignments/unstick/", {"reviews": [], "to": None}, ADMIN, 404),
    ("get", "projects/{project}/probes/", None, ADMIN, 404),
    ("get", "projects/{project}/probes/{member}/", None, ADMIN, 404),
    ("get", "projects/{project}/queue/", None, WORKERS, 404),
    ("get", "projects/{project}/queue/progress/", None, WORKERS, 404),
    ("post", "projects/{project}/queue/next/", None, WORKERS, 404),
    ("put", "projects/{project}/queue/languages/", {"languages": ["de"]}, WORKERS, 404),
    ("post", "projects/{project}/queue/claim/", {"pair": "{free_pair}"}, WORKERS, 404),
    ("post", "slots/{slot}/skip/", {"reason": "x"}, WORKERS, 404),
    ("post", "slots/{slot}/release/", None, WORKERS, 404),
    ("get", "projects/{project}/assignments/", None, ADMIN, 404),
    ("get", "projects/{project}/assignments/counts/", None, ADMIN, 404),
    ("get", "projects/{project}/assignments/choices/", None, ADMIN, 404),
    ("get", "projects/{project}/assignments/workload/", None, ADMIN, 404),
    ("post", "projects/{project}/assignments/undo/", {"change": "{change}"}, ADMIN, 404),
    ("post", "projects/{project}/assignments/assign/", {"pairs": [], "people": []}, ADMIN, 404),
    ("post", "projects/{project}/assignments/reassign/", {"slots": [], "to": 1}, ADMIN, 404),
    ("post", "projects/{project}/assignments/withdraw/", {"slots": []}, ADMIN, 404),
    ("post", "projects/{project}/assignments/prioritise/", {"pairs": [], "priority": 1}, ADMIN, 404),
    ("get", "projects/{project}/activity/", None, ADMIN, 404),
    ("get", "projects/{project}/activity/export/", None, ADMIN, 404),
    ("get", "presets/?project={project}", None, EVERYBODY, 200),
    ("get", "presets/{preset}/", None, ALL, 404),
    ("post", "presets/", {"project": "{project}", "engine": "lengths", "name": "x"}, ADMIN, 404),
    ("patch", "presets/{preset}/", {"is_default": True}, ADMIN, 404),
    ("delete", "presets/{preset}/", None, ADMIN, 404),
    ("get", "summary-sets/?project={project}", None, EVERYBODY, 200),
    ("get", "summary-sets/{summary_set}/", None, CURATORS | {"viewer"}, 404),
    ("post", "summary-sets/", {"project": "{project}"}, ADMIN, 404),
    ("delete", "summary-sets/{summary_set}/", None, ADMIN, 404),
    ("get", "rouge-tables/?project={project}", None, EVERYBODY, 200),
    ("get", "rouge-tables/{rouge_table}/", None, CURATORS | {"viewer"}, 404),
    ("get", "rouge-tables/{rouge_table}/papers/?row={rouge_row}", None, CURATORS | {"viewer"}, 404),
    ("get", "rouge-tables/{rouge_table}/export/", None, CURATORS | {"viewer"}, 404),
    ("post", "rouge-tables/", {"references": "{summary_set}"}, ADMIN, 404),
    ("post", "rouge-tables/{rouge_table}/cancel/", None, ADMIN, 404),
    ("get", "slides-tables/?project={project}", None, EVERYBODY, 200),
    ("get", "slides-tables/basis/?project={project}", None, CURATORS | {"viewer"}, 404),
    ("get", "slides-tables/{slides_table}/", None, CURATORS | {"viewer"}, 404),
    ("get", "slides-tables/{slides_table}/talks/?row={slides_row}", None, CURATORS | {"viewer"}, 404),
    ("get", "slides-tables/{slides_table}/cuts/?talk={slides_talk}", None, CURATORS | {"viewer"}, 404),
    ("get", "slides-tables/{slides_table}/export/?part=cuts", None, CURATORS | {"viewer"}, 404),
    ("post", "slides-tables/", {"project": "{project}", "basis": "imported"}, ADMIN, 404),
    ("post", "slides-tables/{slides_table}/cancel/", None, ADMIN, 404),
    ("get", "slides-predictions/?project={project}", None, EVERYBODY, 200),
    ("get", "slides-predictions/{slides_predictions}/", None, CURATORS | {"viewer"}, 404),
    ("post", "slides-predictions/", {"project": "{project}"}, ADMIN, 404),
    ("delete", "slides-predictions/{slides_predictions}/", None, ADMIN, 404),
    ("get", "generation-runs/?project={project}", None, EVERYBODY, 200),
    ("get", "generation-runs/{generation_run}/", None, CURATORS | {"viewer"}, 404),
    ("get", "generation-runs/{generation_run}/texts/", None, CURATORS | {"viewer"}, 404),
    ("get", "generation-runs/{generation_run}/export/", None, CURATORS | {"viewer"}, 404),
    ("get", "generation-runs/outlook/?project={project}", None, ADMIN, 404),
    ("get", "generation-runs/materials/?project={project}", None, ADMIN, 404),
    ("post", "generation-runs/", {"project": "{project}"}, ADMIN, 404),
    ("post", "generation-runs/bring/", {"project": "{project}"}, ADMIN, 404),
    ("post", "generation-runs/{generation_run}/cancel/", None, ADMIN, 404),
    ("post", "generation-runs/{generation_run}/go-on/", None, ADMIN, 404),
    ("post", "generation-runs/{generation_run}/again/", {"text": 1}, ADMIN, 404),
    ("delete", "generation-runs/{generation_run}/", None, ADMIN, 404),
    ("get", "tunings/?project={project}", None, EVERYBODY, 200),
    ("get", "tunings/basis/?project={project}", None, CURATORS | {"viewer"}, 404),
    ("get", "tunings/{tuning}/", None, CURATORS | {"viewer"}, 404),
    ("get", "tunings/{tuning}/export/", None, CURATORS | {"viewer"}, 404),
    ("post", "tunings/", {"project": "{project}"}, ADMIN, 404),
    ("post", "tunings/{tuning}/cancel/", None, ADMIN, 404),
    ("post", "tunings/{tuning}/use/", {"name": "x"}, ADMIN, 404),
    ("get", "projects/{project}/announcements/", None, WORKERS, 404),
    ("get", "projects/{project}/announcements/written/", None, ADMIN, 404),
    ("post", "projects/{project}/announcements/", {"text": "Hello"}, ADMIN, 404),
    ("patch", "projects/{project}/announcements/{announcement}/", {"text": "Hi", "revision": 1}, ADMIN, 404),
    ("post", "projects/{project}/announcements/{announcement}/close/", {"revision": 1}, WORKERS, 404),
    ("delete", "projects/{project}/announcements/{announcement}/", None, ADMIN, 404),
    ("get", "projects/{project}/webhooks/", None, ADMIN, 404),
    (
        "post",
        "projects/{project}/webhooks/",
        {"name": "bot", "url": "https://example.org/", "events": ["run.finished"]},
        ADMIN,
        404,
    ),
    ("patch", "projects/{project}/webhooks/{webhook}/", {"is_on": False}, ADMIN, 404),
    ("delete", "projects/{project}/webhooks/{webhook}/", None, ADMIN, 404),
    ("post", "projects/{project}/webhooks/{webhook}/secret/", None, ADMIN, 404),
    ("post", "projects/{project}/webhooks/{webhook}/test/", None, ADMIN, 404),
    ("post", "projects/{project}/webhooks/{webhook}/resend/", None, ADMIN, 404),
    ("get", "projects/{project}/webhooks/{webhook}/deliveries/", None, ADMIN, 404),
    ("get", "projects/{project}/webhooks/{webhook}/deliveries/{delivery}/", None, ADMIN, 404),
    ("post", "projects/{project}/webhooks/{webhook}/deliveries/{delivery}/resend/", None, ADMIN, 404),
    ("get", "projects/{project}/authors/", None, CURATORS, 404),
    ("get", "projects/{project}/authors/wordings/", None, ADMIN, 404),
    ("get", "projects/{project}/authors/listed/", None, ADMIN, 404),
    ("get", "projects/{project}/authors/export/", None, CURATORS, 404),
    ("post", "projects/{project}/authors/check/", {"lines": []}, ADMIN, 404),
    ("post", "projects/{project}/authors/invite/", {"lines": []}, ADMIN, 404),
    ("post", "projects/{project}/authors/act/", {"verb": "revoke", "ids": ["{invitation}"]}, ADMIN, 404),
    ("get", "invitations/{invitation}/", None, CURATORS, 404),
    ("patch", "invitations/{invitation}/", {"revoked": True}, ADMIN, 404),
    ("delete", "invitations/{invitation}/", None, ADMIN, 404),
    (
        "post",
        "invitations/",
        {"run": "{talk_run}", "author_name": "A", "closes_at": "2099-01-01T00:00:00Z"},
        ADMIN,
        404,
    ),
    ("get", "invitations/ratings/", None, EVERYBODY, 200),
    ("get", "rating-tasks/{rating_task}/", None, CURATORS, 404),
    (
        "post",
        "rating-tasks/",
        {
            "project": "{project}",
            "name": "T",
            "medium": "text",
            "questions": [{"name": "Fluency", "scale": "whole"}],
            "per_set": 3,
            "sets_per_rater": 1,
        },
        ADMIN,
        404,
    ),
    ("patch", "rating-tasks/{rating_task}/", {"closes_at": "2099-01-01T00:00:00Z"}, ADMIN, 404),
    ("delete", "rating-tasks/{rating_task}/", None, ADMIN, 404),
    ("get", "my-ratings/", None, EVERYBODY, 200),
    ("get", "my-ratings/{rating_task}/", None, set(), 404),  # of those who were chosen
    ("post", "my-ratings/{rating_task}/", {"consent": 0}, set(), 404),
    ("patch", "my-ratings/{rating_task}/", {"ratings": []}, set(), 404),
    ("get", "rating-tasks/sources/?project={project}", None, ADMIN, 404),
    ("get", "rating-tasks/human-means/?project={project}", None, CURATORS, 404),
    ("post", "rating-tasks/{rating_task}/draw/", {"source": "x", "systems": ["x"], "n_sets": 1}, ADMIN, 404),
    ("get", "rating-tasks/{rating_task}/samples/", None, CURATORS, 404),
    ("put", "rating-tasks/{rating_task}/samples/", {"samples": []}, ADMIN, 404),
    ("put", "rating-tasks/{rating_task}/samples/{position}/sound/", {}, ADMIN, 404),
    ("get", "rating-tasks/{rating_task}/samples/{position}/sound/", None, CURATORS, 404),
    ("put", "rating-tasks/{rating_task}/samples/{position}/picture/", {}, ADMIN, 404),
    ("get", "rating-tasks/{rating_task}/samples/{position}/picture/", None, CURATORS, 404),
    ("get", "rating-tasks/{rating_task}/raters/", None, CURATORS, 404),
    ("post", "rating-tasks/{rating_task}/raters/", {"n": 1}, ADMIN, 404),
    ("get", "rating-tasks/{rating_task}/raters/letter/", None, ADMIN, 404),
    ("post", "rating-tasks/{rating_task}/raters/invite/", {"list": "x"}, ADMIN, 404),
    ("post", "rating-tasks/{rating_task}/raters/mail/", {"verb": "send", "numbers": [9]}, ADMIN, 404),
    ("put", "rating-tasks/{rating_task}/raters/{second}/", {"counted": None}, ADMIN, 404),
    ("get", "rating-tasks/{rating_task}/trial/", None, CURATORS, 404),
    ("get", "rating-tasks/{rating_task}/results/?early=1", None, CURATORS, 404),
    ("get", "rating-tasks/{rating_task}/export/?early=1", None, CURATORS, 404),
    ("get", "defaults/", None, EVERYBODY, 200),
    ("get", "test-sets/{test_set}/", None, CURATORS | {"viewer"}, 404),
    ("post", "test-sets/", {"project": "{project}", "name": "T2", "reviews": []}, CURATORS, 404),
    ("patch", "test-sets/{test_set}/", {"name": "T3"}, CURATORS, 404),
    ("delete", "test-sets/{test_set}/", None, CURATORS, 404),
    ("get", "test-sets/{test_set}/funnel/", None, READERS, 404),
    ("get", "test-sets/{test_set}/rows/", None, READERS, 404),
    ("get", "test-sets/{test_set}/talks/", None, READERS, 404),
    ("get", "test-sets/{test_set}/next-release/", None, READERS, 404),
    ("post", "test-sets/{test_set}/choose/", {"pair": "{pair}", "review": None}, CURATORS, 404),
    ("post", "test-sets/{test_set}/rules/", {"version": 0, "rules": {}}, CURATORS, 404),
    ("post", "test-sets/{test_set}/picks/", {"rows": ["{uuid}"], "is_in": None}, CURATORS, 404),
    ("get", "releases/{release}/", None, READERS, 404),
    ("post", "releases/", {"test_set": "{test_set}"}, CURATORS, 404),
    ("delete", "releases/{release}/", None, CURATORS, 404),
    ("post", "releases/{release}/remove/", {"typed": "R 1.0", "reason": "x"}, set(), 403),
    ("post", "releases/{release}/withdraw/", {"reason": "Wrong split"}, CURATORS, 404),
    ("get", "releases/{release}/rows/", None, READERS, 404),
    ("get", "releases/{release}/checksums/", None, READERS, 404),
    ("get", "releases/{release}/differences/", None, READERS, 404),
    ("get", "runs/{run}/comparison/?against={run}", None, ALL, 404),
    ("get", "systems/{system}/", None, READERS, 404),
    ("get", "systems/{system}/comparison/?against={system}", None, READERS, 404),
    ("get", "systems/{system}/comparisons/", None, READERS, 404),
    ("get", "systems/{system}/words/?talk=1", None, READERS, 404),
    ("post", "systems/", {"release": "{release}"}, CURATORS, 404),
    ("post", "systems/score-engines/", {"release": "{release}"}, CURATORS, 404),
    ("post", "systems/{system}/score-again/", {}, CURATORS, 404),
    ("patch", "systems/{system}/", {"name": "Online"}, CURATORS, 404),
    ("delete", "systems/{system}/", None, CURATORS, 404),
    ("get", "training-sets/{training_set}/", None, READERS, 404),
    ("post", "training-sets/", {"project": "{project}", "name": "T"}, CURATORS, 404),
    ("delete", "training-sets/{training_set}/", None, CURATORS, 404),
    ("get", "trained-models/{trained_model}/", None, READERS, 404),
    ("post", "trained-models/", {"training_set": "{training_set}", "variant": "words-250"}, CURATORS, 404),
    ("delete", "trained-models/{trained_model}/", None, CURATORS, 404),
    ("get", "trained-models/{trained_model}/file/", None, READERS, 404),
    ("get", "trained-models/{trained_model}/summary/?document={paper}", None, READERS, 404),
    ("get", "leak-checks/{leak_check}/", None, READERS, 404),
    ("post", "leak-checks/", {"test_set": "{test_set}"}, CURATORS, 404),
    ("delete", "leak-checks/{leak_check}/", None, CURATORS, 404),
    ("get", "leak-checks/{leak_check}/leaks/", None, READERS, 404),
    ("get", "releases/{release}/page/", None, READERS, 404),
    ("put", "releases/{release}/page/", {"shows_rows": True}, ADMIN, 404),
    ("delete", "releases/{release}/page/", None, ADMIN, 404),
    ("get", "data-cards/{test_set}/", None, READERS, 404),
    ("put", "data-cards/{test_set}/", {"revision": 0, "texts": {"uses": "Tests."}}, CURATORS, 404),
    ("get", "imports/{batch}/", None, ADMIN, 404),
    ("post", "imports/{batch}/commit/", None, ADMIN, 404),
    ("delete", "imports/{batch}/", None, ADMIN, 404),
    ("post", "imports/{batch}/files/", {}, ADMIN, 404),
    ("get", "imports/{batch}/files/{file}/", None, ADMIN, 404),
    ("put", "imports/{batch}/files/{file}/", {}, ADMIN, 404),
    ("patch", "imports/{batch}/files/{file}/", {"include": False}, ADMIN, 404),
    ("delete", "imports/{batch}/files/{file}/", None, ADMIN, 404),
    ("get", "imports/formats/", None, EVERYBODY, 200),
    ("get", "imports/{batch}/progress/", None, ADMIN, 404),
    ("put", "imports/{batch}/pairings/", [], ADMIN, 404),
    (
        "post",
        "session/password/",
        {"password": "a long enough one", "new_password": "low tide at noon"},
        EVERYBODY,
        204,
    ),
    ("get", "account/", None, EVERYBODY, 200),
    ("patch", "account/", {"digests": False}, EVERYBODY, 200),
    ("post", "account/email/", {"email": "a@example.org", "password": "a long enough one"}, EVERYBODY, 204),
    ("post", "account/second-factor/", {"password": "a long enough one"}, EVERYBODY, 200),
    ("post", "account/second-factor/confirm/", {"code": "123456"}, EVERYBODY, 409),
    ("post", "account/second-factor/remove/", {"code": "123456"}, EVERYBODY, 400),
    ("post", "account/recovery-codes/", {"code": "123456"}, EVERYBODY, 400),
    ("get", "users/", None, EVERYBODY, 200),
    ("get", "tokens/", None, EVERYBODY, 200),
    ("post", "tokens/", {"name": "Nightly export"}, EVERYBODY, 201),
    ("get", "vectors/", None, EVERYBODY, 200),
    ("get", "vectors/{vectors}/", None, EVERYBODY, 200),
    ("post", "vectors/", {"name": "x"}, set(), 403),
    ("patch", "vectors/{vectors}/", {"is_default": True}, set(), 403),
    ("delete", "vectors/{vectors}/", None, set(), 403),
]


def closed_to(role: str) -> set[str]:
    """What nobody in this role may read, as templates of addresses without names; a walk need not ask for it."""
    read = [(template_of(address), insiders) for method, address, _, insiders, _ in ENDPOINTS if method == "get"]
    return {template for template, _ in read} - {template for template, insiders in read if role in insiders}


def template_of(address: str) -> str:
    return re.sub(r"{[^}]*}", "{}", address.removeprefix("/api/v1/").split("?")[0])


def _names_in(body: Any) -> Any:
    """Of a body, what names rows of the project."""
    given = body.items() if isinstance(body, dict) else ()
    return {key: value for key, value in given if isinstance(value, str) and "{" in value}


def _filled(value: Any, places: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(item, places) for name, item in value.items()}
    return value.format(**places) if isinstance(value, str) else value


def resource_of(address: str) -> str:
    """`webhooks` of projects/{project}/webhooks/{webhook}/, `pairs` of pairs/{pair}/timeline/."""
    return address.removeprefix("projects/{project}/").split("/")[0].split("?")[0] or "project"


#: Whose views look at more than the rule, such as whose it is: of these every role asks for everything.
BEYOND_ROLES = {"reviews", "comments", "slots", "passes", "spot-checks", "my-ratings", "engines"}
#: Who may all that a role may, as rules have it.
ABOVE = {"viewer": CURATORS, "annotator": CURATORS, "adjudicator": ADMIN, "admin": set[str]()}


def at_the_border(insiders: set[str]) -> set[str]:
    """The least roles that a rule lets in, and the highest that it refuses."""
    let_in, refused = insiders & ALL, ALL - insiders
    above_others = {higher for role in let_in for higher in ABOVE[role]}
    return (let_in - above_others) | {role for role in refused if not ABOVE[role] & refused}


def test_a_rule_is_tried_at_its_border() -> None:
    borders = {"admin": at_the_border(ADMIN), "curators": at_the_border(CURATORS), "workers": at_the_border(WORKERS)}
    assert borders == {
        "admin": CURATORS,
        "curators": {"adjudicator", "annotator", "viewer"},
        "workers": {"annotator", "viewer"},
    }
    assert at_the_border(READERS) == at_the_border(ALL) == at_the_border(EVERYBODY) == {"annotator", "viewer"}
    assert at_the_border(set()) == ADMIN


class TestRoles:
    @pytest.fixture(scope="class")
    @classmethod
    def shared_places(
        cls, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
    ) -> Iterator[dict[str, Any]]:
        """One row of each resource, and somebody in each role, for all endpoints."""
        media = tmp_path_factory.mktemp("media")
        with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media):
            project = make_project()
            people = {role or "outsider": make_person(project, role) for role in (*Role.values, None)}
            places = make_places(project, world.bitext(project), world.talk(project), people[Role.ANNOTATOR])
            yield {**places, "people": people}

    @pytest.mark.parametrize("resource", dict.fromkeys(resource_of(address) for _, address, *_ in ENDPOINTS))
    @pytest.mark.usefixtures("db")
    def test_role_by_endpoint(self, resource: str, shared_places: dict[str, Any]) -> None:
        """Asked by the roles at the border of its rule, which is the whole of it: `test_the_rules_are_the_matrix`."""
        wrong = [
            told
            for endpoint in ENDPOINTS
            if resource_of(endpoint[1]) == resource
            for told in self._not_as_ruled(*endpoint, shared_places)
        ]
        assert not wrong, "\n".join(wrong)

    @staticmethod
    def _not_as_ruled(
        method: str, address: str, body: Any, insiders: set[str], outside: int, places: dict[str, Any]
    ) -> Iterator[str]:
        """What an endpoint tells a role that it should not tell it.

        Members who are refused send nothing but what names the place, as does the outsider where there are none:
        whoever may not send something must not hear what is wrong with it.
        """
        unheard = ALL - insiders or {"outsider"}
        roles = ALL if resource_of(address) in BEYOND_ROLES else at_the_border(insiders)
        for role in (*sorted(roles), "outsider", "anonymous"):
            # What one does is taken back before the next comes.
            with transaction.atomic():
                client = APIClient() if role == "anonymous" else _client(role, places)
                sent = _filled(_names_in(body) if role in unheard and outside == 404 else body, places)
                answer = getattr(client, method)(f"/api/v1/{address.format(**places)}", sent)
                transaction.set_rollback(True)
            status = answer.status_code
            if role == "anonymous":
                is_right = status == 401
            elif role == "outsider":
                is_right = status == outside
            elif role in insiders:
                is_right = status not in (401, 403, 404) and status < 500
            else:
                # A review of somebody else's is not there at all for an annotator; a role too small is told so.
                is_right = status == 403 and bool(answer.json()["detail"])
            if not is_right:
                yield f"{role}: {method} {address}: {status} {getattr(answer, 'content', b'')[:300]!r}"

    @pytest.mark.usefixtures("db")
    def test_a_list_holds_only_what_one_may_read_one_by_one(self, shared_places: dict[str, Any]) -> None:
        """Names and counts of what is refused one by one: a count of gold rows gives away which rows are probes."""
        refused: set[tuple[str, str]] = set()
        full = set()
        for address in _lists():
            name = address.split("/")[3]
            answer = _client("admin", shared_places).get(address).json()
            if name in OF_NO_PROJECT or "results" not in answer:
                continue
            if answer["results"]:
                full.add(name)
            rules = RULES[name]
            rule = rules.get("retrieve", rules["list"])
            shut_out = set(ALL - rule) if isinstance(rule, frozenset) else set()
            if shut_out:
                assert answer["results"], f"{address}: there is nothing to leak"
                refused |= {(role, name) for role in shut_out}
            for role in (*shut_out, "outsider"):
                for query in ("", f"?project={shared_places['project']}")[: 1 + (name != "projects")]:
                    assert _listed(role, address + query, shared_places) == [], f"{role}: {address}{query}"
            assert APIClient().get(address).status_code == 401, address
        assert full >= set(LISTS)
        hidden = {"test-sets", "releases", "leak-checks", "systems", "training-sets", "summary-sets", "rouge-tables"}
        hidden |= {"tunings", "invitations", "imports", "slides-tables", "slides-predictions", "generation-runs"}
        assert refused >= {("annotator", name) for name in hidden}


def _lists() -> list[str]:
    paths = described_api()["paths"].items()
    return [address for address, methods in paths if re.fullmatch(r"/api/v1/[a-z-]+/", address) and "get" in methods]


def _client(role: str, places: dict[str, Any]) -> APIClient:
    client = APIClient()
    # A copy: what a view does to it, such as a new password, is not taken back with the transaction.
    client.force_authenticate(copy(places["people"][role]))
    return client


def _listed(role: str, address: str, places: dict[str, Any]) -> list[Any]:
    answer = _client(role, places).get(address)
    assert answer.status_code == 200, f"{role}: {address}"
    return list(answer.json()["results"])


#: Lists of what is in one's projects; see the test of lists.
LISTS = (
    "projects",
    "documents",
    "pairs",
    "runs",
    "reviews",
    "slots",
    "invitations",
    "rating-tasks",
    "test-sets",
    "releases",
    "systems",
    "training-sets",
    "leak-checks",
    "imports",
)
#: What they hold is the site's, or whoever's that asks.
OF_NO_PROJECT = {"tokens", "users", "vectors", "project-imports"}
#: Asked without an account, or tried in a test of their own.
ELSEWHERE = {
    "get health/", "get session/", "post session/", "delete session/",
    "post session/second-factor/", "post session/provider/", "post account/email/confirm/",
    "get digests/{}/", "post digests/{}/",
    "post session/reset/", "post session/reset/password/", "get join/{}/", "post join/{}/",
    "get rate/{}/", "patch rate/{}/", "get rate/{}/paper/",
    "get rate/{}/samples/", "post rate/{}/samples/", "patch rate/{}/samples/", "get rate/{}/samples/{}/sound/",
    "get my-ratings/{}/{}/sound/", "get my-ratings/{}/{}/picture/",
    "put rate/{}/taking-part/", "get rate/{}/samples/{}/picture/",
    "post imports/", "post projects/{}/glossary/import/", "post projects/demo/", "get projects/demo/progress/",
    "delete tokens/{}/",
    "post project-imports/", "get project-imports/{}/", "delete project-imports/{}/", "post project-imports/{}/commit/",
    "delete reviews/{}/corrections/{}/", "get releases/{}/files/{}/",
    "get training-sets/{}/files/{}/",
    "get release-pages/{}/", "get release-pages/{}/files/{}/", "get release-pages/{}/checksums/",
    "get release-pages/{}/differences/",
    "get reviews/{}/realignments/{}/", "delete reviews/{}/realignments/{}/",
}  # fmt: skip


def test_every_endpoint_is_in_the_matrix() -> None:
    """One that is added without a line here would go untested."""
    schema = described_api()
    described = {
        f"{method} {template_of(address)}" for address, methods in schema["paths"].items() for method in methods
    }
    tried = {f"{method} {template_of(address)}" for method, address, *_ in ENDPOINTS}
    assert described - tried == ELSEWHERE | {f"get {name}/" for name in LISTS if f"get {name}/" not in tried}
    assert tried <= described


def test_the_rules_are_the_matrix() -> None:
    """Which is what lets the roles above and below a border go unasked: the rule of each address, role by role."""
    places = dict.fromkeys(re.findall(r"{(\w+)}", " ".join(address for _, address, *_ in ENDPOINTS)), 1)
    for method, address, _, insiders, _ in ENDPOINTS:
        view = resolve(f"/api/v1/{address.format(**places)}".split("?")[0]).func
        rule = RULES[view.cls.resource][view.actions[method]]
        if resource_of(address) not in BEYOND_ROLES and insiders != EVERYBODY:
            assert (set() if rule == SITE_ADMIN else rule) == insiders, f"{method} {address}: {rule}"


def test_files_are_staged_by_admins_only(
    project: Project, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    for role, status in (("admin", 201), ("adjudicator", 403), ("annotator", 403), ("viewer", 403), (None, 404)):
        given = {"project": project.slug, "files": ContentFile(b"One line.\n", name="a.txt")}
        answer = client_of(person(role)).post("/api/v1/imports/", given, format="multipart")
        assert answer.status_code == status, role
    assert APIClient().post("/api/v1/imports/", {"project": project.slug}, format="multipart").status_code == 401


def test_a_second_annotator_does_not_see_the_first_ones_review(
    places: dict[str, Any], person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    second = client_of(person(Role.ANNOTATOR, "second"))
    assert second.get(f"/api/v1/reviews/{places['review']}/").status_code == 404
    assert second.get("/api/v1/reviews/").json()["count"] == 0
    reviews = second.get("/api/v1/pairs/").json()["results"]
    assert all(pair["my_review"] is None for pair in reviews)


def _of_rater(places: dict[str, Any]) -> list[str]:
    of_task = f"rate/{places['rater']}/samples/"
    return [of_task, *(f"{of_task}{places['key']}/{what}/" for what in ("sound", "picture"))]


def test_public_pages_need_nobody(places: dict[str, Any]) -> None:
    client = APIClient()
    token = invitation_token(Invitation.objects.get())
    for address in (
        "health/",
        "session/",
        "docs/",
        f"rate/{token}/",
        f"rate/{token}/paper/",
        *_of_rater(places),
    ):
        assert client.get(f"/api/v1/{address}").status_code == 200, address
    assert client.get("/api/v1/rate/forged.token/").status_code == 404
    assert client.get("/api/v1/nowhere/").json()["code"] == "not_found"


@pytest.mark.parametrize(("address", "done"), [("projects/", 201), ("projects/demo/", 202)])
def test_who_may_create_projects_is_a_setting(
    address: str, done: int, person: Callable[..., User], client_of: Callable[[User], APIClient], settings: Any
) -> None:
    client = client_of(person(None))
    boss = client_of(User.objects.create_superuser("boss"))
    settings.PROJECT_CREATORS = "admins"
    assert client.get("/api/v1/session/").json()["user"]["may_create_projects"] is False
    assert client.post(f"/api/v1/{address}", {"name": "Tides"}).status_code == 403
    assert boss.post(f"/api/v1/{address}", {"name": "Tides"}).status_code == done
    settings.PROJECT_CREATORS = "everybody"
    assert client.get("/api/v1/session/").json()["user"]["may_create_projects"] is True
    assert client.post(f"/api/v1/{address}", {"name": "Tides"}).status_code == done


def test_who_may_create_accounts_is_a_setting(
    project: Project, admin: User, client_of: Callable[[User], APIClient], settings: Any
) -> None:
    address = f"/api/v1/projects/{project.slug}/members/"
    somebody = {"username": "ines", "role": "viewer", "password": "low tide at noon"}
    settings.ACCOUNT_CREATORS = "admins"
    answer = client_of(admin).post(address, somebody)
    assert (answer.status_code, answer.json()["code"]) == (400, "no_account")
    assert not User.objects.filter(username="ines").exists()
    assert client_of(User.objects.create_superuser("boss")).post(address, somebody).status_code == 201
    User.objects.create_user("noa")
    assert client_of(admin).post(address, {"username": "noa", "role": "viewer"}).status_code == 201
    settings.ACCOUNT_CREATORS = "project-admins"
    assert client_of(admin).post(address, {**somebody, "username": "mika"}).status_code == 201


def test_people_are_found_in_ones_projects_or_by_their_exact_name(
    project: Project, admin: User, annotator: User, client_of: Callable[[User], APIClient]
) -> None:
    """Any account can be admin of a project of its own, so that is no reason to list everybody."""
    User.objects.create_user("anselm", first_name="Anna")

    def found(client: APIClient, search: str = "") -> set[str]:
        return {user["username"] for user in client.get("/api/v1/users/", {"search": search}).json()["results"]}

    client = client_of(admin)
    assert found(client) == {"admin", "annotator"}
    assert found(client, "an") == {"annotator"}
    assert found(client, "anselm") == {"anselm"}
    assert found(client, "Anna") == found(client, "ansel") == found(client, "anselm%") == set()
    assert found(client_of(User.objects.create_superuser("boss")), "an") == {"annotator", "anselm"}


def test_what_is_owed_has_a_page_and_what_is_open_meanwhile_is_there() -> None:
    page = (HERE.root / "frontend" / "src" / "app" / "RequireSession.tsx").read_text(encoding="utf-8")
    assert set(re.findall(r"owed === '(\w+)'", page)) == set(Owed.values)
    assert WHILE_OWED - RULES.keys() == set()
