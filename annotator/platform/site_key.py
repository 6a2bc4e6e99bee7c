"""Whether this program has the `SECRET_KEY` of its site.

Pseudonyms, links, signatures of webhooks and second factors are made with it. A program with another key would make
others without a word: it does not start.
"""

from __future__ import annotations

import hmac
import sys

import structlog
from django.db import DatabaseError, connection
from django.utils.crypto import salted_hmac

from annotator.platform.models.site_key import SiteKey, new_salt

log = structlog.get_logger()


class OtherKeyError(Exception):
    """The database is of a site with another key; its text says what to do."""


def note_key(*, changed: bool = False) -> None:
    """Store the fingerprint of this program's key where none is yet.

    changed : also in place of that of another key. Raises OtherKeyError where there is one.
    """
    noted = SiteKey.objects.filter(pk=1).first()
    if noted is not None and not changed:
        _compare(noted)
        return
    salt = new_salt()
    SiteKey.objects.update_or_create(pk=1, defaults={"salt": salt, "fingerprint": _fingerprint(salt)})


def check_key() -> None:
    """Raises OtherKeyError where the database is of a site with another key.

    A database that does not answer, or was never prepared, is not a reason not to start.
    """
    try:
        noted = SiteKey.objects.filter(pk=1).first()
    except DatabaseError as error:
        log.warning("whether SECRET_KEY is that of the site could not be checked", error=str(error))
        return
    if noted is not None:
        _compare(noted)


def stop_with_another_key() -> None:
    """End a program that has another key than its site. Called before it forks: no connection stays open."""
    try:
        check_key()
    except OtherKeyError as error:
        sys.exit(str(error))
    finally:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]


def _compare(noted: SiteKey) -> None:
    if not hmac.compare_digest(noted.fingerprint, _fingerprint(noted.salt)):
        raise OtherKeyError(
            "This machine's SECRET_KEY is not the one of the site whose database this is: it would make other "
            "pseudonyms, links and signatures. Set SECRET_KEY to the site's, or copy var/secret-key from the machine "
            "that serves the page (or from the backup). If the key was changed on purpose, run once: "
            "python3 manage.py prepare --no-demo --new-key (docs/operator.md, 'Changing the key')."
        )


def _fingerprint(salt: str) -> str:
    return salted_hmac("lectern.site-key", salt, algorithm="sha256").hexdigest()
