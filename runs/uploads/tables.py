"""Rows that hold a question and its answer, whoever's tool wrote them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from core.text import storable
from runs.connectors.replies import as_text
from runs.uploads.names import ALIKE, ANSWERS, meant, plain
from runs.uploads.pieces import contexts_of, question_text, reply_text, tools_of
from runs.uploads.times import as_iso, moment
from runs.uploads.values import Remarks, UploadedAnswer
from sources.marking import gettext_noop as _
from testsets.exchange import Left, Place
from testsets.exchange.plain import filled, unpacked
from testsets.exchange.problems import refuse
from testsets.exchange.rows import Row

# Of these columns all must be there, and of the second group one.
_SHAPES: Final[Sequence[tuple[str, tuple[str, ...], tuple[str, ...]]]] = (
    ("open_rag_eval", ("query id", "passage", "generated answer"), ()),
    ("promptfoo", ("vars",), ()),
    ("deepeval", ("actual output",), ()),
    ("ragas", ("user input", "response"), ()),
    ("giskard", ("reference answer",), ("reference context", "conversation history")),
    ("langfuse", ("input", "output"), (
        "expected output", "trace id", "source trace id", "observation id", "start time", "metadata",
    )),
    ("inspect", ("input", "target"), ()),
    ("alpaca", ("instruction", "output"), ()),
    ("caudals", ("uid", "question", "answer"), ()),
)  # fmt: skip
# Tools that store what the model gave back as it came, not only its text.
_PACKED: Final = ("langfuse", "inspect", "promptfoo", "ragas")


def shape_of(columns: Iterable[str]) -> str:
    """Whose table this is, "other" when nobody's that is known."""
    titles = list(columns)
    known = {plain(title) for title in titles}
    if any(title.startswith("__expected") for title in titles):
        return "promptfoo"
    for shape, every, some in _SHAPES:
        if all(plain(one) in known for one in every) and (
            not some or any(plain(one) in known for one in some)
        ):
            return shape
    return "other"


def opened(value: Mapping[str, Any]) -> dict[str, Any]:
    """The row with what promptfoo keeps inside it beside the rest: variables, and the response."""
    row = dict(value)
    if isinstance(row.get("vars"), Mapping):
        row |= {key: inner for key, inner in row["vars"].items() if key not in row}
    response = row.get("response")
    if isinstance(response, Mapping) and "output" in response:
        row["response"] = response["output"]
    return row


def answers_in(rows: Sequence[Row], remarks: Remarks, shape: str) -> Iterator[UploadedAnswer]:
    """The answer of each row; refused where the columns do not say what they are."""
    told: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for row in rows:
        columns = tuple(row.value)
        if columns not in told:
            told[columns] = _columns(columns, row.place, shape)
        names = told[columns]
        used = {title for titles in names.values() for title in titles[:1]}
        if shape == "alpaca":
            used |= set(names["question"])
        for title, value in row.value.items():
            if title not in used and filled(value):
                remarks.notes.leave(Left.COLUMN, title)
        yield _answer(row, names, remarks, shape)


def _columns(columns: Sequence[str], place: Place, shape: str) -> dict[str, list[str]]:
    names = meant(columns, ANSWERS)
    for thing, titles in names.items():
        if (
            len(titles) > 1
            and thing not in ALIKE
            and not (shape == "alpaca" and thing == "question")
        ):
            if shape == "promptfoo" and thing == "question" and "vars" in columns:
                # The prompt of a promptfoo result is the whole text that was sent.
                titles[:] = [one for one in titles if plain(one) != "prompt"] or titles
                if len(titles) == 1:
                    continue
            refuse(
                place,
                _(
                    "the columns %(columns)s would all be the same thing: %(thing)s. Keep one of them."
                ),
                columns=", ".join(titles),
                thing=thing,
            )
    if not names["answer"]:
        refuse(
            place,
            _("no column for the answer (%(accepted)s). There is: %(columns)s."),
            accepted=", ".join(ANSWERS["answer"]),
            columns=", ".join(columns)[:500],
        )
    if not names["uid"] and not names["question"]:
        refuse(
            place,
            _("no column for what is answered (%(accepted)s). There is: %(columns)s."),
            accepted=", ".join((*ANSWERS["uid"], *ANSWERS["question"])),
            columns=", ".join(columns)[:500],
        )
    return names


def _answer(
    row: Row, names: Mapping[str, Sequence[str]], remarks: Remarks, shape: str
) -> UploadedAnswer:
    def value(thing: str) -> Any:
        return row.value.get(names[thing][0]) if names[thing] else None

    question = question_text(value("question"))
    if shape == "alpaca":
        parts = (question_text(row.value[name]) for name in reversed(names["question"]))
        question = "\n".join(part for part in parts if part)
    uid = question_text(value("uid")) if not isinstance(value("uid"), bool) else ""
    if not uid and not question:
        refuse(row.place, _("neither an identifier nor a question stands here."))
    given = value("answer")
    if shape in _PACKED:
        given = unpacked(given)
    seconds = _number(value("seconds"))
    at = next((one for name in names["asked_at"] if filled(one := row.value.get(name))), None)
    told = moment(at)
    remarks.times_unread += at is not None and told is None
    context = next((one for name in names["contexts"] if filled(one := row.value.get(name))), None)
    return UploadedAnswer(
        place=row.place,
        uid=uid,
        question=question,
        answer=None if given is None else _reply(given, shape),
        contexts=contexts_of(context),
        tools=tools_of(value("tools")),
        asked_at=as_iso(told),
        seconds=seconds,
    )


def _reply(given: Any, shape: str) -> str:
    # Elsewhere an answer that is an object is one: it is kept whole.
    return reply_text(given) if shape in _PACKED else storable(as_text(given))


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if 0 <= number < 1e7 else None


def one_a_question(rows: Iterable[tuple[Row, UploadedAnswer]]) -> list[UploadedAnswer]:
    """Rows of one passage each, put together: the answer once, with all its passages in order."""
    groups: dict[tuple[str, str, str], list[UploadedAnswer]] = {}
    for row, answer in rows:
        run = meant(row.value, {"run": ("query run",)})["run"]
        turn = str(row.value.get(run[0]) or "") if run else ""
        key = (answer.uid, "" if answer.uid else answer.question, turn)
        groups.setdefault(key, []).append(answer)
    return [_together(group) for group in groups.values()]


def _together(group: Sequence[UploadedAnswer]) -> UploadedAnswer:
    said = list(dict.fromkeys(one.answer for one in group if one.answer))
    if len(said) > 1:
        other = next(one for one in group if one.answer == said[1])
        refuse(
            other.place,
            _("this row has another answer than line %(first)s, to the same question and run."),
            first=group[0].place.line,
        )
    first = group[0]
    question = next((one.question for one in group if one.question), "")
    passages = tuple(dict.fromkeys(text for one in group for text in one.contexts))
    answer = said[0] if said else first.answer
    return replace(first, question=question, contexts=passages, answer=answer)
