"""Recordings made true for the pictures, made in the application's database: run inside ``manage.py shell``."""

from __future__ import annotations

import sys

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone

from annotator.decks.slide_text import reading
from annotator.models import Document, DocumentKind, Mask, MaskAnswer, Pair, Project
from annotator.recordings.segments import cut_by_rules
from annotator.summaries import passages
from docs.pictures_of.stage import TALK
from tests import world
from tests.e2e.test_review_playback import tone

FOG, TIDE = "What a fog signal says", "潮位計の読み方"
#: Two recognisers of a Japanese talk: what is written beside a line, the second one heard instead.
SPOKEN_JA = [
    "話者の沈黙には二つの源がある",
    "息継ぎもあれば考え込むこともある",
    "三百十二の講義を測った",
    "対数正規の混合が一つの曲線よりよく合う",
    "言いよどみは小さな遅れの積み重ねだ",
    "二つ目の節まで誰も違いに気づかない",
]
HEARD_JA = {"源": "皆元", "講義": "抗議", "混合": "今号", "節": "説"}
PAPER_JA = [
    "話者の沈黙には二つの源、すなわち息継ぎと思考がある。",
    "三十六人による三百十二の講義を測定した。",
    "天気はよかった。",
    "言いよどみの長さは小さな遅れの積であり、対数正規分布に従う。",
    "節の終わりでは沈黙が長い。",
]


def main(slug: str, first: str, second: str) -> None:
    """Make everything; a line ``seeded-<what> <id>`` for each."""
    project = Project.objects.get(slug=slug)
    filler, combiner, other = (User.objects.get(username=name) for name in (first, second, "wen"))
    check = world.checked_transcript(project, "Two origins")
    check.document.media_file.save("origins.wav", ContentFile(tone(150)))
    opened = world.open_pass(check, filler)
    done = world.checked_transcript(project, "Three hundred lectures")
    filled = world.open_pass(done, other, state="accepted", lease_ends=None, submitted_at=timezone.now())
    for mask in Mask.objects.filter(transcript_check=done):
        MaskAnswer.objects.create(of_pass=filled, mask=mask, choice="b", text=mask.b, heard=True, milliseconds=4000)
    combined = world.open_pass(done, combiner, kind="second", first=filled)
    japanese = world.make_document(
        project, "沈黙の二つの源", SPOKEN_JA * 4, kind=DocumentKind.TRANSCRIPT, language="ja", timed=True
    )
    heard = "\n".join(SPOKEN_JA * 4)
    for word, other_word in HEARD_JA.items():
        heard = heard.replace(word, other_word)
    in_japanese = world.checked_transcript(project, document=japanese, texts=(SPOKEN_JA * 4, heard.split("\n")))
    opened_ja = world.open_pass(in_japanese, filler)
    pair = Pair.objects.get(project=project, title=TALK)
    fog = Pair.objects.get(project=project, title=FOG)
    cut_by_rules(document=pair.target, user=None)
    pair.target.media_file.save("talk.wav", ContentFile(tone(600)))
    cut_by_rules(document=japanese, user=None)
    paper = world.introduced(project, "沈黙の二つの源", PAPER_JA, kind=DocumentKind.PAPER, language="ja")
    pair_ja = world.make_pair(project, "沈黙の二つの源", paper, japanese)
    for one in (pair, pair_ja):
        found = passages.request_passages(pair=one, per="span", basis="script", method="tf-idf", user=other)
        passages.execute(found.pk)
    decks = [fog.source, Document.objects.get(project=project, title=TIDE, kind=DocumentKind.SLIDES)]
    for deck in decks:
        reading.execute(reading.request_reading(document=deck, user=other).pk)
    seeded = {
        "first": opened.pk, "second": combined.pk, "japanese": opened_ja.pk, "talk": pair.target_id,
        "talk-ja": japanese.pk, "pair": pair.pk, "pair-ja": pair_ja.pk, "deck": decks[0].pk, "deck-ja": decks[1].pk,
    }  # fmt: skip
    sys.stdout.writelines(f"seeded-{name} {pk}\n" for name, pk in seeded.items())
