"""Questions whose source says something else by now, and what became of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sources", "0004_refetching"),
        ("testsets", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="OutdatedCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "reading",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="sources.reading",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="OutdatedMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("page_gone", "The page is gone"),
                            ("quotation_gone", "A key fact no longer stands there"),
                            ("passage_changed", "The passage changed around its key facts"),
                        ],
                        max_length=16,
                    ),
                ),
                ("address", models.CharField(max_length=2000)),
                (
                    "before",
                    models.TextField(help_text="The passage that the question was drawn from."),
                ),
                (
                    "missing",
                    models.JSONField(
                        default=list, help_text="The quotations that stand nowhere there."
                    ),
                ),
                ("detail", models.TextField(blank=True)),
                ("state", models.CharField(help_text="Digest of what was found.", max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "after",
                    models.ForeignKey(
                        help_text="The passage of the reading that is most like it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="sources.passage",
                    ),
                ),
                (
                    "frozen",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outdated",
                        to="testsets.frozenquestion",
                    ),
                ),
                (
                    "question",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outdated",
                        to="testsets.question",
                    ),
                ),
                (
                    "reading",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="sources.reading",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OutdatedResolution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("stands_again", "Stands there again"),
                            ("otherwise", "Says something else again"),
                            ("still_right", "Still right"),
                        ],
                        max_length=16,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "mark",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="resolution",
                        to="testsets.outdatedmark",
                    ),
                ),
                (
                    "reading",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="sources.reading",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="outdatedmark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("frozen__isnull", False), ("question__isnull", True)),
                    models.Q(("frozen__isnull", True), ("question__isnull", False)),
                    _connector="OR",
                ),
                name="outdated_mark_of_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="outdatedmark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["page_gone", "quotation_gone", "passage_changed"])
                ),
                name="outdated_mark_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="outdatedresolution",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("by__isnull", False), ("outcome", "still_right"), ("reading__isnull", True)
                    ),
                    models.Q(
                        ("by__isnull", True),
                        ("outcome__in", ["stands_again", "otherwise"]),
                        ("reading__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="outdated_resolution_by_whom",
            ),
        ),
    ]
