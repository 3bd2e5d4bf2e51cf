"""Archives: each file in them is a document, and none of them drowns or misleads the portal."""

import io
import time
import zipfile
from pathlib import Path

import pytest

from core.errors import DomainError
from sources import readings, services
from sources.models import Document, PageVisit, Reading
from sources.reading import Unread, Unreadable, archives, read
from sources.reading.archives import Member, members, read_each
from sources.services import File
from tests.sources.documents import lines, packed, pdf, word, workbook
from tests.world import World

FERRY = b"<h1>Fares</h1><p>A crossing costs twelve euros for adults and six for children.</p>"


def named(raw: bytes, name: str = "a.zip") -> dict[str, bytes | Unread]:
    return {member.name: member.refused or member.raw for member in members(raw, name)}


def refused(raw: bytes) -> Unread:
    with pytest.raises(Unreadable) as refusal:
        list(members(raw, "a.zip"))
    assert "a.zip" in str(refusal.value)
    return refusal.value.why


def test_members_are_named_below_their_archive_and_noise_is_passed_over():
    raw = packed({
        "docs/fares.html": FERRY, "notes.md": b"# Notes", "__MACOSX/docs/._fares.html": b"x",
        "docs/.DS_Store": b"x", "Thumbs.db": b"x", "empty/": b"",
    })  # fmt: skip
    assert named(raw) == {"a.zip/docs/fares.html": FERRY, "a.zip/notes.md": b"# Notes"}


def test_one_archive_inside_is_opened_and_no_more():
    inner = packed({"deep.zip": packed({"x.md": b"# X"}), "fares.html": FERRY})
    assert named(packed({"inner.zip": inner})) == {
        "a.zip/inner.zip/deep.zip": Unread.ARCHIVE, "a.zip/inner.zip/fares.html": FERRY,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "harmless"),
    [
        ("../../etc/passwd", "a.zip/etc/passwd"), ("/etc/passwd", "a.zip/etc/passwd"),
        ("..\\..\\x.md", "a.zip/x.md"), ("a/./b/../c.md", "a.zip/a/b/c.md"),
        ("x\u202ecod.md", "a.zip/xcod.md"), ("x\n.md", "a.zip/x.md"), ("Gebühren.md", "a.zip/Gebühren.md"),
    ],
)  # fmt: skip
def test_a_name_cannot_lead_out_of_the_archive(given: str, harmless: str):
    assert list(named(packed({given: b"text"}))) == [harmless]


def test_names_in_utf_8_that_do_not_say_so_are_read():
    raw = packed({"Gebuehren.md": b"text"}).replace(b"Gebuehren.md", "Gebühren.md".encode())
    assert list(named(raw)) == ["a.zip/Gebühren.md"]


def test_a_name_given_twice_is_told_apart():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.md", b"one")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.md", b"two")
    assert named(file.getvalue()) == {"a.zip/a.md": b"one", "a.zip/a.md (2)": b"two"}


def test_a_member_with_a_password_is_refused_by_name_and_the_others_are_read():
    raw = bytearray(packed({"secret.md": b"text", "fares.html": FERRY}))
    raw[6] |= 1
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    assert named(bytes(raw)) == {"a.zip/secret.md": Unread.ENCRYPTED, "a.zip/fares.html": FERRY}


def test_a_damaged_member_costs_only_itself():
    raw = packed({"bad.md": b"text of the member", "fares.html": FERRY}, compression=0)
    assert named(raw.replace(b"text of the member", b"TEXT of the member")) == {
        "a.zip/bad.md": Unread.BROKEN, "a.zip/fares.html": FERRY,
    }  # fmt: skip


def test_a_bomb_is_refused_before_it_is_unpacked():
    clock = time.monotonic()
    raw = packed({"bomb.txt": b" " * 15_000_000, "fares.html": FERRY})
    assert named(raw) == {"a.zip/bomb.txt": Unread.BOMB, "a.zip/fares.html": FERRY}
    large = packed({"large.txt": b" " * (archives.LARGEST_MEMBER + 1)})
    assert named(large) == {"a.zip/large.txt": Unread.TOO_LARGE}
    assert time.monotonic() - clock < 5


def test_an_archive_of_too_many_files_or_bytes_is_not_opened(monkeypatch: pytest.MonkeyPatch):
    many = packed({f"{number}.md": b"x" for number in range(archives.MOST_MEMBERS + 1)})
    assert refused(many) is Unread.BOMB
    monkeypatch.setattr(archives, "MOST_BYTES", 100)
    assert refused(packed({"a.md": b"x" * 101})) is Unread.BOMB


def test_bytes_are_counted_as_they_are_unpacked_through_all_archives(
    monkeypatch: pytest.MonkeyPatch,
):
    """What the directories promise one by one may be too much together."""
    monkeypatch.setattr(archives, "MOST_BYTES", 1_000)
    monkeypatch.setattr(archives._Allowance.__init__, "__defaults__", (1_000,))
    inner = packed({f"{number}.md": b"x" * 200 for number in range(3)})
    found = named(packed({"one.zip": inner, "two.zip": inner}, compression=0))
    assert Unread.BOMB in found.values()


def test_what_is_no_archive_says_so():
    assert refused(b"PK\x03\x04 and nothing else") is Unread.BROKEN
    with pytest.raises(Unreadable) as refusal:
        read(packed({"a.md": b"# A"}), name="a.zip")
    assert refusal.value.why is Unread.ARCHIVE


@pytest.mark.usefixtures("in_this_process")
def test_each_part_is_a_document_or_says_why_not():
    raw = packed({"fares.html": FERRY, "photo.png": b"\x89PNG\r\n", "terms.docx": word(
        lambda document: document.add_paragraph("Dogs travel free of charge on all ferries.")
    )})  # fmt: skip
    parts = {part.name: part for part in read_each(raw, name="a.zip", without={"a.zip/fares.html"})}
    assert list(parts) == ["a.zip/photo.png", "a.zip/terms.docx"]
    assert parts["a.zip/photo.png"].error.why is Unread.PICTURE
    assert parts["a.zip/terms.docx"].document.text == "Dogs travel free of charge on all ferries."


def test_bytes_that_are_one_document_are_one_part():
    (part,) = read_each(FERRY, name="fares.html")
    assert (part.name, part.raw) == ("fares.html", FERRY)
    with pytest.raises(Unreadable) as refusal:
        list(read_each(b"", name="fares.html"))
    assert refusal.value.why is Unread.EMPTY


def files_source(world: World, raw: bytes, name: str = "docs.zip"):
    source = services.add_files_source(workspace=world.acme, name="Docs", by=world.ada)
    services.add_uploads(source=source, files=[File(name, raw)], by=world.ada)
    return source


MIXED = {
    "fares.html": FERRY,
    "same.html": FERRY,
    "photo.png": b"\x89PNG\r\n",
    "faq.xlsx": workbook(FAQ=[("Question", "Answer"), ("Is there a bar?", "Yes, on every deck.")]),
    "terms.pdf": pdf(lines("Dogs travel free of charge on all ferries.", "Cats do as well.")),
}


@pytest.mark.usefixtures("in_this_process")
def test_every_file_of_an_uploaded_archive_has_a_visit_of_its_own(reading_world: World):
    source = files_source(reading_world, packed(MIXED))
    reading = services.start_reading(source=source, by=reading_world.ada, queue=False)
    readings.run_reading(reading.pk)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.DONE
    assert dict(PageVisit.objects.values_list("address", "outcome")) == {
        "docs.zip/fares.html": "read", "docs.zip/same.html": "duplicate",
        "docs.zip/photo.png": "not_text", "docs.zip/faq.xlsx": "read", "docs.zip/terms.pdf": "read",
    }  # fmt: skip
    assert reading.planned == 5
    stored = Document.objects.get(address="docs.zip/terms.pdf")
    assert bytes(stored.raw) == MIXED["terms.pdf"]
    assert [passage.page for passage in stored.passages.all()] == [1]


@pytest.mark.usefixtures("in_this_process")
def test_an_archive_goes_on_where_its_reading_stopped(
    reading_world: World, monkeypatch: pytest.MonkeyPatch
):
    seen: list[str] = []

    def noted(member: Member, *given):
        seen.append(member.name)
        return original(member, *given)

    original = archives._part
    monkeypatch.setattr(archives, "_part", noted)
    source = files_source(reading_world, packed(MIXED))
    reading = services.start_reading(source=source, by=reading_world.ada, queue=False)
    from sources.files import read_uploads

    read_uploads(reading, lambda: len(seen) == 2)
    assert PageVisit.objects.count() == 2
    read_uploads(reading, lambda: False)
    assert sorted(seen) == sorted(f"docs.zip/{name}" for name in MIXED)


def test_an_archive_in_a_folder_is_read_up_to_the_limit_of_pages(
    reading_world: World, tmp_path: Path
):
    (tmp_path / "docs.zip").write_bytes(
        packed({f"{n}.md": f"Line {n} leaves at {n} o’clock sharp.".encode() for n in range(9)})
    )
    source = services.add_files_source(workspace=reading_world.acme, name="Docs", by=None)
    readings.read_folder(source=source, directory=tmp_path, by=None, limit=4)
    assert Document.objects.count() == 4


def test_an_archive_that_cannot_be_opened_is_refused_when_it_is_given(world: World):
    with pytest.raises(DomainError, match=r"bad\.zip.*damaged"):
        files_source(world, b"PK\x03\x04 and nothing else", "bad.zip")
    bomb = packed({f"{number}.md": b"x" for number in range(archives.MOST_MEMBERS + 1)})
    with pytest.raises(DomainError, match=r"bomb\.zip.*unpacks"):
        files_source(world, bomb, "bomb.zip")
