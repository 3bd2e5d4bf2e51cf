"""What is written once can't be changed, deleted or emptied, not even by SQL."""

from django.db import migrations

from core.append_only import refuse_changes

TABLES = [
    "testsets_rejecteddraft",
    "testsets_signoff",
    "testsets_testsetversion",
    "testsets_frozenquestion",
]


class Migration(migrations.Migration):
    dependencies = [("testsets", "0001_initial")]
    operations = [*refuse_changes(TABLES)]
