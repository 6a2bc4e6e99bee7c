"""Signals that corpus sends, in its transaction, to domains above it. A receiver that raises rolls it back."""

from django.dispatch import Signal

#: A document is stored, with its units. document : the new row.
document_stored = Signal()

#: Documents have newer versions. writer : what was stored. progress : told the share done, and what is being done.
documents_replaced = Signal()

#: An alignment came with the texts of a pair. The receiver answers with the id of the run that it makes of it, or None
#: where the pair has that alignment.
#: pair, beads, rows, source_kept, target_kept, file, user, is_cost : as `aligning.links.store_ready_run` takes them.
alignment_imported = Signal()

#: All of an import is stored, and newer versions have taken the place of older ones. project, pairs : ids of those that
#: got an alignment.
alignments_imported = Signal()

#: A timeline came with the deck of a pair. pair, timeline, name (of its file), user. timeline : of its importer.
timeline_imported = Signal()

#: Sentences of a paper came for what was said on each slide. pair, user. related : of its importer.
related_imported = Signal()

#: Pairs are to be of another kind; then, they are. pairs : a list, each of them locked.
kind_changing = Signal()
kind_changed = Signal()
