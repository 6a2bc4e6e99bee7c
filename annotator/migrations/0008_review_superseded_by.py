import django.db.models.deletion
from django.db import migrations, models

# A copy's log begins with where it came from: {"type": "carry_over", "review": <the review it continues>}.
_FROM_THE_LOG = """
UPDATE annotator_review AS was SET superseded_by_id = o.review_id
FROM annotator_operation AS o
WHERE o.sequence = 1 AND o.steps->0->>'type' = 'carry_over' AND was.id = (o.steps->0->>'review')::bigint
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0007_comment_resolved"),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="superseded_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="supersedes",
                to="annotator.review",
            ),
        ),
        migrations.RunSQL(_FROM_THE_LOG, migrations.RunSQL.noop),
    ]
