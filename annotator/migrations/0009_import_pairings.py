"""`belongs_together` is called `pairings`, and the `relation` of each entry its `kind`."""

from django.db import migrations


def rename_key(apps, old, new):
    Batch = apps.get_model("annotator", "ImportBatch")
    for batch in Batch.objects.exclude(pairings=[]).only("pk", "pairings").iterator():
        entries = [{new if key == old else key: value for key, value in entry.items()} for entry in batch.pairings]
        Batch.objects.filter(pk=batch.pk).update(pairings=entries)


class Migration(migrations.Migration):
    dependencies = [("annotator", "0008_review_superseded_by")]

    operations = [
        migrations.RenameField("importbatch", "belongs_together", "pairings"),
        migrations.RunPython(
            lambda apps, schema: rename_key(apps, "relation", "kind"),
            lambda apps, schema: rename_key(apps, "kind", "relation"),
        ),
    ]
