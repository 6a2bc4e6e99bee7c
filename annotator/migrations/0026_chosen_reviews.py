from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0025_work_left_behind'),
    ]

    operations = in_few_steps([
        migrations.RemoveConstraint(model_name='testset', name='taken_is_known'),
        migrations.AlterField(
            model_name='testset',
            name='takes',
            field=models.CharField(choices=[('all', 'All gold of the project'), ('named', 'The reviews that it names'), ('mixed', 'All gold of the project, with chosen reviews of some pairs')], default='named', max_length=5),
        ),
        migrations.AddConstraint(
            model_name='testset',
            constraint=models.CheckConstraint(condition=models.Q(('takes__in', ['all', 'named', 'mixed'])), name='taken_is_known'),
        ),
    ])
