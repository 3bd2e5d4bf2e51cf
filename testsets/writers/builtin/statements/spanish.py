"""Spanish statements."""

import re
from typing import Final

from testsets.writers.builtin.amounts import Kind
from testsets.writers.builtin.statements.pattern import Carries, Grammar, Pattern, shape, turn

_X: Final = r"(?P<x>[^,;:()]{2,70}?)"
_V: Final = r"(?P<v>.{2,160}?)"
_TROUBLE: Final = (
    r"\b(?:no|falla|fallan|pierde|perdido|roto|rota|dañad[oa]|robad[oa]|tarde|retras\w+|cancel\w+"
    r"|error"
    r"|problemas?|incorrect[oa]|caducad[oa])\b"
)
_USUALLY: Final = r"(?: (?:normalmente|generalmente|actualmente|habitualmente|solo|sólo))?"

_DONE: Final = (
    r"(?P<do>\w+[aei]r(?:se)? (?:(?!\b(?:hasta|a menos|salvo|porque|pero|sino|solo|sólo|también"
    r"|est[aeo]s?|es[aeo]s?|ello|dich[oa]s?)\b)[^,;:()]){4,90}?)"
)

SPANISH: Final = Grammar(
    patterns=(
        Pattern(
            shape(rf"{_X} cuesta{_USUALLY} {_V}"),
            "¿Cuánto cuesta {x}?",
            Carries.VALUE,
            (Kind.MONEY,),
        ),
        Pattern(
            shape(rf"{_X} cuestan{_USUALLY} {_V}"),
            "¿Cuánto cuestan {x}?",
            Carries.VALUE,
            (Kind.MONEY,),
        ),
        Pattern(
            shape(
                rf"(?P<x>(?:El|La) (?:precio|coste|costo|importe|tarifa|tasa|cuota"
                rf"|multa)\b[^,;:()]{{2,60}}?) es(?: de)? {_V}"
            ),
            "¿Cuál es {x}?",
            Carries.VALUE,
            (Kind.MONEY, Kind.PERCENT),
        ),
        Pattern(
            shape(
                rf"(?P<x>El (?:plazo|período|periodo|tiempo)\b[^,;:()]{{4,60}}?) es(?: de)? {_V}"
            ),
            "¿Cuál es {x}?",
            Carries.VALUE,
            (Kind.DURATION, Kind.DATE),
        ),
        Pattern(
            shape(
                rf"(?P<x>(?:El|La) (?:[^,;:()]{{0,20}} )?(?:máxim[oa]|mínim[oa]"
                rf"|límite)\b[^,;:()]{{2,60}}?) es(?: de)? {_V}"
            ),
            "¿Cuál es {x}?",
            Carries.VALUE,
            (Kind.MONEY, Kind.PERCENT, Kind.DURATION, Kind.MEASURE, Kind.COUNT),
        ),
        Pattern(
            shape(
                rf"{_X} (?:tiene|tienen) una? (?:validez|vigencia|duración)(?: máxima"
                rf"| mínima)? de {_V}"
            ),
            "¿Cuánto tiempo de validez tiene {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} (?:es válid[oa]|vale) (?:durante|por) {_V}"),
            "¿Durante cuánto tiempo vale {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} son válid[oa]s (?:durante|por) {_V}"),
            "¿Durante cuánto tiempo valen {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} dura{_USUALLY} {_V}"),
            "¿Cuánto dura {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} tarda{_USUALLY} {_V}"),
            "¿Cuánto tarda {x}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} (?:caduca|vence|expira) {_V}"),
            "¿Cuándo caduca {x}?",
            Carries.VALUE,
            (Kind.DURATION, Kind.DATE),
        ),
        Pattern(
            shape(rf"{_X} (?:abre|está abiert[oa]) {_V}"),
            "¿Qué horario tiene {x}?",
            Carries.VALUE,
            (Kind.TIME,),
        ),
        Pattern(
            shape(
                rf"{_X} (?:está situad[oa]|está ubicad[oa]|se encuentra"
                rf"|está) (?P<v>en (?:la (?:calle|avenida|plaza)|el (?:puerto|muelle|centro)"
                rf"|[A-ZÁÉÍÓÚ]\w+)[^;:()]{{0,80}}?)"
            ),
            "¿Dónde está {x}?",
            Carries.PLACE,
        ),
        Pattern(
            shape(
                r"Para (?P<do>\w+[aei]r(?:se)? [^,;:()]{4,80}), (?P<v>(?:hay que|debe|debes"
                r"|deberá|deberás|necesita|necesitas|necesitará|tiene que|tienes que|puede|puedes"
                r"|es necesario|se debe|se puede|use|utilice|ejecute) .{8,220}?)"
            ),
            "¿Qué hay que hacer para {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"(?:Puede|Puedes) (?P<do>\w+[aei]r(?:se)? [^,;:()]{4,60}?) (?P<v>(?:a través de"
                r"|mediante|por (?:teléfono|correo|internet)|con la (?:aplicación|tarjeta)"
                r"|en nuestra|en línea) .{0,160}?)"
            ),
            "¿Cómo puedo {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"Si (?P<if>(?:su|tu|el|la|los|las|un|una) [^,;:()]{6,90}), (?P<v>(?:debe|debes"
                r"|deberá|deberás|tiene que|tienes que|es necesario) .{8,220}?)"
            ),
            "¿Qué debo hacer si {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                rf"Si (?P<if>(?:su|tu|el|la|los"
                rf"|las) [^,;:()]{{2,60}}{_TROUBLE}[^,;:()]{{0,60}}), (?P<v>(?:puede|puedes"
                rf"|póngase|ponte|contacte|contacta|llame|llama) .{{8,220}}?)"
            ),
            "¿Qué debo hacer si {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"(?P<x>[^,;:()]{2,70}?) (?P<w>fue|fueron) (?P<p>\w+[ai]d[oa]s?)"
                r" (?P<v>(?:el|en) [^;:()]{6,80}?)"
            ),
            "¿Cuándo {w} {p} {x}?",
            Carries.VALUE,
            (Kind.DATE,),
        ),
        Pattern(shape(rf"No (?P<w>se pueden?) {_DONE}"), "¿{W} {do}?", Carries.REFUSAL),
        Pattern(shape(rf"(?:No|Usted no) puedes? {_DONE}"), "¿Puedo {do}?", Carries.REFUSAL),
        Pattern(
            shape(
                r"(?P<x>(?:(?:El|La|Un|Una) (?=.*? no (?:puede|debe) )|(?:Los|Las)"
                r" (?=.*? no (?:pueden|deben) ))[^,;:()]{3,60}?) no (?P<w>pueden?|deben?)"
                rf" {_DONE}"
            ),
            "¿{W} {x} {do}?",
            Carries.REFUSAL,
        ),
        Pattern(
            shape(r"(?P<x>[^,;:()]{3,60}?) (?P<w>incluyen?|comprenden?) (?P<v>[^;:]{12,200}?)"),
            "¿Qué {w} {x}?",
            Carries.DEFINITION,
        ),
        Pattern(
            shape(
                r"(?P<x>(?:Una?|El|La) [^,;:()]{2,50}?(?: \([^)]{2,30}\))?) es (?P<v>(?:una?|el"
                r"|la) .{15,240}?)"
            ),
            "¿Qué es {x}?",
            Carries.DEFINITION,
        ),
    ),
    no_subject=re.compile(
        r"(?:est[eao]s?|es[eao]s?|aquell[oa]s?|ello|ellos|ellas|él|ella|esto|hay|aquí|ahí|allí|no"
        r"|sí|si"
        r"|cuando|como|para|por|en|con|a|al|de|del|y|o|pero|también|además|solo|sólo|todo[as]*|cada"
        r"|algun[oa]s?|muchos?|otr[oa]s?|uno|nosotros|usted|ustedes|tú|yo|se|lo|le|les|nos|su|sus"
        r"|mientras"
        r"|aunque|porque|después|antes|nota|ambos|actualmente|hoy)\b",
        re.IGNORECASE,
    ),
    no_name=re.compile(
        r"\b(?:que|quien|cual|cuyo|est[eao]s?|es[eao]s?|esto|eso|ello|si|cuando|porque|es|son|fue"
        r"|está|están"
        r"|ha|han|puede|pueden|debe|deben|no|anterior(?:es)?|siguientes?|mism[oa]s?|otr[oa]s?"
        r"|primer[oa]?"
        r"|último|última|segund[oa]|razón|problema|resultado|ejemplo|diferencia|manera|forma"
        r"|objetivo"
        r"|idea|caso|respuesta|resto)\b|https?:",
        re.IGNORECASE,
    ),
    turned=turn(
        su="mi",
        sus="mis",
        tu="mi",
        tus="mis",
        nuestro="su",
        nuestra="su",
        Nuestro="su",
        Nuestra="su",
    ),
    others=re.compile(
        r"(?=.*\bsus?\b).*\b(?:cada|usuarios?|clientes?|personas?|alguien|otr[oa]s?|empresas?)\b",
        re.IGNORECASE,
    ),
    determiners=re.compile(r"(?:El|La|Los|Las|Una?|Unos|Unas)\b"),
)
