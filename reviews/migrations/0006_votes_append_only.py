"""What one of two people said of a result, and that they asked to see the grade, is written once."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("reviews", "0005_votes")]
    operations = [*refuse_changes(["reviews_vote", "reviews_reveal"])]
