"""The addresses of people: sessions, accounts, tokens, members, invitations, announcements, activity and webhooks."""

from __future__ import annotations

from typing import Any

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from annotator.people.api.account import AccountView, DigestView
from annotator.people.api.activity import ActivityView
from annotator.people.api.announcements import AnnouncementView
from annotator.people.api.member_invitations import JoinView, MemberInvitationViewSet
from annotator.people.api.members import MemberViewSet
from annotator.people.api.session import SessionView, TokenViewSet
from annotator.people.api.users import UserViewSet
from annotator.people.api.webhooks import WebhookView
from annotator.platform.api.weights import Weight, Weights

router = SimpleRouter()
router.register("users", UserViewSet)

of_project = SimpleRouter()
of_project.register("members", MemberViewSet, basename="member")
of_project.register("member-invitations", MemberInvitationViewSet, basename="member-invitation")

_one: Any = {"get": "retrieve", "post": "create", "delete": "destroy"}
_webhook: dict[str, Any] = {
    "": {"patch": "partial_update", "delete": "destroy"},
    "secret/": {"post": "replace_secret"},
    "test/": {"post": "send_test"},
    "resend/": {"post": "resend_failed"},
    "deliveries/": {"get": "deliveries"},
    "deliveries/<int:delivery>/": {"get": "delivery"},
    "deliveries/<int:delivery>/resend/": {"post": "resend"},
}

urlpatterns = [
    *router.urls,
    path("session/", SessionView.as_view(_one), name="session"),
    path("session/password/", SessionView.as_view({"post": "change_password"}), name="password"),
    path("session/reset/", SessionView.as_view({"post": "ask_for_reset"}), name="ask-for-reset"),
    path("session/reset/password/", SessionView.as_view({"post": "reset_password"}), name="reset-password"),
    path("session/second-factor/", SessionView.as_view({"post": "second_factor"}), name="second-factor"),
    path("session/provider/", SessionView.as_view({"post": "provider"}), name="provider"),
    path("account/", AccountView.as_view({"get": "retrieve", "patch": "partial_update"}), name="account"),
    *(
        path(f"account/{address}/", AccountView.as_view({"post": verb}))
        for address, verb in (
            ("email", "change_email"),
            ("email/confirm", "confirm_email"),
            ("second-factor", "begin_second_factor"),
            ("second-factor/confirm", "confirm_second_factor"),
            ("second-factor/remove", "remove_second_factor"),
            ("recovery-codes", "renew_recovery_codes"),
        )
    ),
    path("digests/<str:token>/", DigestView.as_view({"get": "retrieve", "post": "create"}), name="digests"),
    path("join/<str:token>/", JoinView.as_view({"get": "retrieve", "post": "create"}), name="join"),
    path("tokens/", TokenViewSet.as_view({"get": "list", "post": "create"}), name="tokens"),
    path("tokens/<uuid:pk>/", TokenViewSet.as_view({"delete": "destroy"}), name="token"),
    path("projects/<slug:project_slug>/", include(of_project.urls)),
    path(
        "projects/<slug:project_slug>/announcements/", AnnouncementView.as_view({"get": "retrieve", "post": "create"})
    ),
    path("projects/<slug:project_slug>/announcements/written/", AnnouncementView.as_view({"get": "written"})),
    path(
        "projects/<slug:project_slug>/announcements/<int:pk>/",
        AnnouncementView.as_view({"patch": "partial_update", "delete": "destroy"}),
    ),
    path("projects/<slug:project_slug>/announcements/<int:pk>/close/", AnnouncementView.as_view({"post": "close"})),
    path("projects/<slug:project_slug>/activity/", ActivityView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/activity/export/", ActivityView.as_view({"get": "export"})),
    path("projects/<slug:project_slug>/webhooks/", WebhookView.as_view({"get": "retrieve", "post": "create"})),
    *(
        path(f"projects/<slug:project_slug>/webhooks/<int:pk>/{below}", WebhookView.as_view(methods))
        for below, methods in _webhook.items()
    ),
]

WEIGHTS: Weights = {"projects/[^/]+/activity/export": Weight.EXPORT}
