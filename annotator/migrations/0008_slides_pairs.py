import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('annotator', '0007_keep_counts_of_gold'),
    ]

    operations = in_few_steps([
        migrations.RemoveConstraint(
            model_name='pair',
            name='pair_kind_is_known',
        ),
        migrations.AlterField(
            model_name='pair',
            name='kind',
            field=models.CharField(choices=[('paper_talk', 'Paper and talk'), ('slides_talk', 'Slides and talk'), ('bitext', 'Bitext')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='pair',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['paper_talk', 'slides_talk', 'bitext'])), name='pair_kind_is_known'),
        ),
        migrations.CreateModel(
            name='Timeline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stretches', models.JSONField()),
                ('origin', models.CharField(choices=[('file', 'From a file'), ('person', 'Set by a person')], max_length=10)),
                ('file_name', models.CharField(blank=True, max_length=255)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pair', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='timeline', to='annotator.pair')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('origin__in', ['file', 'person'])), name='timeline_origin_is_known'), models.CheckConstraint(condition=models.Q(('stretches', []), _negated=True), name='timeline_has_stretches')],
            },
        ),
    ])
