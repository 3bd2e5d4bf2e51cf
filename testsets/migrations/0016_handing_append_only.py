"""Who a question was given to, and who marked it, is written once."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("testsets", "0015_handing")]
    operations = [
        *refuse_changes(["testsets_attentionmark", "testsets_questionassignment"]),
    ]
