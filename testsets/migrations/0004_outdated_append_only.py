"""That a question was found outdated, and what came of it, is written once."""

from django.db import migrations

from core.append_only import refuse_changes

TABLES = ["testsets_outdatedmark", "testsets_outdatedresolution"]


class Migration(migrations.Migration):
    dependencies = [("testsets", "0003_outdated")]
    operations = [*refuse_changes(TABLES)]
