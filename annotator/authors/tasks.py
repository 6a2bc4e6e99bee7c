"""The background tasks of this domain."""

from __future__ import annotations

from annotator.authors import mailing
from annotator.platform.work import does

does(mailing.MAIL, mailing.send_author_mail)
