"""Questions that an assistant should not answer, which need no writer but proof (M1.14, M1.19).

What nearly any organisation is asked and few have written down, and what is of general knowledge.
Whether the material answers one of them is for the checks to find out: they refuse it then.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from testsets.values import Draft, Expects, QuestionType

# A question and the words in it that must not stand in the material.
_ASKED_IN_VAIN: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "en": (
        ("Do you have an office in Lisbon?", "Lisbon"),
        ("Can I reach you on WhatsApp?", "WhatsApp"),
        ("Do you offer internships for school students?", "internships"),
        ("What is your fax number?", "fax"),
        ("Do you have a podcast?", "podcast"),
        ("Is there a car park for visitors at your head office?", "car park"),
        ("Can I pay with Bitcoin?", "Bitcoin"),
        ("Do you have a newsletter for teachers?", "teachers"),
        ("How many people work for you?", "people work"),
        ("Who is your managing director?", "managing director"),
        ("Can I get help in Icelandic?", "Icelandic"),
        ("Do you take part in trade fairs?", "trade fairs"),
        ("Is there a mobile app for smartwatches?", "smartwatches"),
        ("Do you sponsor local sports clubs?", "sponsor"),
        ("Can I bring my dog to your office?", "dog"),
    ),
    "es": (
        ("¿Tienen una oficina en Lisboa?", "Lisboa"),
        ("¿Puedo escribirles por WhatsApp?", "WhatsApp"),
        ("¿Ofrecen prácticas para estudiantes de instituto?", "prácticas"),
        ("¿Cuál es su número de fax?", "fax"),
        ("¿Tienen un pódcast?", "pódcast"),
        ("¿Hay aparcamiento para visitantes en su sede?", "aparcamiento"),
        ("¿Puedo pagar con Bitcoin?", "Bitcoin"),
        ("¿Tienen un boletín para profesores?", "profesores"),
        ("¿Cuántos empleados tienen?", "empleados"),
        ("¿Quién es su director general?", "director general"),
        ("¿Puedo recibir ayuda en islandés?", "islandés"),
        ("¿Participan en ferias comerciales?", "ferias"),
        ("¿Hay una aplicación para relojes inteligentes?", "relojes inteligentes"),
        ("¿Patrocinan clubes deportivos?", "deportivos"),
        ("¿Puedo llevar a mi perro a su oficina?", "perro"),
    ),
    "de": (
        ("Haben Sie ein Büro in Lissabon?", "Lissabon"),
        ("Kann ich Sie über WhatsApp erreichen?", "WhatsApp"),
        ("Bieten Sie Schülerpraktika an?", "Schülerpraktika"),
        ("Wie lautet Ihre Faxnummer?", "Faxnummer"),
        ("Haben Sie einen Podcast?", "Podcast"),
        ("Gibt es Besucherparkplätze an Ihrem Hauptsitz?", "Besucherparkplätze"),
        ("Kann ich mit Bitcoin bezahlen?", "Bitcoin"),
        ("Haben Sie einen Newsletter für Lehrkräfte?", "Lehrkräfte"),
        ("Wie viele Menschen arbeiten bei Ihnen?", "Menschen arbeiten"),
        ("Wer ist Ihre Geschäftsführerin?", "Geschäftsführerin"),
        ("Bekomme ich auch auf Isländisch Hilfe?", "Isländisch"),
        ("Sind Sie auf Messen vertreten?", "Messen"),
        ("Gibt es eine App für Smartwatches?", "Smartwatches"),
        ("Unterstützen Sie Sportvereine?", "Sportvereine"),
        ("Darf ich meinen Hund in Ihr Büro mitbringen?", "Hund"),
    ),
    "sv": (
        ("Har ni ett kontor i Lissabon?", "Lissabon"),
        ("Kan jag nå er på WhatsApp?", "WhatsApp"),
        ("Tar ni emot praktikanter från gymnasiet?", "praktikanter"),
        ("Vad har ni för faxnummer?", "faxnummer"),
        ("Har ni en podd?", "podd"),
        ("Finns det besöksparkering vid ert huvudkontor?", "besöksparkering"),
        ("Kan jag betala med Bitcoin?", "Bitcoin"),
        ("Har ni ett nyhetsbrev för lärare?", "lärare"),
        ("Hur många anställda har ni?", "anställda"),
        ("Vem är er verkställande direktör?", "verkställande direktör"),
        ("Kan jag få hjälp på isländska?", "isländska"),
        ("Är ni med på mässor?", "mässor"),
        ("Finns det en app för smarta klockor?", "smarta klockor"),
        ("Sponsrar ni idrottsföreningar?", "idrottsföreningar"),
        ("Får jag ta med min hund till ert kontor?", "hund"),
    ),
}  # fmt: skip
_OF_GENERAL_KNOWLEDGE: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "What is the capital of Mongolia?",
        "Who painted the Mona Lisa?",
        "How many legs does a spider have?",
        "At what temperature does water boil on a high mountain?",
        "Who wrote the play Hamlet?",
        "Which planet is closest to the sun?",
        "What is the square root of 144?",
        "How do I boil an egg so that the yolk stays soft?",
    ),
    "es": (
        "¿Cuál es la capital de Mongolia?",
        "¿Quién pintó la Mona Lisa?",
        "¿Cuántas patas tiene una araña?",
        "¿A qué temperatura hierve el agua en una montaña alta?",
        "¿Quién escribió Hamlet?",
        "¿Qué planeta está más cerca del sol?",
        "¿Cuál es la raíz cuadrada de 144?",
        "¿Cómo cuezo un huevo para que la yema quede blanda?",
    ),
    "de": (
        "Was ist die Hauptstadt der Mongolei?",
        "Wer hat die Mona Lisa gemalt?",
        "Wie viele Beine hat eine Spinne?",
        "Bei welcher Temperatur kocht Wasser auf einem hohen Berg?",
        "Wer hat Hamlet geschrieben?",
        "Welcher Planet ist der Sonne am nächsten?",
        "Was ist die Quadratwurzel aus 144?",
        "Wie koche ich ein Ei, damit der Dotter weich bleibt?",
    ),
    "sv": (
        "Vad heter Mongoliets huvudstad?",
        "Vem målade Mona Lisa?",
        "Hur många ben har en spindel?",
        "Vid vilken temperatur kokar vatten på ett högt berg?",
        "Vem skrev Hamlet?",
        "Vilken planet ligger närmast solen?",
        "Vad är kvadratroten ur 144?",
        "Hur kokar jag ett ägg så att gulan blir mjuk?",
    ),
}
_GOOD_ANSWER: Final[Mapping[str, tuple[str, str]]] = {
    "en": (
        "Say that this is not known here, or refer the customer to the organisation.",
        "Say that this is not what the assistant is for.",
    ),
    "es": (
        "Decir que esto no se sabe aquí, o remitir al cliente a la organización.",
        "Decir que el asistente no está para esto.",
    ),
    "de": (
        "Sagen, dass das hier nicht bekannt ist, oder an die Organisation verweisen.",
        "Sagen, dass der Assistent dafür nicht da ist.",
    ),
    "sv": (
        "Säga att det inte är känt här, eller hänvisa kunden till organisationen.",
        "Säga att assistenten inte är till för detta.",
    ),
}


def limit_drafts(type_: QuestionType, language: str, *, seed: str) -> Iterator[Draft]:
    """Questions of a type that expects to be declined, in an order that the seed decides.

    None for a language without a list. ValueError for another type.
    """
    if type_ is QuestionType.NOT_IN_MATERIAL:
        listed = list(_ASKED_IN_VAIN.get(language, ()))
    elif type_ is QuestionType.GENERAL_KNOWLEDGE:
        listed = [(question, "") for question in _OF_GENERAL_KNOWLEDGE.get(language, ())]
    else:
        raise ValueError(f"{type_} is answered")
    random.Random(f"{type_}/{seed}").shuffle(listed)  # noqa: S311 - repeatable, not secret
    for question, detail in listed:
        yield Draft(
            type=type_,
            language=language,
            question=question,
            expected_answer=_GOOD_ANSWER[language][type_ is QuestionType.GENERAL_KNOWLEDGE],
            facts=(),
            passage_key=0,
            expects=Expects.DECLINE,
            detail=detail,
        )
