"""Files in: staged and looked at, then all of a batch becomes documents and pairs, or nothing does.

`names` makes file names safe, `reading` turns a staged file into documents as they will be stored, `known` tells what
is in the project already, `report` is what a person sees, `proposals` guesses what belongs together, `staging` keeps a
batch with what `options` allow, `committing` imports it, `building` makes its documents and pairs, `storing`
writes the rows.
"""

from annotator.services.importing.committing import commit_batch, errors_of, execute_import, sweep_imports
from annotator.services.importing.staging import (
    Upload,
    add_files,
    change_file,
    create_batch,
    discard_batch,
    remove_file,
    replace_file,
    set_links,
)

__all__ = [
    "Upload",
    "add_files",
    "change_file",
    "commit_batch",
    "create_batch",
    "discard_batch",
    "errors_of",
    "execute_import",
    "remove_file",
    "replace_file",
    "set_links",
    "sweep_imports",
]
