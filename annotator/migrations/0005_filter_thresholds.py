from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0004_vector_registry"),
    ]

    operations = [
        migrations.AddField(
            model_name="pair",
            name="filter_thresholds",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Of the filters, in place of the project's. See corpus/thresholds.py.",
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="filter_thresholds",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Of the filters, by name; null is no limit. See corpus/thresholds.py.",
            ),
        ),
    ]
