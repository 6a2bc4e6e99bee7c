"""Releases on the Hugging Face hub: a data set's repository with the folder that `datasets` reads, a tag a version."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from annotator.models import Release, ReleaseState
from annotator.platform.errors import Conflict, ServiceError
from annotator.releases.forms import folder

MISSING = "Uploading needs the package huggingface_hub. Install it: LECTERN_EXTRAS=hub."
_KIND = "dataset"


def upload(release: Release, repository: str, *, is_private: bool = False) -> str:
    """Upload a release, as one commit, and tag it with its version; returns the address.

    repository : such as ``naist/harbour-si``; made if there is none. is_private : make it so; one that everybody can
    read is refused then. The token is that of HF_TOKEN or of ``hf auth login``, the hub that of HF_ENDPOINT. Raises
    ServiceError for what is missing or refused, Conflict for a release that was withdrawn, a public repository where
    a private one is meant, and where this version or a newer one is there already.
    """
    if release.state == ReleaseState.WITHDRAWN:
        raise Conflict(f"{release.title} {release.version} was withdrawn: {release.withdrawn_reason}")
    if importlib.util.find_spec("huggingface_hub") is None:
        raise ServiceError(MISSING, code="no_hub")
    from huggingface_hub import HfApi, get_token

    if not get_token():
        raise ServiceError("No token. Set HF_TOKEN to one that may write to the repository.", code="no_token")
    hub = HfApi(endpoint=os.environ.get("HF_ENDPOINT"), library_name="lectern")
    with _refusals_in_words(repository), _unpacked(release) as root:
        hub.create_repo(repository, repo_type=_KIND, private=is_private, exist_ok=True)
        if is_private and not hub.repo_info(repository, repo_type=_KIND).private:
            raise Conflict(f"{repository} is there already, and everybody can read it.", code="public")
        tags = [tag.name for tag in hub.list_repo_refs(repository, repo_type=_KIND).tags]
        if release.version in tags:
            raise Conflict(f"{repository} has version {release.version} already.", code="version_there")
        if newer := [tag for tag in tags if _is_newer(tag, release)]:
            raise Conflict(
                f"{repository} has version {newer[0]}, which is newer than {release.version}: whoever loads it "
                "without a version would get the older rows.",
                code="newer_there",
            )
        # Splits of the version before that this one does not have must not stay.
        hub.upload_folder(
            repo_id=repository, repo_type=_KIND, folder_path=root, delete_patterns="data/*.parquet",
            commit_message=f"{release.title} {release.version}", commit_description=f"SHA-256 {release.sha256}",
        )  # fmt: skip
        hub.create_tag(repository, repo_type=_KIND, tag=release.version)
    return f"{hub.endpoint}/datasets/{repository}"


def _is_newer(tag: str, release: Release) -> bool:
    major, _, minor = tag.partition(".")
    is_version = major.isdecimal() and minor.isdecimal()
    return is_version and (int(major), int(minor)) > (release.major, release.minor)


@contextmanager
def _unpacked(release: Release) -> Iterator[Path]:
    """The folder form, unpacked, once its bytes are those that were frozen."""
    stored = release.files.filter(form=folder.FORM.key).first()
    if stored is None:
        raise ServiceError(f"{release.title} {release.version} has no folder; `release repair` writes it.")
    with tempfile.TemporaryDirectory() as scratch, stored.file.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != stored.sha256:
            raise ServiceError(f"{stored.name} is not what was frozen; `release verify` says more.")
        file.seek(0)
        with zipfile.ZipFile(file) as archive:
            archive.extractall(scratch)
        (root,) = Path(scratch).iterdir()
        yield root


@contextmanager
def _refusals_in_words(repository: str) -> Iterator[None]:
    # `HTTPError` is that of the client which the package uses: another one in each of its major versions.
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, HTTPError  # type: ignore[attr-defined]

    try:
        yield
    except HFValidationError as error:
        raise ServiceError(f"{repository} is no name of a repository: {error}") from None
    except HfHubHTTPError as error:
        status = error.response.status_code
        why = {401: "the token is not right", 403: "the token may not write there", 404: "there is no such place"}
        detail = error.server_message or why.get(status, "")
        raise ServiceError(f"The hub refused {repository} ({status}): {detail or error}") from None
    except HTTPError as error:
        raise ServiceError(f"The hub cannot be reached: {error}") from None
