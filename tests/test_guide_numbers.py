"""Numbers in the prose of guides, held against the constants and settings that they state.

`STATED` has the phrases, each made from the value. A number with a unit that is in no such phrase has to be in `PROSE`:
what was measured, examples, advice, and what cannot be set. `REPEATED` holds the limits that pages have as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from functools import cache

import pytest
from django.conf import settings

from alignment.confidences import MOST_AT_LIMIT
from alignment.filters.combined import SCORE_LEAST
from alignment.hmm.options import PRESETS, HmmOptions
from alignment.lexical.anchors import COGNATE_FLOOR
from alignment.lexical.options import LexicalOptions
from alignment.lexical.prepared import LEAST_NEXT
from alignment.lexical.prior_weights import WEIGHTS
from alignment.lexical.search import WHOLE
from alignment.metrics.intervals import FEWEST, LEVEL
from alignment.metrics.recognition import NORMALISERS
from alignment.metrics.significance import N_SAMPLES
from alignment.metrics.synthesis import FEWEST_SHARE, N_COEFFICIENTS, TOLERANCE
from alignment.metrics.synthesis import MOST_SECONDS as MOST_MADE_SECONDS
from alignment.metrics.translation import MOST_TER_WORDS, MOST_TER_WORDS_OF_ROW
from alignment.opinions.scores import POWER
from alignment.recordings.audio import SPEECH_RATE
from alignment.recordings.segments import SegmentOptions
from alignment.slide_text.merging import MergeOptions
from alignment.slides.evaluation import NEAR
from alignment.slides.frames import MAX_MEGAPIXELS as MAX_FRAME_MEGAPIXELS
from alignment.slides.frames import N_SAMPLES as N_FRAMES_FIRST
from alignment.slides.key_sentences import KeyOptions
from alignment.slides.matching import MIN_FITTING
from alignment.slides.timeline import KINDS as KINDS_OF_NO_SLIDE
from alignment.summarize import DEFAULT_SENTENCES, REDUNDANT
from alignment.transcripts.related import MOST as MOST_PASSAGES
from alignment.transcripts.related import MOST_CELLS, THRESHOLDS
from alignment.vecalign.prepared import TEMPERATURE_SHARE
from annotator import settings as declared
from annotator.aligning import bulk_aligning, room, slides_talk
from annotator.aligning.learned.word_pairs import MOST_ROWS
from annotator.aligning.models.runs import SHORT_SECONDS
from annotator.aligning.runs import SHARE_OF_MEMORY
from annotator.authors import lines, mailing
from annotator.authors.models.asked import BETWEEN_MAILS
from annotator.authors.models.ratings import REMINDER_DAYS
from annotator.authors.rating_tasks.drawing import MOST_SETS
from annotator.authors.rating_tasks.pictures import MOST_PICTURE_BYTES
from annotator.authors.rating_tasks.questions import MOST_QUESTIONS
from annotator.authors.rating_tasks.raters import HELD, MOST_SETS_OF_A_RATER
from annotator.authors.rating_tasks.sources import MOST_PAPERS
from annotator.authors.rating_tasks.tasks import MOST_SAMPLES, MOST_SOUND_BYTES, MOST_SOUND_SECONDS
from annotator.corpus.api.urls import FILES_PER_IMPORT
from annotator.corpus.glossary import MOST_CHARACTERS as MOST_GLOSSARY_CHARACTERS
from annotator.corpus.importing import committing, staging
from annotator.decks import evidence
from annotator.decks.slide_text import blocks
from annotator.importers import pictures, registry, sandbox
from annotator.importers.base import (
    MAX_GLOSSARY_BYTES,
    MAX_PAGES,
    MAX_STRETCHES,
    MAX_TERM_LENGTH,
    MAX_TERMS,
    MAX_TIMELINE_BYTES,
)
from annotator.launch.external_servers import OLDEST_POSTGRES
from annotator.launch.layout import HERE
from annotator.launch.node import OLDEST_MAJOR
from annotator.launch.page_address import USUAL, USUAL_HOST, USUAL_PORT
from annotator.launch.servers import ROOM_MB
from annotator.launch.supervisor import MOST_RESTARTS
from annotator.models import (
    AlignmentRun,
    ClipForm,
    ImportBatch,
    ReadPictures,
    TranscriptPolicy,
    VectorSet,
)
from annotator.people import accounts, member_invitations, second_factor
from annotator.people.activity.reading import LOOKED_THROUGH
from annotator.people.models.people import MEMBER_INVITATION_DAYS
from annotator.people.webhooks import delivering, managing, sending, signing
from annotator.platform import outbox, work, workers
from annotator.platform.api.body_limits import ANONYMOUS_BYTES, limit_of
from annotator.platform.api.pagination import Pages
from annotator.platform.api.weights import Weight
from annotator.platform.outages import DISK_FULL, STORE
from annotator.platform.queues import HOUR
from annotator.recordings import recognitions
from annotator.recordings.api.passes import TranscriptPolicySerializer
from annotator.recordings.checks import WINDOW_SECONDS
from annotator.recordings.clips import MOST_CLIP_SECONDS
from annotator.recordings.clips import RATES as CLIP_RATES
from annotator.recordings.limits import FEWEST_PLANTED
from annotator.recordings.models.checks import DEFAULT_PLANTED_SHARE, LARGEST_PLANTED_SHARE
from annotator.recordings.results import NOT_HEARD
from annotator.recordings.segments import SHORTEST_SECONDS
from annotator.releases import dividing
from annotator.releases.curation import counting, pool
from annotator.releases.foreseen import MOST_ROWS as MOST_FORESEEN
from annotator.releases.leaks import checking, finding, near
from annotator.releases.pages import SAMPLE_ROWS
from annotator.releases.systems.scoring import EPSILON
from annotator.releases.systems.speech import MOST_SECONDS as MOST_SPEECH_SECONDS
from annotator.reviewing import cutting, gold_counts, matched_words, steps
from annotator.reviewing.adjudication.compared import LETTERS, MOST_REVIEWS
from annotator.reviewing.concordance import index, recall
from annotator.reviewing.content import HISTORY_ENTRIES
from annotator.reviewing.models.probes import LARGEST_SHARE
from annotator.reviewing.probes.planning import BLIND_ROWS
from annotator.reviewing.slots import queue
from annotator.reviewing.training_rounds import pool as training_pool
from annotator.site import digests, housekeeping
from annotator.site.demo import N_REVIEWED
from annotator.site.models import moving
from annotator.summaries import forms, tuning
from annotator.summaries.api.tuning import LEAST_VALUE, MOST_VALUE
from annotator.summaries.evaluating import summary_sets
from annotator.summaries.generating.making import MOST_PROBLEMS_IN_A_ROW
from annotator.summaries.generating.runs import CHARACTERS_PER_TOKEN
from annotator.summaries.models.training import DEV_SHARE, SEED, TRAIN_SHARE
from annotator.summaries.passages import KEPT, MOST_PLACES
from annotator.summaries.slides import corpora, predictions
from annotator.teams import apart, spot_checks
from annotator.teams.agreement.reading import FEW
from annotator.teams.api import training_rounds
from annotator.teams.assigning.board import MOST_PAIRS, RETURNED_DAYS, SOON_HOURS
from annotator.teams.assigning.own_work import N_DAYS
from annotator.teams.pace import PAUSE_SECONDS
from annotator.teams.person import MOST_REVIEWS as MOST_REVIEWS_LISTED
from annotator.web import worker as web_worker
from annotator.web.admission import COMPUTING_SECONDS, N_COMPUTING
from annotator.web.bodies import IDLE_SECONDS, LEAST_BYTES_PER_SECOND
from annotator.web.connections import HEAD_SECONDS, READ_SECONDS
from annotator.web.gateway import AT_ONCE, GIVE_WAY_SECONDS, PIECES_AT_ONCE, UPLOADS_AT_ONCE, WORK_SECONDS

DOCS = HERE.root / "docs"
PAGES = HERE.root / "frontend" / "src"
EDITOR = "frontend/src/features/reviewing/review"
GUIDES = ("admin", "annotator", "author", "operator", "researcher", "commands", "security")
#: As guides write small numbers.
WORDS: dict[float, str] = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 12: "twelve",
    20: "twenty", 24: "twenty-four", 30: "thirty", 60: "sixty",
}  # fmt: skip
#: Shares and times that guides write in words.
PARTS = {0.2: "a fifth", 0.25: "a quarter"}
SPANS = {
    timedelta(seconds=0.5): "half a second", timedelta(seconds=1): "a second", timedelta(days=1): "a day",
    timedelta(days=366): "a year",
}  # fmt: skip


@cache
def text_of(place: str) -> str:
    """The text of a file of the repository, on one line."""
    return " ".join((HERE.root / place).read_text(encoding="utf-8").split())


def in_file(pattern: str, place: str) -> str:
    """What a file that is no Python says: the group of a pattern, the same wherever it stands."""
    (value,) = set(re.findall(pattern, text_of(place)))
    return str(value)


def in_pages(name: str, module: str) -> float:
    """A number that is a constant of the pages, whole ones as they are written. module : the end of its path."""
    (file,) = PAGES.glob(f"**/{module}")
    (value,) = re.findall(rf"\b{name} = ([\d_]+(?:\.\d+)?)\b", file.read_text(encoding="utf-8"))
    return float(value) if "." in value else int(value)


def constant(name: str, module: str) -> str:
    """A number that an engine keeps to itself, as it is written. module : in the folder of the engines."""
    return in_file(rf"\b{name} = (\S+)", f"alignment/{module}")


def default_of(setting: str) -> str:
    """As the table of settings has it."""
    (value,) = re.findall(rf"^\| {setting} \|.*\| (\S+) \|$", declared.__doc__ or "", re.MULTILINE)
    return str(value)


def compose(variable: str) -> str:
    """The default of a variable of the containers."""
    return in_file(rf"\$\{{{variable}:-(\w+)\}}", "docker-compose.yml")


def processes_of_up() -> int:
    """How many processes `manage.py up` gives the worker that serves both queues."""
    return int(in_file(r'"worker": \[\*worker, "--concurrency", "(\d+)"', "annotator/launch/up.py"))


def plain(value: float, n_digits: int | None = None) -> str:
    """As guides write shares: .75."""
    return (f"{value:g}" if n_digits is None else f"{value:.{n_digits}f}").removeprefix("0")


def quoted(names: Iterable[str], mark: str = "`") -> list[str]:
    return [f"{mark}{name}{mark}" for name in names]


def percent(share: float) -> str:
    return f"{100 * share:g} %"


def minutes(n_seconds: float) -> str:
    n = n_seconds / 60
    return f"{WORDS.get(n, f'{n:g}')} minutes"


def span(**lasts: float) -> str:
    """lasts : as of a timedelta."""
    return SPANS[timedelta(**lasts)]


#: Of requests, by what is asked for.
RATES = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
#: Between tries of a delivery, in minutes.
WAITS = [wait // timedelta(minutes=1) for wait in delivering.WAITS]
LEAST_ACTIVITY_DAYS = in_file(r'"ACTIVITY_DAYS", \d+, least=(\d+)', "annotator/settings.py")
#: Younger entries of the activity log cannot be deleted.
KEPT_DAYS = in_file(r"OLD\.at < now\(\) - interval '(\d+) days'", "annotator/migrations/0001_first_release.py")
MEMORY = [f"{name}_MEMORY" for name in ("WEB", "WORKER", "WORKER_SHORT", "POSTGRES", "VALKEY")]
WEB_PROCESSES = in_file(r'"--workers", "(\d+)"', "Dockerfile")
RESET_HOURS = WORDS[settings.PASSWORD_RESET_TIMEOUT // HOUR]
LOCKED_MINUTES = minutes(settings.AXES_COOLOFF_TIME * HOUR)
#: Of addresses in a store of files.
ADDRESS_SECONDS = int(in_file(r'"querystring_expire": (\d+)', "annotator/settings.py"))
#: Of a search by an expression.
PATIENCE_SECONDS = in_pages("patienceMilliseconds", "replace/matcher.ts") // 1000
LOG_FILES, LOG_MB = (
    in_file(r'max-file: "(\d+)"', "docker-compose.yml"),
    in_file(r"max-size: (\d+)m", "docker-compose.yml"),
)
#: Probabilities from which many rows can be accepted.
FROMS = in_file(r"acceptableFrom = \[(.+?)\]", "frontend/src/lib/confidence.ts").split(",")
FIRST_MOMENT = span(milliseconds=in_pages("firstMoment", "dialogs/useUnhurried.ts")).removeprefix("a ")
#: The length that the linter of the pages allows.
COMPONENT_LINES = in_file(r"const most = (\d+);", "frontend/scripts/componentLines.mjs")
#: Seconds of a recording that a key goes back by, and pixels of a window with room for the helper.
BACK = in_pages("back", "editor/playback.ts")
WIDE = in_pages("wide", "frame/useWide.ts")
INTERVAL = percent(LEVEL)
ALPHA_LEAST, ALPHA_GOOD = (plain(in_pages(name, "teams/alpha.ts")) for name in ("least", "good"))
MOST_MASK_SECONDS = TranscriptPolicySerializer().fields["min_seconds"].max_value

CUTTING = SegmentOptions()
MERGING = MergeOptions()
COMMON_WORDS = (HERE.root / "alignment/lexical/common_words.tsv").read_text(encoding="utf-8")
#: Lines of the table, but for its heading and remarks.
N_COMMON_MEANINGS = len(re.findall(r"^[^#\n]", COMMON_WORDS, re.MULTILINE)) - 1
LIMITS = TranscriptPolicy()
PAPERS = PRESETS["paper"]
LEXICAL = LexicalOptions()
#: Forms that texts can be brought to before they are compared.
CHANGED = [name for name in NORMALISERS if name != "none"]

#: The last of the digits that take a word of the paper.
LAST_WORD_KEY = in_file(r"word: \[[^\]]*'(.)'\]", "frontend/src/features/recordings/pass/keys.ts")

STATED: dict[str, list[str]] = {
    "docs/admin.md": [
        f"would tell them apart with a power of {percent(POWER)}",
        f"returned more than {WORDS[RETURNED_DAYS]} days ago",
        f"at about {WORDS[CHARACTERS_PER_TOKEN]} characters to a token",
        f"{WORDS[MOST_PROBLEMS_IN_A_ROW]} in a row end the run",
        f"A sound has {MOST_SOUND_SECONDS} seconds and {MOST_SOUND_BYTES // 1_000_000} MB at most",
        f"a picture {pictures.MAX_MEGAPIXELS} megapixels and {MOST_PICTURE_BYTES // 1_000_000} MB",
        f"a task {MOST_SAMPLES:,} samples",
        f"Above {MOST_FORESEEN:,} rows",
        f"Archives are kept for {moving.KEPT_DAYS} days",
        f"figures of fewer than {FEW} links are grey",
        f"Values below {ALPHA_LEAST} (Krippendorff's limit)",
        f"draw no conclusions below {ALPHA_LEAST}",
        f"From {ALPHA_GOOD} on a label is reliable",
        f"below {WORDS[FEWEST]} reviews there is none",
        f"Of fewer than {WORDS[FEWEST]} ratings or authors",
        f"from fewer than {FEW} rows are grey",
        f"of a person with {WORDS[apart.ENOUGH]} such figures",
        f"the {MOST_REVIEWS_LISTED} newest reviews",
        f"silence longer than {CUTTING.pause_seconds:g} s",
        f".{100 * THRESHOLDS['encoder']:.0f} of a sentence encoder",
        f".{100 * THRESHOLDS['tf-idf']:.0f} of words and .{100 * THRESHOLDS['vectors']:.0f} of word vectors",
        f"the {WORDS[KEPT]} nearest of each are kept",
        f"closed from {CUTTING.close_seconds:g} s on and before {CUTTING.max_seconds:g} s",
        f"silence longer than {CUTTING.drop_seconds:g} s is in no segment",
        f"at {CLIP_RATES[0]:,} samples a second",
        f"A clip lasts {MOST_CLIP_SECONDS} s at most",
        f"At most {WORDS[MOST_PASSAGES]} sentences above the threshold",
        f"A link works once, for {MEMBER_INVITATION_DAYS} days",
        f"with up to {member_invitations.MOST_AT_ONCE} people",
        f"what is due within {WORDS[digests.SOON.days]} days",
        f"are discarded after {WORDS[settings.STAGED_IMPORT_DAYS // 7]} weeks (`STAGED_IMPORT_DAYS`)",
        f"spans of more than about {cutting.MOST_WORDS} words are cut",
        f"links fail with a combined score below {SCORE_LEAST:g}",
        f"TSV, CSV and TBX of up to {MAX_GLOSSARY_BYTES // 2**20} MB",
        f"A glossary has at most {MAX_TERMS:,} terms",
        f"*Draw* takes {spot_checks.N_ITEMS} items of each person unless you say otherwise",
        f"One action goes over at most {MOST_PAIRS:,} pairs",
        f"as {', '.join(LETTERS[:-1])} and {LETTERS[-1]} (at most the first {WORDS[MOST_REVIEWS]}; "
        "those that do not fit",
        f"over pairs from {WORDS[FEWEST]} pairs on",
        f"With fewer than {FEW} rows the value is grey",
        f"A share of all masks, {100 * DEFAULT_PLANTED_SHARE:.0f} % unless you say otherwise",
        f"Check masks are judged from {WORDS[FEWEST_PLANTED]} on",
        f"at most {percent(LARGEST_SHARE)} each",
        f"without pauses longer than {minutes(PAUSE_SECONDS)}",
        f"{WORDS[in_pages('foldedFrom', 'activity/model.ts')].capitalize()} alike in a row are one line",
        f"The log is read {LOOKED_THROUGH:,} entries at a time",
        f"with a 2xx status within {WORDS[int(sending.LIMIT_SECONDS)]} seconds",
        f"at once, then after {', '.join(map(str, WAITS[:-1]))} and {WAITS[-1]} minutes",
        f"After {delivering.OFF_AFTER // timedelta(hours=1)} hours without success the webhook is turned off",
        f"Deliveries of the last {delivering.KEPT.days} days are kept",
        f"reminds authors, at most once in {WORDS[BETWEEN_MAILS.days]} days",
        f"sends another, at most one in {WORDS[BETWEEN_MAILS.days]} days",
        f"Who has not finished after {WORDS[REMINDER_DAYS]} days is reminded once",
        f"**Sample rows** shows {WORDS[SAMPLE_ROWS]} rows",
        f"answer of {delivering.GONE} turns it off at once",
        f"a claim that ends within {span(hours=SOON_HOURS)}",
        f"began and left go to others after {SPANS[HELD]}",
        INTERVAL,
        f"A claim ends {LIMITS.claim_hours} hours after the last answer",
        f"What nobody could hear stays `{NOT_HEARD}`",
        f"differ by at most {plain(MERGING.height, 2)} of the larger",
        f"overlap by at least {plain(MERGING.overlap, 2)} of the narrower",
        f"is at most {plain(MERGING.gap, 2)} of the smaller height",
        f"is shorter than {in_pages('tooShort', 'timeline/model.ts')} seconds",
        f"({evidence.MOST_FITTING} at most), *of matches*",
        f"Up to {evidence.N_POINTS} of these points",
        f"`1` to `{evidence.N_CANDIDATES}` take one of these pages",
        f"less than {PARTS[MIN_FITTING]} of the frames show",
        f"{WORDS[N_FRAMES_FIRST]} frames are looked at first",
        f"shorter than {in_pages('tooShort', 'timeline/model.ts')} seconds",
        f"less than {100 * in_pages('near', 'timeline/seen.ts'):g} % fewer",
        f"move its start by {span(seconds=in_pages('moveBy', 'timeline/keys.ts'))}",
    ],
    "docs/annotator.md": [
        f"pages with fewer than {WORDS[KeyOptions().min_page_words]} words get none",
        f"stopped if it runs for more than {WORDS[PATIENCE_SECONDS]} seconds",
        f"Spans of more than about {cutting.MOST_WORDS} words were cut",
        f"on more than {in_pages('mostUnasked', 'editor/passes.ts')} selected rows",
        f"The {WORDS[in_pages('mostReviews', 'editor/copies.ts')]} reviews that you opened last on this device",
        f"the line has a mask, `{NOT_HEARD}`",
        f"| {', '.join(blocks.BLOCK_KINDS[:4])} |",
        f"| `1` to `{LAST_WORD_KEY}` | take a word of the paper",
        f"probability on (`1` to `{len(FROMS) + 1}`)",
        f"shows the {WORDS[in_pages('mostLeastSure', 'model/bulk.ts')]} least sure of them",
        f"(below {plain(in_pages('offerBelow', 'lib/confidence.ts'), 2)})",
        f"within {PARTS[in_pages('lookEvery', 'frame/useExchange.ts') / 60_000]} of a minute",
        f"if that is at least {PARTS[in_pages('leastShare', 'model/sharedWords.ts')]} of them",
        f"keys of the first {FIRST_MOMENT} are dropped",
        f"a paste of more than {steps.LONGEST_POST_EDIT:,} characters is refused",
        f"| back and on by {span(seconds=in_pages('seekBy', 'pass/keys.ts'))} |",
        f"| {span(seconds=in_pages('seekBy', 'segments/keys.ts'))} back, on |",
        f"the start {in_pages('moveBy', 'segments/keys.ts'):g} s earlier, later",
        f"the end {in_pages('moveBy', 'segments/keys.ts'):g} s earlier, later",
    ],
    "docs/lexical.md": [
        f"application reads {MOST_ROWS:,} at most",
        f"from the newest {MOST_ROWS:,} (",
        f"where its probability is {plain(LEAST_NEXT)} or more",
        f"a weight of {', '.join(map(plain, WEIGHTS[:-1]))} or {plain(WEIGHTS[-1])}",
        f"first {WORDS[LEXICAL.prefix]} letters",
        f"run {WORDS[LEXICAL.model1_iterations]} EM iterations",
        f"align again; {WORDS[LEXICAL.rounds]} times",
        f"discounted by {plain(LEXICAL.discount)}",
        f"Documents over {WHOLE:,} nodes",
        f"similarity of at least {plain(COGNATE_FLOOR)} among words",
        f"lists {N_COMMON_MEANINGS} meanings",
        f"has a probability of {constant('_POSSIBLE', 'lexical/sentence_vectors.py')} grows",
        f"between the two is worth {float(constant('_STRENGTH', 'lexical/sentence_vectors.py')):g}.",
        f"(less than {plain(float(constant('_LEAST_DISTANCE', 'lexical/sentence_vectors.py')))} apart)",
    ],
    "docs/operator.md": [
        f"a deck of {MAX_PAGES} pages, in frames of {MAX_FRAME_MEGAPIXELS} megapixels",
        f"a file of {recognitions.MOST_WORDS:,} words, as many as are said in a day",
        f"the text of a deck | {MAX_PAGES} pages of 100 lines",
        f"in clips of {MOST_CLIP_SECONDS} s",
        f"{MOST_PLACES:,} places, and a paper of {MOST_CELLS // MOST_PLACES:,} sentences",
        f"({tuning.MOST_TALKS} are read at most)",
        f"| methods on slides | {corpora.MOST_TALKS:,} talks",
        f"`WORKERS` processes (default {compose('WORKERS')})",
        *(f"`{name}` ({compose(name)})" for name in MEMORY),
        f"in {WORDS[int(LOG_FILES)]} files of {LOG_MB} MB for each container",
        f"in days; at least {LEAST_ACTIVITY_DAYS} | {default_of('ACTIVITY_DAYS')} |",
        f"| `EMAIL_PORT` | its port | {default_of('EMAIL_PORT')} |",
        f"tried {WORDS[outbox.MOST_ATTEMPTS]} times over about an hour",
        f"open sessions last up to {timedelta(seconds=settings.SESSION_COOKIE_AGE).days} days",
        f"at least {WORDS[FILES_PER_IMPORT]} times `MAX_UPLOAD_MB` for `/api/v1/imports/`",
        f"client_max_body_size {limit_of('/api/v1/imports/').n_bytes // 2**20}m;",
        f"{HEAD_SECONDS} seconds for the head of a request",
        f"for a body {IDLE_SECONDS} seconds, and a second more for each { {1024: 'kilobyte'}[LEAST_BYTES_PER_SECOND] }",
        f"{READ_SECONDS} seconds in which a client has to go on reading",
        f"--workers {WEB_PROCESSES} --preload",
        f"celery --app annotator worker --concurrency {compose('WORKERS')} ",
        f"(`DATABASE_POOL`, {default_of('DATABASE_POOL')})",
        f"longer than `STATEMENT_SECONDS` ({default_of('STATEMENT_SECONDS')})",
        f"while its {WORDS[processes_of_up()]} worker processes align",
        f"by addresses that end after {minutes(ADDRESS_SECONDS)}",
        f"runs of at most about {SHORT_SECONDS:g} s by their estimate",
        f"Each web process takes {WORDS[UPLOADS_AT_ONCE]} large uploads of one account",
        f"is queued again {settings.STRANDED_SECONDS} seconds after the last sign of life of its worker",
        f"up to {WORDS[settings.MAX_ATTEMPTS]} times. An import",
        f"is tried again every {DISK_FULL.wait_seconds:g} seconds",
        f"does not start with less than {ROOM_MB} MB of room",
        f"After {WORDS[settings.AXES_FAILURE_LIMIT]} wrong passwords a user name is locked for {LOCKED_MINUTES}",
        f"with {WORDS[second_factor.N_RECOVERY_CODES]} recovery codes",
        f"in `DATA_DIR/tmp` is deleted after {span(seconds=housekeeping.SCRATCH_SECONDS)}",
        f"A request waits {settings.STORE_CONNECT_SECONDS} seconds for a connection to it and "
        f"{settings.STORE_READ_SECONDS} for an answer, and asks { {2: 'twice'}[settings.STORE_ATTEMPTS] } at most",
        f"is refused with {DISK_FULL.status} `{DISK_FULL.code}`",
        f"then it gets {STORE.status} `{STORE.code}`",
    ],
    "docs/researcher.md": [
        f"a pitch more than {percent(TOLERANCE)} off",
        f"the most spoken sentences, {DEFAULT_SENTENCES} unless another length is given",
        f"brought to {SPEECH_RATE:,} samples a second. Clips that are missing are listed; "
        f"below {percent(FEWEST_SHARE)} of them there is no mean",
        f"of {WORDS[MOST_SPEECH_SECONDS // 3600]} hours of recordings, and a clip of "
        f"{WORDS[MOST_MADE_SECONDS // 60]} minutes",
        f"about {recall.ENOUGH_ROWS} at a time, those of the latest reviews first",
        f"(`blind_share`, `planted_share`, from 0 to {LARGEST_SHARE:g})",
        f"LCS accuracy (ε = {plain(EPSILON)})",
        f"from {N_SAMPLES:,} samples",
        f"and none below {WORDS[FEWEST]} rows",
        INTERVAL,
        f"which is {', '.join(quoted(KINDS_OF_NO_SLIDE[:-1]))} or {quoted(KINDS_OF_NO_SLIDE)[-1]} where",
        f"the distance of {N_COEFFICIENTS} mel cepstral coefficients",
        f"`form` ({', '.join(quoted(ClipForm.values))}) and `rate` ({CLIP_RATES[0]}, or null",
        f"(`pictures`: `{ReadPictures.NONE}`, `{ReadPictures.MISSING}` for pages without text, `{ReadPictures.ALL}`;",
        f"`--normaliser`, `{CHANGED[0]}` (lower case",
        f"{', '.join(quoted(CHANGED[1:]))} or `none`, is named",
        f"one to {WORDS[MOST_QUESTIONS]} questions of 1 to 5",
    ],
    "docs/commands.md": [
        f"if one dies {WORDS[MOST_RESTARTS + 1]} times in a row, everything stops",
        f"a Node.js {OLDEST_MAJOR} or newer on the `PATH`",
        f"| needs Node.js {OLDEST_MAJOR} |",
        f"Postgres before {OLDEST_POSTGRES // 10_000},",
        f"A run of at most {SHORT_SECONDS:g} s goes into the queue for",
        f"without a length, of {DEFAULT_SENTENCES} sentences",
        f"[--sentences {DEFAULT_SENTENCES}]",
        f"[--train {TRAIN_SHARE}] [--dev {DEV_SHARE}] [--seed {SEED}]",
        f"manage.py up [--port {USUAL_PORT}] [--host {USUAL_HOST}]",
    ],
    "docs/security.md": [
        f"After {WORDS[settings.AXES_FAILURE_LIMIT]} failed attempts a user name is locked for {LOCKED_MINUTES}",
        f"sign-ins are limited to {RATES['sign_in'].removesuffix('/min')} a minute for each address",
        f"A link works once, for {RESET_HOURS} hours",
        f"{WORDS[int(RATES['reset'].removesuffix('/min'))]} requests a minute are taken from an address",
        f"written to once in {minutes(accounts.BETWEEN_RESETS_SECONDS)}",
        f"expire after {MEMBER_INVITATION_DAYS} days and can be revoked",
        f"after {WORDS[second_factor.MOST_WRONG]} wrong codes, wherever they come from, an account takes none for "
        f"{minutes(second_factor.LOCKED_SECONDS)}",
        f"expire after at most {span(days=accounts.MOST_TOKEN_DAYS)}",
        f"{ANONYMOUS_BYTES // 1024} kB without an account, {limit_of('/api/v1/projects/').text} for JSON, "
        f"{limit_of('/api/v1/reviews/1/operations/').text} for edits",
        f"make the server read more than {ANONYMOUS_BYTES // 1024} kB",
        f"each web process takes {WORDS[UPLOADS_AT_ONCE]} at a time",
        f"younger than {KEPT_DAYS} days",
        f"limited to {outbox.MOST_A_DAY:,} a day for an account",
    ],
    "docs/decisions/programs-of-up.md": [
        f"still {web_worker.MOST_GROWTH_BYTES // 2**20} MB larger than at its start",
        f"has rested for {web_worker.REST_SECONDS:g} s",
        f"grown by {web_worker.MOST_PRIVATE_GROWTH_BYTES // 2**20} MB in the web server "
        f"or by {workers.MOST_GROWTH_BYTES // 2**20} MB in a worker's pool",
    ],
    "docs/decisions/runs-outlive-workers.md": [
        f"more than {settings.STRANDED_SECONDS} s old",
        f"After {WORDS[settings.MAX_ATTEMPTS]} lost workers",
        f"it is after {STORE.wait_seconds:g} s and does not count",
        f"waits for {settings.STRANDED_SECONDS} s while its queue is empty",
        f"It runs every {settings.SWEEP_SECONDS} s",
        f"requeued within about {settings.STRANDED_SECONDS + settings.SWEEP_SECONDS} s",
        f"silent for {workers.STUCK_SECONDS} s",
        f"still working {work.LOST_SECONDS} s after it lost its claim",
        f"{WORDS[ImportBatch.TASK.limit // HOUR]} hours for an import, {WORDS[AlignmentRun.TASK.limit // HOUR]} for an "
        f"alignment, {WORDS[VectorSet.TASK.limit // HOUR]} for vectors",
        f"they read at most {staging.SMALL_FILES} files and {staging.SMALL_BYTES // 1024} kB, for at most "
        f"{staging.REQUEST_SECONDS:g} s, and store at most {committing.SMALL_UNITS:,} units",
    ],
    "docs/decisions/authors.md": [
        f"{WORDS[mailing.SECONDS_A_SENTENCE]} seconds a sentence",
        f"from {WORDS[FEWEST]} talks on, by talk as well; below {WORDS[FEWEST]} people there is none",
    ],
    "docs/decisions/leaks.md": [
        f"at least {WORDS[finding.SAME_TALK_ROWS]} rows and {percent(finding.SAME_TALK_SHARE)} of",
        f"are alike if they share {percent(near.ALIKE)} of",
        f"Under {near.LEAST} letters ({near.LEAST_SPACELESS} without spaces)",
        f"MinHash with {near.BANDS} bands of {near.ROWS}",
        f"Of each kind the {checking.MOST_KEPT:,} that are most alike",
    ],
    "docs/decisions/curation.md": [
        f"at most {pool.ROWS_AT_ONCE:,} rows of a pool and counts pools of up to {counting.MOST_AT_ONCE:,}",
        f"of {dividing.DRAWS} draws the nearest",
        f"count as met within {100 * dividing.TOLERANCE:g} points",
    ],
    "docs/decisions/rating-tasks.md": [
        f"({MOST_SETS} sets, {MOST_PAPERS} papers, a quarter of the largest output)",
    ],
    "docs/decisions/webhooks.md": [
        f"A delivery is tried {WORDS[delivering.MOST_TRIES]} times",
        f"After {delivering.OFF_AFTER // timedelta(hours=1)} hours without success a webhook is turned off",
        f"ends after {WORDS[int(sending.LIMIT_SECONDS)]} seconds",
        f"For {SPANS[signing.BOTH_SIGN]} after a secret is replaced, both sign",
    ],
    "docs/decisions/adjudication.md": [
        f"of more than {WORDS[MOST_REVIEWS]} the oldest are compared",
    ],
    "docs/decisions/assignments.md": [
        f"were not touched for {WORDS[RETURNED_DAYS]} days",
    ],
    "docs/decisions/concordance.md": [
        f"in blocks of {index.BLOCK} units",
        f"of up to {recall.MOST_BLOCKS} blocks",
        f"stops at {recall.ENOUGH_ROWS} rows or at the {recall.MOST_BLOCKS}th block",
        f"to show {WORDS[recall.ENOUGH_ROWS]} rows",
    ],
    "docs/decisions/gold.md": [
        f"if it is little ({gold_counts.ROWS_AT_ONCE:,} rows)",
    ],
    "docs/decisions/probes.md": [
        f"at most {percent(LARGEST_SHARE)} for each kind",
        f"{WORDS[BLIND_ROWS].capitalize()} neighbouring rows are hidden together",
    ],
    "docs/decisions/training-round.md": [
        f"more than {WORDS[training_pool.MOST_AROUND]} rows are refused",
    ],
    "annotator/people/models/projects.py": [
        f"Cut spans of more than about {cutting.MOST_WORDS} words",
        f"spans of more than about {cutting.MOST_WORDS} words",
    ],
    "annotator/reviewing/api/concordance.py": [
        f"about {recall.ENOUGH_ROWS} at a time",
    ],
    "annotator/reviewing/api/reviews.py": [
        f"newest first, {HISTORY_ENTRIES} at a time",
        f"at most {WORDS[recall.MOST_REMEMBERED]}, post-edited ones first",
        f"translations of each other, at most {WORDS[matched_words.MOST_WORDS]}.",
    ],
    "annotator/teams/api/agreement.py": [
        f"are the {INTERVAL} interval",
    ],
    "annotator/teams/api/assignments.py": [
        f"With a claim that ends within {span(hours=SOON_HOURS)}.",
    ],
    "annotator/teams/api/person.py": [
        f"Of the {INTERVAL} interval over reviews; null below {WORDS[FEWEST]}.",
        f"Possible for {WORDS[housekeeping.ASSIGNMENT_CHANGE_DAYS]} days.",
    ],
    "annotator/teams/api/probes.py": [
        f"Of the {INTERVAL} interval over reviews; null below {WORDS[FEWEST]}.",
    ],
    "annotator/teams/api/queue.py": [
        f"on each of the last {WORDS[N_DAYS]} days",
    ],
    "annotator/teams/api/training_rounds.py": [
        f"that can be taken, up to {training_pool.MOST_OFFERED}, talk by talk",
    ],
    "frontend/src/features/site/settings/ProjectForm.tsx": [
        f"longer than about {cutting.MOST_WORDS} words are cut",
        f"longer than about {cutting.MOST_WORDS} words",
    ],
    "frontend/src/features/teams/assignments/ProbeShares.tsx": [
        f"{WORDS[BLIND_ROWS].capitalize()} rows in a row are shown without a proposal",
    ],
    "annotator/people/accounts.py": [
        f"It works once, for {RESET_HOURS} hours.",
        f"It works for {span(seconds=accounts.CONFIRMATION_SECONDS)}.",
    ],
    "frontend/src/features/people/session/ForgotPasswordPage.tsx": [
        f"It works for {RESET_HOURS} hours.",
    ],
    "frontend/src/features/releases/systems/outputs/AddOutput.tsx": [
        f"brought to {SPEECH_RATE:,} samples a second",
        f"Below {percent(FEWEST_SHARE)} of the clips",
    ],
    "frontend/src/features/releases/systems/outputs/HowCounted.tsx": [
        f"{percent(TOLERANCE)} off counts as wrong",
        f"{N_COEFFICIENTS} coefficients without the 0th",
        f"below {percent(FEWEST_SHARE)} no mean",
    ],
    "frontend/src/features/releases/systems/Systems.tsx": [
        f"intervals from {N_SAMPLES:,} samples",
        f"{INTERVAL} intervals from {N_SAMPLES:,} samples",
    ],
    "frontend/src/features/releases/shown/ShownReleasePage.tsx": [
        f"intervals from {N_SAMPLES:,} samples",
        f"{INTERVAL} intervals from {N_SAMPLES:,} samples",
    ],
    "frontend/src/features/authors/tasks/NewTaskForm.tsx": [
        f"one to {WORDS[MOST_QUESTIONS]}",
    ],
    "docs/author.md": [
        f"After {WORDS[in_pages('tries', 'rater/HeadphoneCheck.tsx')]} tries",
    ],
    "docs/vecalign.md": [
        f"temperature is {TEMPERATURE_SHARE} times the cost of a null bead",
        f"| **{TEMPERATURE_SHARE}** |",
        f"more than {PARTS[MOST_AT_LIMIT]} of the beads have that size",
    ],
    "docs/viterbi.md": [
        f"| lambda, gamma | {plain(PAPERS.lambda_)}, {plain(PAPERS.gamma)} |",
        f"max({plain(PAPERS.delta)} (1 - K/T), {plain(PAPERS.epsilon)})",
        f"| sharpness | {HmmOptions().power:g} | {HmmOptions('released').power:g} |",
        f"in the first {constant('_FIRST_SENTENCES', 'hmm/align.py')} sentences",
        f"| sentences under {constant('_RELEASED_MIN_CHARACTERS', 'hmm/align.py')} characters |",
        f"have a confidence of {plain(float(constant('_GREETING', 'hmm/align.py')))}.",
    ],
    "docs/decisions/deck-pictures.md": [
        f"at most {pictures.PICTURE_PIXELS:,} pixels a side and thumbnails of {pictures.THUMBNAIL_PIXELS}",
        f"beyond {pictures.MAX_MEGAPIXELS} megapixels it is refused",
        f"pictures of at most {pictures.PICTURE_PIXELS:,} pixels a side and thumbnails of {pictures.THUMBNAIL_PIXELS}",
        f"the longer side is {pictures.PICTURE_PIXELS:,} pixels",
        f"WebP at quality {pictures._PICTURE_QUALITY} takes",
    ],
    "docs/decisions/evaluator.md": [
        f"where a row has more than {MOST_TER_WORDS_OF_ROW} words or all have more than {MOST_TER_WORDS:,}",
    ],
    "docs/decisions/finding-pages.md": [
        f"if less than {PARTS[MIN_FITTING]} fit",
        f"{WORDS[N_FRAMES_FIRST].capitalize()} from all of it are looked at first",
        f"stretch {WORDS[evidence.N_CANDIDATES]} candidates",
        f"at most {evidence.N_POINTS} points far apart",
    ],
    "docs/decisions/recordings.md": [
        f"where a stretch of {minutes(WINDOW_SECONDS)} had no error",
        f"keeps its `{NOT_HEARD}`",
    ],
    "docs/decisions/segments-and-clips.md": [
        f"so a clip has a longest: {MOST_CLIP_SECONDS} s",
        f"the {WORDS[KEPT]} nearest of each",
    ],
    "alignment/cli/synthesis.py": [
        f"{SPEECH_RATE:,} samples a second. A system without {percent(FEWEST_SHARE)} of",
    ],
    "docs/decisions/greetings.md": [
        f"has a confidence of {plain(float(constant('_GREETING', 'hmm/align.py')))}.",
    ],
    f"{EDITOR}/keys/table.ts": [
        f"{WORDS[BACK]} seconds back",
    ],
    f"{EDITOR}/bars/Footer.tsx": [
        f"{BACK} s back",
    ],
    f"{EDITOR}/dialogs/ConflictDialog.tsx": [
        f"Keys of the first {FIRST_MOMENT} are ignored",
    ],
    f"{EDITOR}/editor/commands.ts": [
        f"a window at least {WIDE} pixels wide",
    ],
    "frontend/README.md": [
        f"Node {OLDEST_MAJOR} or newer",
        f"with the backend on port {USUAL_PORT} ",
        f"A component has at most {COMPONENT_LINES} lines",
    ],
    "docs/decisions/activity-log.md": [
        f"only of entries older than {KEPT_DAYS} days",
    ],
    "docs/decisions/web-server.md": [
        f"Beyond {ANONYMOUS_BYTES // 1024} kB, a body is read only",
        f"(over {ANONYMOUS_BYTES // 1024} kB) enter {WORDS[UPLOADS_AT_ONCE]} at a time",
        f"lock on after {1000 * web_worker.SWITCH_SECONDS:g} ms instead",
        f"| light | {AT_ONCE[Weight.LIGHT][0]} |",
        "| heavy: computed from all of a review, a test set or a project | {} | {} |".format(*AT_ONCE[Weight.HEAVY]),
        "| exports | {} | {}, and ".format(*AT_ONCE[Weight.EXPORT])
        + f"after every {1000 * WORK_SECONDS:g} ms they wait for up to {1000 * GIVE_WAY_SECONDS:g} ms",
        f"A process lets {WORDS[N_COMPUTING]} requests compute at a time",
        f"not answered after {1000 * COMPUTING_SECONDS:g} ms",
        f"it reads {WORDS[PIECES_AT_ONCE]} pieces at a time",
    ],
    "annotator/people/api/webhooks.py": [
        f"In the last {delivering.KEPT.days} days.",
        f"For {signing.BOTH_SIGN // timedelta(hours=1)} hours deliveries are signed with both",
        f"all that has failed, up to {managing.MOST_RESENT}.",
    ],
    "docs/design.md": [
        f"a worker claims it, beats every {declared.HEARTBEAT_SECONDS} s",
    ],
    "annotator/settings.py": [
        f"is kept, {LEAST_ACTIVITY_DAYS} days at least",
    ],
    "docs/decisions/bulk-work-in-slices.md": [
        f"when {bulk_aligning.AT_ONCE} runs of the job wait (`AT_ONCE`). When {bulk_aligning.AT_ONCE // 2} of them",
        f"more than {bulk_aligning.AT_ONCE} messages in Redis, {bulk_aligning.AT_ONCE} rows in the state queued, or "
        f"{bulk_aligning.AT_ONCE} runs to cancel",
        f"single runs of at most about {SHORT_SECONDS:g} s by",
        f"a bulk run of at most {WORDS[int(room.MOMENT_SECONDS)]} seconds is about to free one",
        f"is more than {percent(SHARE_OF_MEMORY)} of that of the largest worker",
    ],
    "docs/decisions/glossary.md": [
        f"(at most {MAX_TERMS:,}, and {MOST_GLOSSARY_CHARACTERS // 1_000_000} million characters)",
        f"as they are small ({MAX_GLOSSARY_BYTES // 2**20} MB)",
    ],
    "docs/decisions/importers.md": [
        f"first {registry.HEAD // 1024} kB, and a parser",
    ],
    "docs/decisions/sandbox.md": [
        f"A worker waits up to {sandbox.WAIT_SECONDS:g} seconds for its turn",
        f"a web request waits {span(seconds=staging.TURN_SECONDS)} and then",
        f"a request stages up to {WORDS[staging.SMALL_FILES]}",
    ],
    "docs/decisions/slides-pairs.md": [
        f"at most {MAX_STRETCHES:,} stretches",
    ],
    "annotator/demo/README.md": [
        f"the demo project has {WORDS[N_REVIEWED]} of them",
    ],
    "frontend/src/features/authors/tasks/model/figures.ts": [
        f"{percent(POWER)} power",
    ],
    "frontend/src/features/releases/releases/PublicPage.tsx": [
        f"{SAMPLE_ROWS} rows with their references",
    ],
}

PROSE: dict[str, list[str]] = {
    "admin": [
        "judges a hundred words at once", "vecAlign's two files", "dropped 22 % of the links", "from 71 to 84 %",
        "price of 7 % of the good ones", "Where two terms overlap", "a few hundred talks",
        "omission is used in 212 rows", "a measure, two people", "5 to 10 % is plenty",
        "less than 15 % fewer", "two sentences half a mean segment apart", "109 of 112 rows are gold",
        "anything with five words",
    ],
    "annotator": [
        "the width of the two texts", "learned of the two texts",
    ],
    "operator": [
        # measured
        "takes 110 to 140 MB", "while 9,000 pairs", "aligning 9,000 pairs", "starts after .06 s", "at most .17 s",
        "bulk runs of 9 s", "starts after .4 s", "at most .7 s", "| 1.1 s |", "pairs of 12 lines", ".12 CPU seconds",
        "10,000 pairs take 20 minutes", "1.1 to 1.8 CPU seconds", "30 to 45 MB for every 1,000 lines",
        "500 to 550 MB", "three processes, some 700 MB",
        "| a release | 20,000 rows (any number) | 47 |",
        "16 MB of text in lines of 20,000 characters, against 20,000 rows",
        "16 MB of text in lines of 26 characters, against 20,000 rows", "200,000 units a side, 34 MB",
        "an uploaded file of 200 MB, 92,824 words", "64 MB for 18,050 rows", "300 papers of 200 sentences (any number)",
        "10 talks of 104 sentences (100 are read at most)", "1,000 talks of 200 sentences",
        "16 MB of references in texts of 100,000 characters", "two recognitions of 108,000 words, of twelve hours",
        "90 minutes, 391 MB as FLAC (any number)",
        # advice
        "300 seconds for an answer", "60 seconds between two", "One machine of two cores",
    ],
    "researcher": [
        "up to 250 words", "at 150 and 250 words",
        "the two texts", "by two people", "to two people", "chips of two units", "InterText's two texts",
        "its two texts", "can be over 100 %",
    ],
}  # fmt: skip

SMALL = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand"
NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|\.\d+|{'|'.join(SMALL.split())})"
BETWEEN = "wrong failed large worker web recovery sample CPU selected alike latest"
UNITS = (
    "ms s seconds? min minutes? h hours? days? weeks? months? years? kB MB GB bytes? kilobytes? megabytes? gigabytes? "
    "% percent times tries attempts passwords codes requests processes files pages rows units words characters people "
    "sentences terms pairs lines entries connections projects samples talks cores texts uploads reviews users"
)
WITH_UNIT = re.compile(
    rf"(?<![\w./@#-]){NUMBER}(?:(?: to | or | and |, ){NUMBER})*(?:[ -]|(?<=\d))"
    rf"(?:(?:{'|'.join(BETWEEN.split())}) )?(?:{'|'.join(UNITS.split())})(?!\w)"
)


def prose_of(guide: str) -> str:
    """The guide without its commands, names and addresses."""
    text = (DOCS / f"{guide}.md").read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"\]\([^)]*\)", "]", text).split())


def spans_of(phrases: list[str], text: str) -> Iterator[range]:
    for phrase in phrases:
        yield from (range(found.start(), found.end()) for found in re.finditer(re.escape(phrase), text))


#: Limits of the server that pages say before anything is sent, by where the pages have them.
REPEATED = {
    ("mostPeople", "members/list.ts"): member_invitations.MOST_AT_ONCE,
    ("mostAuthors", "inviting/list.ts"): lines.MOST_AT_ONCE,
    ("historyPage", "editor/transport.ts"): HISTORY_ENTRIES,
    ("countedTo", "queue/model.ts"): queue.COUNTED,
    ("longestRound", "trainingRounds/RulesForm.tsx"): training_rounds.LONGEST_ROUND,
    ("mostTries", "trainingRounds/RulesForm.tsx"): training_rounds.MOST_TRIES,
    ("longestPostEdit", "model/text.ts"): steps.LONGEST_POST_EDIT,
    ("mostOverridden", "model/apply.ts"): steps.MOST_OVERRIDDEN,
    ("most", "passages/model.ts"): MOST_PASSAGES,
    ("most", "slideText/latex.ts"): blocks.MOST_CHARACTERS,
    ("largestPage", "api/everyPage.ts"): Pages.max_page_size,
    ("fewest", "lib/intervals.ts"): FEWEST,
    ("MOST_FILE_BYTES", "tasks/model/samples.ts"): min(MOST_SOUND_BYTES, MOST_PICTURE_BYTES),
    ("mostSets", "tasks/model/items.ts"): MOST_SETS,
    ("mostSetsOfARater", "tasks/model/items.ts"): MOST_SETS_OF_A_RATER,
    ("most", "timeline/Candidates.tsx"): evidence.MOST_FITTING,
    ("most", "timeline/InlierBars.tsx"): evidence.MOST_FITTING,
    ("fewestPlanted", "transcripts/model.ts"): FEWEST_PLANTED,
    ("mostCharacters", "model/terms.ts"): MAX_TERM_LENGTH,
    ("pageLength", "model/keySentences.ts"): slides_talk._PAGE_LENGTH,
    ("SECONDS_A_SENTENCE", "rate/model.ts"): mailing.SECONDS_A_SENTENCE,
    ("SECONDS_FOR_THE_WHOLE", "rate/model.ts"): mailing.SECONDS_FOR_THE_WHOLE,
    ("doubtfulBelow", "slideText/model.ts"): blocks.DOUBTFUL_BELOW,
    ("usualPercent", "recognitions/MakeCheck.tsx"): round(100 * DEFAULT_PLANTED_SHARE),
    ("largestPercent", "recognitions/MakeCheck.tsx"): round(100 * LARGEST_PLANTED_SHARE),
    ("shortestSeconds", "segments/CutForm.tsx"): SHORTEST_SECONDS,
    ("mostSeconds", "transcripts/LimitsForm.tsx"): MOST_MASK_SECONDS,
    ("redundant", "lib/summary.ts"): REDUNDANT,
    ("leastValue", "evaluation/NewSearch.tsx"): LEAST_VALUE,
    ("mostValue", "evaluation/NewSearch.tsx"): MOST_VALUE,
    ("chanceFrom", "lib/intervals.ts"): forms.LEVEL,
    ("charactersPerToken", "generated/model.ts"): CHARACTERS_PER_TOKEN,
    ("near", "slides/model.ts"): NEAR,
    ("soonHours", "teams/claims.ts"): SOON_HOURS,
}


@pytest.mark.parametrize(("name", "module"), REPEATED)
def test_limits_that_pages_say_are_those_of_the_server(name: str, module: str) -> None:
    assert in_pages(name, module) == REPEATED[name, module]


def test_pages_say_the_level_that_intervals_have() -> None:
    pages = [file.read_text(encoding="utf-8") for file in PAGES.glob("features/**/*.ts*")]
    assert {level for page in pages for level in re.findall(r"(\d+ %) intervals?\b", page)} == {INTERVAL}


def test_pages_have_one_level_of_chance() -> None:
    pages = [file for file in PAGES.rglob("*.ts*") if ".test." not in file.name]
    assert [file.name for file in pages if re.search(r"p (?:>=?|<=?) 0?\.\d\d\b", file.read_text("utf-8"))] == []


def test_pages_write_figures_as_one_module_does() -> None:
    """Without the zero before the point, in per cent, a small p, thousands and languages: in `lib/format.ts` alone."""
    pages = [file for file in PAGES.rglob("*.ts*") if ".test." not in file.name]
    own = re.compile(r"/\^(?:-\?|\(-\?\))?0|100 \* \w+\)\.toFixed|p < \.\d|toLocaleString\('en'\)|toUpperCase\(\)\} →")
    assert [file.name for file in pages if own.search(file.read_text("utf-8"))] == ["format.ts"]


@pytest.mark.parametrize("styles", ["frame/Review", "helper/Helper", "grid/BitextGrid"])
def test_styles_of_the_editor_are_wide_where_the_page_is(styles: str) -> None:
    assert f"@media (min-width: {WIDE}px)" in text_of(f"{EDITOR}/{styles}.module.css")


def test_the_pages_are_built_and_served_as_up_does() -> None:
    assert f'"node": ">={OLDEST_MAJOR}"' in text_of("frontend/package.json")
    assert f"LECTERN_BACKEND ?? '{USUAL}'" in text_of("frontend/vite.config.ts")


def test_django_takes_as_many_files_as_are_allowed() -> None:
    assert max(summary_sets.MOST_FILES, predictions.MOST_FILES) <= settings.DATA_UPLOAD_MAX_NUMBER_FILES


def test_a_page_takes_any_timeline_that_the_server_does() -> None:
    megabytes = in_file(r"mostBytes = (\d+) \* 1024 \*\* 2", "frontend/src/features/decks/timeline/useCsv.ts")
    assert int(megabytes) * 1024**2 >= MAX_TIMELINE_BYTES


def test_a_leak_check_takes_any_text_that_the_page_sends() -> None:
    """In JSON, where an end of a line or a quotation mark takes a byte more: of one byte in ten at most."""
    n_bytes = 1_000_000 * in_pages("mostMegabytes", "leaks/NewLeakCheck.tsx")
    assert n_bytes <= checking.MOST_CHARACTERS
    assert 1.1 * n_bytes <= limit_of("/api/v1/leak-checks/").n_bytes


@pytest.mark.parametrize("place", STATED)
def test_what_a_guide_states_is_so(place: str) -> None:
    text = text_of(place)
    assert [phrase for phrase in STATED[place] if phrase not in text] == []
    assert all(STATED[place])


@pytest.mark.parametrize("guide", GUIDES)
def test_every_number_with_a_unit_is_held_or_known_to_be_prose(guide: str) -> None:
    text = prose_of(guide)
    known = list(spans_of([*STATED.get(f"docs/{guide}.md", []), *PROSE.get(guide, [])], text))
    unknown = [
        text[max(0, found.start() - 40) : found.end() + 20]
        for found in WITH_UNIT.finditer(text)
        if not any(found.start() in span and found.end() - 1 in span for span in known)
    ]
    assert unknown == []


@pytest.mark.parametrize("guide", PROSE)
def test_prose_that_is_gone_is_not_listed(guide: str) -> None:
    text = prose_of(guide)
    assert [phrase for phrase in PROSE[guide] if phrase not in text] == []


def test_containers_and_up_do_as_much_work_at_a_time() -> None:
    assert processes_of_up() == int(compose("WORKERS"))


def test_the_activity_log_is_kept_for_as_long_as_the_database_asks() -> None:
    """Otherwise housekeeping is refused what it deletes, each day anew."""
    assert int(LEAST_ACTIVITY_DAYS) > int(KEPT_DAYS)


def test_a_replaced_secret_signs_as_long_as_a_webhook_may_fail() -> None:
    """So that a receiver that is down when the secret changes can still read what it missed."""
    assert signing.BOTH_SIGN >= delivering.OFF_AFTER
