"""`manage.py demo_assistant` and `demo_company`, as a person starts and stops them."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from django.core.management import CommandError, call_command

from pipeline.demo.website import SITE

CHECKOUT = Path(__file__).resolve().parents[2]
READY = re.compile(r"ready at (http://127\.0\.0\.1:\d+)/")
# Nothing listens there: the commands must not even try.
NO_DATABASE = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/nothing"}


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=CHECKOUT,
        env=NO_DATABASE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address_in(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = READY.search(line)
    assert found, line
    return found[1]


def ended(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=CHECKOUT,
        env=NO_DATABASE,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("asked_to_stop", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_listens_answers_and_stops_cleanly(asked_to_stop):
    with started("demo_assistant", "--documents", str(SITE), "--port", "0") as process:
        address = address_in(process)
        reply = httpx.post(address, json={"question": "Do assistance dogs pay?"}, timeout=30)
        assert reply.json()["answer"].startswith("No, assistance dogs travel free")
        process.send_signal(asked_to_stop)
        _, complaints = process.communicate(timeout=10)
    assert process.returncode == 0
    assert complaints == ""


def test_with_faults_some_answers_are_spoilt_and_the_rest_are_not(tmp_path):
    questions = [f"What does ticket number {number} cost?" for number in range(1, 41)]
    pages = "\n\n".join(
        f"## {question}\n\nIt costs {number}37 euros. It is paid at the desk."
        for number, question in enumerate(questions, 1)
    )
    (tmp_path / "prices.md").write_text(f"# Prices\n\n{pages}\n")
    with started(
        "demo_assistant", "--documents", str(tmp_path), "--port", "0", "--faults"
    ) as process:
        address = address_in(process)
        honest = 0
        for number, question in enumerate(questions, 1):
            try:
                reply = httpx.post(address, json={"question": question}, timeout=5)
            except httpx.ReadTimeout:
                continue
            honest += reply.status_code == 200 and f" {number}37 euros" in reply.text
    assert 15 <= honest <= 35


def test_a_folder_without_pages_ends_with_status_2_and_a_sentence(tmp_path):
    run = ended("demo_assistant", "--documents", str(tmp_path), "--port", "0")
    assert run.returncode == 2
    assert "No page with usable text was found" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(("folder", "port"), [("missing", 0), (".", 70_000), (".", -1)])
def test_a_missing_folder_and_an_impossible_port_end_with_status_2(tmp_path, folder, port):
    with pytest.raises(CommandError) as refused:
        call_command("demo_assistant", documents=tmp_path / folder, port=port)
    assert refused.value.returncode == 2


def test_a_port_in_use_ends_with_status_2_and_a_sentence(tmp_path):
    (tmp_path / "page.md").write_text("# How do I pay?\n\nYou pay by card at the desk.\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = ended("demo_assistant", "--documents", str(tmp_path), "--port", port)
    assert run.returncode == 2
    assert port in run.stderr
    assert "--port" in run.stderr
    assert "Traceback" not in run.stderr


def test_the_demo_company_serves_its_website_and_its_assistant():
    with started("demo_company") as process:
        website, assistant = address_in(process), address_in(process)
        assert "Costa Clara" in httpx.get(f"{website}/es/index.html").text
        echoed = {"question": "¿Hay enchufes en los asientos?"}
        reply = httpx.post(assistant, json=echoed, timeout=30)
        assert reply.json()["answer"] == echoed["question"]
        process.terminate()
        _, complaints = process.communicate(timeout=10)
    assert (process.returncode, complaints) == (0, "")
