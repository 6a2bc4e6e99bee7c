"""Staged archives: `talks` of a file's report and options are called `entries`, and the `talk` of a problem `entry`."""

from django.db import migrations


def rename(report, options, lists, one):
    """Both with the key of the list renamed, and that of each problem."""
    (old, new), (old_one, new_one) = lists, one
    for holder in (report, options):
        if old in holder:
            holder[new] = holder.pop(old)
    for key in ("problems", "set_aside"):
        for problem in report.get(key, ()):
            if old_one in problem:
                problem[new_one] = problem.pop(old_one)


def rename_in_files(apps, lists, one):
    files = apps.get_model("annotator", "ImportFile").objects
    for file in files.only("pk", "report", "options").iterator(chunk_size=50):
        rename(file.report, file.options, lists, one)
        files.filter(pk=file.pk).update(report=file.report, options=file.options)


class Migration(migrations.Migration):
    dependencies = [("annotator", "0014_review_counters")]

    operations = [
        migrations.RunPython(
            lambda apps, schema: rename_in_files(apps, ("talks", "entries"), ("talk", "entry")),
            lambda apps, schema: rename_in_files(apps, ("entries", "talks"), ("entry", "talk")),
        ),
    ]
