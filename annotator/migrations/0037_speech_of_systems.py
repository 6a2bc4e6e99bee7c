from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0036_deleted_releases'),
    ]

    operations = in_few_steps([
        migrations.AlterField(
            model_name='system',
            name='kind',
            field=models.CharField(blank=True, choices=[('translation', 'Translation'), ('alignment', 'Alignment'), ('recognition', 'Recognition'), ('synthesis', 'Synthesis')], help_text='Known once it is read.', max_length=12),
        ),
    ])
