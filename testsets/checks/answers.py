"""The expected answer says what the passage says, and nothing besides (M1.15, M2.6)."""

import re
from collections import Counter
from typing import Final

from core.text import content_words, find_quotation, fold, sentences
from testsets.checks.context import Context
from testsets.checks.notations import noted_words
from testsets.values import Draft, Expects, QuestionType, Rejection

# A sentence of the answer counts as supported when this share of its content words is known.
ENOUGH_KNOWN: Final = 0.6
_JOINED: Final = re.compile(
    r";(?=\s)|(?<=[!?])(?=[^\W\d_])|(?<=[^\W\d_]{3}\.)(?=[A-ZÅÄÖÜÉÑ][^\W\d_])"
)

_NO_ANSWER: Final[tuple[str, ...]] = (
    # English
    r"(?:is|are|was|were|does|do)(?: not|n't) (?:\w+ )?(?:mention|provid|specif|stat|contain|includ"
    r"|given|described|available in|found in|answer)\w*[^.]{0,40}"
    r"(?:context|text|passage|document|material|source|page|information given|excerpt)",
    r"(?:context|text|passage|excerpt|material|source|page|information)s? (?:\w+ )?(?:does|do)(?: not|n't)"
    r" (?:\w+ )?(?:mention|provid|specif|stat|say|give|answer|have enough)",
    r"(?:context|text|passage|excerpt)s? (?:\w+ )?(?:does|do)(?: not|n't) (?:\w+ )?(?:contain|includ)",
    # Customers' own documents lack signatures and dates; only the writer's lack an answer.
    r"(?:document|material|source|page)s? (?:\w+ )?(?:does|do)(?: not|n't) (?:\w+ )?(?:mention|specif"
    r"|(?:contain|includ|provid|giv|stat|say)\w* (?:\w+ ){0,2}(?:answer|information|detail|mention))",
    r"(?:not|n't|cannot|can't) (?:be )?(?:answer|determin|find|found|infer)\w*[^.]{0,50}"
    r"(?:context|text|passage|document|material|source|information|question)",
    r"no (?:information|answer|mention)\b[^.]{0,30}(?:context|text|passage|document|provided"
    r"|given|available)",
    r"^(?:i (?:do not|don't) know|unknown|n/a|none|unanswerable|no answer"
    r"|(?:the )?(?:information |answer )?(?:is )?(?:not|cannot be) (?:mentioned|specified|stated|provided"
    r"|available|applicable|given|found|determined|answered)"
    r"|(?:insufficient|not enough) (?:information|context)[^.]{0,40})\.?$"
    r"|as an ai\b|the answer (?:to [^.]*)?is(?: not|n't) (?:in|given|present|provided)"
    r"|^(?:answer: )?not in (?:the )?(?:given |provided )?(?:context|text|passage|excerpt)\.?$",
    # German
    r"(?:kontext|text|abschnitt|passage|quelle|auszug)\w* (?:wird |geht |enthält |gibt |steht )?"
    r"[^.]{0,40}\b(?:nicht|keine?n?r?)\b|dokument\w* (?:wird|geht|enthält|gibt|steht|nennt|sagt)\b"
    r"[^.]{0,30}\b(?:nicht (?:erwähnt|genannt|angegeben|hervor)|keine (?:angabe|information|antwort"
    r"|auskunft))",
    r"keine (?:angaben?|informationen?|antwort|auskunft)[^.]{0,40}(?:text|kontext|dokument"
    r"|passage|enthalten|vorhanden)",
    r"^(?:ich weiß (?:es )?nicht|unbekannt|keine angaben?|nicht (?:angegeben|erwähnt|genannt))\.?$"
    r"|(?:lässt|kann)[^.]{0,30}nicht (?:beantworte[tn]|entnehmen)|nicht (?:im|aus dem) (?:text"
    r"|kontext|dokument)",
    # Spanish
    r"(?:contexto|texto|documento|pasaje|fragmento|fuente) no (?:se )?(?:menciona|proporciona"
    r"|especifica|indica"
    r"|contiene|incluye|dice|responde)",
    r"no (?:se|está|aparece|hay)[^.]{0,40}(?:contexto|texto|documento|pasaje|fragmento"
    r"|información proporcionada)",
    r"^(?:no (?:lo )?sé|desconocid[oa]|no (?:se )?(?:menciona|especifica|indica))\.?$",
    # Swedish
    r"(?:sammanhanget|kontexten|texten|stycket|avsnittet|källan) (?:\w+ )?(?:inte|inga|ingen)\b"
    r"|dokumentet (?:nämner|anger|säger|ger|svarar|innehåller) (?:inte|inga|ingen)\b",
    r"(?:framgår|nämns|anges|står|finns)[^.]{0,30}inte[^.]{0,30}(?:texten|kontexten|dokumentet"
    r"|sammanhanget)",
    r"^(?:jag vet inte|vet ej|okänt|(?:nämns|anges|framgår) (?:inte|ej)|ej angivet)\.?$"
    r"|ingen information[^.]{0,30}(?:text|kontext|dokument)",
    # French
    r"(?:contexte|texte|document|passage) ne (?:mentionne|précise|contient|fournit|donne|dit)"
    r"|réponse (?:n'est pas|ne (?:se trouve|figure) pas) dans|^je ne sais pas",
    # others
    r"未提及|没有提到|无法回答|上下文中没有|不在上下文|記載されていません|言及されていません|わかりません"
    r"|언급되지 않|알 수 없",
)
_NO_ANSWER_PATTERN: Final = re.compile("|".join(_NO_ANSWER), re.IGNORECASE | re.MULTILINE)


def has_an_answer(draft: Draft, context: Context) -> Rejection | None:
    """“The answer is not in the context” is never the expected answer of an ordinary question."""
    if draft.expects is not Expects.ANSWER:
        return None
    answer = fold(draft.expected_answer).strip()
    if not answer:
        return Rejection("answer_missing", "There is no expected answer.")
    found = _NO_ANSWER_PATTERN.search(answer)
    if found:
        return Rejection(
            "answer_missing", f"The expected answer says that there is none: “{found.group()}”."
        )
    return None


def answer_is_supported(draft: Draft, context: Context) -> Rejection | None:
    """Every sentence and every figure of the expected answer comes from the passage."""
    passages = context.passages(draft)
    if not passages or draft.expects is not Expects.ANSWER:
        return None
    known = "\n".join(
        f"{passage.text}\n{passage.question}\n{' '.join(passage.heading_path)}"
        for passage in passages
    )
    invented = sorted(_numbers(draft.expected_answer) - _numbers(f"{known}\n{draft.question}"))
    if invented:
        return Rejection(
            "answer_supported", f"The passage does not hold the figure “{invented[0]}”."
        )
    if draft.type is QuestionType.CROSS_LANGUAGE:
        return None  # another language shares figures with its source, and hardly any words
    for sentence in _statements(draft.expected_answer):
        told = any(find_quotation(sentence, passage.text) for passage in passages)
        if not told and not _is_known(sentence, f"{known}\n{draft.question}", draft.language):
            return Rejection("answer_supported", f"The passage does not say “{sentence}”.")
    return None


def _statements(answer: str) -> list[str]:
    """The sentences of the answer, in parts where semicolons or missing spaces join several."""
    found = [answer[span.start : span.end] for span in sentences(answer)]
    parts = [part.strip() for sentence in found for part in _JOINED.split(sentence)]
    return [part for part in parts if part]


def _is_known(sentence: str, known: str, language: str) -> bool:
    """Whether enough of what the sentence says occurs in what is known."""
    said = Counter(content_words(sentence, language))
    if not said:
        return True
    there = set(content_words(known, language))
    return sum(n for word, n in said.items() if word in there) >= ENOUGH_KNOWN * said.total()


def _numbers(text: str) -> set[str]:
    return {word for word in noted_words(text) if any(map(str.isdigit, word))}
