"""The packed evidence of a version is written once."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("reports", "0006_evidence_bundle")]
    operations = [*refuse_changes(["reports_evidencebundle"])]
