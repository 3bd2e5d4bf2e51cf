"""Fixtures of the fakes; loaded by the tests' conftest."""

from collections.abc import Iterator

import pytest

from tests.fakes.http import LocalServer
from tests.fakes.llm import ScriptedLLM


@pytest.fixture
def local_server() -> Iterator[LocalServer]:
    """A web server on this machine; what fails inside one of its routes fails the test."""
    with LocalServer() as server:
        yield server


@pytest.fixture
def scripted_llm() -> Iterator[ScriptedLLM]:
    """A language-model server with an empty script; anything unscripted fails the test."""
    with ScriptedLLM() as llm:
        yield llm
