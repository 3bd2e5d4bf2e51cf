"""Which types a job writes, and what a question makes up."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("testsets", "0004_outdated_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="drafting",
            name="types",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="frozenquestion",
            name="detail",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="historicalquestion",
            name="detail",
            field=models.TextField(blank=True, verbose_name="made-up detail"),
        ),
        migrations.AddField(
            model_name="question",
            name="detail",
            field=models.TextField(blank=True, verbose_name="made-up detail"),
        ),
    ]
