"""Files in: staged and read, then all of a batch becomes documents and pairs, or nothing does.

| module | holds |
|---|---|
| uploads | files as they arrive: size limits, a folder packed as an archive |
| names, options | what a file name says; what a person may set for a file |
| staging | a batch and its files: add, read, change, replace, remove, discard |
| reading, archives | from a file, or an entry of an archive, to documents as they will be stored |
| parsed | what the sandbox made of a staged file, kept until it is imported |
| versions, namesakes | what the project has already: by id or text, by name |
| comparing | how what comes stands to that, and the warnings about it |
| report | what a person sees of a file |
| pairings | which files are to become pairs |
| committing, storing | the transaction that stores a batch; the rows it writes |
| newer | the next version of a document that no file brings |
"""

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
