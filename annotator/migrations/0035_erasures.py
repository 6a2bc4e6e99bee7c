"""Talks can be erased, out of what is frozen too: triggers let through what an erasure writes, and nothing else."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from annotator.platform.migrating import in_few_steps

# An erasure says in its transaction that it is one. Whatever else writes meets the triggers as before.
_UNLESS_ERASING = "WHEN (current_setting('lectern.erasing', true) IS DISTINCT FROM 'on') "
_TRIGGERS = (
    ("frozen_releases_stay", "BEFORE UPDATE OR DELETE ON annotator_release FOR EACH ROW", "release_stays"),
    ("rows_of_releases_stay", "BEFORE UPDATE OR DELETE ON annotator_releaserow FOR EACH ROW", "release_content_stays"),
    (
        "files_of_releases_stay",
        "BEFORE UPDATE OR DELETE ON annotator_releasefile FOR EACH ROW",
        "release_content_stays",
    ),
    (
        "rows_are_added_before_freezing",
        "AFTER INSERT ON annotator_releaserow REFERENCING NEW TABLE AS written FOR EACH STATEMENT",
        "release_is_open",
    ),
    (
        "files_are_added_before_freezing",
        "AFTER INSERT ON annotator_releasefile REFERENCING NEW TABLE AS written FOR EACH STATEMENT",
        "release_is_open",
    ),
    (
        "activity_is_only_added_to",
        "BEFORE UPDATE OR DELETE ON annotator_activityentry FOR EACH ROW",
        "activity_is_only_added_to",
    ),
)


def _made_again(condition: str) -> str:
    return "".join(
        f"DROP TRIGGER {name} ON {event.split(' ON ')[1].split()[0]};\n"
        f"CREATE TRIGGER {name} {event} {condition}EXECUTE FUNCTION annotator_{function}();\n"
        for name, event, function in _TRIGGERS
    )


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0034_announcements_and_rows_again'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = in_few_steps([
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('progress', models.FloatField(default=0)),
                ('message', models.CharField(blank=True, max_length=200)),
                ('error', models.TextField(blank=True)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('claim', models.UUIDField(help_text='Which attempt holds the work; a late one finds it changed.', null=True)),
                ('heartbeat_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('documents', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ('pairs', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ('reason', models.CharField(help_text='Everybody who sees the project or a release reads it.', max_length=500)),
                ('counts', models.JSONField(default=dict)),
                ('hashes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), default=list, size=None)),
                ('files', models.JSONField(default=list)),
                ('erased_at', models.DateTimeField(null=True)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Being erased'), ('done', 'Erased'), ('failed', 'Failed')], default='queued', max_length=10)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='erasures', to='annotator.project')),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed'])), name='erasure_state_is_known'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='an_erasure_has_a_reason'), models.UniqueConstraint(condition=models.Q(('state__in', ('queued', 'running'))), fields=('project',), name='one_erasure_of_a_project_at_a_time'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), models.Q(('erased_at__isnull', False), ('files', [])), _connector='OR'), name='what_is_erased_has_no_files')],
            },
        ),
        migrations.CreateModel(
            name='ReleaseErasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='From 1, in the order in which it was done.')),
                ('erased_at', models.DateTimeField()),
                ('reason', models.CharField(max_length=500)),
                ('n_talks', models.PositiveIntegerField()),
                ('n_rows', models.PositiveIntegerField()),
                ('n_talks_before', models.PositiveIntegerField()),
                ('n_rows_before', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('rows_sha256', models.CharField(max_length=64)),
                ('figures', models.JSONField(default=list)),
                ('release', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='erasures', to='annotator.release')),
            ],
            options={
                'ordering': ['release', 'number'],
                'constraints': [models.UniqueConstraint(fields=('release', 'number'), name='erasures_of_a_release_are_numbered'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='an_erasure_of_a_release_has_a_reason')],
            },
        ),
        migrations.RunSQL(_made_again(_UNLESS_ERASING), _made_again("")),
    ])
