"""What is read from real pages of public bodies and projects, against what people counted."""

import csv
from pathlib import Path

import pytest

from core.text import normalise
from sources.reading import PassageKind, ReadDocument, read


def read_file(path: Path) -> ReadDocument:
    return read(path.read_bytes(), name=path.name)


def read_all(folder: Path, pattern: str) -> dict[str, ReadDocument]:
    return {
        path.relative_to(folder).as_posix(): read_file(path)
        for path in sorted(folder.rglob(pattern))
    }


def gold(path: Path) -> set[tuple[str, str]]:
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    question, answer = ("q", "a") if "q" in rows[0] else ("question", "answer")
    return {(normalise(row[question]), normalise(row[answer])) for row in rows}


def entries(documents: list[ReadDocument]) -> set[tuple[str, str]]:
    return {(normalise(e.question), normalise(e.answer)) for d in documents for e in d.faq}


def test_every_entry_of_a_page_of_details_is_found_word_for_word(shared: Path):
    folder = shared / "sites/byggfaq-sv"
    assert entries([read_file(folder / "index.html")]) == gold(folder / "_gold/faq.csv")


@pytest.mark.parametrize(
    ("site", "file", "count"), [("byggfaq-sv", "faq.csv", 391), ("byggfaq-en", "faq-en.csv", 344)]
)
def test_every_entry_of_topic_pages_is_found_and_nothing_else_asks(
    shared: Path, site: str, file: str, count: int
):
    documents = list(read_all(shared / "sites" / site / "category", "*.html").values())
    assert sum(len(document.faq) for document in documents) == count
    assert entries(documents) <= gold(shared / "sites" / site / "_gold" / file)


def test_markdown_files_titled_by_a_question_are_one_answer_each(shared: Path):
    documents = read_all(shared / "sites/cvfaq-en", "*.md")
    assert len(documents) == 40
    for document in documents.values():
        assert {passage.kind for passage in document.passages} == {PassageKind.FAQ}
        assert document.passages[0].question == document.title


@pytest.mark.parametrize("language", ["en", "de", "es", "sv"])
def test_a_faq_in_four_languages_gives_its_entries_without_shortcodes_or_anchors(
    shared: Path, language: str
):
    path = shared / "sites/letsencrypt-md" / language / "docs/faq.md"
    document = read_file(path)
    headings = sum(line.startswith("## ") for line in path.read_text().splitlines())
    assert len(document.faq) >= headings * 0.9
    assert document.language == language
    assert not any(mark in document.text for mark in ("{{", "{#", "</a>", "]("))


def test_manual_pages_lose_menus_switchers_comments_and_notices(shared: Path):
    for document in read_all(shared / "sites/httpd-es", "*.html").values():
        said = " ".join(passage.text for passage in document.passages)
        for furniture in (
            "Idiomas disponibles", "Copyright 20", "¶", "This is not a Q&A section",
            "Esta traducción podría estar", "Mapa del sitio web |",
        ):  # fmt: skip
            assert furniture not in said
        assert not any(
            "Servidor HTTP Apache Versión" in h for p in document.passages for h in p.heading_path
        )


@pytest.mark.parametrize(
    ("name", "encoding", "language"),
    [
        ("install.html.de", "cp1252", "de"),
        ("install.html.ko.euc-kr", "cp949", "ko"),
        ("install.html.tr.utf8", "utf-8", "tr"),
    ],
)
def test_old_encodings_are_read(shared: Path, name: str, encoding: str, language: str):
    document = read_file(shared / "sites/awkward-docs/httpd-encodings" / name)
    assert (document.encoding, document.language) == (encoding, language)
    assert len(document.passages) > 5


def test_a_question_without_its_mark_among_others_is_an_entry(shared: Path):
    document = read_file(shared / "sites/awkward-docs/dcat-ap-se/faq.sv.md")
    assert len(document.faq) == 12
