"""The second reader: a language model looks for what must not be in the material (M1.19)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.llm import ChatModel, LLMRefused, LLMUnreadable, Message, Meter, fence
from core.text import storable
from testsets.values import Material
from testsets.writers.model.prompts import LOOK, LOOK_SCHEMA

_MOST_TOKENS: Final = 300
_DEADLINE_S: Final = 120.0


class ModelReader:
    """Asks a language model which words of some passages speak to a question or a detail."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def meter(self) -> Meter:
        """That of the model it asks."""
        return self._model.meter

    def shows(self, question: str, detail: str, passages: Sequence[Material]) -> str:
        """The words it names, whether or not they stand there; "" when it finds none.

        A reply that cannot be read, or a refusal, counts as found: what is not proven absent is not
        absent. Raises another LLMError when the server fails.
        """
        asked = f"Question:\n{fence(question).text}\n\nDetail:\n{fence(detail).text}\n\n"
        shown = "\n\n".join(
            f"Passage {number}:\n{fence(f'{passage.question} {passage.text}'.strip()).text}"
            for number, passage in enumerate(passages, start=1)
        )
        try:
            completion = self._model.complete(
                [Message("system", LOOK.fill()), Message("user", asked + shown)],
                schema=LOOK_SCHEMA,
                schema_name="found",
                max_tokens=_MOST_TOKENS,
                deadline_s=_DEADLINE_S,
            )
        except (LLMUnreadable, LLMRefused) as error:
            return str(error)
        # `parsed` satisfies the schema, so the shape is known.
        reply: Mapping[str, Any] = completion.parsed  # type: ignore[assignment]  # see above
        return storable(reply["quotation"]).strip()
