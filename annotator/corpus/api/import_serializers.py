"""Serializers of imports: requests, and what an import shows of its files."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from annotator.corpus.api.texts import SectionSerializer, UnitTextSerializer
from annotator.corpus.importing.namesakes import SAME_NAME
from annotator.corpus.importing.options import ENTRY_CHOICES
from annotator.corpus.importing.pairings import PAIRING_KINDS
from annotator.corpus.importing.storing import N_UNPAIRED
from annotator.corpus.importing.versions import Status
from annotator.importers.base import MAX_STRETCHES

#: How what is in a file stands to what the project has already.
NEWNESS = [(status, status.capitalize()) for status in get_args(Status)]


_SAME_NAME = (
    "What a text without an id becomes whose name the project has with another text: a document of its own `beside` "
    "that one (the default), or the next `version` of it, of the newest where several have the name; `guess` is "
    "`version` where only one has the name and at least half of the sentences are in it as well, `beside` otherwise."
)


class StageFilesSerializer(serializers.Serializer[Any]):
    project = serializers.SlugField(help_text="Only when creating an import.", required=False)
    files = serializers.ListField(child=serializers.FileField())
    paths = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="The path of each file in its folder. A folder with a manifest becomes one archive.",
    )
    same_name = serializers.ChoiceField(choices=SAME_NAME, required=False, help_text=f"Of each file. {_SAME_NAME}")


class ReplaceFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()


class ChangeFileSerializer(serializers.Serializer[Any]):
    """Only what is given changes; an empty value takes a choice back."""

    include = serializers.BooleanField(required=False)
    format = serializers.CharField(required=False, allow_blank=True, max_length=40)
    kind = serializers.CharField(
        required=False, max_length=20, help_text="paper, transcript, text, bitext: picks the format for it"
    )
    language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    source_language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    target_language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    offline_language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    speaker = serializers.CharField(required=False, allow_blank=True, max_length=200)
    interpreter = serializers.CharField(required=False, allow_blank=True, max_length=60)
    interpreter_rank = serializers.CharField(required=False, allow_blank=True, max_length=10)
    columns = serializers.DictField(
        required=False, help_text="Column number from 0, or heading, of source, target, offline, talk, ..."
    )
    first_row = serializers.ChoiceField(choices=["", "headings", "data"], required=False, help_text="Of a table.")
    split_target = serializers.ChoiceField(choices=["", "chunks", "rows"], required=False)
    put_back = serializers.ListField(
        child=serializers.IntegerField(min_value=0), required=False, help_text="`index` of what was left out"
    )
    without_lines = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=MAX_STRETCHES,
        help_text="Of a timeline: numbers of the lines to leave out.",
    )  # fmt: skip
    entries = serializers.DictField(
        child=serializers.ChoiceField(choices=["", *ENTRY_CHOICES]),
        required=False,
        help_text="What to do with entries of an archive, by id; the others are unchanged.",
    )
    as_new = serializers.BooleanField(required=False, help_text="Import a changed document as a new one.")
    same_name = serializers.ChoiceField(choices=["", *SAME_NAME], required=False, help_text=_SAME_NAME)


class PairingSerializer(serializers.Serializer[Any]):
    """`to` is a file of the batch; where it is null, `document` is in the project already."""

    file = serializers.IntegerField()
    to = serializers.IntegerField(allow_null=True, required=False, default=None)
    document = serializers.IntegerField(allow_null=True, required=False, default=None)
    document_title = serializers.CharField(required=False, allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=PAIRING_KINDS)
    score = serializers.FloatField(required=False, default=1.0)
    why = serializers.CharField(required=False, allow_blank=True, default="")
    accepted = serializers.BooleanField(required=False, default=True)


class ProblemSerializer(serializers.Serializer[Any]):
    severity = serializers.ChoiceField(choices=["error", "warning"])
    file = serializers.CharField()
    message = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)
    page = serializers.IntegerField(allow_null=True)
    expected = serializers.CharField()
    text = serializers.CharField()
    context = serializers.ListField(child=serializers.ListField(), help_text="[line number, text] each")
    entry = serializers.CharField(required=False, help_text="Of an archive: the id of its entry that has the problem.")


class LeftOutSerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField()
    text = serializers.CharField()
    reason = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    page = serializers.IntegerField(allow_null=True)
    put_back = serializers.BooleanField()


class PreviewUnitSerializer(UnitTextSerializer):
    line = serializers.IntegerField(allow_null=True)
    page = serializers.IntegerField(allow_null=True)


class PreviewRowSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    source = serializers.ListField(child=serializers.CharField())
    target = serializers.ListField(child=serializers.CharField())
    offline = serializers.ListField(child=serializers.CharField())


class PreviewSerializer(serializers.Serializer[Any]):
    """`units` of the first document; `rows` where the file is a bitext with aligned rows."""

    sections = SectionSerializer(many=True)
    units = PreviewUnitSerializer(many=True)
    rows = PreviewRowSerializer(many=True)


class DiffLineSerializer(serializers.Serializer[Any]):
    """`position` counts from 0 in the new text, in the old one for `removed`; of a `gap` it is how many lines."""

    kind = serializers.ChoiceField(choices=["same", "removed", "added", "gap"])
    position = serializers.IntegerField()
    text = serializers.CharField()


class ComparedSerializer(serializers.Serializer[Any]):
    """How what came stands to what the project has: sentences that came and went, reviews of the old text."""

    status = serializers.ChoiceField(choices=NEWNESS)
    n_added = serializers.IntegerField()
    n_removed = serializers.IntegerField()
    n_reviews = serializers.IntegerField()
    diff = DiffLineSerializer(many=True)


class NamesakeSerializer(serializers.Serializer[Any]):
    """The newest of the documents of the project that have the name of a text without an id, and hold another text."""

    document = serializers.IntegerField()
    imported_at = serializers.DateTimeField()
    n_documents = serializers.IntegerField(help_text="How many have the name.")
    n_same = serializers.IntegerField(help_text="How many of the text's sentences are in it as well.")


class ImportedDocumentSerializer(ComparedSerializer):
    kind = serializers.CharField()
    side = serializers.CharField()
    title = serializers.CharField()
    language = serializers.CharField()
    external_id = serializers.CharField()
    n_units = serializers.IntegerField()
    n_lines = serializers.IntegerField()
    speaker = serializers.CharField()
    interpreter = serializers.CharField()
    interpreter_rank = serializers.CharField()
    authors = serializers.ListField(child=serializers.CharField(), required=False)
    content_hash = serializers.CharField(required=False)
    existing = serializers.IntegerField(allow_null=True)
    imported_at = serializers.DateTimeField(allow_null=True)
    n_pairs = serializers.IntegerField()
    same_name = NamesakeSerializer(
        allow_null=True,
        help_text="Null where the text has an id, or nothing else has the name. `status` is `changed` where the text "
        "is to become the next version of it, and `new` where it goes beside it.",
    )


class ImportedEntrySerializer(ComparedSerializer):
    """An entry of an archive's manifest. `line` is where the manifest names it."""

    id = serializers.CharField()
    title = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    files = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField())
    n_units = serializers.IntegerField()
    n_pairs = serializers.IntegerField()
    n_errors = serializers.IntegerField()
    choice = serializers.ChoiceField(choices=["", *ENTRY_CHOICES])


class FormatChoiceSerializer(serializers.Serializer[Any]):
    format = serializers.CharField()
    label = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())


class ColumnsSerializer(serializers.Serializer[Any]):
    headings = serializers.ListField(child=serializers.CharField(), allow_null=True)
    mapping = serializers.DictField(child=serializers.IntegerField())
    sample = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="The first rows, headings included."
    )


class UnpairedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    source_name = serializers.CharField()


class ImportResultSerializer(serializers.Serializer[Any]):
    documents = serializers.ListField(child=serializers.IntegerField(), required=False)
    pairs = serializers.ListField(child=serializers.IntegerField(), required=False)
    slides_pairs = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Those of the pairs that are of slides and a talk."
    )
    runs = serializers.ListField(child=serializers.IntegerField(), required=False)
    reviews = serializers.ListField(child=serializers.IntegerField(), required=False)
    unpaired = UnpairedSerializer(
        many=True, required=False, help_text=f"New documents in no pair, {N_UNPAIRED} at most."
    )
    n_unpaired = serializers.IntegerField(required=False)
    n_unaligned = serializers.IntegerField(required=False, help_text="Of the new pairs, those without an alignment.")
    n_unchanged = serializers.IntegerField(required=False)
    n_changed = serializers.IntegerField(required=False)
    completed_pairs = serializers.ListField(
        child=serializers.IntegerField(), required=False,
        help_text="Pairs that were there and got an alignment, as a new run, or an offline translation.",
    )  # fmt: skip
