from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0039_first_guidelines"),
    ]

    operations = [
        migrations.RemoveField(model_name="project", name="guidelines"),
        migrations.RemoveField(model_name="project", name="error_tags"),
        migrations.RemoveField(model_name="project", name="null_reasons"),
    ]
