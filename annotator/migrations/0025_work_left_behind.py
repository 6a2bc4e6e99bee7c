import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.platform.migrating import in_few_steps


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0024_rating_tasks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = in_few_steps([
        migrations.AddField(
            model_name='slot',
            name='continues',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='continued_in', to='annotator.review'),
        ),
        migrations.AddField(
            model_name='assignmentchange',
            name='left',
            field=models.JSONField(null=True),
        ),
        migrations.AddConstraint(
            model_name='slot',
            constraint=models.CheckConstraint(condition=models.Q(('annotator', None), ('continues', None), _connector='OR'), name='only_a_free_slot_holds_what_was_left'),
        ),
    ])
