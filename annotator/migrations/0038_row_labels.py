from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0037_guidelines"),
    ]

    operations = [
        migrations.AddField(
            model_name="reviewrow",
            name="labels",
            field=models.JSONField(blank=True, db_default={}, default=dict, help_text="The project's own, by key."),
        ),
        migrations.AddField(
            model_name="reviewfigures",
            name="labels",
            field=models.JSONField(
                db_default={}, default=dict, help_text="How many rows have which; `reviewing.guidelines.usage.Usage`."
            ),
        ),
    ]
