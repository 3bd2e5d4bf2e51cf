"""Which sentence of a passage answers its question: seldom only the first, often an advice."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from core.embeddings import Embedder
from testsets.writers.builtin.asking import is_polar
from testsets.writers.builtin.facts import behind_subject
from testsets.writers.builtin.sayings import Saying, about, topic_words

_LOOKED_AT: Final = 3
_ADVICE_WITHIN: Final = 8
_ENOUGH_SHARED: Final = 0.4
# Between two sentences that both advise, this much more likeness (cosine) outweighs standing first.
_CLEARLY_NEARER: Final = 0.03

# A sentence that goes on from the one before says too little by itself.
_CONTINUES: Final = re.compile(
    r"(?:for (?:example|instance)|however|also|in addition|moreover|therefore|thus|this|these|it"
    r"|they"
    r"|till exempel|t\.ex|dessutom|därför|detta|den|det|de|zum beispiel|z\.\s?b|außerdem|daher|dies"
    r"|diese|es|sie|por ejemplo|además|por (?:lo tanto|eso)|sin embargo|est[oae]s?)\b",
    re.IGNORECASE,
)

# Questions about what to do. What only describes the matter does not answer them.
_WANTS_ADVICE: Final[Mapping[str, str]] = {
    "en": r"(?:what|how) (?:should|must|shall)\b|what (?:do|can|could) (?:i|we|you) do\b"
    r"|(?:when |if .{0,80}, )?should\b",
    "sv": r"(?:vad|hur) (?:ska|bör|måste|gör) (?:jag|man|vi|du)\b|vad kan (?:jag|man) göra|(?:bör|ska)\b",
    "de": r"(?:was|wie) (?:soll|sollte|sollten|muss|müssen) (?:ich|wir|man|sie)\b"
    r"|was (?:kann|können|mache) (?:ich|wir|man) (?:tun|machen|bei|wenn)|soll(?:te|ten)?\b",
    "es": r"(?:qué|cómo) (?:debo|debe|debemos|debería|deberían|hay que|tengo que)\b"
    r"|qué (?:puedo|se puede|podemos) hacer|qué hago|(?:debo|debería|deberían|debemos)\b",
}
_OBLIGES: Final[Mapping[str, str]] = {
    "en": r"(?:should|must|need to|needs to|have to|ought to|recommend(?:s|ed)?|advise[sd]?|avoid"
    r"|make sure|can go|it is best|it’s safest|safest to|best to)",
    "sv": r"(?:ska|bör|måste|behöver|rekommendera[rs]?|krävs|undvik|se till)",
    "de": r"(?:soll(?:te|ten|en)?|muss|müssen|empfehlen|empfiehlt|empfohlen|\w+en Sie)",
    "es": r"(?:debe\w*|debería\w*|tiene[ns]? que|hay que|recomend\w+|recomiend\w+|conviene)",
}
_TELLS: Final[Mapping[str, str]] = {
    "en": r"(?:please |always |never |do not |don['’]t |immediately |first,? )*"
    r"(?:avoid|use|call|contact|stay|keep|wash|wear|clean|get|take|talk|ask|watch|follow|make|limit"
    r"|cover|practi[cs]e|tell|seek|delay|continue|cancel|send|write|apply|choose|bring|pay|consider"
    r"|report|register|remove|disinfect|plan|request|go|try|wait|put|give|leave|return|start|begin"
    r"|open|enter|select|set|add|install|create|run|be|let|allow|share|click|hang|monitor)\b",
    "sv": r"(?:alltid |aldrig |först )?(?:gör|gå|begär|kontakta|kontrollera|fråga|anlita|välj|använd"
    r"|skicka|ring|skriv|be|ta|undvik|håll|stäng|lämna|bifoga|jämför|spara|dokumentera|anmäl|ansök"
    r"|betala|mät|vänta|läs|låt|sök|skriftlig|via)\b",
    "de": r"(?:bitte |immer |nie )?\w+en sie\b",
    "es": r"(?:no )?(?:evite|use|utilice|contacte|llame|póngase|compruebe|intente|espere|envíe|pida"
    r"|solicite|instale|elija|siga|mantenga|lleve|lave|acuda)\b",
}
_POINTS_ON: Final = re.compile(
    r"(?:for (?:more|further)|see|visit|learn|find (?:more|out)|more information|läs mer|mer information"
    r"|se|weitere|mehr|para (?:más|obtener)|más información|consulte|vea)\b",
    re.IGNORECASE,
)
# “… is a …”: what a thing is, and not what becomes of it.
_DEFINES: Final = re.compile(
    r"(?<!\w)(?:is|are|means|är|innebär|betyder|ist|sind|bedeutet|es|son|significa)\s+"
    r"(?:att |that )?(?:the|an?|en|ett|den|det|de|der|die|das|eine?|el|la|los|las|una?)(?!\w)",
    re.IGNORECASE,
)
_SAYS_WHAT: Final = re.compile(
    r"(?<!\w)(?:is|are|means|är|innebär|betyder|ist|sind|bedeutet|es|son|significa)(?!\w)",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(r"^[^,;:]{6,120}, ")


def wants_advice(question: str, language: str) -> bool:
    """Whether the question asks what somebody should do."""
    pattern = _WANTS_ADVICE.get(language)
    if pattern is None:
        return False
    parts = [part.strip(" ¿¡\"'") for part in re.split(r"(?<=[.!?])\s+", question)]
    return any(re.match(pattern, part, re.IGNORECASE) for part in parts)


def advises(text: str, language: str) -> bool:
    """Whether a sentence says what to do, and not only where more is said."""
    if _POINTS_ON.match(text) or language not in _OBLIGES:
        return False
    if re.search(rf"(?<!\w){_OBLIGES[language]}(?!\w)", text, re.IGNORECASE):
        return True
    opening = _OPENING.match(text)
    return any(
        re.match(_TELLS[language], clause, re.IGNORECASE)
        for clause in (text, text[opening.end() :] if opening else "")
    )


def told_apart(text: str) -> bool:
    """Whether a sentence says something without the one before it."""
    return not (_CONTINUES.match(text) or _POINTS_ON.match(text))


class Chooser:
    """Finds the sentence that answers a question, by its words, its mood and, given an embedder,
    its meaning."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    def answering(self, question: str, found: Sequence[Saying], language: str) -> int | None:
        """The place of that sentence, or of the one that leads in to a list of answers.

        None when no sentence takes up the question as it is asked: what should be done must be
        answered by an advice, and a yes/no question without a yes or no by its own words.
        """
        if wants_advice(question, language):
            advice = self._advice(question, found, language)
            if advice is not None or language != "sv":  # Swedish answers often leave the verb out
                return advice
        return _by_words(question, found, language)

    def _advice(self, question: str, found: Sequence[Saying], language: str) -> int | None:
        within = found[:_ADVICE_WITHIN]
        places = [
            place
            for place, saying in enumerate(within)
            if saying.leads_in
            or (advises(saying.text, language) and not _CONTINUES.match(saying.text))
        ]
        if not places or within[places[0]].leads_in or places[0] == 0:
            return places[0] if places else None
        shared = {place: about(within[place], question, language) for place in places}
        best = max(places, key=lambda place: (shared[place], -place))
        if self._embedder is None or len(places) == 1:
            return best
        asked = self._embedder.queries([question])[0]
        near = self._embedder.passages([within[place].text for place in places]) @ asked
        nearest = int(near.argmax())
        if shared[places[nearest]] == shared[best]:
            return places[nearest]
        ahead = float(near[nearest] - near[places.index(best)])
        return places[nearest] if ahead > _CLEARLY_NEARER else best


def _by_words(question: str, found: Sequence[Saying], language: str) -> int | None:
    """The first sentence, unless a later one takes up far more of the question.

    None for a yes/no question that no sentence takes up: without a “yes” or “no” only shared words
    show that it is answered at all.
    """
    shared = [about(saying, question, language) for saying in found[:_LOOKED_AT]]
    if shared[0] and not _SAYS_WHAT.search(found[0].text):
        for place, saying in enumerate(found[:_LOOKED_AT]):
            start = behind_subject(saying.text, question, language)
            if start and _DEFINES.search(saying.text[:start] + saying.text[start : start + 5]):
                return place
    best = 0
    for position in range(1, len(shared)):
        later = found[position]
        if later.leads_in or _CONTINUES.match(later.text) or shared[position] < 2:
            continue
        if shared[best] == 0 or (
            is_polar(question, language) and shared[position] > shared[best] + 1
        ):
            best = position
    if is_polar(question, language):
        asked = len(topic_words(question, language))
        if shared[best] < 2 or shared[best] < _ENOUGH_SHARED * asked:
            return None
    return best
