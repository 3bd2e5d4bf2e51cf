"""Questions written by a language model: one question a call, several calls at a time."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, TypeAlias

from core.fingerprint import fingerprint
from core.llm import (
    ChatModel,
    LLMError,
    LLMRefused,
    LLMUnreadable,
    Message,
    Meter,
    fence,
)
from testsets.values import Draft, Material, QuestionType, UnusableReply, no_limit
from testsets.writers.model.kinds import KINDS
from testsets.writers.model.planning import Assignment, assignments
from testsets.writers.model.prompts import INSTRUCTIONS, PASSAGE, TASK, schema_of
from testsets.writers.model.replies import draft_of, unusable

_MOST_TOKENS: Final = 900
_DEADLINE_S: Final = 120.0
_LOOK_UP_S: Final = 0.5
# A server that failed this many calls in a row is down: going on would only use up the passages.
_GIVEN_UP_AFTER: Final = 4
# Of so many drafts asked for one fails the checks; asking a few more at once saves waiting.
_SPARE: Final = 5

_Outcome: TypeAlias = Draft | UnusableReply | LLMError


class ModelWriter:
    """Proposes questions that a language model words, over the model's shared line."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model by its name."""
        return f"Language model {self._model.name}"

    @property
    def fingerprint(self) -> str:
        """Changes with the model, the wording of its instructions and the form of its replies."""
        return fingerprint(
            {
                "writer": "model",
                "model": self._model.name,
                "prompts": [p.fingerprint for p in (INSTRUCTIONS, TASK, PASSAGE)],
                "kinds": {type_.value: kind.ask.template for type_, kind in KINDS.items()},
                "schemas": {type_.value: dict(schema_of(kind)) for type_, kind in KINDS.items()},
            }
        )

    @property
    def meter(self) -> Meter:
        """That of the model it asks."""
        return self._model.meter

    @property
    def types(self) -> frozenset[QuestionType]:
        """Every type but the variants."""
        return frozenset(KINDS)

    def drafts(
        self,
        material: Sequence[Material],
        *,
        wanted: int,
        shares: Mapping[QuestionType, int],
        language: str | None,
        stop: Callable[[], bool],
        affords: Callable[[int], bool] = no_limit,
    ) -> Iterator[Draft | UnusableReply]:
        """Yield each draft as its call ends.

        At most as many calls are under way as drafts are missing, and a few spare ones. Raises the
        last LLMError when the server fails several calls in a row.
        """
        usable = [p for p in material if language is None or p.language == language]
        todo = assignments(usable, shares)
        abreast = self._model.endpoint.concurrency
        pool = ThreadPoolExecutor(max_workers=abreast, thread_name_prefix="drafting")
        under_way: set[Future[_Outcome]] = set()
        ready: deque[Draft | UnusableReply] = deque()
        missing, failed = wanted, 0
        down: LLMError | None = None
        try:
            while not stop():
                # Before each draft is handed out, for to check it takes time too. As many again wait
                # in the pool, so that whoever is done goes on at once, without waiting for us.
                need = missing + missing // _SPARE
                if missing <= 0:  # all came; more only when the checks have refused some of them
                    need = 0 if ready else max(1, abreast // 2)
                most = 0 if down else min(2 * abreast, need)
                while (
                    len(under_way) < most
                    and affords(len(under_way))
                    and (assignment := next(todo, None)) is not None
                ):
                    under_way.add(pool.submit(self._ask, assignment))
                if ready:
                    yield ready.popleft()
                elif down is not None:
                    raise down
                elif not under_way:
                    return
                done, under_way = wait(
                    under_way, timeout=0 if ready else _LOOK_UP_S, return_when=FIRST_COMPLETED
                )
                for future in done:
                    outcome = future.result()
                    if isinstance(outcome, LLMError):
                        failed += 1
                        down = outcome if failed >= _GIVEN_UP_AFTER else down
                        continue
                    failed = 0
                    missing -= isinstance(outcome, Draft)
                    ready.append(outcome)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _ask(self, assignment: Assignment) -> _Outcome:
        passage = assignment.passage
        task = TASK.fill(
            language=assignment.language,
            kind=assignment.description,
            passages="\n\n".join(
                _shown(shown, number) for number, shown in enumerate(assignment.passages, start=1)
            ),
        )
        try:
            completion = self._model.complete(
                [Message("system", INSTRUCTIONS.fill()), Message("user", task)],
                schema=schema_of(assignment.kind),
                schema_name="question",
                max_tokens=_MOST_TOKENS,
                deadline_s=_DEADLINE_S,
            )
        except LLMUnreadable as error:
            return unusable(passage, "unreadable", str(error), error.raw)
        except LLMRefused as error:
            return unusable(passage, "refused", str(error), "")
        except LLMError as error:
            return error
        return draft_of(completion, assignment)


def _shown(passage: Material, number: int) -> str:
    asked = f"{passage.question}\n\n{passage.text}" if passage.question else passage.text
    headings = " > ".join(passage.heading_path) or passage.document
    return PASSAGE.fill(number=number, headings=headings, text=fence(asked).text)
