"""Experts saw every test set until now; they keep those that there are."""

from django.db import migrations


def keep_what_experts_see(apps, schema_editor):
    Assignment = apps.get_model("testsets", "Assignment")
    Historical = apps.get_model("testsets", "HistoricalAssignment")
    TestSet = apps.get_model("testsets", "TestSet")
    for member in apps.get_model("core", "Membership").objects.filter(role="expert"):
        for test_set in TestSet.objects.filter(workspace=member.workspace_id):
            made = Assignment.objects.create(test_set=test_set, user_id=member.user_id)
            Historical.objects.create(
                id=made.pk,
                test_set=test_set,
                user_id=member.user_id,
                created_at=made.created_at,
                history_date=made.created_at,
                history_type="+",
            )


class Migration(migrations.Migration):
    dependencies = [("testsets", "0009_assignment"), ("core", "0002_append_only")]
    operations = [migrations.RunPython(keep_what_experts_see, migrations.RunPython.noop)]
