"""Files of the site in a bucket (FILES_BUCKET), of a store that may hang, be away, or be slow.

A request waits for the store for seconds, not minutes, and only some of a process's threads wait at a time: others
answer what needs no file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import structlog
from boto3.exceptions import S3UploadFailedError
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectTimeoutError, HTTPClientError, IncompleteReadError, ReadTimeoutError
from botocore.exceptions import ConnectionError as NoConnection
from django.conf import settings
from s3transfer.exceptions import RetriesExceededError
from storages.backends.s3 import S3Storage

from annotator.platform.errors import StoreUnavailable
from annotator.platform.outages import STORE

#: How long a request that finds all turns taken waits for one.
TURN_SECONDS = 1
#: After it has kept one request waiting until its time was up, the others are refused at once for so long: each sender
#: has few turns, and would wait as often as it asks.
HANGING_SECONDS = 5
#: Of a file that is read, what is kept in memory; the rest goes to the disk.
_IN_MEMORY = 2 * 2**20
_TOO_MANY_REQUESTS = 429

_FAILURES = (
    ClientError, HTTPClientError, IncompleteReadError, NoConnection, RetriesExceededError, S3UploadFailedError,
)  # fmt: skip

log = structlog.get_logger()
_making = threading.RLock()
_turns = threading.BoundedSemaphore(max(1, settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] // 2))
_hangs_until = 0.0
Method = TypeVar("Method", bound=Callable[..., Any])


def _asks(method: Method) -> Method:
    """Have a method take a turn, and raise StoreUnavailable instead of what boto3 says of addresses and buckets."""

    @wraps(method)
    def in_turn(*args: Any, **named: Any) -> Any:
        global _hangs_until
        if time.monotonic() < _hangs_until or not _turns.acquire(timeout=TURN_SECONDS):
            raise StoreUnavailable(STORE.detail)
        try:
            return method(*args, **named)
        except _FAILURES as error:
            if not _is_unavailable(error):
                raise
            if isinstance(getattr(error, "last_exception", error), (ConnectTimeoutError, ReadTimeoutError)):
                _hangs_until = time.monotonic() + HANGING_SECONDS
            log.warning("the file store does not answer", asked=method.__name__, error=str(error))
            raise StoreUnavailable(STORE.detail) from error
        finally:
            _turns.release()

    return in_turn  # type: ignore[return-value]


def _is_unavailable(error: Exception) -> bool:
    """Not what it refuses, such as a wrong key."""
    if isinstance(error, S3UploadFailedError) and isinstance(error.__cause__ or error.__context__, ClientError):
        error = error.__cause__ or error.__context__
    if not isinstance(error, ClientError):
        return True
    status: int = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return status >= 500 or status == _TOO_MANY_REQUESTS


class ObjectStore(S3Storage):  # type: ignore[misc]
    """Django's storage for a bucket. A file is fetched when it is opened, so that reading it asks for nothing."""

    _session: Any = None

    def get_default_settings(self) -> dict[str, Any]:
        defaults: dict[str, Any] = super().get_default_settings()
        return defaults | {
            "max_memory_size": _IN_MEMORY,
            "transfer_config": TransferConfig(num_download_attempts=settings.STORE_ATTEMPTS),
            "client_config": Config(
                connect_timeout=settings.STORE_CONNECT_SECONDS,
                read_timeout=settings.STORE_READ_SECONDS,
                retries={"total_max_attempts": settings.STORE_ATTEMPTS, "mode": "standard"},
                # boto3 signs addresses in an older way by itself, which most stores no longer take.
                signature_version="s3v4",
            ),
        }

    def _create_session(self) -> Any:
        """One for all threads, as each takes a tenth of a second to read what S3 is."""
        with _making:
            if self._session is None:
                self._session = super()._create_session()
            return self._session

    @property
    def connection(self) -> Any:
        with _making:  # a session makes one at a time
            return super().connection

    @_asks
    def _open(self, name: str, mode: str = "rb") -> Any:
        file = super()._open(name, mode)
        return file.open() if "r" in mode else file

    @_asks
    def _save(self, name: str, content: Any) -> str:
        return str(super()._save(name, content))

    @_asks
    def delete(self, name: str) -> None:
        super().delete(name)

    @_asks
    def exists(self, name: str) -> bool:
        return bool(super().exists(name))

    @_asks
    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        folders, files = super().listdir(name)
        return folders, files

    @_asks
    def size(self, name: str) -> int:
        return int(super().size(name))
