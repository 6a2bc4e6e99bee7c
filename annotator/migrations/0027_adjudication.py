import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0026_glossary"),
    ]

    operations = [
        migrations.CreateModel(
            name="AdjudicatedReview",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 0, which the page calls A.")),
                ("revision", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["adjudication", "number"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="review",
            name="one_review_per_reviewer",
        ),
        migrations.AddField(
            model_name="review",
            name="kind",
            field=models.CharField(
                choices=[("review", "Review"), ("adjudication", "Adjudication")], default="review", max_length=12
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "review")), fields=("pair", "annotator"), name="one_review_per_reviewer"
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "adjudication")), fields=("pair",), name="one_adjudication_per_pair"
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["review", "adjudication"])), name="review_kind_is_known"
            ),
        ),
        migrations.AddField(
            model_name="adjudicatedreview",
            name="adjudication",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="compared", to="annotator.review"
            ),
        ),
        migrations.AddField(
            model_name="adjudicatedreview",
            name="review",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="compared_in", to="annotator.review"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudicatedreview",
            constraint=models.UniqueConstraint(fields=("adjudication", "review"), name="a_review_is_compared_once"),
        ),
        migrations.AddConstraint(
            model_name="adjudicatedreview",
            constraint=models.UniqueConstraint(fields=("adjudication", "number"), name="one_review_per_letter"),
        ),
    ]
