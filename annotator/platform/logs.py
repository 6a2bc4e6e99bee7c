"""The format of log lines: time, level, event, then names and values; and what is kept out of them."""

from __future__ import annotations

import re
from typing import Any

import structlog

_CHAIN: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
]

structlog.configure(
    processors=[
        *_CHAIN,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)


#: The secrets of links: all that it takes to answer as an author, to join a project, or to choose a password.
_SECRETS = re.compile(r"(/(?:rate|join|reset|digests|confirm-address|release|release-pages)/)[^/?\s\"']+")


def without_secrets(text: str) -> str:
    """The text with the secrets of links left out of the addresses in it."""
    return _SECRETS.sub(r"\1***", text)


class _Renderer(structlog.dev.ConsoleRenderer):
    def __call__(self, *arguments: Any) -> str:
        return without_secrets(super().__call__(*arguments))


def formatter() -> structlog.stdlib.ProcessorFormatter:
    return structlog.stdlib.ProcessorFormatter(
        # structlog's default tracebacks print every local variable: passwords and texts, over hundreds of lines.
        processor=_Renderer(colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback),
        foreign_pre_chain=_CHAIN,
    )
