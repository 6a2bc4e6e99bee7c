import django.contrib.postgres.indexes
from django.db import migrations, models

# As `reviewing.log.is_edit` says of a new operation.
_EDITS = """
UPDATE annotator_operation AS o SET is_edit = true
WHERE EXISTS (
  SELECT FROM jsonb_array_elements(o.steps) AS step
  WHERE step->>'type' NOT IN ('set', 'submit', 'reopen', 'return', 'carry_over')
    OR step->>'type' = 'set' AND COALESCE(step->'fields' ? 'post_edit', false)
)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0010_invitation_defaults"),
    ]

    operations = [
        migrations.AddField(
            model_name="operation",
            name="is_edit",
            field=models.BooleanField(default=False, help_text="It changes links or texts, not only labels or states."),
        ),
        migrations.AddField(
            model_name="operation",
            name="page",
            field=models.UUIDField(null=True),
        ),
        migrations.AddIndex(
            model_name="operation",
            index=django.contrib.postgres.indexes.GinIndex(fields=["rows"], name="operations_of_a_row"),
        ),
        migrations.RunSQL(_EDITS, migrations.RunSQL.noop),
    ]
