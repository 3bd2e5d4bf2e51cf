"""Swedish statements."""

import re
from typing import Final

from testsets.writers.builtin.amounts import Kind
from testsets.writers.builtin.statements.pattern import Carries, Grammar, Pattern, shape, turn

_X: Final = r"(?P<x>[^,;:()]{2,70}?)"
_TROUBLE: Final = (
    r"\b(?:inte|ingen|inget|inga|saknar|saknas|tappat|tappar|förlorat|trasig|skadad|skadat|försenad"
    r"|försenat|fel|glömt|missar|missat|inställd|inställt|stulen)\b"
)
_V: Final = r"(?P<v>.{2,160}?)"
_USUALLY: Final = r"(?: (?:vanligtvis|oftast|normalt|ofta|just nu|numera|alltid|bara|endast))?"

_DONE: Final = (
    r"(?P<do>(?!bara|endast|heller|alltid|längre|ens|vara|ha\b)\w+(?:a|å|bli|be|se|ge|s)"
    r"(?:(?!\b(?:om|förrän|eftersom|men|utan att|bara|endast|också|heller|därför|detta|denna|dessa"
    r"|det|den|de|dem|sådan\w*)\b)[^,;:()]){4,90}?)"
)

SWEDISH: Final = Grammar(
    patterns=(
        Pattern(
            shape(rf"{_X} kostar{_USUALLY} {_V}"), "Vad kostar {x}?", Carries.VALUE, (Kind.MONEY,)
        ),
        Pattern(
            shape(rf"{_X} (?:är giltig[ta]?|gäller){_USUALLY} i {_V}"),
            "Hur länge gäller {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} tar{_USUALLY} {_V}"),
            "Hur lång tid tar {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} varar{_USUALLY} i? ?{_V}"),
            "Hur länge varar {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(
                rf"(?P<x>\w*(?:[Aa]vgiften|[Pp]riset|[Kk]ostnaden|[Bb]eloppet|[Tt]aket"
                rf"|[Gg]ränsen|[Mm]axavdraget|[Vv]itet)\b[^,;:()]{{2,60}}?) (?:är|ligger på"
                rf"|uppgår till){_USUALLY} {_V}"
            ),
            "Hur mycket är {x}?",
            Carries.VALUE,
            (Kind.MONEY, Kind.PERCENT),
        ),
        Pattern(
            shape(rf"(?P<x>\w*(?:tiden|fristen|perioden)\b[^,;:()]{{0,60}}?) är{_USUALLY} {_V}"),
            "Hur lång är {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} (?:är öppe[nt]|är öppna|öppnar|har öppet) {_V}"),
            "Vilka öppettider har {x}?",
            Carries.VALUE,
            (Kind.TIME,),
        ),
        Pattern(
            shape(rf"{_X} (?P<w>ligger|finns) (?P<v>(?:i|på|vid) [A-ZÅÄÖ][^;:()]{{3,80}}?)"),
            "Var {w} {x}?",
            Carries.PLACE,
        ),
        Pattern(
            shape(
                r"Du (?P<w>måste|ska|behöver) (?P<do>[^,;:()]{4,60}?) (?P<v>(?:inom"
                r"|senast) .{3,80}?)"
            ),
            "Inom vilken tid {w} jag {do}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(
                r"För att (?P<do>\w+[aåäö] [^,;:()]{4,80}?),? (?P<v>(?:måste|ska|behöver|kan"
                r"|bör) du .{8,220}?)"
            ),
            "Vad ska jag göra för att {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"Du kan (?P<do>\w+[aåäö] [^,;:()]{4,60}?) (?P<v>(?:via|genom att|på vår|hos"
                r"|online|med kort|per telefon) .{0,160}?)"
            ),
            "Hur kan jag {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"Om (?P<if>(?:du|din|ditt|dina) [^,;:()]{6,90}?),? (?P<v>(?:måste|ska|behöver"
                r"|bör) du .{8,220}?)"
            ),
            "Vad ska jag göra om {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                rf"Om (?P<if>(?:du|din|ditt"
                rf"|dina) [^,;:()]{{0,60}}{_TROUBLE}[^,;:()]{{0,60}}?),? (?P<v>(?:kan du|kontakta"
                rf"|ring) .{{8,220}}?)"
            ),
            "Vad kan jag göra om {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"(?P<x>[^,;:()]{2,70}?) (?P<w>\w{3,}(?:des|tes)|trädde i kraft|började gälla)"
                r" (?P<v>(?:den )?\d.{4,80}?)"
            ),
            "När {w} {x}?",
            Carries.VALUE,
            (Kind.DATE,),
        ),
        Pattern(
            shape(r"Du (?P<w>måste|ska|behöver) (?P<do>[^,;:()]{4,60}?) (?P<v>senast .{3,80}?)"),
            "När {w} jag senast {do}?",
            Carries.VALUE,
            (Kind.DATE,),
        ),
        Pattern(shape(rf"Du (?P<w>får|kan|bör) inte {_DONE}"), "{W} jag {do}?", Carries.REFUSAL),
        Pattern(
            shape(rf"(?P<x>[^,;:()]{{3,60}}?) (?P<w>får|kan|bör) inte {_DONE}"),
            "{W} {x} {do}?",
            Carries.REFUSAL,
        ),
        Pattern(
            shape(r"(?P<x>[^,;:()]{3,60}?) (?P<w>omfattar|inkluderar) (?P<v>[^;:]{12,200}?)"),
            "Vad {w} {x}?",
            Carries.DEFINITION,
        ),
        Pattern(
            shape(
                r"(?P<x>(?:En |Ett )?[^,;:()]{2,50}?(?: \([^)]{2,30}\))?) är (?P<v>(?:en|ett"
                r"|den|det) .{15,240}?)"
            ),
            "Vad är {x}?",
            Carries.DEFINITION,
        ),
    ),
    no_subject=re.compile(
        r"(?:all|samtlig\w*|exempelvis|detta|denna|dessa|det|den|de|han|hon|vi|ni|du|jag|man|här"
        r"|där|så|sådan[at]?|alla|några|många|båda"
        r"|andra|annan|annat|varje|ingen|inget|inga|vad|vem|vilken|om|när|som|i|på|för|med|av"
        r"|till|från|vid"
        r"|och|men|eller|också|även|endast|bara|idag|numera|eftersom|medan|innan|efter|deras|dess"
        r"|sin|sitt"
        r"|sina|allt|inte|nej|ja|observera|dock)\b",
        re.IGNORECASE,
    ),
    no_name=re.compile(
        r"\b(?:som|vilket|vilken|denna|detta|dessa|det|den här|om|när|eftersom|är|var|har|hade"
        r"|kan|ska|måste|får"
        r"|inte|ingen|ovan|nedan|följande|samma|andra|annan|nästa|första|sista|andre|skälet"
        r"|orsaken|problemet"
        r"|resultatet|exempel|skillnaden|sättet|målet|idén|frågan|svaret|fallet|syftet|resten)\b"
        r"|https?:",
        re.IGNORECASE,
    ),
    turned=turn(
        Din="min",
        din="min",
        Ditt="mitt",
        ditt="mitt",
        Dina="mina",
        dina="mina",
        dig="mig",
        du="jag",
        Du="jag",
        Vår="er",
        Vårt="ert",
        Våra="era",
        vår="er",
        vårt="ert",
        våra="era",
        oss="er",
    ),
    determiners=re.compile(r"(?:En|Ett|Den|Det|De)\b"),
)
