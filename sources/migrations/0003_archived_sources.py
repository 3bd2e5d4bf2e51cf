"""Sources can be archived, and a reading says in other words how it ended."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sources", "0002_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="historicalsource",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="source",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="reading",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("running", "Reading"),
                    ("stopped", "Stopped"),
                    ("done", "Read"),
                    ("failed", "Could not be read"),
                ],
                default="waiting",
                max_length=12,
            ),
        ),
    ]
