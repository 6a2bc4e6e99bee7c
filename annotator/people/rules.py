"""Who may do what with accounts, members, activity and webhooks."""

from __future__ import annotations

from annotator.people.roles import ADMINS, ANYONE, EVERY_ROLE, SIGNED_IN, WORKERS, Rules, resource

RULES: Rules = {
    "session": {
        **dict.fromkeys(("retrieve", "create", "destroy", "ask_for_reset", "reset_password"), ANYONE),
        **dict.fromkeys(("second_factor", "provider"), ANYONE),
        "change_password": SIGNED_IN,
    },
    "account": {
        **dict.fromkeys(("retrieve", "partial_update", "change_email", "begin_second_factor"), SIGNED_IN),
        **dict.fromkeys(("confirm_second_factor", "remove_second_factor", "renew_recovery_codes"), SIGNED_IN),
        "confirm_email": ANYONE,
    },
    "digests": {"retrieve": ANYONE, "create": ANYONE},
    "tokens": {"list": SIGNED_IN, "create": SIGNED_IN, "destroy": SIGNED_IN},
    "users": {"list": SIGNED_IN},
    "members": resource(EVERY_ROLE, ADMINS),
    "member-invitations": dict.fromkeys(("list", "create", "destroy", "many", "send"), ADMINS),
    "join": {"retrieve": ANYONE, "create": ANYONE},
    "announcements": {
        "retrieve": WORKERS,
        "close": WORKERS,
        **dict.fromkeys(("written", "create", "partial_update", "destroy"), ADMINS),
    },
    "activity": {"retrieve": ADMINS, "export": ADMINS},
    "webhooks": resource(
        ADMINS,
        ADMINS,
        replace_secret=ADMINS,
        send_test=ADMINS,
        resend_failed=ADMINS,
        deliveries=ADMINS,
        delivery=ADMINS,
        resend=ADMINS,
    ),
}
