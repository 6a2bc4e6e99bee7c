"""One HTTP request to an address that a person chose: to public addresses only, with limits on time and size.

A name is resolved once, what it resolves to is checked, and the connection goes to that address: a name that resolves
to something else a moment later gains nothing. Redirects are not followed. Proxies that the environment names are not
used.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from annotator.people.models.webhooks import LONGEST_URL
from annotator.platform.errors import ServiceError

#: For resolving, connecting, sending and reading together, but for the name's resolution, which has limits of its own.
LIMIT_SECONDS = 10.0
_MOST_ADDRESSES = 3
_KEPT_BODY, _KEPT = 1024, 4096

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
#: They hold an IPv4 address in their last bits: NAT64, translated, "compatible".
_WITH_IPV4 = [ipaddress.IPv6Network(each) for each in ("64:ff9b::/96", "::ffff:0:0:0/96", "::/96")]
#: Not public, whatever this version of Python says: 6to4 relays, NAT64 for local use, documentation, segment routing.
_NOT_PUBLIC = [ipaddress.ip_network(each) for each in ("192.88.99.0/24", "64:ff9b:1::/48", "3fff::/20", "5f00::/16")]


class Refused(Exception):
    """The address is not one that this site sends to."""


@dataclass(frozen=True, slots=True)
class Answer:
    """status : None without an answer. request, response : their heads, as text. error : empty if all went well."""

    status: int | None
    took_ms: int
    request: str
    response: str
    error: str


def check_url(url: str) -> str:
    """The address, if it is one that may be sent to. Raises ServiceError naming ``url``."""
    url = url.strip()
    schemes = ("https", "http") if settings.WEBHOOK_PRIVATE_ADDRESSES else ("https",)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _wrong("This is not an address.") from None
    if len(url) > LONGEST_URL or not url.isascii() or any(ord(character) <= 32 for character in url):
        raise _wrong(f"Expected up to {LONGEST_URL} ASCII characters without spaces.")
    if parts.scheme not in schemes or not parts.hostname or port == 0:
        raise _wrong(f"Expected an address that starts with {' or '.join(f'{scheme}://' for scheme in schemes)}.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _wrong("An address with a user name, a password or a fragment (#) is not allowed.")
    try:
        is_refused = not is_allowed(ipaddress.ip_address(parts.hostname))
    except ValueError:
        is_refused = parts.hostname == "localhost" and not settings.WEBHOOK_PRIVATE_ADDRESSES
    if is_refused:
        raise _wrong(f"{parts.hostname} is not a public address.")
    return url


def _wrong(message: str) -> ServiceError:
    return ServiceError(message, field="url")


def is_allowed(address: Address) -> bool:
    """Whether this site sends to an address: a public one, unless a setting allows all but the unspecified ones."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and int(address) > 1 and any(address in network for network in _WITH_IPV4):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_allowed(inner)
        if address.teredo is not None or address.is_site_local:
            return bool(settings.WEBHOOK_PRIVATE_ADDRESSES)
    if address.is_multicast or address.is_unspecified:
        return False
    is_public = address.is_global and not any(address in network for network in _NOT_PUBLIC)
    return is_public or bool(settings.WEBHOOK_PRIVATE_ADDRESSES)


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises Refused if any of them is not allowed, OSError if it does not resolve."""
    addresses = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in addresses:
        if not is_allowed(ipaddress.ip_address(address)):
            raise Refused(f"{host} is at {address}, which is not a public address.")
    return list(dict.fromkeys(addresses))[:_MOST_ADDRESSES]


class _Connection(http.client.HTTPConnection):
    """To one of the addresses that were checked; the name is for the Host header and for the certificate."""

    def __init__(self, parts: SplitResult, addresses: list[str], port: int, until: float) -> None:
        super().__init__(str(parts.hostname), port, timeout=LIMIT_SECONDS)
        self._addresses, self._until = addresses, until
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        if self._tls is not None:
            self.default_port = http.client.HTTPS_PORT  # so that Host names no port

    def connect(self) -> None:
        last: OSError = TimeoutError()
        for address in self._addresses:
            left = self._until - time.monotonic()
            if left <= 0:
                break
            try:
                self.sock = socket.create_connection((address, self.port), timeout=left)
                break
            except OSError as error:
                last = error
        else:
            raise last
        if self.sock is None:
            raise last
        if self._tls is not None:
            # First the object that the limit can close, then the handshake.
            self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock.do_handshake()

    def cut(self, is_late: threading.Event) -> None:
        """End whatever goes on, from another thread. A receiver that sends a byte a second never times out."""
        is_late.set()
        try:
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def post(url: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send a body. Never raises for what the other side, the network or the address does."""
    began = time.monotonic()
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    sent = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    request = "\n".join([f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())])
    status: int | None = None
    response = error = ""
    is_late = threading.Event()
    try:
        addresses = addresses_of(str(parts.hostname), port)
        connection = _Connection(parts, addresses, port, time.monotonic() + LIMIT_SECONDS)
        limit = threading.Timer(LIMIT_SECONDS, connection.cut, [is_late])
        limit.start()
        try:
            connection.request("POST", path, body=body, headers=sent)
            answer = connection.getresponse()
            status = answer.status
            head = "\n".join(f"{name}: {value}" for name, value in answer.getheaders())
            response = f"HTTP/1.1 {answer.status} {answer.reason}\n{head}\n\n"
            response += answer.read(_KEPT_BODY).decode("utf-8", "replace")
        finally:
            limit.cancel()
            connection.close()
    except Refused as refused:
        error = str(refused)
    except TimeoutError:
        is_late.set()
    except socket.gaierror:
        error = f"{parts.hostname} could not be resolved."
    except ssl.SSLCertVerificationError as wrong:
        error = f"The certificate is not valid: {wrong.verify_message}."
    except (OSError, http.client.HTTPException, ValueError) as wrong:
        error = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
    if is_late.is_set() and status is None:
        error = f"no answer in {LIMIT_SECONDS:.0f} s"
    elif is_late.is_set():
        error = f"the answer was not complete after {LIMIT_SECONDS:.0f} s"
    elif status is not None and not 200 <= status < 300:
        error = f"{status} {http.client.responses.get(status, '')}".strip()
    took = int(1000 * (time.monotonic() - began))
    return Answer(status, took, printable(request), printable(response), printable(error)[:300])


def printable(text: str) -> str:
    """Without control characters, which Postgres or a page would not take, and no longer than what is kept."""
    kept = text[:_KEPT].replace("\r\n", "\n")
    return "".join(character if character.isprintable() or character == "\n" else "\ufffd" for character in kept)
