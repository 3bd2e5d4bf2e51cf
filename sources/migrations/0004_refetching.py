"""What a source is read by, what a page is asked for again with, and what is kept out."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sources", "0003_archived_sources"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="document",
            name="etag",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="document",
            name="last_modified",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="document",
            name="rendered",
            field=models.BooleanField(default=False, help_text="Opened in a browser."),
        ),
        migrations.AddField(
            model_name="document",
            name="unchanged_from",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="sources.document",
            ),
        ),
        migrations.AddField(
            model_name="historicalsource",
            name="depth_limit",
            field=models.PositiveSmallIntegerField(
                default=20,
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(50),
                ],
                verbose_name="depth",
            ),
        ),
        migrations.AddField(
            model_name="historicalsource",
            name="exclude",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=300), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="historicalsource",
            name="include",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=300), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="historicalsource",
            name="render",
            field=models.BooleanField(
                default=False, verbose_name="open pages that need it in a browser"
            ),
        ),
        migrations.AddField(
            model_name="passage",
            name="near_duplicate_of",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="near_duplicates",
                to="sources.passage",
            ),
        ),
        migrations.AddField(
            model_name="passage",
            name="page",
            field=models.PositiveIntegerField(
                help_text="The page of a PDF it begins on.", null=True
            ),
        ),
        migrations.AddField(
            model_name="source",
            name="depth_limit",
            field=models.PositiveSmallIntegerField(
                default=20,
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(50),
                ],
                verbose_name="depth",
            ),
        ),
        migrations.AddField(
            model_name="source",
            name="exclude",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=300), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="source",
            name="include",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=300), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="source",
            name="render",
            field=models.BooleanField(
                default=False, verbose_name="open pages that need it in a browser"
            ),
        ),
        migrations.AlterField(
            model_name="pagevisit",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("read", "Read"),
                    ("robots", "Not allowed by robots.txt"),
                    ("not_text", "Not a page or a text"),
                    ("too_large", "Too large"),
                    ("redirected", "Redirected away"),
                    ("duplicate", "Duplicate"),
                    ("no_text", "No usable text"),
                    ("browser", "Empty without a browser"),
                    ("excluded", "Excluded"),
                    ("refused", "Address not allowed"),
                    ("error", "Could not be fetched"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="HistoricalExclusion",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        auto_created=True, blank=True, db_index=True, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(blank=True, max_length=2000)),
                (
                    "block_hash",
                    models.CharField(blank=True, help_text="SHA-256 of its text.", max_length=64),
                ),
                (
                    "text",
                    models.TextField(blank=True, help_text="The block, or the title of the page."),
                ),
                ("at", models.DateTimeField(blank=True, editable=False)),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sources.source",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical exclusion",
                "verbose_name_plural": "historical exclusions",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(blank=True, max_length=2000)),
                (
                    "block_hash",
                    models.CharField(blank=True, help_text="SHA-256 of its text.", max_length=64),
                ),
                (
                    "text",
                    models.TextField(blank=True, help_text="The block, or the title of the page."),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
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
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exclusions",
                        to="sources.source",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("source", "address", "block_hash"), name="exclusion_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("address", ""), ("block_hash", ""), _negated=True),
                        name="exclusion_of_something",
                    ),
                ],
            },
        ),
    ]
