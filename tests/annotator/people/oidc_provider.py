"""A small OpenID Connect provider in the process of a test: one person, one client, PKCE, signed ID tokens."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa


@cache
def _key() -> rsa.RSAPrivateKey:
    """One for all tests: to make it takes longer than to sign in with it."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Provider:
    """claims : what it says about whoever signs in. profile : the same at its other address, or None for the same."""

    client_id = "lectern"
    client_secret = "a shared secret"

    def __init__(self, url: str) -> None:
        self.url = url
        self.claims: dict[str, Any] = {}
        self.profile: dict[str, Any] | None = None
        self.audience = self.client_id
        self.is_broken = False
        self._codes: dict[str, dict[str, str]] = {}

    def sign_in(self, address: str) -> str:
        """What a person does there: follow the address that Lectern gave. Returns where they are sent back to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert asked["client_id"] == self.client_id
        assert asked["response_type"] == "code"
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(8)
        self._codes[code] = asked
        back = urlsplit(asked["redirect_uri"])
        return f"{back.path}?code={code}&state={asked['state']}"

    def token(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        asked = self._codes.pop(form.get("code", ""), None)
        verifier = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).decode().rstrip("=")
        right = asked is not None and asked["code_challenge"] == challenge
        right = right and asked is not None and asked["redirect_uri"] == form.get("redirect_uri")
        if not right or form.get("client_secret") != self.client_secret or self.is_broken:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        told = {"iss": self.url, "aud": self.audience, "iat": now, "exp": now + 60, **self.claims}
        signed = jwt.encode(told, _key(), algorithm="RS256", headers={"kid": "1"})
        return 200, {"access_token": "t", "token_type": "Bearer", "id_token": signed, "expires_in": 60}

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        match path:
            case "/.well-known/openid-configuration":
                return 200, {
                    "issuer": self.url,
                    "authorization_endpoint": f"{self.url}/authorize",
                    "token_endpoint": f"{self.url}/token",
                    "userinfo_endpoint": f"{self.url}/userinfo",
                    "jwks_uri": f"{self.url}/keys",
                    "token_endpoint_auth_methods_supported": ["client_secret_post"],
                }
            case "/token":
                return self.token(form)
            case "/userinfo":
                return 200, self.claims if self.profile is None else self.profile
            case _:
                return 404, {}


@contextmanager
def provider() -> Iterator[Provider]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer({name: values[0] for name, values in parse_qs(body).items()})

        def _answer(self, form: dict[str, str]) -> None:
            status, told = made.answer(self.path, form)
            body = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Provider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.02), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
