"""The one way the launcher fails in front of a person."""

from __future__ import annotations

NO_NETWORK_SIGNS = (
    "name resolution",
    "failed to lookup address",
    "dns error",
    "name or service not known",
    "nodename nor servname",
    "network is unreachable",
    "connection refused",
    "connection timed out",
    "newconnectionerror",
    "error sending request",
    "failed to fetch",
    "enotfound",
    "eai_again",
    "econnrefused",
    "etimedout",
    "enetunreach",
    "no route to host",
    "urlopen error",
    "(from versions: none)",  # all that pip says when its retries are off
)


class LaunchError(Exception):
    """A plain sentence that says what is wrong and what to do; printed without a traceback, exit code 1."""


def looks_like_no_network(output: str) -> bool:
    """Return whether a failed installer's output reads like a missing network rather than a bad package."""
    lowered = output.lower()
    return any(sign in lowered for sign in NO_NETWORK_SIGNS)


def tail(text: str, n_lines: int = 12) -> str:
    """Return the last non-empty lines of a program's output, indented, to stand under a sentence."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n".join(f"    {line}" for line in lines[-n_lines:])
