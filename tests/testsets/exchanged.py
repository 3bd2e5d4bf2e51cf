"""Any question there may be, and what Excel makes of a file that it opens and saves."""

import csv
import io
import re
from typing import Any

from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from core.text import storable
from testsets.evidence import fact_as_json
from testsets.exchange import as_line
from testsets.exchange.custom import custom_from
from testsets.methods import Needs
from testsets.values import Expects, QuestionType, located

HOSTILE = [
    "=cmd|' /C calc'!A0", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "＝1+1", "\u200b=1", "\u202e=1",
    "\ufeff=1", " =1", "'", "''", "'=1", "''=1", "'tis", "'24", "24", "0.50", "1e5", "007", "1/2",
    "1-2", "2026-01-05", "5. Mai 2026", "12:30", "TRUE", "wahr", "€ 24", "24 kr", "50 %", "#N/A",
    "1234567890123456789", "(24)", "a;b,c\td|e", 'say "hi"', "a\nb", "a\r\nb", "a\rb", "sep=;",
    "a\u2028b\u0085c", "\u2400", "٣ كتب", "שלום", "😀👩‍👩‍👧", "质量", "_x000D_", "x005F_",
    " lead ", "trail\n", "null", "no passage", "[1]", "\x07bell", "\x1b[0m", "~",
]  # fmt: skip

# What XML cannot hold, and so no workbook.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
languages = st.sampled_from(["en", "sv", "zh", "und"])


def texts(*, workbook=False):
    """Any text that is stored; for a workbook, any that it can hold as it is."""
    some = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20).map(storable))
    return some.filter(lambda text: not UNWRITABLE.search(text)) if workbook else some


@st.composite
def contents(draw, uid, words):
    """The frozen content of a question, with facts that stand where it says."""
    present = words.filter(lambda text: text.strip() != "")
    texts = draw(st.lists(present, max_size=2))
    passages = []
    for text in texts:
        start = draw(st.integers(0, 5000))
        passages.append(
            {
                "document": draw(words), "address": draw(words), "content_hash": draw(words),
                "heading_path": draw(st.lists(words, max_size=3)), "text": text,
                "start": start, "end": start + len(text), "language": draw(languages),
            }
        )  # fmt: skip
    facts = []
    for _ in range(draw(st.integers(0, 4))):
        number = draw(st.integers(-1, len(passages) - 1))
        quotation = draw(present) if number < 0 else passages[number]["text"]
        value = quotation if len(quotation) <= 200 and located(quotation, quotation) else ""
        value = draw(st.sampled_from(["", value]))
        place = located(quotation, passages[number]["text"]) if number >= 0 else None
        if place is None:
            facts.append(fact_as_json(quotation, value))
        else:
            facts.append(
                fact_as_json(
                    quotation, value, start=place.start, end=place.end, match=place.match,
                    passage=number,
                )
            )  # fmt: skip
    expects = draw(st.sampled_from([item.value for item in Expects]))
    answers = expects == Expects.ANSWER.value
    if answers and not facts:
        facts = [fact_as_json("24 euros", "")]
    return {
        "uid": uid, "type": draw(st.sampled_from([item.value for item in QuestionType])),
        "language": draw(languages), "text": draw(present),
        "expected_answer": draw(present if answers else words), "expects": expects,
        "critical": draw(st.booleans()), "control": draw(st.booleans()), "purpose": draw(words),
        "topic": draw(words), "parent_uid": "", "facts": facts, "passages": passages,
        "detail": draw(words), "needs": draw(needs(words)), "custom": draw(custom(words)),
    }  # fmt: skip


@st.composite
def needs(draw, words):
    """What methods may need of a question."""
    lists = st.lists(words, max_size=3)
    contracts = st.dictionaries(words, st.one_of(words, st.integers(), st.floats(0, 1)), max_size=2)
    given = {
        "keywords": draw(lists), "tools": draw(lists), "quotations": draw(lists),
        "schema": {"type": "object", "title": draw(words)}, "reference": draw(contracts),
    }  # fmt: skip
    kept = draw(st.sets(st.sampled_from(sorted(given))))
    return Needs.from_json({name: given[name] for name in kept}).as_json()


def custom(words):
    """Columns of somebody's own: texts, and what JSON may hold besides."""
    names = st.one_of(
        words, st.sampled_from(["Owner", "owner", "Priority", "custom", "=x", "fact_1"])
    )
    values = st.one_of(
        words, st.integers(), st.lists(words, max_size=2), st.booleans(), st.floats(0, 1)
    )
    named = names.filter(lambda name: name.strip() != "")
    return st.dictionaries(named, values, max_size=3).map(custom_from)


METHODS = {
    "compare_meaning": {"pass_score": 60},
    "keyword_match": {"match": "all"},
    "custom": {
        "instructions": "=Is it friendly?",
        "labels": [
            {"title": "Kind & short", "description": "-It greets.", "passes": True},
            {"title": "Cold", "description": "Nothing of it.", "passes": False},
        ],
    },
}


@st.composite
def sets(draw, *, workbook=False):
    """The lines of a whole set; some questions are variants of the one before."""
    uids = draw(
        st.lists(
            st.sampled_from(["007", "1e5", "1-2", "q-1", "q-0123456789", "=q", "'q"]),
            min_size=1,
            max_size=3,
            unique=True,
        )
    )
    words = texts(workbook=workbook)
    made: list[Any] = []
    for uid in uids:
        content = draw(contents(uid, words))
        if made and draw(st.booleans()):
            content["parent_uid"] = made[-1]["uid"]
        methods = None if made else draw(st.sampled_from([{}, METHODS]))
        made.append(as_line(content, writer=draw(words) or "x", methods=methods))
    return made


def excel_value(text):
    """What Excel makes of an unquoted or quoted cell of a CSV file, roughly: it never asks."""
    if re.fullmatch(r"\s*[-+]?\d+([.,]\d+)?([eE][-+]?\d+)?\s*", text):
        number = float(text.replace(",", "."))
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.5g}"
    if re.fullmatch(r"\d{1,4}[-/.]\d{1,2}([-/.]\d{1,4})?|\d{1,2}:\d\d", text.strip()):
        return "02-Jan"
    if text.strip().lower() in ("true", "false", "wahr", "falsch"):
        return text.strip().upper()
    if text[:1] in "=+-@" and text[:1]:
        return "#NAME?"
    return text


def excel_saved_csv(raw, *, separator=";"):
    """The file after Excel opened and saved it: values rewritten, trailing empty cells dropped."""
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        cells = [excel_value(cell) for cell in row]
        while len(cells) > 1 and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def excel_saved_xlsx(raw):
    """The workbook after Excel opened and saved it: shared strings, escapes, a second empty sheet."""
    sheet = load_workbook(io.BytesIO(raw))["Questions"]
    book = Workbook()
    copy = book.active
    copy.title = "Questions"
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is not None:
                # What it read as an escape it writes as one again.
                copied = copy.cell(cell.row, cell.column, cell.value.replace("\r", "_x000D_"))
                copied.data_type = "s"
    book.create_sheet("Sheet2")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
