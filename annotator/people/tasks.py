"""The background tasks of this domain."""

from __future__ import annotations

from annotator.models import Delivery
from annotator.people import accounts, member_invitations
from annotator.people.webhooks import delivering
from annotator.platform.work import does

does(accounts.CONFIRMATION, accounts.send_confirmation)
does(accounts.RESET, accounts.send_reset)
does(member_invitations.MAIL, member_invitations.send_invitations)
does(Delivery.TASK, delivering.execute)
