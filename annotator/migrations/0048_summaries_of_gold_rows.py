from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0047_earlier_ids_of_moved_projects'),
    ]

    operations = in_few_steps([
        migrations.RemoveConstraint(
            model_name='pairsummary',
            name='a_summarised_review_has_a_revision',
        ),
        migrations.RemoveField(
            model_name='pairsummary',
            name='review_revision',
        ),
        migrations.AddField(
            model_name='pairsummary',
            name='gold_state',
            field=models.TextField(blank=True, default=''),
        ),
        migrations.AlterField(
            model_name='bulksummary',
            name='basis',
            field=models.CharField(choices=[('gold', 'Gold rows, else newest run'), ('runs', 'Newest run')], default='gold', max_length=10),
        ),
        migrations.AlterField(
            model_name='pairsummary',
            name='basis',
            field=models.CharField(choices=[('gold', 'Gold rows, else newest run'), ('runs', 'Newest run')], max_length=10),
        ),
        migrations.AlterField(
            model_name='trainingset',
            name='basis',
            field=models.CharField(choices=[('gold_or_run', 'Gold rows, else newest run'), ('gold', 'Gold rows only'), ('run', 'Newest runs only')], default='gold_or_run', max_length=12),
        ),
    ])
