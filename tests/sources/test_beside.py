"""Database work beside other work."""

import threading

import pytest
from django.db import connection

from core.models import Workspace
from sources.beside import Beside
from tests.world import World


def test_work_is_done_beside_and_its_rows_are_there_at_the_end(committed_world: World):
    names: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def work() -> None:
        names.append(threading.current_thread().name)
        begun.set()
        go_on.wait(5)
        acme = Workspace.objects.get(pk=committed_world.acme.pk)
        acme.name = "Beside"
        acme.save()

    with Beside() as beside:
        beside.run(work)
        assert begun.wait(5)
        assert Workspace.objects.get(pk=committed_world.acme.pk).name == "Acme"
        go_on.set()
    assert Workspace.objects.get(pk=committed_world.acme.pk).name == "Beside"
    assert names != [threading.current_thread().name]


def test_within_a_transaction_it_is_done_at_once_where_the_rows_are_seen(world: World):
    assert connection.in_atomic_block
    names: list[str] = []
    with Beside() as beside:
        beside.run(lambda: names.append(threading.current_thread().name))
        assert names == [threading.current_thread().name]


@pytest.mark.parametrize("more", [True, False])
def test_what_goes_wrong_is_raised_with_the_next_piece_or_at_the_end(
    committed_world: World, more: bool
):
    def fail() -> None:
        raise ValueError("told")

    done: list[int] = []

    def give() -> None:
        with Beside() as beside:
            beside.run(fail)
            if more:
                beside.run(lambda: done.append(1))
                done.append(2)

    with pytest.raises(ValueError, match="told"):
        give()
    assert done == []
