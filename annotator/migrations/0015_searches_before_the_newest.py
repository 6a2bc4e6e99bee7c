import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0014_checked_transcripts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='pagesearch',
            name='pair',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='page_searches', to='annotator.pair'),
        ),
    ]
