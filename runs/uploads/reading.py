"""A file of answers or a transcript, whoever wrote it: all of it, or the places that are wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from runs.uploads import chats
from runs.uploads.dialogues import dialogue
from runs.uploads.files import (
    ENDINGS,
    File,
    ending_of,
    is_archive,
    media_of,
    refuse_media,
    unpacked_files,
)
from runs.uploads.messages import conversations_of, known_conversations
from runs.uploads.names import ANSWERS, DIALOGUES, MESSAGES, meant, plain
from runs.uploads.tables import answers_in, one_a_question, opened, shape_of
from runs.uploads.turns import answers_of
from runs.uploads.values import Conversation, Remarks, UploadedAnswer
from sources.marking import gettext_noop as _
from testsets.exchange import LARGEST_FILE, Left, Place
from testsets.exchange.csv_files import read_csv
from testsets.exchange.json_files import read_json, read_jsonl
from testsets.exchange.problems import MOST_PROBLEMS, Problem, Unusable, refuse
from testsets.exchange.rows import Row, Rows
from testsets.exchange.xlsx_files import read_xlsx

__all__ = ["ENDINGS", "ReadUpload", "read_upload"]

# Under which keys exports keep the list of their conversations.
_LISTS: Final = ("conversations", "chats", "results", "tickets")


@dataclass(frozen=True, slots=True)
class ReadUpload:
    """What was understood of a file: its answers, whose shape it has, and what to know about it."""

    name: str
    shape: str
    answers: Sequence[UploadedAnswer]
    remarks: Remarks


def read_upload(raw: bytes, *, name: str) -> ReadUpload:
    """All answers of the file. Unusable with the places that are wrong, and then none of it counts."""
    if len(raw) > LARGEST_FILE:
        refuse(Place(name), _("larger than %(most)s MB."), most=LARGEST_FILE // 1024 // 1024)
    if not raw.strip():
        refuse(Place(name), _("this file is empty."))
    refuse_media(name, raw)
    remarks = Remarks()
    found = _archive(raw, name, remarks) if is_archive(raw) else _rows(File(name, raw))
    if not found.rows:
        refuse(Place(name), _("this holds no answers."))
    _take_notes(found, remarks)
    try:
        shape, answers = _answers(found, remarks)
    except RecursionError:
        refuse(
            Place(name),
            _("this is no JSON that can be read: a number too long, or nested too deep."),
        )
    if not answers:
        refuse(Place(name), _("this holds no answers."))
    return ReadUpload(name, shape, answers, remarks)


def _take_notes(found: Rows, remarks: Remarks) -> None:
    remarks.notes.encoding = found.notes.encoding
    remarks.notes.left.update(found.notes.left)


def _archive(raw: bytes, name: str, remarks: Remarks) -> Rows:
    files, left = unpacked_files(raw, name)
    conversations = [one for one in files if one.name.endswith("/conversations.json")]
    tables = {one.name.rsplit("/", 1)[-1].lower(): one for one in files}
    if "messages.csv" in tables:
        found = _rows(tables["messages.csv"])
        taken = [tables["messages.csv"]]
        if "conversations.csv" in tables:
            taken.append(tables["conversations.csv"])
            found = known_conversations(found, _rows(tables["conversations.csv"]))
    elif len(chosen := conversations or files) == 1:
        found, taken = _rows(chosen[0]), chosen
    elif not files:
        media = [one for one in left if media_of(one, b"")]
        refuse(
            Place(f"{name}/{(media or left or [''])[0]}"),
            _("no file in this archive holds text that is read (%(endings)s)."),
            endings=", ".join(f".{ending}" for ending in ENDINGS[:-1]),
        )
    else:
        refuse(
            Place(name),
            _(
                "it can't be told which file of this archive holds the answers: %(files)s. Upload"
                " that one alone."
            ),
            files=", ".join(one.name.removeprefix(f"{name}/") for one in files[:8]),
        )
    others = [one.name.removeprefix(f"{name}/") for one in files if one not in taken]
    remarks.files = (*others, *left)
    return found


def _rows(file: File) -> Rows:
    name, raw = file
    ending = ending_of(name)
    if raw.startswith(b"PK\x03\x04"):
        return read_xlsx(raw, name, known=_known)
    if ending in ("csv", "tsv"):
        return read_csv(raw, name, known=_known, tabs=ending == "tsv", needed=_is_answer)
    if ending in ("jsonl", "ndjson"):
        return read_jsonl(raw, name)
    if ending == "json":
        return _spread(read_json(raw, name))
    if ending in ("xls", "xlsx"):
        refuse(Place(name), _("this is no Excel workbook that can be read. Save it as .xlsx."))
    if ending == "zip":
        refuse(
            Place(name), _("this archive cannot be opened: damaged, or protected by a password.")
        )
    return refuse(
        Place(name),
        _("answers are read from files that end in %(endings)s."),
        endings=", ".join(f".{ending}" for ending in ENDINGS),
    )


def _is_answer(title: str) -> bool:
    """Whether a cell missing here would read as an answer that said nothing."""
    return any(plain(title) == plain(name) for name in ANSWERS["answer"])


def _known(titles: Sequence[str]) -> int:
    """How many titles of a header mean something here."""
    named = [*meant(titles, ANSWERS).values(), *meant(titles, MESSAGES).values()]
    return len({title for found in named for title in found}) + sum(
        plain(title) in map(plain, DIALOGUES) for title in titles
    )


def _spread(found: Rows) -> Rows:
    """The conversations that stand in a list inside the only object of a file."""
    while len(found.rows) == 1:
        value, place = found.rows[0].value, found.rows[0].place
        key = next((key for key in _LISTS if _holds(value.get(key))), None)
        inner = value.get(key) if key else value.get("results")
        if isinstance(inner, Mapping):  # promptfoo keeps its results inside its results
            found = Rows([Row(place, inner)], tuple(inner), flat=False, notes=found.notes)
            continue
        if not key or not isinstance(inner, list):
            return found
        rows = [
            Row(Place(place.file, number, unit="entry"), entry)
            for number, entry in enumerate(inner, start=1)
            if isinstance(entry, Mapping)
        ]
        columns = tuple(dict.fromkeys(name for row in rows for name in row.value))
        return Rows(rows, columns, flat=False, notes=found.notes)
    return found


def _holds(value: Any) -> bool:
    """Whether this is a list of conversations or results, and not the messages of one."""
    if not isinstance(value, list) or not value or not isinstance(value[0], Mapping):
        return False
    return chats.recognised(value[0]) is not None or "vars" in value[0]


def _answers(found: Rows, remarks: Remarks) -> tuple[str, list[UploadedAnswer]]:
    rows = [Row(row.place, opened(row.value)) for row in found.rows]
    columns = tuple(dict.fromkeys(name for row in rows for name in row.value))
    names = meant(columns, ANSWERS)
    first = next((told for row in rows if (told := chats.recognised(row.value))), None)
    if first is not None and not (names["answer"] and names["question"]):
        return first[0], list(answers_of(list(_conversations(rows, remarks)), remarks))
    if not names["answer"]:
        held = [title for title in columns if plain(title) in map(plain, DIALOGUES)]
        messages = meant(columns, MESSAGES)
        if messages["role"] and messages["text"]:
            return "messages", list(answers_of(conversations_of(rows, messages, remarks), remarks))
        if held:
            return _dialogues(rows, held[0], columns, remarks)
    shape = shape_of(columns)
    answers = list(answers_in(rows, remarks, shape))
    if shape == "open_rag_eval":
        answers = one_a_question(zip(rows, answers, strict=True))
    return shape, answers


def _conversations(rows: Sequence[Row], remarks: Remarks) -> Iterator[Conversation]:
    for row in rows:
        told = chats.recognised(row.value)
        if told is None:
            remarks.notes.leave(Left.ENTRY, ", ".join(list(row.value)[:3]))
            continue
        turns = [turn for turn in told[1](row.value, remarks) if turn.role]
        yield Conversation(row.place, turns)


def _dialogues(
    rows: Sequence[Row], column: str, columns: Sequence[str], remarks: Remarks
) -> tuple[str, list[UploadedAnswer]]:
    conversations: list[Conversation] = []
    problems: list[Problem] = []
    for row in rows:
        text = row.value.get(column)
        if not isinstance(text, str) or not text.strip():
            continue
        try:
            conversations.append(Conversation(row.place, dialogue(text, row.place.at(column))))
        except Unusable as refusal:
            problems += refusal.problems
    if problems:
        raise Unusable(problems[:MOST_PROBLEMS])
    sales = "ischatbotsession" in map(plain, columns) or plain(column) == "body"
    return "salesforce" if sales else "dialogue", list(answers_of(conversations, remarks))
