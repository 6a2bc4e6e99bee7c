"""Webhooks: what is announced, how it is signed, sent, tried again, resent and given up, and to whom it never goes."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient
from standardwebhooks import Webhook as Receiver
from standardwebhooks import WebhookVerificationError

from annotator.aligning import room
from annotator.aligning import runs as aligning
from annotator.models import ActivityEntry, AlignmentRun, Delivery, DeliveryState, Pair, Project, Webhook
from annotator.people.webhooks import announcing, delivering, managing, sending, signing
from annotator.people.webhooks.signing import secret_of
from annotator.platform import work
from annotator.platform.errors import ServiceError
from tests import world
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]


class Hit(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class _Receiving(BaseHTTPRequestHandler):
    server: Any

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.hits.append(Hit(self.path, dict(self.headers), body))
        status, headers, answer = self.server.answers[min(len(self.server.hits), len(self.server.answers)) - 1]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def receiver(settings: Any) -> Iterator[Any]:
    """A server of ours that keeps what it gets. `answers`: (status, headers, body) by request, the last one for all
    further ones."""
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), _Receiving)
    server.hits, server.answers = [], [(200, {}, b"thanks")]
    server.url = f"http://127.0.0.1:{server.server_address[1]}/in?token=1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def hook(project: Project, receiver: Any) -> Webhook:
    return world.webhook(project, url=receiver.url, events=list(announcing.EVENTS))


def announce(project: Project, event: str = "run.failed") -> Delivery:
    announcing.announce(project.pk, event, {"project": project.slug})
    made: Delivery = Delivery.objects.latest("pk")
    return made


def tried(delivery: Delivery) -> Delivery:
    delivering.execute(delivery.pk)
    delivery.refresh_from_db()
    return delivery


def test_what_is_sent_is_signed_as_standard_webhooks_say(hook: Webhook, receiver: Any, project: Project) -> None:
    delivery = tried(announce(project))
    assert (delivery.state, delivery.status, delivery.tries, delivery.error) == ("delivered", 200, 1, "")
    (hit,) = receiver.hits
    told = Receiver(secret_of(hook.nonce)).verify(hit.body, hit.headers)
    assert (told["type"], told["data"]) == ("run.failed", {"project": "harbour-talks"})
    assert told["timestamp"].endswith("Z")
    assert hit.path == "/in?token=1"
    assert hit.headers["webhook-id"] == delivery.message_id
    assert delivery.body.encode() == hit.body
    assert delivery.request.startswith("POST /in?token=1 HTTP/1.1\nHost: 127.0.0.1:")
    assert "\nwebhook-signature: v1," in delivery.request
    assert delivery.response.startswith("HTTP/1.1 200 OK\n")
    assert delivery.response.endswith("\n\nthanks")
    with pytest.raises(WebhookVerificationError):
        Receiver(secret_of("another")).verify(hit.body, hit.headers)


def test_a_replaced_secret_signs_for_a_day_beside_the_new_one(hook: Webhook, receiver: Any, project: Project) -> None:
    old = secret_of(hook.nonce)
    new = managing.replace_secret(hook)
    assert new.startswith("whsec_")
    assert new != old
    tried(announce(project))
    Webhook.objects.update(replaced_at=timezone.now() - signing.BOTH_SIGN)
    tried(announce(project))
    first, second = receiver.hits
    Receiver(old).verify(first.body, first.headers)
    Receiver(new).verify(first.body, first.headers)
    Receiver(new).verify(second.body, second.headers)
    with pytest.raises(WebhookVerificationError):
        Receiver(old).verify(second.body, second.headers)


def test_only_webhooks_that_are_on_and_want_it_are_told(project: Project, queued: Any, hook: Webhook) -> None:
    world.webhook(project, "off", is_on=False)
    world.webhook(project, "others", events=["run.finished"])
    world.webhook(Project.objects.create(slug="other", name="Other"), "elsewhere")
    announce(project)
    assert [delivery.webhook for delivery in Delivery.objects.all()] == [hook]


def test_reviews_are_announced(
    hook: Webhook, project: Project, editor: Editor, admin: User, client_of: ClientOf
) -> None:
    editor.done({"type": "submit", "leave_unreviewed": True})
    client_of(admin).post(f"/api/v1/reviews/{editor.id}/return/", {"reason": "Shifted by one."})
    editor.done({"type": "submit", "leave_unreviewed": True})
    told = [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]
    assert [one["type"] for one in told] == ["review.submitted", "review.returned", "review.submitted"]
    assert told[1]["data"] == {
        "project": "harbour-talks",
        "pair": {"id": told[1]["data"]["pair"]["id"], "title": "Ledger"},
        "review": {
            "id": editor.id, "kind": "review", "state": "returned", "annotator": "annotator", "revision": 2,
            "return_reason": "Shifted by one.",
        },
        "by": "admin",
    }  # fmt: skip


def test_releases_are_announced_when_they_are_frozen(
    hook: Webhook, project: Project, editor: Editor, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    editor.done({"type": "set", "rows": [editor.rows[0]["id"]], "fields": {"status": "accepted"}})
    editor.done({"type": "submit", "leave_unreviewed": True})
    release = make_release(set_of_all(project))
    told = json.loads(Delivery.objects.get(event="release.frozen").body)["data"]["release"]
    assert told == {"id": release.pk, "title": "Spring", "version": "1.0", "n_rows": 1, "sha256": release.sha256}
    assert ActivityEntry.objects.get(verb="released").object_name == "Spring 1.0"


def test_runs_are_announced_when_they_finish_and_when_they_fail(
    hook: Webhook, bitext: Pair, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    aligning.execute(aligning.start_run(pair=bitext, engine="lengths", options={}, user=admin).pk)
    failing = aligning.start_run(pair=bitext, engine="lengths", options={}, user=admin)

    def fail(*_: Any, **__: Any) -> None:
        raise ServiceError("No words.")

    monkeypatch.setattr(aligning, "run_engine", fail)
    aligning.execute(failing.pk)
    finished, failed = (json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk"))
    assert (finished["type"], finished["data"]["run"]["state"]) == ("run.finished", "succeeded")
    assert finished["data"]["run"]["signature"]
    assert (failed["type"], failed["data"]["run"]["error"]) == ("run.failed", "No words.")
    AlignmentRun.objects.filter(pk=failing.pk).update(state="queued", finished_at=None, claim=None)
    assert Delivery.objects.count() == 2


def test_a_run_that_is_not_stored_is_not_announced(
    hook: Webhook, bitext: Pair, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = aligning.start_run(pair=bitext, engine="lengths", options={}, user=admin)

    def store(*_: Any) -> None:
        run.cancel()
        raise aligning.Conflict("gone")

    monkeypatch.setattr(aligning, "store_links", store)
    aligning.execute(run.pk)
    assert not Delivery.objects.filter(event="run.finished").exists()


def test_what_fails_is_tried_again_and_then_given_up(hook: Webhook, receiver: Any, project: Project) -> None:
    receiver.answers = [(503, {"Retry-After": "1"}, b"busy")]
    delivery = announce(project)
    for number, wait in enumerate(delivering.WAITS, 1):
        began = timezone.now()
        tried(delivery)
        assert (delivery.state, delivery.tries, delivery.error) == ("retrying", number, "503 Service Unavailable")
        assert began + wait <= delivery.next_try_at <= timezone.now() + wait  # type: ignore[operator]
        assert delivering.queue_due() == 0
        delivering.execute(delivery.pk)  # a message that comes too early does nothing
        assert len(receiver.hits) == number
        Delivery.objects.update(next_try_at=timezone.now())
        assert delivering.queue_due() == 1
        assert delivering.queue_due() == 0
    assert tried(delivery).state == "failed"
    assert {hit.headers["webhook-id"] for hit in receiver.hits} == {delivery.message_id}
    hook.refresh_from_db()
    assert hook.is_on
    assert hook.failing_since is not None
    receiver.answers = [(204, {}, b"")]
    assert tried(managing.resend(delivery)).state == "delivered"
    hook.refresh_from_db()
    assert hook.failing_since is None
    assert hook.last_success_at is not None


def test_a_killed_worker_leaves_a_delivery_that_is_found_again(hook: Webhook, receiver: Any, project: Project) -> None:
    delivery = announce(project)
    assert delivery.claim_for_work()
    Delivery.objects.update(heartbeat_at=timezone.now() - timedelta(hours=1))
    assert work.sweep() == 1
    assert tried(delivery).state == "delivered"


def test_nobody_for_a_day_turns_a_webhook_off(hook: Webhook, receiver: Any, project: Project) -> None:
    receiver.answers = [(500, {}, b"")]
    waiting, last = announce(project), announce(project)
    tried(waiting)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=23))
    Delivery.objects.filter(pk=last.pk).update(tries=4)
    tried(last)
    hook.refresh_from_db()
    assert hook.is_on
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=25))
    Delivery.objects.filter(pk=last.pk).update(state="queued", tries=4, finished_at=None)
    tried(last)
    hook.refresh_from_db()
    assert (hook.is_on, hook.off_reason) == (False, "No delivery succeeded in 24 hours.")
    waiting.refresh_from_db()
    assert waiting.state == "failed"
    announcing.announce(project.pk, "run.failed", {})
    assert Delivery.objects.count() == 2
    entry = ActivityEntry.objects.get(verb="webhook_turned_off")
    assert (entry.by_name, entry.object_name) == ("", "annotation-bot")
    hook = managing.change_webhook(hook, is_on=True)
    assert managing.resend_failed(hook) == 2
    receiver.answers = [(200, {}, b"")]
    assert {tried(delivery).state for delivery in Delivery.objects.all()} == {"delivered"}


def test_gone_is_taken_at_its_word(hook: Webhook, receiver: Any, project: Project) -> None:
    receiver.answers = [(410, {}, b"")]
    assert tried(announce(project)).state == "failed"
    hook.refresh_from_db()
    assert (hook.is_on, hook.off_reason) == (False, "The receiver answered 410 Gone.")


def test_redirects_are_not_followed(hook: Webhook, receiver: Any, project: Project) -> None:
    receiver.answers = [(302, {"Location": receiver.url}, b"")]
    assert tried(announce(project)).error == "302 Found"
    assert len(receiver.hits) == 1


def test_of_a_long_answer_the_beginning_is_kept(hook: Webhook, receiver: Any, project: Project) -> None:
    receiver.answers = [(200, {"X-Odd": "a\tb"}, b"\0\xff" + b"x" * 100_000)]
    delivery = tried(announce(project))
    assert delivery.state == "delivered"
    assert len(delivery.response) < 2000
    assert "\0" not in delivery.response


@pytest.mark.parametrize(
    ("sends", "error"),
    [(b"", "no answer in 0 s"), (b"HTTP/1.1 200 OK\r\nX: ", "the answer was not complete after 0 s")],
)
def test_who_is_slow_is_cut_off(
    hook: Webhook, project: Project, monkeypatch: pytest.MonkeyPatch, sends: bytes, error: str
) -> None:
    """One that says nothing, and one that sends a byte now and then, so that no single read ever times out."""
    monkeypatch.setattr(sending, "LIMIT_SECONDS", 0.4)
    listener = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def drip() -> None:
        connection, _ = listener.accept()
        connection.sendall(sends)
        while not ended.wait(0.05):
            try:
                connection.sendall(b"x" if sends else b"")
            except OSError:
                return

    threading.Thread(target=drip, daemon=True).start()
    Webhook.objects.update(url=f"http://127.0.0.1:{listener.getsockname()[1]}/")
    began = time.monotonic()
    delivery = tried(announce(project))
    ended.set()
    listener.close()
    assert (delivery.state, delivery.error) == ("retrying", error)
    assert time.monotonic() - began < 30


def test_what_is_no_http_and_who_is_not_there(hook: Webhook, project: Project) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    Webhook.objects.update(url=f"http://127.0.0.1:{listener.getsockname()[1]}/")

    def talk() -> None:
        connection, _ = listener.accept()
        connection.sendall(b"220 mail.example.org ESMTP\r\n")
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1000):  # whoever closes with bytes unread resets the connection
            pass
        connection.close()

    thread = threading.Thread(target=talk, daemon=True)
    thread.start()
    assert tried(announce(project)).error.startswith("BadStatusLine")
    thread.join()
    listener.close()
    assert "refused" in tried(announce(project)).error


def test_a_slow_receiver_holds_one_worker_only(hook: Webhook, receiver: Any, project: Project) -> None:
    first, second = announce(project), announce(project)
    assert first.claim_for_work()
    assert (tried(second).state, second.tries) == ("retrying", 0)
    assert receiver.hits == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1",
     "::ffff:169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::",
     "64:ff9b:1::a9fe:a9fe", "64:ff9b:1:7f::a9fe:a9fe", "::ffff:0:127.0.0.1", "::127.0.0.1", "::10.0.0.1",
     "192.88.99.1", "3fff::1", "5f00::1"],
)  # fmt: skip
def test_addresses_that_are_not_public_are_refused(
    project: Project, settings: Any, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """By themselves when a webhook is made, and behind a name when something is delivered."""
    settings.WEBHOOK_PRIVATE_ADDRESSES = False
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(ServiceError, match="not a public address"):
        sending.check_url(f"https://{host}/")
    world.webhook(project, url="https://innocent.example.org/")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(family, socket.SOCK_STREAM, 6, "", (address, 443))])
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it connected"))
    delivery = tried(announce(project))
    assert delivery.error == f"innocent.example.org is at {address}, which is not a public address."


def test_one_private_address_among_public_ones_is_enough(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOK_PRIVATE_ADDRESSES = False
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(sending.Refused):
        sending.addresses_of("two.example.org", 443)


def test_a_name_is_resolved_once_and_connected_to_as_it_was(
    hook: Webhook, receiver: Any, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that resolves to something else the second time gains nothing."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def resolve(host: str, port: int, *arguments: Any, **given: Any) -> Any:
        asked.append(host)
        return real("127.0.0.1" if asked == ["rebinding.example.org"] else host, port, *arguments, **given)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    Webhook.objects.update(url=receiver.url.replace("127.0.0.1", "rebinding.example.org"))
    assert tried(announce(project)).state == "delivered"
    assert asked == ["rebinding.example.org", "127.0.0.1"]
    assert receiver.hits[0].headers["Host"].startswith("rebinding.example.org:")


@pytest.mark.parametrize(
    "url",
    ["", "x", "http://example.org/", "ftp://example.org/", "https://", "https://user:pass@example.org/", "https://[::1/",
     "https://example.org/#part", "https://example.org:99999/", "https://exämple.org/", "https://localhost/",
     "https://example.org/a b", "https://example.org/a\nHost: b", "javascript:alert(1)", "https://" + "x" * 500],
)  # fmt: skip
def test_wrong_addresses_are_refused_with_the_field_named(
    project: Project, admin: User, client_of: ClientOf, url: str
) -> None:
    given = {"name": "bot", "url": url, "events": ["run.failed"]}
    answer = client_of(admin).post(f"/api/v1/projects/{project.slug}/webhooks/", given)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "url"


def test_webhooks_through_the_api(
    project: Project, admin: User, client_of: ClientOf, receiver: Any, queued: Any
) -> None:
    client = client_of(admin)
    address = f"/api/v1/projects/{project.slug}/webhooks/"
    given = {"name": "annotation-bot", "url": receiver.url, "events": ["review.submitted", "run.failed"]}
    made = client.post(address, given)
    assert made.status_code == 201
    told = made.json()
    assert told["events"] == ["run.failed", "review.submitted"]
    assert client.post(address, given).status_code == 409
    listed = client.get(address).json()
    assert "secret" not in listed["webhooks"][0]
    assert told["secret"] not in json.dumps(listed)
    one = f"{address}{told['id']}/"
    announce(project)
    assert client.post(f"{one}test/").json()["event"] == "webhook.test"
    for delivery in Delivery.objects.order_by("pk"):
        tried(delivery)
    page = client.get(f"{one}deliveries/", {"page_size": 1}).json()
    assert [delivery["event"] for delivery in page["results"]] == ["webhook.test"]
    rest = client.get(f"{one}deliveries/", {"before": page["next"], "state": "delivered"}).json()
    assert ([delivery["event"] for delivery in rest["results"]], rest["next"]) == (["run.failed"], None)
    shown = client.get(f"{one}deliveries/{page['results'][0]['id']}/").json()
    assert json.loads(shown["body"])["data"]["sent_by"] == "admin"
    assert told["secret"] not in json.dumps(shown)
    assert client.get(address).json()["webhooks"][0]["n_delivered"] == 2
    assert client.patch(one, {"is_on": False, "name": "bot"}).json()["is_on"] is False
    assert client.post(f"{one}resend/").json()["code"] == "webhook_off"
    assert client.post(f"{one}secret/").json()["secret"] != told["secret"]
    assert client.delete(one).status_code == 204
    assert list(ActivityEntry.objects.values_list("verb", "detail").order_by("pk")) == [
        ("webhook_created", receiver.url),
        ("webhook_changed", "name, turned off"),
        ("webhook_secret_replaced", ""),
        ("webhook_removed", receiver.url),
    ]


def test_there_are_so_many_webhooks_at_most(project: Project, admin: User, client_of: ClientOf) -> None:
    for n in range(20):
        world.webhook(project, f"hook {n}")
    given = {"name": "bot", "url": "https://example.org/", "events": ["run.failed"]}
    answer = client_of(admin).post(f"/api/v1/projects/{project.slug}/webhooks/", given)
    assert answer.json()["code"] == "too_many_webhooks"


def test_another_projects_webhooks_are_not_there(project: Project, admin: User, client_of: ClientOf) -> None:
    elsewhere = world.delivery(world.webhook(Project.objects.create(slug="other", name="Other")))
    address = f"/api/v1/projects/{project.slug}/webhooks/{elsewhere.webhook_id}/"
    client = client_of(admin)
    assert client.patch(address, {"is_on": False}).status_code == 404
    assert client.get(f"{address}deliveries/{elsewhere.pk}/").status_code == 404


def test_old_deliveries_are_forgotten(project: Project) -> None:
    hook, now = world.webhook(project), timezone.now()
    for days in (1, 29, 31):
        world.delivery(hook, finished_at=now - timedelta(days=days))
    world.delivery(hook, DeliveryState.RETRYING, next_try_at=now)
    assert delivering.forget_old_deliveries() == 1


def test_no_bulk_alignment_gives_way_to_a_delivery(
    hook: Webhook, project: Project, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(room, "make_room", lambda task: pytest.fail("a run was thrown away"))
    with django_capture_on_commit_callbacks(execute=True):
        announce(project)
