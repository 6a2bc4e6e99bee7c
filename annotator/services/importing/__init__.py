"""Files in: staged and looked at, then all of a batch becomes documents and pairs, or nothing does.

`names` makes file names safe, `reading` turns a staged file into documents as they will be stored, `talks` does so
with an archive talk by talk. `known` tells what is in the project already and `diffing` what changed; `report`,
`preview` and `report_talks` are what a person sees; `proposals` and `retrieval` guess what belongs together.
`staging` keeps a batch with what `options` allow, its files by `filing` (a folder of talks packed by
`folders`), what belongs together by `linking`;
`looking` reads a large one in a worker. `committing` imports it, `building` makes its documents and pairs by
`writing`, `storing` writes the rows, and `carrying` takes reviews along to a new version of a text. `sources` opens a
document's file.
"""

from annotator.services.importing.committing import commit_batch, errors_of, execute_import, sweep_imports
from annotator.services.importing.filing import Upload
from annotator.services.importing.folders import pack_talks
from annotator.services.importing.linking import set_links
from annotator.services.importing.looking import execute_reading
from annotator.services.importing.staging import (
    add_files,
    change_file,
    create_batch,
    discard_batch,
    remove_file,
    replace_file,
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
    "execute_reading",
    "pack_talks",
    "remove_file",
    "replace_file",
    "set_links",
    "sweep_imports",
]
