"""A draft is a question, in any script, and in the language it is meant to be in (M1.4)."""

from typing import Final

from core.language import detect
from core.text import content_words, is_question, words
from testsets.checks.context import Context
from testsets.values import VARIANTS, Draft, QuestionType, Rejection

# Below this many words the language of a text cannot be told from the text itself.
_ENOUGH_WORDS: Final = 4
_SURE: Final = 0.9
_LONGEST_QUESTION: Final = 60


def is_shaped_like_a_question(draft: Draft, context: Context) -> Rejection | None:
    """It asks something: a question mark of any script, or the word order of a question."""
    if draft.type in VARIANTS:
        return None  # search-box keywords are no sentence, and typos may fall on the question mark
    if not is_question(draft.question):
        return Rejection("question_shape", "It is not worded as a question.")
    if len(words(draft.question)) > _LONGEST_QUESTION and draft.language not in {"zh", "ja", "th"}:
        return Rejection("question_shape", "It is too long: nobody would type it into a chat.")
    return None


def speaks_the_right_language(draft: Draft, context: Context) -> Rejection | None:
    """The question is in the language it claims: the passage's, unless its type says otherwise."""
    passage = context.passage(draft)
    if passage is not None:
        same = draft.language == passage.language
        if draft.type is QuestionType.CROSS_LANGUAGE and same:
            return Rejection("question_language", "It is asked in the same language as its source.")
        if draft.type is not QuestionType.CROSS_LANGUAGE and not same:
            return Rejection(
                "question_language",
                f"It is in “{draft.language}”, its passage in “{passage.language}”.",
            )
    if draft.type in VARIANTS:
        return None  # misspelt words and bare keywords say little about their language
    spoken = spoken_language(draft.question, draft.language)
    if spoken != draft.language:
        return Rejection(
            "question_language", f"It reads as “{spoken}”, but should be in “{draft.language}”."
        )
    return None


def spoken_language(text: str, expected: str) -> str:
    """The language a text is in; the expected one unless the text clearly says another."""
    if len(words(text)) < _ENOUGH_WORDS:
        return expected
    detected = detect(text, hint=expected)
    if detected.code == expected or detected.confidence < _SURE:
        return expected
    # Names and terms of the trade are foreign words; function words of its own make it native.
    if len(content_words(text, expected)) < 0.6 * len(words(text)):
        return expected
    return detected.code
