"""The built-in writer on real pages of public bodies and projects."""

import re

import pytest

from sources.reading import Unreadable, read
from tests.testsets.samples import PLAIN
from testsets.checks import balance, check_draft
from testsets.values import Draft, Material, QuestionType
from testsets.writers.builtin import BuiltinWriter


@pytest.fixture
def material(shared):
    """The passages of a folder of real pages, and its number of pages."""

    def load(folder, limit=None):
        passages: list[Material] = []
        pages = 0
        for path in sorted((shared / "sites" / folder).rglob("*")):
            if path.suffix not in {".html", ".md"} or (limit and pages == limit):
                continue
            try:
                document = read(path.read_bytes(), name=path.name)
            except Unreadable:
                continue
            pages += 1
            for found in document.passages:
                passages.append(
                    Material(
                        len(passages) + 1, pages, document.title, path.name, found.language,
                        found.kind.value, found.question, found.heading_path, found.text,
                    )
                )  # fmt: skip
        return {passage.key: passage for passage in passages}, pages

    return load


def kept_of(passages):
    kept: list[Draft] = []
    reasons: list[str] = []
    drafts = BuiltinWriter().drafts(
        list(passages.values()), wanted=10_000, shares=PLAIN, language=None, stop=lambda: False
    )
    for made in drafts:
        found = check_draft(made, material=passages, kept=kept)
        reasons.extend(rejection.check for rejection in found)
        if not found:
            kept.append(made)
    return kept, reasons


@pytest.mark.parametrize(
    ("folder", "language", "pages_read"),
    [
        ("byggfaq-en/category", "en", 8),
        ("byggfaq-sv/guides", "sv", None),
        ("letsencrypt-md/es/docs", "es", None),
    ],
)
def test_help_pages_give_enough_sound_questions_in_their_language(
    material, folder, language, pages_read
):
    passages, pages = material(folder, limit=pages_read)

    kept, reasons = kept_of(passages)

    assert len(kept) >= 1.5 * pages
    assert {made.language for made in kept} == {language}
    # The writer proposes nothing that is unsound by itself: what is left out is left out for
    # balance, as a duplicate, or because it names no topic.
    assert set(reasons) <= {"near_duplicate", "yes_no_balance", "standalone"}
    assert balance(kept).even
    for made in kept:
        passage = passages[made.passage_key]
        assert made.question.endswith("?")
        # A statement that refuses something is told behind the verdict that its question asks for.
        assert re.sub(r"^(?:No|Nej): ", "", made.expected_answer) in passage.text
        for fact in made.facts:
            assert passage.text[fact.start : fact.end] == fact.quotation
            assert made.type is not QuestionType.EXACT_VALUE or fact.exact_value in fact.quotation


def test_a_manual_of_directives_gives_few_questions_and_none_about_its_own_pages(material):
    """Technical tables and half-translated pages are nothing that a customer asks about."""
    passages, pages = material("httpd-es/howto")

    kept, _reasons = kept_of(passages)

    assert 1 <= len(kept) <= 3 * pages
    assert all(passages[made.passage_key].kind != "table" for made in kept)
