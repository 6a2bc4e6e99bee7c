from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0005_filter_thresholds")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="media_file",
            field=models.FileField(
                blank=True,
                help_text="The recording: it comes before the address in `metadata`.",
                upload_to="media/%Y/%m/",
            ),
        ),
    ]
