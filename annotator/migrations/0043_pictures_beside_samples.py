import django.db.models.deletion
from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0042_hashes_of_deleted_releases'),
    ]

    operations = in_few_steps([
        migrations.CreateModel(
            name='RatingPicture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.CharField(max_length=200)),
                ('name', models.CharField(max_length=300)),
                ('alt', models.CharField(blank=True, max_length=500)),
                ('file', models.FileField(blank=True, max_length=300, upload_to='rating-tasks/')),
                ('width', models.PositiveIntegerField(default=0)),
                ('height', models.PositiveIntegerField(default=0)),
                ('task', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pictures', to='annotator.ratingtask')),
            ],
            options={
                'ordering': ['task', 'id'],
                'constraints': [models.UniqueConstraint(fields=('task', 'group'), name='one_picture_per_set'), models.CheckConstraint(condition=models.Q(('file', ''), models.Q(('height__gt', 0), ('width__gt', 0)), _connector='OR'), name='a_rated_picture_has_a_size')],
            },
        ),
    ])
