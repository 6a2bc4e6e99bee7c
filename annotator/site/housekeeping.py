"""What `manage.py sweep` does once a day: delete what grows by itself and nobody needs, and have digests sent."""

from __future__ import annotations

from datetime import timedelta

import structlog
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.utils import timezone

from annotator.decks import uploads
from annotator.models import ActivityEntry, ApiToken, AssignmentChange, Realignment
from annotator.people.webhooks.delivering import forget_old_deliveries
from annotator.platform.files import clear_scratch, forget_uploads
from annotator.releases.freezing import remove_leftovers
from annotator.site.digests import ask_for_digests
from annotator.site.erasing.erasure import finish_leftovers
from annotator.site.moving.transfers import forget_old_archives

EVERY_SECONDS = 24 * 3600
#: Sign-ins and failed attempts are kept this long, for whoever looks into a break-in.
SIGN_IN_DAYS = 90
#: An upload or a folder of work that nobody has written for so long belongs to a process that was killed.
SCRATCH_SECONDS = 24 * 3600
#: What a worker proposed for a review is taken at once, or never.
REALIGNMENT_DAYS = 1
#: What a bulk action changed can be undone for this long. Later most of it has been gone on with.
ASSIGNMENT_CHANGE_DAYS = 30

log = structlog.get_logger()


def tidy() -> None:
    """Delete expired sessions and tokens, old records of sign-ins and other activity, old realignments, deliveries
    of webhooks, bulk changes of assignments and archives of projects, what killed processes left in the folder of
    uploads, and what failed releases, replaced pictures, erasures and work that has ended left in the storage. Have
    digests sent."""
    SessionStore.clear_expired()
    n_tokens, _ = ApiToken.objects.filter(expiry__lt=timezone.now()).delete()
    Realignment.objects.filter(finished_at__lt=timezone.now() - timedelta(days=REALIGNMENT_DAYS)).delete()
    AssignmentChange.objects.filter(at__lt=timezone.now() - timedelta(days=ASSIGNMENT_CHANGE_DAYS)).delete()
    before = timezone.now() - timedelta(days=SIGN_IN_DAYS)
    for kind in (AccessAttempt, AccessFailureLog, AccessLog):
        kind.objects.filter(attempt_time__lt=before).delete()
    ask_for_digests()
    n_entries = forget_activity()
    forget_old_deliveries()
    remove_leftovers()
    uploads.remove_leftovers()
    forget_old_archives()
    finish_leftovers()
    forget_uploads()
    n_files = clear_scratch(SCRATCH_SECONDS)
    log.info("housekeeping is done", expired_tokens=n_tokens, old_activity=n_entries, left_behind=n_files)


def forget_activity() -> int:
    """Delete the entries of the activity log that have been kept long enough; returns how many."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lectern.retention = 'on'")  # what the database asks for, see its trigger
        before = timezone.now() - timedelta(days=settings.ACTIVITY_DAYS)
        return ActivityEntry.objects.filter(at__lt=before).delete()[0]
