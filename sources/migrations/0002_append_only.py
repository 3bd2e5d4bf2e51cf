"""What is written once can't be changed, deleted or emptied, not even by SQL."""

from django.db import migrations

from core.append_only import refuse_changes

TABLES = [
    "sources_document",
    "sources_passage",
    "sources_pagevisit",
    "sources_upload",
]


class Migration(migrations.Migration):
    dependencies = [("sources", "0001_initial")]
    operations = [*refuse_changes(TABLES)]
