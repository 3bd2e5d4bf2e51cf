"""Evidence for others: what they are given is whole, and whatever is changed in it is found."""

import contextlib
import json
import subprocess
import sys
import zipfile
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from reports import services
from reports.bundle.contents import data_files, texts
from reports.bundle.packing import packed, unpacked
from reports.bundle.verify import (
    SUMS,
    digest_of,
    figures_of,
    files_in,
    main,
    problems,
    sums_of,
    wilson,
)
from reports.models import EvidenceBundle, ReportVersion
from reports.statistics import share
from reports.verification import verify
from runs.models import AnswerCorrection
from tests.reports.records import AT, answer_to, bad, decide, good, lost, make_run, raise_flag
from tests.world import client_for

pytestmark = pytest.mark.django_db

PLAN = [
    good("q-1"), bad("q-2", critical=True), lost("q-3"), good("q-4", label="partly_correct"),
    good("q-5", label="no_answer"), good("q-6"), good("q-7", label=None, ungraded="unreadable"),
]  # fmt: skip


@pytest.fixture
def run(world):
    """Grades of people and of the machine, a failed try, a correction, a flag."""
    made = make_run(world.acme, PLAN)
    decide(answer_to(made, "q-2"), "correct", by=world.rosa)
    decide(answer_to(made, "q-6"), "test_needs_review", by=world.rosa)
    raise_flag(answer_to(made, "q-2"), "critical_not_passed")
    AnswerCorrection.objects.create(
        answer=answer_to(made, "q-1"), text="It is 14,50 €.", reason="A slip of the capture.",
        by=world.ada, by_name="Ada", at=AT + timedelta(hours=1),
    )  # fmt: skip
    return made


@pytest.fixture
def version(world, run):
    return services.publish(run=run, by=world.ada)


@pytest.fixture
def files(version):
    return unpacked(bytes(version.bundle.content))


def again(files, **changes):
    """The files with some exchanged and a list of digests that fits them."""
    made = {**files, **{name.replace("__", "."): raw for name, raw in changes.items()}}
    return {**made, SUMS: sums_of(made)}


def test_a_bundle_holds_and_gives_the_figures_that_were_published(version, files):
    assert problems(files, version.bundle.digest) == []
    assert set(files) == {
        "README.md", "SHA256SUMS", "verify.py", "report.json", "evidence.json", "questions.jsonl",
        "answers.jsonl", "assessments.jsonl", "failures.jsonl", "flags.jsonl", "corrections.jsonl",
        "outdated.jsonl",
    }  # fmt: skip
    # 2 of 4 scored: q-1 and q-2; q-4 partly; q-5 none. q-3 not run, q-6 and q-7 set aside.
    head = json.loads(files["report.json"])["headline"]
    assert (head["correct"], head["scored"], head["quality"]) == (2, 4, 62.5)


def test_the_readme_names_every_file_and_field(files):
    told = files["README.md"].decode()
    for name, raw in files.items():
        assert f"`{name}`" in told or name == "README.md"
        rows = raw.decode().splitlines() if name.endswith("l") else []
        fields = {field for row in rows for field in json.loads(row)}
        about = told.partition(f"### {name}")[2].partition("\n#")[0]
        assert {field for field in fields if f"`{field}`" not in about} == set()
    assert {each for each in json.loads(files["evidence.json"]) if f"`{each}`" not in told} == set()


def test_the_same_version_gives_the_same_bytes(world, version):
    fresh = ReportVersion.objects.get(pk=version.pk)
    assert packed({**data_files(fresh), **texts()}) == bytes(version.bundle.content)
    assert services.bundle_of(version=fresh).pk == version.bundle.pk


@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_a_changed_byte_in_any_file_is_found(files, place):
    for name, raw in files.items():
        if not raw:
            continue
        at = {"first": 0, "middle": len(raw) // 2, "last": len(raw) - 1}[place]
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        assert problems({**files, name: changed}) != [], name


def test_a_file_that_is_missing_or_added_is_found_and_named(files):
    less = {name: raw for name, raw in files.items() if name != "flags.jsonl"}
    assert "flags.jsonl is missing." in problems(less)
    assert "more.txt is not listed in SHA256SUMS." in problems({**files, "more.txt": b""})
    assert problems({}) != []


def test_with_new_digests_the_digest_of_the_whole_still_tells(version, files):
    forged = again(files, README__md=b"Trust me.")
    assert problems(forged) == []
    assert "The digest of the whole is" in problems(forged, version.bundle.digest)[0]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("report.json", '"correct":2', '"correct":3', "headline is"),
        ("report.json", '"complete":false', '"complete":true', "complete is"),
        ("report.json", '"not_run":1', '"not_run":0', "coverage is"),
        ("report.json", '"quality":62.5', '"quality":75.0', "headline is"),
        ("report.json", '"interval":[15.0,85.0]', '"interval":[40.0,60.0]', "headline is"),
        ("assessments.jsonl", '"label":"incorrect"', '"label":"correct"', None),
        ("assessments.jsonl", '"label":"no_answer"', '"label":"correct"', "label is 'no_answer'"),
        ("answers.jsonl", "It is €14.50.", "It is €15.50.", "answer is"),
        ("questions.jsonl", '"critical":true', '"critical":false', "critical is True"),
        ("evidence.json", '"graded":true', '"graded":false', "incomplete_codes is"),
    ],
)  # fmt: skip
def test_figures_that_the_records_do_not_give_are_found(files, name, old, new, said):
    """Every digest fits again: only recomputing finds it."""
    text = files[name].decode()
    assert old in text
    found = problems(again(files, **{name: text.replace(old, new).encode()}))
    if said is None:
        # A machine's grade under a person's decision is in no figure of these.
        assert found == []
    else:
        assert any(said in sentence for sentence in found), found


def test_the_script_runs_alone_and_ends_with_0_or_1(tmp_path, version, files):
    for name, raw in files.items():
        (tmp_path / name).write_bytes(raw)
    script = [sys.executable, "-I", "-B", tmp_path / "verify.py"]
    good_ = subprocess.run([*script, "--digest", version.bundle.digest], capture_output=True)
    assert (good_.returncode, good_.stderr) == (0, b"")
    assert b"2 of 4 answers correct" in good_.stdout
    (tmp_path / "flags.jsonl").write_bytes(b"{}\n")
    assert main([str(tmp_path)]) == 1
    assert main([str(tmp_path / "nothing.zip")]) == 1


def test_the_script_reads_the_zip_as_it_was_taken(tmp_path, version):
    path = tmp_path / "evidence.zip"
    path.write_bytes(bytes(version.bundle.content))
    assert main([str(path), "--digest", version.bundle.digest]) == 0
    assert main([str(path), "--digest", "0" * 64]) == 1
    assert files_in(path) == unpacked(path.read_bytes())


def test_a_zip_changed_in_any_part_is_refused_or_holds_the_same_files(tmp_path, version):
    """Some bytes of a ZIP say nothing of the files; the others must all be noticed."""
    whole, path = bytes(version.bundle.content), tmp_path / "evidence.zip"
    statuses = set()
    for at in range(0, len(whole), 97):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        status = main([str(path), "--digest", version.bundle.digest])
        assert status == 1 or files_in(path) == unpacked(whole), at
        statuses.add(status)
        with contextlib.suppress(zipfile.BadZipFile):
            unpacked(path.read_bytes())
    assert 1 in statuses


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_script_gives_the_interval_of_the_report(counts):
    hits, total = counts
    found = share(hits, total)
    assert wilson(hits / total, total) == [round(found.low * 100, 1), round(found.high * 100, 1)]


# With the command


def test_verify_report_and_the_script_agree(world, version, files):
    assert verify(version).identical
    forged = _version_like(version, 2)
    bundle = again(files, answers__jsonl=files["answers.jsonl"].replace(b"14.50", b"15.50"))
    EvidenceBundle.objects.create(
        version=forged, digest=digest_of(bundle), content=packed(bundle), made_at=AT
    )
    assert problems(bundle, digest_of(bundle)) != []
    with pytest.raises(CommandError, match="answer is"):
        call_command("verify_report", str(forged.pk))


def test_verify_report_finds_evidence_that_only_fits_itself(world, version, files):
    """The script can't know it: all digests and figures fit, and the records say otherwise."""
    forged = _version_like(version, 2)
    bundle = again(files, flags__jsonl=b"")
    EvidenceBundle.objects.create(
        version=forged, digest=digest_of(bundle), content=packed(bundle), made_at=AT
    )
    assert problems(bundle, digest_of(bundle)) == []
    with pytest.raises(CommandError, match=r"flags\.jsonl in the bundle"):
        call_command("verify_report", str(forged.pk))


def test_a_damaged_bundle_is_said_and_not_a_crash(world, version):
    forged = _version_like(version, 2)
    EvidenceBundle.objects.create(version=forged, digest="0" * 64, content=b"PK", made_at=AT)
    assert "cannot be opened" in verify(forged).bundle[0]


def _version_like(version, number):
    names = ("report", "snapshot", "evidence", "digest", "level", "complete", "pdf", "published_at")
    return ReportVersion.objects.create(
        number=number, **{name: getattr(version, name) for name in names}
    )


def test_a_version_without_a_bundle_gets_it_when_it_is_asked_for(world, version):
    old = _version_like(version, 2)
    assert verify(old).identical
    made = services.bundle_of(version=old)
    assert problems(unpacked(bytes(made.content)), made.digest) == []


def test_several_attempts_are_counted_as_one_question():
    """Four scored attempts at two questions: the interval rests on two."""
    results = [
        {"uid": uid, "attempt": attempt, "label": label, "critical": False, "answer": "x"}
        for uid, label in (("q-1", "correct"), ("q-2", "incorrect"))
        for attempt in (1, 2)
    ]
    head = figures_of({"asked": True, "graded": True}, results)["headline"]
    found = share(2, 4, basis=2)
    assert head["interval"] == [round(found.low * 100, 1), round(found.high * 100, 1)]
    assert (head["correct"], head["scored"], head["pass_rate"]) == (2, 4, 50.0)


def test_vik_takes_the_evidence_and_a_stranger_does_not(world, run, version):
    url = reverse("reports:version_evidence", args=["acme", run.pk, version.number])
    client = client_for(world.vik)
    response = client.get(url)
    assert response.content == bytes(version.bundle.content)
    assert response.headers["Content-Type"] == "application/zip"
    assert client_for(world.otto).get(url).status_code == 404
    assert version.reads.get().form == "evidence"
    page = client.get(reverse("reports:version", args=["acme", run.pk, version.number]))
    assert version.bundle.digest in page.content.decode()
