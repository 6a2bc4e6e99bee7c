"""``manage.py sweep``: find work that a lost worker or a lost message left behind, every few seconds.

A process of its own, because a task would wait behind the very work that blocks the queue. Several may run at once.
"""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections

from annotator.authors import mailing
from annotator.corpus.importing import discard_abandoned
from annotator.people import member_invitations
from annotator.people.webhooks.delivering import queue_due
from annotator.platform import work
from annotator.platform.outages import outage_of
from annotator.platform.site_key import OtherKeyError, check_key
from annotator.recordings.passes import end_leases
from annotator.releases import verification
from annotator.reviewing.concordance import ask_for_pending
from annotator.reviewing.slots.queue import renew_leases
from annotator.site import housekeeping

log = structlog.get_logger()


class Command(BaseCommand):
    help = (
        "Requeue the work of lost workers, discard abandoned imports, end claims that nobody works on, send again what "
        "webhooks did not take, have imported texts indexed for the concordance and what is frozen verified, and once "
        "a day delete expired data. Runs until it is stopped."
    )

    requires_system_checks: list[str] = []  # `prepare` has made them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="sweep once and exit")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            check_key()
        except OtherKeyError as error:
            raise CommandError(str(error)) from error
        stopping = threading.Event()
        if not options["once"]:
            for wanted in (signal.SIGTERM, signal.SIGINT):
                signal.signal(wanted, lambda *_: stopping.set())
        tidied_at: float | None = None
        while True:
            try:
                close_old_connections()
                work.sweep()
                discard_abandoned()
                renew_leases()
                end_leases()
                ask_for_pending()
                member_invitations.ask_for_unsent()
                mailing.ask_for_unsent()
                queue_due()
                verification.ask_for_next()
                if tidied_at is None or time.monotonic() - tidied_at > housekeeping.EVERY_SECONDS:
                    housekeeping.tidy()
                    tidied_at = time.monotonic()
            except Exception as error:  # most often, Postgres or Redis is restarting
                if outage_of(error) is None:
                    raise
                log.warning("could not look for stranded work", error=str(error))
            if options["once"] or stopping.wait(settings.SWEEP_SECONDS):
                return
