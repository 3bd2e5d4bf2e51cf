"""What a run pinned when it started never changes, not even by SQL (M6.2)."""

from django.db import migrations

PINNED = ("version_id", "assistant_id", "upload_id", "pinned", "repetitions")
_CHANGED = " OR ".join(f"OLD.{name} IS DISTINCT FROM NEW.{name}" for name in PINNED)


class Migration(migrations.Migration):
    dependencies = [("runs", "0005_website_chat"), ("core", "0001_initial")]
    operations = [
        migrations.RunSQL(
            "CREATE TRIGGER caudals_pinned"
            f" BEFORE UPDATE OF {', '.join(PINNED)} ON runs_run"
            f" FOR EACH ROW WHEN ({_CHANGED}) EXECUTE FUNCTION caudals_refuse_change();",
            "DROP TRIGGER caudals_pinned ON runs_run;",
        )
    ]
