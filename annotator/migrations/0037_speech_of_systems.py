from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0036_deleted_releases'),
    ]

    operations = [
        migrations.AlterField(
            model_name='system',
            name='kind',
            field=models.CharField(blank=True, choices=[('translation', 'Translation'), ('alignment', 'Alignment'), ('recognition', 'Recognition'), ('synthesis', 'Synthesis')], help_text='Known once it is read.', max_length=12),
        ),
    ]
