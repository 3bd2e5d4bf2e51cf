"""Rows inserted with COPY are what `bulk_create` would have made of them."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.postgres.copying import copy_in
from sources import services
from sources.models import Document, Passage, Reading
from tests.world import World

ODD = "tab\t, line\n, \\N, back\\slash, “quotes”, 'single', \x01, 🛳, {braces}, NULL"


@pytest.fixture
def reading(world: World) -> Reading:
    source = services.add_files_source(workspace=world.acme, name="Docs", by=world.ada)
    return services.start_reading(source=source, by=world.ada, queue=False)


def document(reading: Reading, address: str) -> Document:
    return Document(
        source_id=reading.source_id,
        reading=reading,
        address=address,
        title=ODD,
        media_type="text/html",
        encoding="utf-8",
        raw=bytes(range(256)),
        text=ODD,
        blocks=[["paragraph", 0, 5, None, [ODD], True, 1.5]],
        left_out=[],
        language="en",
        fetched_at=timezone.now(),
        content_hash="0" * 64,
    )


def passage(made: Document, position: int) -> Passage:
    return Passage(
        document=made,
        position=position,
        kind=Passage.PassageKind.FAQ,
        question="",
        heading_path=[ODD, "", "NULL", "a,b", '"'],
        text=ODD,
        start=0,
        end=5,
        language="en",
        page=None,
    )


def test_every_value_arrives_as_it_was_given(reading: Reading):
    rows = [document(reading, "a"), document(reading, "b")]
    copy_in(rows)
    assert rows[0].pk < rows[1].pk
    passages = [passage(rows[1], 0), passage(rows[1], 1)]
    copy_in(passages)
    for given in (*rows, *passages):
        stored = type(given).objects.get(pk=given.pk)
        for field in given._meta.concrete_fields:
            before, after = getattr(given, field.attname), getattr(stored, field.attname)
            assert (bytes(after) if isinstance(before, bytes) else after) == before, field.name
    assert Passage.objects.filter(kind="faq").count() == 2
    # The next ordinary row takes a key of its own.
    ordinary = document(reading, "c")
    ordinary.save()
    assert ordinary.pk > rows[1].pk


def test_a_row_that_is_refused_leaves_none_of_them(reading: Reading):
    copy_in([document(reading, "a")])
    rows = [document(reading, "b"), document(reading, "a")]
    with pytest.raises(IntegrityError), transaction.atomic():
        copy_in(rows)
    assert Document.objects.filter(reading=reading).count() == 1
    copy_in(rows[:1])
    assert Document.objects.filter(reading=reading).count() == 2


def test_nothing_to_insert_asks_the_database_nothing(db: None, django_assert_num_queries: Any):
    with django_assert_num_queries(0):
        copy_in([])
