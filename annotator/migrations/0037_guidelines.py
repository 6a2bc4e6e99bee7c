import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Who saved or published it may leave, and nothing else may change.
_FREEZE = """
CREATE FUNCTION annotator_published_guidelines_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE integrity_constraint_violation USING CONSTRAINT = 'published_guidelines_stay',
    TABLE = 'annotator_guidelinesversion',
    MESSAGE = format('version %s is published and never changes', OLD.number);
END
$$;
CREATE TRIGGER published_guidelines_stay BEFORE UPDATE ON annotator_guidelinesversion FOR EACH ROW
  WHEN (OLD.published_at IS NOT NULL AND (OLD.project_id, OLD.number, OLD.text, OLD.labels, OLD.note, OLD.published_at)
    IS DISTINCT FROM (NEW.project_id, NEW.number, NEW.text, NEW.labels, NEW.note, NEW.published_at))
  EXECUTE FUNCTION annotator_published_guidelines_stay();
"""
_THAW = """
DROP TRIGGER published_guidelines_stay ON annotator_guidelinesversion;
DROP FUNCTION annotator_published_guidelines_stay();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0036_assignment_changes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="GuidelinesVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField(blank=True, help_text="Markdown.")),
                ("labels", models.JSONField(default=list)),
                ("note", models.CharField(blank=True, help_text="What is new, in one line.", max_length=200)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("saved_at", models.DateTimeField(auto_now=True)),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guidelines_versions",
                        to="annotator.project",
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "saved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["project", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("project", "number"), name="one_version_per_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("published_at__isnull", True)),
                        fields=("project",),
                        name="one_draft_per_project",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="versions_count_from_one"
                    ),
                ],
            },
        ),
        migrations.RunSQL(_FREEZE, _THAW),
        migrations.AddField(
            model_name="review",
            name="guidelines",
            field=models.ForeignKey(
                help_text="The version that it is made under; null where the project had none.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reviews",
                to="annotator.guidelinesversion",
            ),
        ),
    ]
