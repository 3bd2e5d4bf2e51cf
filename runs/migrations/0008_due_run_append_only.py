"""What was done at a due time is written once, and what a run repeats stays what it was."""

from django.db import migrations

from core.append_only import refuse_changes


class Migration(migrations.Migration):
    dependencies = [("runs", "0007_repeats_and_schedules"), ("core", "0001_initial")]
    operations = [
        *refuse_changes(["runs_duerun"]),
        migrations.RunSQL(
            "CREATE TRIGGER caudals_repeats"
            " BEFORE UPDATE OF repeats_id ON runs_run"
            " FOR EACH ROW WHEN (OLD.repeats_id IS DISTINCT FROM NEW.repeats_id)"
            " EXECUTE FUNCTION caudals_refuse_change();",
            "DROP TRIGGER caudals_repeats ON runs_run;",
        ),
    ]
