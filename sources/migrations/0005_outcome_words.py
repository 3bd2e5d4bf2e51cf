"""Says in other words that an address holds no text."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sources", "0004_refetching"),
    ]

    operations = [
        migrations.AlterField(
            model_name="pagevisit",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("read", "Read"),
                    ("robots", "Not allowed by robots.txt"),
                    ("not_text", "Holds no text that can be read"),
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
    ]
