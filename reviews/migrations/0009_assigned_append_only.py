"""Who a result was given to is written once."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("reviews", "0008_assigned")]
    operations = [*refuse_changes(["reviews_resultassignment"])]
