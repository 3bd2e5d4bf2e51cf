"""Imported questions, which found the passages of their file only in a frozen version, carry them."""

from typing import Any

from django.db import migrations

from testsets.values import located


def carry(apps: Any, _editor: Any) -> None:
    """Give questions with bare key facts the passages of their newest frozen form."""
    model = {
        name: apps.get_model("testsets", name)
        for name in ("Question", "KeyFact", "FrozenQuestion", "IndexedQuestion")
    }
    passage = apps.get_model("sources", "Passage")
    bare = model["KeyFact"].objects.filter(passage__isnull=True).values("question")
    rows = model["FrozenQuestion"].objects.filter(origin__in=bare).exclude(passages=[])
    newest = rows.order_by("origin_id", "-pk").distinct("origin_id")
    for frozen in newest.select_related("version__test_set").iterator(500):
        found = False
        for fact in model["KeyFact"].objects.filter(question=frozen.origin_id, passage=None):
            for number, brought in enumerate(frozen.passages):
                place = located(fact.quotation, brought["text"])
                if place is None:
                    continue
                stored = passage.objects.filter(
                    text=brought["text"],
                    document__source__workspace=frozen.version.test_set.workspace_id,
                ).order_by("-pk")
                model["KeyFact"].objects.filter(pk=fact.pk).update(
                    carried=number, start=place.start, end=place.end, match=place.match,
                    passage=stored.values_list("pk", flat=True).first(),
                )  # fmt: skip
                found = True
                break
        if found:
            question = model["Question"].objects.filter(pk=frozen.origin_id)
            question.update(carried=frozen.passages)
            model["IndexedQuestion"].objects.filter(question=frozen.origin_id).delete()
    # Worked out anew by whoever looks at the list.
    model["IndexedQuestion"].objects.filter(question__needs__has_key="schema").delete()


class Migration(migrations.Migration):
    dependencies = [("testsets", "0011_carried"), ("sources", "0005_outcome_words")]

    operations = [migrations.RunPython(carry, migrations.RunPython.noop)]
