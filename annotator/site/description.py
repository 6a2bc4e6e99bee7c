"""The OpenAPI document as files: making it takes seconds, and anybody may ask for it.

`manage.py prepare` writes them once for each version of the code, beside what else a version prepares. A process that
finds none for its own version, as in development and in tests, makes the document once for itself.
"""

from __future__ import annotations

import gzip
import threading
from functools import cache
from pathlib import Path
from typing import Any

import drf_spectacular
from django.conf import settings

from annotator.launch.layout import digest, digest_tree

#: As the document is written: JSON, or YAML for reading.
KINDS = ("json", "yaml")
_making = threading.Lock()
_made: dict[str, bytes] = {}


def content(kind: str, *, packed: bool) -> bytes:
    """The document. kind : one of KINDS. packed : by gzip."""
    try:
        data = _path(kind).read_bytes()
    except FileNotFoundError:
        with _making:  # the generator is not safe in two threads at once
            if not _made:
                _made.update(_make())
        data = _made[kind]
    return data if packed else gzip.decompress(data)


def write() -> None:
    """Write the files for this version of the code where they are missing, and remove those of others."""
    if all(_path(kind).exists() for kind in KINDS):
        return
    folder = _path("").parent
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for kind, packed in _make().items():
        unfinished = _path(kind).with_suffix(".new")
        unfinished.write_bytes(packed)
        unfinished.rename(_path(kind))


def _make() -> dict[str, bytes]:
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    renderers: dict[str, Any] = {"json": OpenApiJsonRenderer(), "yaml": OpenApiYamlRenderer()}
    return {
        kind: gzip.compress(renderer.render(schema, renderer_context={}), mtime=0)
        for kind, renderer in renderers.items()
    }


def _path(kind: str) -> Path:
    return Path(settings.DATA_DIR) / "description" / f"{version()}.{kind}.gz"


@cache
def version() -> str:
    """A hash of the code that the document is made from."""
    code = digest_tree(settings.BASE_DIR / "annotator", skip=("__pycache__", "demo", "locale"))
    return digest(code, drf_spectacular.__version__)[:16]
