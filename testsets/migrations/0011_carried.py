"""Passages that came with a file, kept with their question, and its owner's own columns."""

import django.contrib.postgres.fields
from django.db import migrations, models

_CARRIED = "[passage as frozen], as the file gave them."
_CUSTOM = "{column: value} that only its owner reads."


class Migration(migrations.Migration):
    dependencies = [("testsets", "0010_assign_experts")]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name=field,
                field=models.JSONField(blank=True, default=default, help_text=text),
            )
            for name in ("question", "historicalquestion")
            for field, default, text in (("carried", list, _CARRIED), ("custom", dict, _CUSTOM))
        ),
        *(
            migrations.AddField(
                model_name=name, name="carried", field=models.PositiveSmallIntegerField(null=True)
            )
            for name in ("keyfact", "historicalkeyfact")
        ),
        migrations.AddField(
            model_name="frozenquestion",
            name="carried",
            field=models.JSONField(
                default=list, help_text="Numbers of the passages that only a file brought."
            ),
        ),
        migrations.AddField(
            model_name="frozenquestion",
            name="custom",
            field=models.JSONField(default=dict, help_text="{column: value} as in the draft."),
        ),
        migrations.AddField(
            model_name="indexedquestion",
            name="contract",
            field=django.contrib.postgres.fields.ArrayField(
                models.CharField(max_length=40),
                default=list,
                help_text="What is wrong with its contract.",
                size=None,
            ),
        ),
        migrations.RemoveConstraint(model_name="keyfact", name="key_fact_place_whole"),
        migrations.AddConstraint(
            model_name="keyfact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    passage__isnull=True, carried__isnull=True, start__isnull=True, end__isnull=True
                )
                | models.Q(
                    models.Q(passage__isnull=False) | models.Q(carried__isnull=False),
                    start__isnull=False,
                    end__isnull=False,
                ),
                name="key_fact_place_whole",
            ),
        ),
    ]
