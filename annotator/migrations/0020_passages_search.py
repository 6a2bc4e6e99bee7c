"""What passages are to be found with, beside what those that are there were found with."""

from __future__ import annotations

from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):
    dependencies = [("annotator", "0019_spot_checks")]

    operations = in_few_steps([
        migrations.AddField(model_name="passages", name="search", field=models.JSONField(default=dict)),
    ])
