"""Likely mistakes in a site's settings, reported when it starts."""

from __future__ import annotations

from django.conf import settings


def warnings() -> list[str]:
    faults = []
    if settings.HTTPS and settings.PROXIES == 0:
        faults.append(
            "HTTPS is true and PROXIES is 0. Behind a proxy everybody then has the proxy's address, so that one "
            "person's wrong passwords lock others out. Set PROXIES to the number of proxies in front: docs/operator.md."
        )
    return faults
