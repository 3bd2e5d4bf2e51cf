"""An index of questions that is counted without looking at them, and that the database keeps true."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

# What is behind goes: it is worked out anew when somebody looks at the set.
FILL = """
    DELETE FROM testsets_indexedquestion indexed USING testsets_question question
    WHERE question.id = indexed.question_id
        AND (question.removed_at IS NOT NULL OR question.changed_at <> indexed.changed_at);
    UPDATE testsets_indexedquestion indexed
    SET test_set_id = question.test_set_id, position = question.position, type = question.type,
        language = question.language, critical = question.critical, control = question.control,
        documents = ARRAY(
            SELECT DISTINCT passage.document_id
            FROM testsets_keyfact fact JOIN sources_passage passage ON passage.id = fact.passage_id
            WHERE fact.question_id = question.id ORDER BY 1
        )
    FROM testsets_question question WHERE question.id = indexed.question_id;
    SET CONSTRAINTS ALL IMMEDIATE;
    SET CONSTRAINTS ALL DEFERRED;
"""
TRIGGER = """
    CREATE FUNCTION caudals_forget_index() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM testsets_indexedquestion WHERE question_id = OLD.id;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER caudals_index_behind AFTER UPDATE ON testsets_question
        FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION caudals_forget_index();
"""
NO_TRIGGER = """
    DROP TRIGGER caudals_index_behind ON testsets_question;
    DROP FUNCTION caudals_forget_index();
"""


def _column(name, field):
    return migrations.AddField("indexedquestion", name, field, preserve_default=False)


class Migration(migrations.Migration):
    dependencies = [
        ("sources", "0005_outcome_words"),
        ("testsets", "0017_sign_off_by_two"),
    ]

    operations = [
        _column(
            "test_set",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="testsets.testset",
            ),
        ),
        _column("position", models.PositiveIntegerField(default=0)),
        _column("type", models.CharField(default="", max_length=20)),
        _column("language", models.CharField(default="", max_length=8)),
        _column("critical", models.BooleanField(default=False)),
        _column("control", models.BooleanField(default=False)),
        migrations.AddField(
            "indexedquestion",
            "documents",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(),
                default=list,
                help_text="Those that its key facts stand in.",
                size=None,
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField(
            "indexedquestion",
            "test_set",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="testsets.testset",
            ),
        ),
        migrations.AddField(
            model_name="indexedquestion",
            name="kind",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.expressions.CombinedExpression(
                    django.db.models.expressions.CombinedExpression(
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.Case(
                                            models.When(sign_off="half", then=models.Value(1)),
                                            models.When(sign_off="signed", then=models.Value(2)),
                                            models.When(sign_off="changes", then=models.Value(3)),
                                            models.When(sign_off="differ", then=models.Value(4)),
                                            models.When(sign_off="void", then=models.Value(5)),
                                            default=models.Value(0),
                                            output_field=models.IntegerField(),
                                        ),
                                        "+",
                                        models.Case(
                                            models.When(side="yes", then=models.Value(8)),
                                            models.When(side="no", then=models.Value(16)),
                                            models.When(side="unclear", then=models.Value(24)),
                                            default=models.Value(0),
                                            output_field=models.IntegerField(),
                                        ),
                                    ),
                                    "+",
                                    models.Case(
                                        models.When(
                                            models.Q(("warnings", []), _negated=True),
                                            then=models.Value(32),
                                        ),
                                        default=models.Value(0),
                                    ),
                                ),
                                "+",
                                models.Case(
                                    models.When(
                                        models.Q(("without_passage", True)), then=models.Value(64)
                                    ),
                                    default=models.Value(0),
                                ),
                            ),
                            "+",
                            models.Case(
                                models.When(models.Q(("exact", True)), then=models.Value(128)),
                                default=models.Value(0),
                            ),
                        ),
                        "+",
                        models.Case(
                            models.When(
                                models.Q(("contract", []), _negated=True), then=models.Value(256)
                            ),
                            default=models.Value(0),
                        ),
                    ),
                    "+",
                    models.Case(
                        models.When(
                            models.Q(("sign_off_for", {}), _negated=True), then=models.Value(512)
                        ),
                        default=models.Value(0),
                    ),
                ),
                output_field=models.IntegerField(),
            ),
        ),
        migrations.AddIndex(
            model_name="indexedquestion",
            index=models.Index(
                fields=["test_set", "type", "language", "critical", "control", "kind"],
                name="indexed_by_kind",
            ),
        ),
        migrations.AddIndex(
            model_name="indexedquestion",
            index=models.Index(
                fields=["test_set", "position", "question"],
                include=("type", "language", "critical", "control", "kind"),
                name="indexed_in_order",
            ),
        ),
        migrations.RunSQL(TRIGGER, NO_TRIGGER),
    ]
