"""What somebody said in a comment is written once."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("core", "0003_notices")]
    operations = [*refuse_changes(["core_comment"])]
