from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0013_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="reviewed_count",
            field=models.PositiveIntegerField(help_text="Of the rows; null as row_count is.", null=True),
        ),
        migrations.AddField(
            model_name="review",
            name="row_count",
            field=models.PositiveIntegerField(help_text="Null until an operation has counted them.", null=True),
        ),
    ]
