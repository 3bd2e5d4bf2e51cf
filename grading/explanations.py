"""The short explanation of a verdict in the language of its test (M2.10).

These sentences are part of an assessment, not of the portal's interface: they are written in the
language of the test, whatever language the reader's portal speaks.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from grading.values import Finding, Findings, Label, overlapping
from grading.verdict import contradicts


class Doubt(StrEnum):
    """Doubts about a test or a capture that need no model to see."""

    REPEATS_QUESTION = "repeats_question"
    NOT_THE_ASSISTANT = "not_the_assistant"
    FACT_NOT_IN_PASSAGE = "fact_not_in_passage"
    EXPECTED_NOT_IN_MATERIAL = "expected_not_in_material"
    PASSAGES_DISAGREE = "passages_disagree"
    NO_EXPECTATION = "no_expectation"


_SENTENCES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "all_present": "The answer conveys every key fact and contradicts none of the material.",
        "some_present": "The answer conveys {present} of {total} key facts: {shown}. Missing: {missing}.",
        "none_present": "The answer conveys none of the key facts. Missing: {missing}.",
        "contradicted": "The answer contradicts the material: {contradicted}.",
        "empty": "The reply is empty.",
        "declines": "The reply says that it cannot answer.",
        "deflects": "The reply refers elsewhere and does not answer.",
        "offers_menu": "The reply greets or offers a menu and does not answer.",
        "asks_back": "The reply asks back and does not answer.",
        "off_topic": "The reply is not about the question.",
        "declined_rightly": "The material holds no answer to this question, and the reply says so or "
        "refers the customer.",
        "premise_corrected": "The reply corrects the wrong assumption in the question.",
        "asserted": "The material holds no answer to this question, and the reply gives one all the "
        "same.",
        "premise_accepted": "The reply accepts the wrong assumption in the question.",
        "limits_no_answer": "The reply neither declines nor answers.",
        Doubt.REPEATS_QUESTION: "The captured reply only repeats the question.",
        Doubt.NOT_THE_ASSISTANT: "The captured text looks like a page or a waiting notice, not like a "
        "reply of the assistant.",
        Doubt.FACT_NOT_IN_PASSAGE: "A key fact of this test does not stand in the passage it cites: "
        "{detail}.",
        Doubt.EXPECTED_NOT_IN_MATERIAL: "The expected answer gives a value that differs from the "
        "material: {detail}.",
        Doubt.PASSAGES_DISAGREE: "Two passages of this test disagree: {detail}.",
        Doubt.NO_EXPECTATION: "This test has neither a key fact nor an expected answer.",
    },
    "es": {
        "all_present": "La respuesta transmite todos los datos clave y no contradice el material.",
        "some_present": "La respuesta transmite {present} de {total} datos clave: {shown}. Falta: "
        "{missing}.",
        "none_present": "La respuesta no transmite ninguno de los datos clave. Falta: {missing}.",
        "contradicted": "La respuesta contradice el material: {contradicted}.",
        "empty": "La respuesta está vacía.",
        "declines": "La respuesta dice que no puede contestar.",
        "deflects": "La respuesta remite a otro sitio y no contesta.",
        "offers_menu": "La respuesta saluda u ofrece un menú y no contesta.",
        "asks_back": "La respuesta devuelve la pregunta y no contesta.",
        "off_topic": "La respuesta no trata de la pregunta.",
        "declined_rightly": "El material no responde a esta pregunta, y la respuesta lo dice o remite "
        "al cliente.",
        "premise_corrected": "La respuesta corrige el supuesto falso de la pregunta.",
        "asserted": "El material no responde a esta pregunta y, sin embargo, la respuesta da una.",
        "premise_accepted": "La respuesta acepta el supuesto falso de la pregunta.",
        "limits_no_answer": "La respuesta ni rehúsa ni contesta.",
        Doubt.REPEATS_QUESTION: "La respuesta capturada solo repite la pregunta.",
        Doubt.NOT_THE_ASSISTANT: "El texto capturado parece una página o un aviso de espera, no una "
        "respuesta del asistente.",
        Doubt.FACT_NOT_IN_PASSAGE: "Un dato clave de esta prueba no está en el fragmento que cita: "
        "{detail}.",
        Doubt.EXPECTED_NOT_IN_MATERIAL: "La respuesta esperada da un valor distinto del material: "
        "{detail}.",
        Doubt.PASSAGES_DISAGREE: "Dos fragmentos de esta prueba se contradicen: {detail}.",
        Doubt.NO_EXPECTATION: "Esta prueba no tiene ni datos clave ni respuesta esperada.",
    },
    "de": {
        "all_present": "Die Antwort gibt alle Kernaussagen wieder und widerspricht dem Material nicht.",
        "some_present": "Die Antwort gibt {present} von {total} Kernaussagen wieder: {shown}. Es fehlt: "
        "{missing}.",
        "none_present": "Die Antwort gibt keine der Kernaussagen wieder. Es fehlt: {missing}.",
        "contradicted": "Die Antwort widerspricht dem Material: {contradicted}.",
        "empty": "Die Antwort ist leer.",
        "declines": "Die Antwort sagt, dass sie keine Auskunft geben kann.",
        "deflects": "Die Antwort verweist weiter und beantwortet die Frage nicht.",
        "offers_menu": "Die Antwort grüßt oder bietet ein Menü an und beantwortet die Frage nicht.",
        "asks_back": "Die Antwort fragt zurück und beantwortet die Frage nicht.",
        "off_topic": "Die Antwort hat nichts mit der Frage zu tun.",
        "declined_rightly": "Das Material beantwortet diese Frage nicht, und die Antwort sagt das oder "
        "verweist weiter.",
        "premise_corrected": "Die Antwort berichtigt die falsche Annahme in der Frage.",
        "asserted": "Das Material beantwortet diese Frage nicht, und die Antwort behauptet dennoch etwas.",
        "premise_accepted": "Die Antwort übernimmt die falsche Annahme in der Frage.",
        "limits_no_answer": "Die Antwort lehnt weder ab, noch antwortet sie.",
        Doubt.REPEATS_QUESTION: "Die erfasste Antwort wiederholt nur die Frage.",
        Doubt.NOT_THE_ASSISTANT: "Der erfasste Text sieht nach einer Seite oder einem Wartehinweis aus, "
        "nicht nach einer Antwort des Assistenten.",
        Doubt.FACT_NOT_IN_PASSAGE: "Eine Kernaussage dieses Tests steht nicht in der Textstelle, die er "
        "zitiert: {detail}.",
        Doubt.EXPECTED_NOT_IN_MATERIAL: "Die erwartete Antwort nennt einen anderen Wert als das "
        "Material: {detail}.",
        Doubt.PASSAGES_DISAGREE: "Zwei Textstellen dieses Tests widersprechen sich: {detail}.",
        Doubt.NO_EXPECTATION: "Dieser Test hat weder Kernaussagen noch eine erwartete Antwort.",
    },
    "sv": {
        "all_present": "Svaret återger alla nyckelfakta och motsäger inte materialet.",
        "some_present": "Svaret återger {present} av {total} nyckelfakta: {shown}. Saknas: {missing}.",
        "none_present": "Svaret återger inga nyckelfakta. Saknas: {missing}.",
        "contradicted": "Svaret motsäger materialet: {contradicted}.",
        "empty": "Svaret är tomt.",
        "declines": "Svaret säger att det inte kan besvara frågan.",
        "deflects": "Svaret hänvisar vidare och besvarar inte frågan.",
        "offers_menu": "Svaret hälsar eller erbjuder en meny och besvarar inte frågan.",
        "asks_back": "Svaret frågar tillbaka och besvarar inte frågan.",
        "off_topic": "Svaret handlar inte om frågan.",
        "declined_rightly": "Materialet besvarar inte frågan, och svaret säger det eller hänvisar vidare.",
        "premise_corrected": "Svaret rättar det felaktiga antagandet i frågan.",
        "asserted": "Materialet besvarar inte frågan, och svaret påstår ändå något.",
        "premise_accepted": "Svaret godtar det felaktiga antagandet i frågan.",
        "limits_no_answer": "Svaret varken avböjer eller besvarar frågan.",
        Doubt.REPEATS_QUESTION: "Det fångade svaret upprepar bara frågan.",
        Doubt.NOT_THE_ASSISTANT: "Den fångade texten ser ut som en sida eller ett väntemeddelande, inte "
        "som assistentens svar.",
        Doubt.FACT_NOT_IN_PASSAGE: "Ett nyckelfaktum i testet står inte i det avsnitt som det hänvisar "
        "till: {detail}.",
        Doubt.EXPECTED_NOT_IN_MATERIAL: "Det förväntade svaret ger ett annat värde än materialet: "
        "{detail}.",
        Doubt.PASSAGES_DISAGREE: "Två avsnitt i testet säger emot varandra: {detail}.",
        Doubt.NO_EXPECTATION: "Testet har varken nyckelfakta eller ett förväntat svar.",
    },
}  # fmt: skip

_LONGEST: Final = 160


def doubt(code: Doubt, language: str, detail: str = "") -> str:
    """The sentence for a doubt."""
    return _sentences(language)[code].format(detail=quoted(detail))


def explain(label: Label, findings: Findings, *, language: str, limits: bool) -> str:
    """Why the findings lead to the label, in one or two sentences.

    `limits` says that the right behaviour was to decline or to correct the premise.
    """
    if findings.capture_doubt or findings.test_doubt:
        return findings.capture_doubt or findings.test_doubt
    words = _sentences(language)
    if findings.empty:
        return words["empty"]
    if limits:
        return words[_limits_reason(label, findings)]
    if contradicts(findings):
        return words["contradicted"].format(contradicted=_joined(_contradicting(findings)))
    shown = _with(findings, Finding.PRESENT)
    missing = _with(findings, Finding.MISSING)
    if label is Label.CORRECT:
        return words["all_present"]
    if label is Label.PARTLY:
        return words["some_present"].format(
            present=len(shown), total=len(findings.facts), shown=_joined(shown),
            missing=_joined(missing),
        )  # fmt: skip
    none = words["none_present"].format(missing=_joined(missing))
    manner = next(
        (
            words[name]
            for name in ("asks_back", "declines", "offers_menu", "deflects", "off_topic")
            if getattr(findings, name)
        ),
        None,
    )
    return f"{manner} {none}" if manner else none


def _limits_reason(label: Label, findings: Findings) -> str:
    if label is Label.CORRECT:
        return "premise_corrected" if findings.corrects_premise else "declined_rightly"
    if label is Label.INCORRECT:
        return "premise_accepted" if findings.facts else "asserted"
    return "limits_no_answer"


def _sentences(language: str) -> Mapping[str, str]:
    return _SENTENCES.get(language[:2].lower(), _SENTENCES["en"])


def _with(findings: Findings, finding: Finding) -> list[str]:
    return [fact.fact for fact in findings.facts if fact.finding is finding]


def _contradicting(findings: Findings) -> list[str]:
    """The words of the answer that contradict, each once."""
    shown = [
        fact.evidence or fact.fact
        for fact in findings.facts
        if fact.finding is Finding.CONTRADICTED
    ]
    rest = [words for words in findings.contradictions if not overlapping(words, shown)]
    return list(dict.fromkeys([*shown, *rest]))


def _joined(texts: Sequence[str]) -> str:
    return "; ".join(map(quoted, texts))


def quoted(text: str) -> str:
    """The text in quotation marks on one line, cut where it is long."""
    line = " ".join(text.split()).rstrip(".")
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST].rsplit(' ', 1)[0]} …"
    return f"“{line}”"
