"""What is written once can't be changed, deleted or emptied, not even by SQL."""

from django.db import migrations

from core.append_only import refuse_changes

TABLES = [
    "runs_answerupload",
    "runs_adversarialauthorisation",
    "runs_answer",
    "runs_answerfailure",
]


class Migration(migrations.Migration):
    dependencies = [("runs", "0001_initial")]
    operations = [*refuse_changes(TABLES)]
