import django.contrib.postgres.fields
from django.db import migrations, models

import annotator.people.models.projects


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0027_adjudication"),
    ]

    operations = [
        migrations.AddField(
            model_name="project",
            name="decision_reasons",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=60),
                blank=True,
                default=annotator.people.models.projects.default_decision_reasons,
                help_text="Why an adjudicator decided so; others can be typed.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="reviewrow",
            name="decision_reason",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Why an adjudicator decided so, where reviews differed.",
                max_length=60,
            ),
        ),
    ]
