"""Corrections of answers by hand: beside what was captured, and written once."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0003_failure_kind_unauthorised"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="AnswerCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False,
                                           verbose_name="ID")),
                ("text", models.TextField(blank=True, verbose_name="corrected answer")),
                ("reason", models.TextField(verbose_name="why")),
                ("withdraws", models.BooleanField(default=False)),
                ("by_name", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("answer", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT,
                                             related_name="corrections", to="runs.answer")),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+",
                                         to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), ("withdraws", True))
                        | models.Q(("text__gt", ""), ("withdraws", False)),
                        name="correction_text_or_withdrawal",
                    )
                ],
            },
        ),
        *refuse_changes(["runs_answercorrection"]),
    ]  # fmt: skip
