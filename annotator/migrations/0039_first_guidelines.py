"""What a project had as its guidelines and lists becomes version 1, and its reviews were made under that."""

from django.db import migrations
from django.utils import timezone

_ERROR_TAGS = ["under-translation", "mis-translation"]
_NULL_REASONS = ["omission", "compression", "filler", "addition", "self-repair", "error"]


def _label(key, name, kind, applies_to, values=()):
    return {
        "key": key,
        "name": name,
        "type": kind,
        "values": [{"key": value, "name": value, "hidden": False} for value in dict.fromkeys(values) if value],
        "applies_to": applies_to,
        "required": False,
        "hidden": False,
        "shortcut": None,
    }


def publish(apps, schema_editor):
    versions, reviews = apps.get_model("annotator", "GuidelinesVersion"), apps.get_model("annotator", "Review")
    for project in apps.get_model("annotator", "Project").objects.order_by("pk"):
        if not project.guidelines and (project.error_tags, project.null_reasons) == (_ERROR_TAGS, _NULL_REASONS):
            continue
        version = versions.objects.create(
            project=project,
            number=1,
            text=project.guidelines,
            labels=[
                _label("good_align", "Good alignment", "yes_no", "linked"),
                _label("good_mt", "Good translation", "yes_no", "linked"),
                _label("null_reason", "Why one side is empty", "choice", "null", project.null_reasons),
                _label("error_tags", "Error tags", "tags", "all", project.error_tags),
            ],
            published_at=timezone.now(),
        )
        reviews.objects.filter(pair__project=project).update(guidelines=version)


def put_back(apps, schema_editor):
    latest = {}
    for version in apps.get_model("annotator", "GuidelinesVersion").objects.order_by("number"):
        if version.published_at is not None:
            latest[version.project_id] = version
    for version in latest.values():
        values = {label["key"]: [value["key"] for value in label["values"]] for label in version.labels}
        apps.get_model("annotator", "Project").objects.filter(pk=version.project_id).update(
            guidelines=version.text, error_tags=values["error_tags"], null_reasons=values["null_reason"]
        )


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0038_row_labels"),
    ]

    operations = [
        migrations.RunPython(publish, put_back),
    ]
