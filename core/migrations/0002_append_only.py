"""What is written once can't be changed, deleted or emptied, not even by SQL."""

from django.db import migrations

from core.append_only import refuse_changes

TABLES = [
    "core_consent",
    "core_transition",
]


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [*refuse_changes(TABLES)]
