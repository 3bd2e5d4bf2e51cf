"""Further methods: chosen for a set, what a question needs for them, and both as frozen."""

from django.db import migrations, models

_METHODS = "{method: settings}"
_NEEDS = "{keywords, tools, schema, reference, quotations}"


class Migration(migrations.Migration):
    dependencies = [("testsets", "0007_indexed")]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name="methods",
                field=models.JSONField(blank=True, default=dict, help_text=_METHODS),
            )
            for name in ("testset", "historicaltestset")
        ),
        *(
            migrations.AddField(
                model_name=name,
                name="needs",
                field=models.JSONField(blank=True, default=dict, help_text=_NEEDS),
            )
            for name in ("question", "historicalquestion")
        ),
        migrations.AddField(
            model_name="testsetversion",
            name="methods",
            field=models.JSONField(default=dict, help_text="{method: settings} besides the label."),
        ),
        migrations.AddField(
            model_name="frozenquestion",
            name="needs",
            field=models.JSONField(default=dict, help_text="What the further methods need of it."),
        ),
    ]
