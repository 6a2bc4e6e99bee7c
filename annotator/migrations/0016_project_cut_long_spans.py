from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0015_archive_entries"),
    ]

    operations = [
        migrations.AddField(
            model_name="project",
            name="cut_long_spans",
            field=models.BooleanField(
                default=True, help_text="Cut spans of more than about 60 words in two when a review is opened."
            ),
        ),
    ]
