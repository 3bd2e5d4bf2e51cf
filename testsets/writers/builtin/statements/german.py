"""German statements."""

import re
from typing import Final

from testsets.writers.builtin.amounts import Kind
from testsets.writers.builtin.statements.pattern import Carries, Grammar, Pattern, shape, turn

_X: Final = r"(?P<x>[^,;:()]{2,70}?)"
_TROUBLE: Final = (
    r"\b(?:nicht|kein\w*|fehlschl\w+|verloren|defekt|beschädigt|gestohlen|verspätet|falsch|fehlt"
    r"|abgelaufen"
    r"|storniert|Fehler|Probleme?)\b"
)
_V: Final = r"(?P<v>.{2,160}?)"

# "nicht" stands before what is denied; a "kein" would have to be taken out of its noun.
_DONE: Final = (
    r"(?P<do>(?!nur|immer|mehr|länger|direkt|unbedingt)"
    r"(?:(?!\b(?:nur|auch|aber|weil|sondern|daher|deshalb|dies\w*|es|sie|deren|solche\w*)\b)"
    r"[^,;:()]){4,90}?en)"
)

_OF: Final = r"(?P<a>(?:(?!\b(?:es|sie|das|dies\w*|auch|daher|jedoch|also)\b)[^,;:()]){0,50}?)"

GERMAN: Final = Grammar(
    patterns=(
        Pattern(shape(rf"{_X} kostet {_V}"), "Was kostet {x}?", Carries.VALUE, (Kind.MONEY,)),
        Pattern(shape(rf"{_X} kosten {_V}"), "Was kosten {x}?", Carries.VALUE, (Kind.MONEY,)),
        Pattern(
            shape(rf"{_X} ist (?P<v>.{{2,60}}?) (?:lang )?gültig"),
            "Wie lange ist {x} gültig?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} sind (?P<v>.{{2,60}}?) (?:lang )?gültig"),
            "Wie lange sind {x} gültig?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(shape(rf"{_X} gilt {_V}"), "Wie lange gilt {x}?", Carries.VALUE, (Kind.DURATION,)),
        Pattern(
            shape(rf"{_X} dauert {_V}"), "Wie lange dauert {x}?", Carries.VALUE, (Kind.DURATION,)
        ),
        Pattern(
            shape(
                rf"(?P<x>(?:Die|Der|Das) [^,;:()]*(?:[Gg]ebühr|[Pp]reis|[Bb]etrag|[Ss]atz"
                rf"|[Bb]eitrag|[Ss]trafe|[Zz]ins)\w*\b[^,;:()]{{0,60}}?) beträgt {_V}"
            ),
            "Wie hoch ist {x}?",
            Carries.VALUE,
            (Kind.MONEY, Kind.PERCENT),
        ),
        Pattern(
            shape(
                rf"(?P<x>Die \w*(?:[Ff]rist|[Dd]auer|[Ll]aufzeit"
                rf"|[Zz]eit)\b[^,;:()]{{0,60}}?) beträgt {_V}"
            ),
            "Wie lang ist {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"(?P<x>(?:Die|Der|Das) [^,;:()]{{2,60}}?) (?P<w>endet|beginnt|startet) {_V}"),
            "Wann {w} {x}?",
            Carries.VALUE,
            (Kind.DATE, Kind.TIME),
        ),
        Pattern(
            shape(rf"{_X} (?P<w>ist|hat|sind|haben) (?P<v>.{{2,80}}?) (?P<z>geöffnet)"),
            "Wann {w} {x} {z}?",
            Carries.VALUE,
            (Kind.TIME, Kind.DATE),
        ),
        Pattern(
            shape(rf"{_X} befindet sich (?P<v>(?:in|im|am|an|auf) [^;:()]{{3,80}}?)"),
            "Wo befindet sich {x}?",
            Carries.PLACE,
        ),
        Pattern(
            shape(
                r"Um (?P<do>[^,;:()]{4,80} zu \w+n|[^,;:()]{4,80}zu\w+en), (?P<v>(?:müssen"
                r"|sollten|können|benötigen|brauchen) Sie .{8,220}?)"
            ),
            "Was muss ich tun, um {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"(?:Wenn|Falls) (?P<if>(?:der|die|das|Ihr|Ihre|ein"
                r"|eine) [^,;:()]{6,90}), (?P<v>(?:müssen|sollten) Sie .{8,220}?)"
            ),
            "Was muss ich tun, wenn {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                rf"(?:Wenn|Falls) (?P<if>(?:der|die|das|Ihr"
                rf"|Ihre) [^,;:()]{{2,60}}{_TROUBLE}[^,;:()]{{0,60}}), (?P<v>können Sie"
                rf" .{{8,220}}?)"
            ),
            "Was kann ich tun, wenn {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"(?P<x>[^,;:()]{2,70}?) (?P<w>wurden?) (?P<v>(?:am|im) [^,;:()]{4,40}?)"
                r" (?P<p>\w+(?:t|en))"
            ),
            "Wann {w} {x} {p}?",
            Carries.VALUE,
            (Kind.DATE,),
        ),
        Pattern(
            shape(
                r"(?P<x>[^,;:()]{3,60}?) (?P<w>muss|müssen) (?P<v>bis (?:zum |spätestens )?\d"
                r"[^,;:()]{3,40}?) (?P<p>(?:[^,;:()]{3,40} )?\w+en)"
            ),
            "Bis wann {w} {x} {p}?",
            Carries.VALUE,
            (Kind.DATE,),
        ),
        Pattern(
            shape(rf"Sie dürfen {_OF}nicht {_DONE}"),
            "Darf ich {a} {do}?",
            Carries.REFUSAL,
        ),
        Pattern(
            shape(rf"Sie können {_OF}nicht {_DONE}"),
            "Kann ich {a} {do}?",
            Carries.REFUSAL,
        ),
        Pattern(
            shape(
                rf"(?P<x>[^,;:()]{{3,60}}?) (?P<w>dürfen|darf|können|kann|sollten|sollte)"
                rf" {_OF}nicht {_DONE}"
            ),
            "{W} {x} {a} {do}?",
            Carries.REFUSAL,
        ),
        Pattern(
            shape(r"(?P<x>[^,;:()]{3,60}?) (?P<w>umfasst|umfassen) (?P<v>[^;:]{12,200}?)"),
            "Was {w} {x}?",
            Carries.DEFINITION,
        ),
        Pattern(
            shape(
                r"(?P<x>(?:Eine? |Der |Die "
                r"|Das )?[^,;:()]{2,50}?(?: \([^)]{2,30}\))?) ist (?P<v>(?:eine?|der|die"
                r"|das) .{15,240}?)"
            ),
            "Was ist {x}?",
            Carries.DEFINITION,
        ),
    ),
    no_subject=re.compile(
        r"(?:dies(?:e[rsmn]?)?|jene[rsmn]?|das(?= (?:ist|kostet|dauert|gilt))|es|er|sie|wir|ihr"
        r"|ich|man|hier|dort"
        r"|da|dabei|damit|dafür|dann|so|solche[rsmn]?|alle|einige|viele|manche|beide"
        r"|andere[rsmn]?|jede[rsmn]?"
        r"|kein\w*|nichts|etwas|was|wer|wenn|falls|als|in|im|an|am|auf|bei|für|mit|nach|von|zu"
        r"|zum|zur|um|und"
        r"|aber|oder|auch|jedoch|bitte|nur|derzeit|heute|aktuell|weil|obwohl|während|ihre|sein\w*"
        r"|deren)\b",
        re.IGNORECASE,
    ),
    no_name=re.compile(
        r"\b(?:dies(?:e[rsmn]?)?|welche[rsmn]?|wenn|falls|weil|dass|es|ist|sind|war|waren|hat"
        r"|haben|wird|werden"
        r"|kann|können|muss|müssen|soll|nicht|kein\w*|obige\w*|folgende\w*|gleiche\w*|andere\w*"
        r"|nächste\w*"
        r"|erste\w*|letzte\w*|zweite\w*|grund|problem|ergebnis|beispiel|unterschied|ziel|idee"
        r"|fall|frage"
        r"|antwort|zweck|rest|sie)\b|https?:",
        re.IGNORECASE,
    ),
    turned=turn(
        Ihre="meine",
        Ihren="meinen",
        Ihrem="meinem",
        Ihrer="meiner",
        Ihr="mein",
        Unsere="Ihre",
        unsere="Ihre",
        unser="Ihr",
        Unser="Ihr",
        uns="Ihnen",
    ),
    determiners=re.compile(r"(?:Der|Die|Das|Eine?[rnm]?)\b"),
)
