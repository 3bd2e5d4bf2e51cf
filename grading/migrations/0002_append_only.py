"""What is written once can't be changed, deleted or emptied, not even by SQL."""

from django.db import migrations

from core.append_only import refuse_changes

TABLES = [
    "grading_graderversion",
    "grading_assessment",
    "grading_methodscore",
    "grading_calibrationcase",
    "grading_calibrationresult",
]


class Migration(migrations.Migration):
    dependencies = [("grading", "0001_initial")]
    operations = [*refuse_changes(TABLES)]
