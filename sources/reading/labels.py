"""The labels that pages put before questions and answers: "Q:", "Fråga 3:", "问：", "A1."."""

from __future__ import annotations

import re
from typing import Final

from core.text import is_question

# A mark of our scripts wants a space behind it; those of full width have it inside.
_END: Final = r"\s*\d{0,3}\s*(?:[.:)](?:\s+|$)|[：．、）]\s*)"
QUESTION_LABEL: Final = re.compile(
    rf"\A\s*(?:q|question|f|frage|fråga|p|pregunta|domanda|vraag|Ｑ|问|問|質問|질문){_END}",
    re.IGNORECASE,
)
# Behind a question with a label any of these is one.
ANSWER_LABEL: Final = re.compile(
    rf"\A\s*(?:a|answer|s|svar|antwort|r|respuesta|risposta|réponse|Ａ|答|回答|답변?){_END}",
    re.IGNORECASE,
)
# Behind any other question, "A. Smith" is a person.
PLAIN_ANSWER_LABEL: Final = re.compile(
    r"\A\s*(?:a|answer|s|svar|antwort|r|respuesta|risposta|réponse|Ａ|答|回答|답변?)\s*"
    r"(?:\d{0,3}\s*[:)](?:\s+|$)|\d{1,3}\s*\.(?:\s+|$)|\d{0,3}\s*[：．）]\s*)",
    re.IGNORECASE,
)


def labelled_question(text: str) -> str | None:
    """The question in a line such as "Q: How long does it take?", None for any other line."""
    match = QUESTION_LABEL.match(text)
    asked = text[match.end() :] if match else ""
    return asked if asked and is_question(asked) else None
