"""What is frozen says when it was verified, and no table that only grows can be emptied."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from annotator.platform.migrating import in_few_steps

# What a verification finds is written of what is frozen, and nothing else.
_VERIFICATION_IS_STORED = """
CREATE OR REPLACE FUNCTION annotator_release_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY[
    'state', 'withdrawn_at', 'withdrawn_by_id', 'withdrawn_reason', 'created_by_id', 'previous_id',
    'verify_after', 'verified_at', 'problems'
  ];
BEGIN
  IF OLD.state NOT IN ('frozen', 'withdrawn') THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (NEW.created_by_id IS NULL OR NEW.created_by_id IS NOT DISTINCT FROM OLD.created_by_id)
    AND (NEW.previous_id IS NULL OR NEW.previous_id IS NOT DISTINCT FROM OLD.previous_id)
    AND (CASE OLD.state
      WHEN 'frozen' THEN NEW.state IN ('frozen', 'withdrawn')
      ELSE NEW.state = OLD.state AND NEW.withdrawn_at = OLD.withdrawn_at AND NEW.withdrawn_reason = OLD.withdrawn_reason
        AND (NEW.withdrawn_by_id IS NULL OR NEW.withdrawn_by_id IS NOT DISTINCT FROM OLD.withdrawn_by_id)
    END)
  THEN
    RETURN NEW;
  END IF;
  RAISE restrict_violation USING CONSTRAINT = 'frozen_releases_stay', TABLE = 'annotator_release',
    MESSAGE = format('release %s is %s: frozen_releases_stay', OLD.id, OLD.state);
END
$$;
CREATE OR REPLACE FUNCTION annotator_training_set_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['created_by_id', 'verify_after', 'verified_at', 'problems'];
BEGIN
  IF OLD.state <> 'frozen'
    OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
      AND (NEW.created_by_id IS NULL OR NEW.created_by_id IS NOT DISTINCT FROM OLD.created_by_id))
  THEN
    RETURN NEW;
  END IF;
  RAISE restrict_violation USING CONSTRAINT = 'frozen_training_sets_stay', TABLE = 'annotator_trainingset',
    MESSAGE = format('training set %s is frozen: frozen_training_sets_stay', OLD.id);
END
$$;
"""
_AS_BEFORE = """
CREATE OR REPLACE FUNCTION annotator_release_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['state', 'withdrawn_at', 'withdrawn_by_id', 'withdrawn_reason', 'created_by_id', 'previous_id'];
BEGIN
  IF OLD.state NOT IN ('frozen', 'withdrawn') THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (NEW.created_by_id IS NULL OR NEW.created_by_id IS NOT DISTINCT FROM OLD.created_by_id)
    AND (NEW.previous_id IS NULL OR NEW.previous_id IS NOT DISTINCT FROM OLD.previous_id)
    AND (CASE OLD.state
      WHEN 'frozen' THEN NEW.state IN ('frozen', 'withdrawn')
      ELSE NEW.state = OLD.state AND NEW.withdrawn_at = OLD.withdrawn_at AND NEW.withdrawn_reason = OLD.withdrawn_reason
        AND (NEW.withdrawn_by_id IS NULL OR NEW.withdrawn_by_id IS NOT DISTINCT FROM OLD.withdrawn_by_id)
    END)
  THEN
    RETURN NEW;
  END IF;
  RAISE restrict_violation USING CONSTRAINT = 'frozen_releases_stay', TABLE = 'annotator_release',
    MESSAGE = format('release %s is %s: frozen_releases_stay', OLD.id, OLD.state);
END
$$;
CREATE OR REPLACE FUNCTION annotator_training_set_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'frozen'
    OR (to_jsonb(NEW) - 'created_by_id' = to_jsonb(OLD) - 'created_by_id'
      AND (NEW.created_by_id IS NULL OR NEW.created_by_id IS NOT DISTINCT FROM OLD.created_by_id))
  THEN
    RETURN NEW;
  END IF;
  RAISE restrict_violation USING CONSTRAINT = 'frozen_training_sets_stay', TABLE = 'annotator_trainingset',
    MESSAGE = format('training set %s is frozen: frozen_training_sets_stay', OLD.id);
END
$$;
"""

# TRUNCATE fires no trigger of rows: who may not change a row could still empty the table.
_TABLES = (
    "activityentry", "guidelinesversion", "operation", "release", "releasefile", "releaserow", "trainingfile",
    "trainingpaper", "trainingset",
)  # fmt: skip
_NEVER_EMPTIED = """
CREATE FUNCTION annotator_is_never_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE restrict_violation USING CONSTRAINT = 'never_emptied', TABLE = TG_TABLE_NAME,
    MESSAGE = format('%s keeps its rows: never_emptied', TG_TABLE_NAME);
END
$$;
""" + "".join(
    f"CREATE TRIGGER never_emptied BEFORE TRUNCATE ON annotator_{table} "
    "FOR EACH STATEMENT EXECUTE FUNCTION annotator_is_never_emptied();\n"
    for table in _TABLES
)
_CAN_BE_EMPTIED = (
    "".join(f"DROP TRIGGER never_emptied ON annotator_{table};\n" for table in _TABLES)
    + "DROP FUNCTION annotator_is_never_emptied();"
)


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0001_first_release'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = in_few_steps([
        migrations.RemoveField(
            model_name='releasepage',
            name='problems',
        ),
        migrations.RemoveField(
            model_name='releasepage',
            name='verified_at',
        ),
        migrations.AddField(
            model_name='release',
            name='problems',
            field=models.JSONField(blank=True, default=list, help_text='What that check found, in sentences.'),
        ),
        migrations.AddField(
            model_name='release',
            name='verified_at',
            field=models.DateTimeField(help_text='When rows and files were last checked by their hashes.', null=True),
        ),
        migrations.AddField(
            model_name='release',
            name='verify_after',
            field=models.DateTimeField(default=django.utils.timezone.now, help_text='When it is to be verified next.'),
        ),
        migrations.AddField(
            model_name='trainingset',
            name='problems',
            field=models.JSONField(blank=True, default=list, help_text='What that check found, in sentences.'),
        ),
        migrations.AddField(
            model_name='trainingset',
            name='verified_at',
            field=models.DateTimeField(help_text='When rows and files were last checked by their hashes.', null=True),
        ),
        migrations.AddField(
            model_name='trainingset',
            name='verify_after',
            field=models.DateTimeField(default=django.utils.timezone.now, help_text='When it is to be verified next.'),
        ),
        migrations.AddIndex(
            model_name='release',
            index=models.Index(fields=['verify_after'], name='releases_to_verify'),
        ),
        migrations.AddIndex(
            model_name='release',
            index=models.Index(condition=models.Q(('problems', []), _negated=True), fields=['id'], name='damaged_releases'),
        ),
        migrations.AddIndex(
            model_name='trainingset',
            index=models.Index(fields=['verify_after'], name='training_sets_to_verify'),
        ),
        migrations.AddIndex(
            model_name='trainingset',
            index=models.Index(condition=models.Q(('problems', []), _negated=True), fields=['id'], name='damaged_training_sets'),
        ),
        migrations.RunSQL(_VERIFICATION_IS_STORED, _AS_BEFORE),
        migrations.RunSQL(_NEVER_EMPTIED, _CAN_BE_EMPTIED),
    ])
