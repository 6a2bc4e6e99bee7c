"""``manage.py export PROJECT``: the gold rows of a project's submitted reviews, as a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.management.shared import project_named, written_whole
from annotator.models import TestSet
from annotator.releases.curation.choosing import Curation, curated_records
from annotator.releases.curation.counting import preview
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.gold_forms import FORMATS, chunks
from annotator.reviewing.gold_records import columns_of, gold_records


class Command(BaseCommand):
    help = "Write the accepted rows of submitted reviews. The file appears when it is complete."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="the project's short name, as in its address")
        parser.add_argument("--format", default="tsv", choices=sorted(FORMATS))
        parser.add_argument("--out", default="-", help="the file to write; - for standard output")
        parser.add_argument("--test-set", type=int, help="only the rows of this test set, by its number")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        test_set = None
        if options["test_set"] is not None:
            test_set = TestSet.objects.filter(project=project, pk=options["test_set"]).first()
            if test_set is None:
                raise CommandError(f"{project.name} has no test set {options['test_set']}.")
        curation = Curation.of(test_set) if test_set else None
        records = curated_records(curation) if curation else gold_records(project)
        pieces = chunks(records, options["format"], columns_of(project))
        if options["out"] == "-":
            for piece in pieces:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
            return
        out = Path(options["out"])
        with written_whole(out) as file:
            file.writelines(pieces)
        if curation is None or curation.is_plain:
            counts: Any = gold_preview(project, curation.named if curation else None)
        else:
            counts = preview(curation)
        self.stdout.write(f"{out}: {counts['n_rows']} rows of {counts['n_reviews']} reviews")
