"""What trying questions on known answers gave, and versions that keep it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [
        ("testsets", "0005_battery"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="testsetversion",
            name="approved_despite",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="testsetversion",
            name="checker",
            field=models.JSONField(
                default=dict,
                help_text="{grader, fingerprint, tried, unchecked: [uid], wrong: [{uid, …}]}",
            ),
        ),
        migrations.CreateModel(
            name="CheckedQuestion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "digest",
                    models.CharField(help_text="Of the wording that was tried.", max_length=64),
                ),
                ("grader", models.CharField(max_length=200)),
                ("grader_fingerprint", models.CharField(max_length=64)),
                ("outcomes", models.JSONField(help_text="[{alteration, text, right, label}]")),
                (
                    "wrong",
                    models.PositiveIntegerField(help_text="Known answers that got another label."),
                ),
                ("at", models.DateTimeField()),
                (
                    "question",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checks",
                        to="testsets.question",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("question", "digest", "grader_fingerprint"),
                        name="question_checked_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Checking",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stop_requested", models.BooleanField(default=False)),
                ("starts", models.PositiveIntegerField(default=0)),
                ("reason", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("alive_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Trying"),
                            ("stopped", "Stopped"),
                            ("done", "Tried"),
                        ],
                        default="waiting",
                        max_length=12,
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "test_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checkings",
                        to="testsets.testset",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["waiting", "running", "stopped", "done"])
                        ),
                        name="checking_status",
                    )
                ],
            },
        ),
        *refuse_changes(["testsets_checkedquestion"]),
    ]
