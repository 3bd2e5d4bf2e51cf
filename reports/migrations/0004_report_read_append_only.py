"""Who viewed which version is written once."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("reports", "0003_report_read")]
    operations = [*refuse_changes(["reports_reportread"])]
