"""Tables, one file per subject. Transitions of one row are methods here; operations that span tables are services."""

# The names are imported for others.
# mypy: implicit-reexport
# ruff: noqa: F401

from annotator.aligning.models.bulk_alignments import BulkAlignment, BulkState
from annotator.aligning.models.presets import Preset
from annotator.aligning.models.runs import AlignmentRun, Filtering, Link, RunState
from annotator.aligning.models.vectors import VectorOrigin, VectorSet, VectorSetState
from annotator.authors.models.asked import InvitationState
from annotator.authors.models.rating_tasks import (
    HeadphoneCheck,
    Medium,
    Rater,
    RaterSample,
    RatingPicture,
    RatingSample,
    RatingTask,
    TroubleWithSample,
)
from annotator.authors.models.ratings import Dimension, Invitation, RatingItem, Wording, WordingKind
from annotator.corpus.models.documents import Document, DocumentEmbeddings, DocumentKind, Section, Unit
from annotator.corpus.models.glossary import GlossaryTerm
from annotator.corpus.models.imports import ImportBatch, ImportFile, ImportState
from annotator.corpus.models.pairs import Pair, PairKind
from annotator.decks.models.pictures import DeckPictures, PagePicture, PicturesState
from annotator.decks.models.searches import PageSearch, SearchState
from annotator.decks.models.slide_text import ReadPictures, SlidePage, SlideText, SlideTextJob, SlideTextState
from annotator.decks.models.timelines import Timeline, TimelineOrigin
from annotator.people.models.activity import ActivityEntry
from annotator.people.models.announcements import Announcement, AnnouncementSeen
from annotator.people.models.people import Account, MemberInvitation
from annotator.people.models.projects import Membership, Project, Role
from annotator.people.models.tokens import ApiToken, TokenScope
from annotator.people.models.webhooks import Delivery, DeliveryState, Webhook
from annotator.platform.models.site_key import SiteKey
from annotator.recordings.models.checks import (
    CheckState,
    Mask,
    MaskAnswer,
    MaskChoice,
    Pass,
    PassKind,
    PassOperation,
    PassState,
    TranscriptCheck,
    TranscriptPolicy,
)
from annotator.recordings.models.recognitions import HearingState, Recognition, RecognitionOrigin, SoundPeaks
from annotator.recordings.models.segments import ClipExport, ClipForm, TranscriptSegments
from annotator.releases.models.curation import PickedRow, Pool, PooledPair, PooledRow, RulesVersion
from annotator.releases.models.erasures import ReleaseErasure
from annotator.releases.models.leaks import Leak, LeakCheck, LeakCheckState, LeakKind
from annotator.releases.models.pseudonyms import KeptPseudonym
from annotator.releases.models.release_pages import DataCard, ReleasePage
from annotator.releases.models.releases import PeopleShown, Release, ReleaseFile, ReleaseRow, ReleaseState, Variant
from annotator.releases.models.systems import HeardTalk, System, SystemKind, SystemState
from annotator.releases.models.test_sets import Taken, TestSet
from annotator.releases.models.tombstones import ReleaseTombstone
from annotator.reviewing.models.carried_rows import CarriedRow
from annotator.reviewing.models.comments import Comment
from annotator.reviewing.models.concordance import TextBlock
from annotator.reviewing.models.corrections import Correction
from annotator.reviewing.models.gold_counts import GoldCount
from annotator.reviewing.models.guidelines import GuidelinesVersion
from annotator.reviewing.models.probes import Probe, ProbedReview, ProbeKind, ProbePolicy
from annotator.reviewing.models.realignments import Realignment, RealignmentState
from annotator.reviewing.models.reviews import (
    AdjudicatedReview,
    Chip,
    Operation,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    RowStatus,
    Side,
)
from annotator.reviewing.models.set_aside import SetAside
from annotator.reviewing.models.slots import (
    AssignmentChange,
    AssignmentPolicy,
    PairEstimate,
    QueueOrder,
    Skip,
    Slot,
    SlotState,
)
from annotator.reviewing.models.training_rounds import (
    TrainingDecision,
    TrainingItem,
    TrainingPolicy,
    TrainingRound,
    TrainingRow,
)
from annotator.site.models.demo import DemoLoad, DemoLoadState
from annotator.site.models.erasing import Erasure, ErasureState
from annotator.site.models.moving import ExportState, ProjectExport, ProjectImport, ProjectImportState
from annotator.summaries.models.evaluation import GivenSummary, RougeRow, RougeTable, SummarySet, SummarySetKind
from annotator.summaries.models.generated import Direction, GeneratedText, GenerationRun
from annotator.summaries.models.passages import PassageAnswer, PassageBasis, PassageMethod, Passages, PassageUnit
from annotator.summaries.models.slides import (
    SlidesBasis,
    SlidesPredictions,
    SlidesRow,
    SlidesTable,
    SlidesTalk,
    SlidesTask,
)
from annotator.summaries.models.summaries import BulkSummary, PairSummary, RunAccuracy, SummaryBasis, SummaryLength
from annotator.summaries.models.training import (
    TrainedModel,
    TrainedModelState,
    TrainingBasis,
    TrainingFile,
    TrainingPaper,
    TrainingSet,
    TrainingSetState,
)
from annotator.summaries.models.tuning import Tuning
from annotator.teams.models.agreement import AgreementFigure, ComparedPair
from annotator.teams.models.figures import PairFigures, ProjectFigures, ReviewFigures, ReviewingDay
from annotator.teams.models.spot_checks import SpotCheck, SpotCheckItem, SpotCheckKind, SpotCheckState, Verdict
