"""What a drafting took in tokens, and what it may take."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("testsets", "0012_carry")]

    operations = [
        migrations.AddField(
            model_name="drafting",
            name="token_limit",
            field=models.PositiveBigIntegerField(help_text="None: no limit.", null=True),
        ),
        migrations.AddField(
            model_name="drafting",
            name="tokens_estimated",
            field=models.PositiveBigIntegerField(
                default=0, help_text="Reckoned, of calls whose tokens the server did not report."
            ),
        ),
        migrations.AddField(
            model_name="drafting",
            name="tokens_reported",
            field=models.PositiveBigIntegerField(
                default=0, help_text="Of prompts and replies, as the server counted them."
            ),
        ),
    ]
