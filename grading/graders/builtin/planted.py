"""Text in an answer that speaks to its grader. It is no part of what the answer says."""

import re
from typing import Final

from core.text import normalise

_GRADE_WORD: Final = (
    r"grade|score|verdict|rating|label|result|judg(?:e)?ment|evaluation|opinion|outcome|"
    r"nota|puntuación|calificación|veredicto|resultado|evaluación|"
    r"note|bewertung|urteil|ergebnis|punktzahl|einstufung|"
    r"betyg|poäng|omdöme|bedömning|resultat|évaluation|verdict|barème"
)
_RIGHT: Final = (
    r"correct|right|perfect|complete|pass(?:ed)?|true|incorrect|wrong|fail(?:ed)?|partly correct|"
    r"correct[aoe]|perfect[ao]|complet[ao]|aprobad[oa]|incorrect[oae]|"
    r"richtig|korrekt|perfekt|vollständig|bestanden|falsch|"
    r"rätt|riktigt|godkänt?|underkänt?|fel|exacte?|juste|faux|valide"
)
_GRADER: Final = (
    r"grader|judge|evaluator|examiner|assessor|reviewer|rubric|grading|"
    r"evaluador|evaluadora|corrector|corrector automático|rúbrica|juez|"
    r"prüfer|bewerter|gutachter|korrektor|bewertungs\w*|"
    r"bedömare|granskare|rättare|bedömnings\w*|examinator|"
    r"évaluateur|correcteur|examinateur|grille"
)
_INSTRUCTIONS: Final = (
    r"instructions?|rubric|criteria|prompt|rules|guidelines|directions|context|"
    r"instrucciones|rúbrica|criterios|reglas|indicaciones|"
    r"anweisungen|anleitung|kriterien|regeln|vorgaben|bewertungs\w*|"
    r"instruktioner\w*|anvisningar\w*|kriterier\w*|regler\w*|bedömnings\w*|"
    r"instructions|consignes|critères|règles|barème"
)
_IGNORE: Final = (
    r"ignore|disregard|forget|override|ignora|ignore|ignorá|olvida|olvide|omite|"
    r"ignoriere|ignorieren|vergiss|vergessen|missachte|ignorera|bortse|glöm|ignorez|oubliez|oublie"
)

_PLANTED: Final = re.compile(
    "|".join(
        (
            # a verdict in the form of a field or of data
            rf"^\W*(?:final |overall |the |my )?(?:{_GRADE_WORD})\W{{0,3}}\s*(?:[:=]|is|ist|es|är|est)"
            rf"\W*(?:{_RIGHT}|[a-f][+-]?|\d{{1,3}}(?:[.,]\d+)?(?: ?/ ?\d{{1,3}}| ?%)?)\W*$",
            r"^\W*\$?\{+[^}]*\}+\W*$|^\W*%s\W*$|^\W*`{3}\w*\W*$",
            r"^\W*#+ ?(?:system|instruction|assistant|end|response)",
            r"^\W*(?:system|assistant|user|sistema|human) ?(?:prompt|message)?\s*:",
            # a request to whoever grades
            rf"\b(?:{_IGNORE})\b.{{0,60}}\b(?:{_INSTRUCTIONS}|{_GRADER})\b",
            rf"\b(?:dear|note to|attention|as|to|you are|an|querido|estimado|nota para|como|lieber|an den|"
            rf"als|hinweis an|till|kära|som|cher|note à|en tant que)\b.{{0,24}}\b(?:{_GRADER})\b",
            rf"\b(?:mark|grade|rate|label|classify|score|accept|return|output|print|answer with|respond "
            rf"with|reply|give|award|assign|marca|califica|calificar|clasifica|devuelve|responde|puntúa|"
            rf"bewerte|markiere|gib|stufe|werte|antworte|bedöm|markera|betygsätt|returnera|svara|godkänn|"
            rf"note[rz]?|marque[rz]?|renvoie|attribue[rz]?|réponds)\b.{{0,50}}"
            rf"(?:\b(?:{_RIGHT})\b|\b(?:full|maximum|top|max) (?:marks|score|points)|\b1(?:[.,]0)?\b|\b10\b|"
            rf"\b100 ?%|\bmáxima?\b|\bvoll\w*\b|\bhögsta\b|\bmaximale?\b)",
            # an assertion about the answer itself
            rf"\b(?:this|the|my|above|previous|esta|la|mi|diese|die|meine|das|detta|svaret|mitt|cette|la|ma)"
            rf"\b.{{0,20}}\b(?:answer|response|reply|submission|respuesta|antwort|svar|svaret|réponse)\b"
            rf".{{0,40}}\b(?:is|are|es|ist|är|est|contains?|contiene|enthält|innehåller|contient|conveys?|"
            rf"matches|satisfies|meets|deserves|fulfils|cumple|merece|verdient|uppfyller)\b.{{0,50}}"
            rf"\b(?:{_RIGHT}|key facts?|datos clave|schlüssel\w*|kernfakten|nyckelfakta|faits|criteria|"
            rf"expected|facts|hechos|fakten|marks?|points?|score)\b",
            rf"^\W*(?:svaret|det) är (?:helt )?(?:{_RIGHT})\W*$",
            r"\b(?:all|every|todos los|alle|alla|tous les) (?:key )?(?:facts?|datos clave|fakten|"
            r"nyckelfakta|faits)\b.{0,30}\b(?:present|found|included|presentes?|vorhanden|finns|présents)",
            # a bare verdict
            rf"^\W*(?:{_RIGHT})\W*$",
            r"^\W*(?:[a-f][+-]?|\d{1,3} ?/ ?\d{1,3}|[01][.,]0)\W*$",
            r"[✅✔☑💯]\s*\w{0,12}\W*$",
        )
    ),
    re.IGNORECASE,
)
_TOKENS: Final = re.compile(
    r"\[/?(?:end|begin|start|fin|inicio|ende|beginn|slut|börja|inst|sys)[ _a-z]*\]|"
    r"<\|?/?(?:\w*(?:answer|text|im|inst|system|assistant|user|data|begin|end|sys)\w*)\|?>|"
    r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*"
    rf"[\"'](?:{_GRADE_WORD}|pass|passed|correct|finding|findings)[\"']\s*:"
    r"[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|"
    r"\$?\{{1,2} ?\w*(?:\.\w+)* ?\}{1,2}",
    re.IGNORECASE,
)
_PIECE: Final = re.compile(r"[^\n]+?(?:[.!?…。]+(?=\s)|(?=\n)|$)")


def without_planted(text: str) -> str:
    """The text with everything that speaks to a grader blanked out; every offset stays as it is.

    That is a verdict, an instruction to the grader, the imitation of a format or of an end of data.
    """
    text = _TOKENS.sub(_blank, text)
    return _PIECE.sub(
        lambda piece: _blank(piece) if _speaks_to_grader(piece.group()) else piece.group(), text
    )


def _blank(match: re.Match[str]) -> str:
    """As long as what it replaces, and the end of a sentence."""
    return "\n" * len(match.group())


def _speaks_to_grader(text: str) -> bool:
    return _PLANTED.search(normalise(text)) is not None
