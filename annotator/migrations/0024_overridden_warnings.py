import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0023_concordance"),
    ]

    operations = [
        migrations.AddField(
            model_name="reviewfigures",
            name="n_overridden",
            field=models.PositiveIntegerField(default=0, help_text="Warnings about post-edits that were overridden."),
        ),
        migrations.AddField(
            model_name="reviewrow",
            name="overridden",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=60),
                blank=True,
                default=list,
                help_text="Names of checks whose warnings about the post-edit a person has overridden.",
                size=None,
            ),
        ),
    ]
