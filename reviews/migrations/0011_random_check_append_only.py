"""What was drawn at random is written once: nobody draws until the result pleases."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("reviews", "0010_random_check")]
    operations = [*refuse_changes(["reviews_randomcheck"])]
