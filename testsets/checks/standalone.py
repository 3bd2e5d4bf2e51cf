"""A question stands on its own: nothing in it refers to words that were not said (M1.4)."""

import re
from dataclasses import dataclass
from typing import Final

from core.text import content_words, fold
from testsets.checks.context import Context
from testsets.values import VARIANTS, Draft, Rejection


@dataclass(frozen=True, slots=True)
class Reference:
    """How one language refers back.

    `pronouns` need something before them to refer to; `dangling` never have it inside a question;
    `expletive` is taken out first: its pronoun refers to nothing ("is it safe to").
    `openers` continue a conversation. `vague` words name no topic by themselves.
    """

    pronouns: str
    dangling: str
    expletive: str
    openers: str
    vague: frozenset[str]


def _vague(language: str, listed: str) -> frozenset[str]:
    return frozenset(content_words(listed, language))


_REFERENCES: Final[dict[str, Reference]] = {
    "en": Reference(
        pronouns=r"it|its|they|them|their|he|she|him|his|her|one",
        dangling=r"(?:this|these|those)(?! (?:year|month|week|summer|winter|spring|autumn|time"
        r"|pandemic|outbreak|days?))|that(?= (?:mean|work|cost|apply|happen|include)s?\b|\?)"
        r"|such(?! as)|the same(?! (?:time|day|address|person|name|thing|way))|the (?:former"
        r"|latter)"
        r"|there(?=\?)|do so|like that|as well(?=\?)"
        r"|the (?:project|record|dataset)(?=\?| (?:will|would|should|must|be|end|is|was|cost|take)\b)",
        expletive=r"(?:is|was|will|would|does|did|can|could|has|isn't|if|how|when|that|and) it"
        r"(?= (?:is |be |really |also |always |still |ever )?(?:safe|possible|necessary|required|ok|okay"
        r"|legal|allowed|true|better|worth|free|important|normal|hard|easy|matter|rain|too late|risky"
        r"|advisable|mandatory|compulsory|permitted|dangerous|a good|be)\b)"
        r"|(?:does|did|will|would|is|do) it(?= (?:take|cost|mean)\b.*\b(?:to|if|that|when)\b)"
        r"|it(?= (?:is|was|takes?|costs?)\b.*\b(?:to|that|if)\b)|make it|(?:no |any|some|every)one"
        r"|their own|his or her|he or she|one(?= (?:of|or|person|year|day|time|can|must|should|to)\b)"
        r"|(?:more than|at least|only|just|than|one by|day) one",
        openers=r"and|but|or|also|so|then|what about|how about|otherwise|else|because|besides",
        vague=_vague(
            "en",
            "work works working apply applies application cost costs price prices fee fees deadline"
            " process start begin happen happens required requirements document documents rule"
            " rules"
            " condition conditions limit limits time times change changes know find example way"
            " mean means possible long service question contact information option options step"
            " steps benefit benefits difference included valid available pay next else more"
            " scenes behind configure continue set up get started expect",
        ),
    ),
    "de": Reference(
        pronouns=r"er|ihn|ihm|(?-i:sie)|sein|seine|seinen|seinem|seiner|(?-i:ihnen|ihr)",
        dangling=r"dies(?:e[rsmn]?)?(?! (?:jahr|monat|woche|sommer|winter))|jene[rsmn]?|dort(?=\?)"
        r"|es(?=\?)|dazu(?=\?)|davon(?=\?)|dafür(?=\?)|damit(?=\?)|dagegen(?=\?)|darauf(?=\?)"
        r"|daran(?=\?)"
        r"|derselbe|dasselbe|dieselbe[n]?|solche[rsmn]?|(?:funktioniert|kostet|geht|bedeutet|ist"
        r"|macht|gilt|heißt) (?:das|es)(?=\?| (?:genau|eigentlich|konkret)\?)"
        r"|(?:das projekt|der datensatz)(?=\?| (?:\w+ )?\w+(?:en|t)\b)",
        expletive=r"ihr(?=e|em|en|er|es)",
        openers=r"und|aber|oder|auch|also|dann|sonst|außerdem|weil|was ist mit",
        vague=_vague(
            "de",
            "funktionieren funktioniert Kosten kostet Preis Gebühr Gebühren Frist Ablauf beginnt"
            " passiert brauche braucht nötig Unterlagen Regel Regeln Bedingungen Zeit dauert dauern"
            " ändern finde Beispiel bedeutet heißt möglich lange Frage Kontakt Informationen"
            " Schritte"
            " Vorteil Vorteile Unterschied beantrage gilt gültig inbegriffen bezahlen"
            " nächstes weiter Hintergrund konfigurieren tun machen",
        ),
    ),
    "es": Reference(
        pronouns=r"él|ella|ellos|ellas|le|les|lo|la(?= \w+(?:o|amos|emos)\?)",
        dangling=r"est[eao]s?(?! (?:año|mes|semana|verano|invierno))|es[eao]s?(?= |\?)|aquell[oa]s?"
        r"|ello|allí(?=\?)|ahí(?=\?)|(?:él|la|lo) mism[oa]|\w+(?:ar|er|ir)l[oa]s?(?=\?)|dich[oa]s?"
        r"|tal(?:es)?(?! (?:como|vez))|el proyecto(?=\?| (?:es|será|debe|cuesta|dura)\b)",
        expletive=r"lo (?:que|antes|más|mínimo|máximo|mejor|único|primero)|por lo|a lo|todo lo",
        openers=r"y|pero|o|también|entonces|además|sino|porque|qué hay de|y si",
        vague=_vague(
            "es",
            "funciona cuesta coste costo precio precios tarifa plazo plazos proceso empieza empezar"
            " pasa ocurre necesito necesita documento documentos norma normas condiciones límite"
            " tiempo cambiar encuentro ejemplo significa posible servicio pregunta contacto"
            " información paso pasos ventaja ventajas diferencia aplica válido incluido pagar dura"
            " viene continuación entre bastidores configurar más siguiente hacer",
        ),
    ),
    "sv": Reference(
        pronouns=r"han|honom|hon|henne|hans|hennes|dess|deras|dem",
        dangling=r"detta|denna|dessa|(?:det|den|de) (?:här|där)|sådan[at]?|dit(?=\?)|där(?=\?)"
        r"|(?:det|den|de)(?=\?)|(?:måste|kan|ska|får|bör|behöver|är) den(?= (?:vara|ha|göras|bli|få"
        r"|kunna|alltid|också)\b)|samma(?! (?:dag|tid|person|adress|år|sätt))|däri(?:från|genom)"
        r"|(?:fungerar|kostar|betyder|innebär|gäller) det(?= (?:egentligen|då|i praktiken)?\?)"
        r"|(?:projektet|datamängden)(?=\?| (?:än|är|blir|ska|måste|kostar)\b)",
        expletive=r"dess(?=utom|a\b)",
        openers=r"och|men|eller|också|så|då|annars|dessutom|eftersom|för att",
        vague=_vague(
            "sv",
            "fungerar kostar kostnad pris priset avgift avgiften tid lång länge process börjar"
            " händer"
            " behövs handlingar dokument regel regler villkor gräns gränser ändra hittar exempel"
            " betyder innebär möjligt tjänst fråga kontakt information steg fördel fördelar"
            " skillnad ansöka ansöker krävs ingår giltig betala"
            " förhandla utnyttja taket par praktiken göra nästa mer konfigurera",
        ),
    ),
}


def dangling_reference(question: str, language: str) -> str | None:
    """The word that refers to something unsaid; None when the question carries all it needs."""
    words = _REFERENCES.get(language)
    if words is None:
        return None
    text = fold(question).strip(" ¿¡\"'")
    opener = re.match(rf"(?:{words.openers})(?![\w-])", text, re.IGNORECASE)
    if opener and not re.match(r"(?:so(?: wie|bald|lange)|så (?:här|länge|snart))", text, re.I):
        return opener.group()
    found = re.search(rf"(?<![\w-])(?:{words.dangling})(?![\w-])", text, re.IGNORECASE)
    if found and not _follows_a_topic(text[: found.start()], language):
        return found.group()
    without = re.sub(rf"(?<![\w-])(?:{words.expletive})", " ", text, flags=re.IGNORECASE)
    for pronoun in re.finditer(rf"(?<![\w-])(?:{words.pronouns})(?![\w-])", without, re.IGNORECASE):
        if not _follows_a_topic(without[: pronoun.start()], language):
            return pronoun.group()
    return None


_CLAUSE_EDGE: Final = re.compile(
    r"[,.;:?!–—]|\b(?:and|or|but|if|when|that|then|before|after|och|eller|men|om|när|att|innan"
    r"|efter"
    r"|und|oder|aber|wenn|dass|bevor|nachdem|y|o|pero|si|cuando|que|antes|después)\b",
    re.IGNORECASE,
)


def _follows_a_topic(before: str, language: str) -> bool:
    """Whether an earlier clause named something that a pronoun can refer to."""
    edges = list(_CLAUSE_EDGE.finditer(before))
    if not edges:
        return False
    vague = _REFERENCES[language].vague
    return any(word not in vague for word in content_words(before[: edges[-1].start()], language))


def names_its_topic(question: str, language: str) -> bool:
    """Whether the question names what it is about, in any word that is not vague by itself."""
    reference = _REFERENCES.get(language)
    stems = content_words(question, language)
    if reference is None:
        return bool(stems)
    return any(stem not in reference.vague for stem in stems)


def stands_on_its_own(draft: Draft, context: Context) -> Rejection | None:
    """Whoever reads only the question knows what is asked about."""
    if draft.type not in VARIANTS:
        word = dangling_reference(draft.question, draft.language)
        if word is not None:
            return Rejection(
                "standalone", f"“{word}” refers to something the question does not say."
            )
    if not names_its_topic(draft.question, draft.language):
        return Rejection("standalone", "It does not say what it is about.")
    return None
