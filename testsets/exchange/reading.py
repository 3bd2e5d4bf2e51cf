"""A file of questions, whoever wrote it: all of it, or the places that are wrong with it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from core.language import detect
from sources.marking import gettext_noop as _
from testsets.exchange.choosing import with_one_list
from testsets.exchange.contents import Entry, ImportedQuestion
from testsets.exchange.csv_files import read_csv
from testsets.exchange.json_files import read_json, read_jsonl
from testsets.exchange.notes import Notes
from testsets.exchange.problems import MOST_PROBLEMS, Place, Problem, Unusable, refuse
from testsets.exchange.rows import LARGEST_FILE, MOST_QUESTIONS, Rows, too_many
from testsets.exchange.shapes import Shape, known_columns, shape_of
from testsets.exchange.xlsx_files import read_xlsx
from testsets.exchange.yaml_files import read_yaml
from testsets.methods import NO_METHODS, Methods

ENDINGS: Final = ("csv", "tsv", "xlsx", "jsonl", "ndjson", "json", "yaml", "yml")
# In a long file the language of each question is told one by one only while it differs.
_TOLD_ONE_BY_ONE: Final = 500


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What was understood of a file: its questions, whose shape it has, what stays behind."""

    name: str
    shape: str
    questions: Sequence[ImportedQuestion]
    notes: Notes


def read_file(raw: bytes, *, name: str) -> ReadFile:
    """All questions of the file. Unusable with the places that are wrong, and then none of it counts."""
    if len(raw) > LARGEST_FILE:
        refuse(Place(name), _("larger than %(most)s MB."), most=LARGEST_FILE // 1024 // 1024)
    found = _rows(raw, name)
    if not found.rows:
        refuse(Place(name), _("this holds no questions."))
    shape = shape_of(found, name)
    questions = list(_questions(found, shape))
    if not questions:
        refuse(Place(name), _("this holds no questions."))
    _refuse_doubles(questions)
    _refuse_lost_parents(questions)
    if shape.foreign:
        questions = with_one_list(questions, found.notes)
    methods_of(questions)
    found.notes.unanswered = sum(not question.complete for question in questions)
    return ReadFile(name, shape.code, questions, found.notes)


def read_questions(raw: bytes, *, name: str = "questions.jsonl") -> list[ImportedQuestion]:
    """The questions of a file, each of which can be asked as it is."""
    questions = list(read_file(raw, name=name).questions)
    refuse_incomplete(questions)
    return questions


def refuse_incomplete(questions: Sequence[ImportedQuestion]) -> None:
    """Unusable when a question lacks its expected answer."""
    bare = [question for question in questions if not question.complete]
    if bare:
        raise Unusable(
            Problem(question.place, _("the expected answer is missing."))
            for question in bare[:MOST_PROBLEMS]
        )


def methods_of(questions: Sequence[ImportedQuestion]) -> Methods:
    """The methods that the file gives the set. Unusable when two of its entries name others."""
    naming = [question for question in questions if question.methods.chosen]
    others = [question for question in naming if question.methods != naming[0].methods]
    if others:
        sentence = _("these are other methods than in line %(first)s. A set has one list.")
        values = {"first": naming[0].place.line}
        raise Unusable([Problem(others[0].place.at("methods"), sentence, values)])
    return naming[0].methods if naming else NO_METHODS


def _rows(raw: bytes, name: str) -> Rows:
    ending = name.lower().rsplit(".", 1)[-1] if "." in name else ""
    if raw.startswith(b"PK\x03\x04"):
        return read_xlsx(raw, name, known=known_columns)
    if ending in ("csv", "tsv"):
        return read_csv(raw, name, known=known_columns, tabs=ending == "tsv")
    if ending in ("jsonl", "ndjson"):
        return read_jsonl(raw, name)
    if ending == "json":
        return read_json(raw, name)
    if ending in ("yaml", "yml"):
        return read_yaml(raw, name)
    if ending in ("xls", "xlsx"):
        refuse(Place(name), _("this is no Excel workbook that can be read. Save it as .xlsx."))
    return refuse(
        Place(name),
        _("questions are read from files that end in %(endings)s."),
        endings=", ".join(f".{ending}" for ending in ENDINGS),
    )


def _questions(found: Rows, shape: Shape) -> Iterator[ImportedQuestion]:
    """The questions; Unusable at the end with all that is wrong, as far as it helps to know."""
    columns = shape.columns(found.columns)
    language_of = _languages()
    problems: list[Problem] = []
    count = 0
    for row in found.rows:
        try:
            for line in shape.lines(row, found.notes):
                count += 1
                if count > MOST_QUESTIONS:
                    too_many(row.place.file)
                yield Entry(
                    line, row.place, language_of=language_of, foreign=shape.foreign, columns=columns
                ).read()
        except Unusable as refusal:
            problems += refusal.problems
            if len(problems) >= MOST_PROBLEMS:
                break
    if problems:
        raise Unusable(problems)


def _languages() -> Callable[[str], str]:
    """Tells the language of a text: of thousands alike, the rest is taken to be in that one too."""
    seen: Counter[str] = Counter()

    @cache
    def told(text: str) -> str:
        if seen.total() >= _TOLD_ONE_BY_ONE:
            code, count = seen.most_common(1)[0]
            if count >= 0.98 * seen.total():
                return code
        code = detect(text).code
        seen[code] += 1
        return code

    return told


def _refuse_doubles(questions: Sequence[ImportedQuestion]) -> None:
    problems = []
    places: dict[str, ImportedQuestion] = {}
    for question in questions:
        first = places.setdefault(question.content["uid"], question)
        if first is question:
            continue
        if first.content == question.content:
            sentence = _("this is the same question as in line %(first)s. Keep one of them.")
        else:
            sentence = _(
                "line %(first)s has the identifier “%(uid)s” too. Each question needs one of its own."
            )
        values = {"first": first.place.line, "uid": question.content["uid"]}
        problems.append(Problem(question.place.at("uid"), sentence, values))
    if problems:
        raise Unusable(problems[:MOST_PROBLEMS])


def _refuse_lost_parents(questions: Sequence[ImportedQuestion]) -> None:
    parents = {one.content["uid"]: one.content["parent_uid"] for one in questions}
    problems = []
    for question in questions:
        parent = question.content["parent_uid"]
        if parent and parent not in parents:
            sentence = _("there is no question “%(parent)s” to be its parent.")
        elif parent and _circles(question.content["uid"], parents):
            sentence = _("its parent “%(parent)s” goes back to this question itself.")
        else:
            continue
        problems.append(Problem(question.place.at("parent"), sentence, {"parent": parent}))
    if problems:
        raise Unusable(problems[:MOST_PROBLEMS])


def _circles(uid: str, parents: dict[str, str]) -> bool:
    """Whether following the parents comes back to where it began."""
    seen = {uid}
    while uid := parents.get(uid, ""):
        if uid in seen:
            return True
        seen.add(uid)
    return False
