"""Files in: staged and read, then all of a batch becomes documents and pairs, or nothing does."""

from annotator.corpus.importing.committing import commit_batch, discard_abandoned, errors_of, execute
from annotator.corpus.importing.report import formats
from annotator.corpus.importing.staging import (
    add_files,
    change_file,
    create_batch,
    discard_batch,
    remove_file,
    replace_file,
    set_pairings,
)
from annotator.corpus.importing.uploads import Upload, pack_archive

__all__ = [
    "Upload",
    "add_files",
    "change_file",
    "commit_batch",
    "create_batch",
    "discard_abandoned",
    "discard_batch",
    "errors_of",
    "execute",
    "formats",
    "pack_archive",
    "remove_file",
    "replace_file",
    "set_pairings",
]
