from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("annotator", "0043_progress")]

    operations = [migrations.RemoveField(model_name="pairfigures", name="agreement")]
