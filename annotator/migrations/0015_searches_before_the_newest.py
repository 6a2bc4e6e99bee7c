import django.db.models.deletion
from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0014_checked_transcripts'),
    ]

    operations = in_few_steps([
        migrations.AlterField(
            model_name='pagesearch',
            name='pair',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='page_searches', to='annotator.pair'),
        ),
    ])
