"""Celery tasks: each takes an id, of a kind of `Work` or of a project, and calls its service. Those that send e-mail
take where the site was reached, which links begin with where `settings.SITE_URL` is not set.

The limits are for what hangs: at the first the work fails with a sentence, at the second its process is killed.
"""

from __future__ import annotations

from celery import shared_task

from annotator.aligning import bulk_aligning, vectors
from annotator.aligning import runs as aligning
from annotator.authors import verbs as authors
from annotator.corpus import importing
from annotator.people import accounts, member_invitations, webhooks
from annotator.releases import leaks, systems, verification
from annotator.releases import verbs as releases
from annotator.releases.curation import counting
from annotator.reviewing import concordance, realignments
from annotator.site import digests
from annotator.summaries import evaluating, tuning
from annotator.summaries import verbs as summaries
from annotator.summaries.training import making, summarisers
from annotator.teams import figures

HOUR = 3600


@shared_task(soft_time_limit=12 * HOUR, time_limit=12 * HOUR + 60)
def align(run_id: int) -> None:
    aligning.execute(run_id)


@shared_task(soft_time_limit=12 * HOUR, time_limit=12 * HOUR + 60)
def align_long(run_id: int) -> None:
    aligning.execute(run_id)


@shared_task(soft_time_limit=12 * HOUR, time_limit=12 * HOUR + 60)
def align_bulk(run_id: int) -> None:
    aligning.execute(run_id)
    bulk_aligning.run_ended(run_id)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def align_many(bulk_id: int) -> None:
    bulk_aligning.execute(bulk_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def summarise_many(bulk_id: int) -> None:
    summaries.execute(bulk_id)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def import_batch(batch_id: int) -> None:
    importing.execute(batch_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def realign(realignment_id: int) -> None:
    realignments.execute(realignment_id)


@shared_task(soft_time_limit=60, time_limit=90)
def deliver(delivery_id: int) -> None:
    webhooks.execute(delivery_id)


@shared_task(soft_time_limit=24 * HOUR, time_limit=24 * HOUR + 60)
def make_vectors(vector_set_id: int) -> None:
    vectors.execute(vector_set_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def refresh_figures(project_id: int) -> None:
    figures.refresh(project_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def count_test_set(test_set_id: int) -> None:
    counting.execute(test_set_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def index_texts(project_id: int) -> None:
    concordance.fill_index(project_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def send_invitations(asked_at: str) -> None:
    member_invitations.send_invitations(asked_at)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def send_author_mail(asked_at: str) -> None:
    authors.send_author_mail(asked_at)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def send_password_reset(who: str, asked_at: str) -> None:
    accounts.send_reset(who, asked_at=asked_at)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def make_release(release_id: int) -> None:
    releases.execute(release_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def verify_release(release_id: int) -> None:
    verification.verify(release_id)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def score_system(system_id: int) -> None:
    systems.execute(system_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def score_engines(release_id: int) -> None:
    systems.score_engines(release_id)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def score_summaries(table_id: int) -> None:
    evaluating.execute(table_id)


@shared_task(soft_time_limit=12 * HOUR, time_limit=12 * HOUR + 60)
def tune(tuning_id: int) -> None:
    tuning.execute(tuning_id)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def make_training_set(training_set_id: int) -> None:
    making.execute(training_set_id)


@shared_task(soft_time_limit=6 * HOUR, time_limit=6 * HOUR + 60)
def train_model(model_id: int) -> None:
    summarisers.execute(model_id)


@shared_task(soft_time_limit=2 * HOUR, time_limit=2 * HOUR + 60)
def check_leaks(check_id: int) -> None:
    leaks.execute(check_id)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def send_confirmation(user_id: int, email: str, asked_at: str) -> None:
    accounts.send_confirmation(user_id, email, asked_at=asked_at)


@shared_task(soft_time_limit=HOUR, time_limit=HOUR + 60)
def send_digest(user_id: int) -> None:
    digests.send_digest(user_id)
