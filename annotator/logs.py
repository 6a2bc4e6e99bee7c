"""How a log line looks: time, level, what happened, then names and values."""

from __future__ import annotations

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


def formatter() -> structlog.stdlib.ProcessorFormatter:
    return structlog.stdlib.ProcessorFormatter(
        # The pretty tracebacks print every local variable, passwords and texts among them, over hundreds of lines.
        processor=structlog.dev.ConsoleRenderer(
            colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
        ),
        foreign_pre_chain=_CHAIN,
    )
