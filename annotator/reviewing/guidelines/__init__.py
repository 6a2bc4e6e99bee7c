"""Guidelines of a project: versions of their text, the labels they define, and how often labels are used."""

from annotator.reviewing.guidelines.labels import labels_of
from annotator.reviewing.guidelines.versions import current_version, discard_draft, publish, save_draft

__all__ = ["current_version", "discard_draft", "labels_of", "publish", "save_draft"]
