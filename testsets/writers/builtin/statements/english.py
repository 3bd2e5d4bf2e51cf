"""English statements."""

import re
from typing import Final

from testsets.writers.builtin.amounts import Kind
from testsets.writers.builtin.statements.english_rules import RULES, TROUBLE
from testsets.writers.builtin.statements.pattern import Carries, Grammar, Pattern, shape, turn

_X: Final = r"(?P<x>[^,;:()]{2,70}?)"
_USUALLY: Final = r"(?: (?:usually|normally|typically|generally|currently|always|only|now))?"
_V: Final = r"(?P<v>.{2,160}?)"
_MUST: Final = r"(?:must|have to|need to|are required to)"

ENGLISH: Final = Grammar(
    patterns=(
        Pattern(
            shape(rf"{_X}{_USUALLY} costs {_V}"),
            "How much does {x} cost?",
            Carries.VALUE,
            (Kind.MONEY,),
        ),
        Pattern(
            shape(rf"{_X}{_USUALLY} cost {_V}"),
            "How much do {x} cost?",
            Carries.VALUE,
            (Kind.MONEY,),
        ),
        Pattern(
            shape(
                rf"(?P<x>(?:The|Our) (?:\w+ )?(?:fee|price|cost|charge|deposit|fine"
                rf"|fare)\b[^,;:()]{{0,60}}?) is{_USUALLY} {_V}"
            ),
            "How much is {x}?",
            Carries.VALUE,
            (Kind.MONEY, Kind.PERCENT),
        ),
        Pattern(
            shape(rf"{_X} (?:is|remains){_USUALLY} valid for {_V}"),
            "How long is {x} valid?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X} (?:are|remain){_USUALLY} valid for {_V}"),
            "How long are {x} valid?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X}{_USUALLY} takes {_V}"),
            "How long does {x} take?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X}{_USUALLY} lasts {_V}"),
            "How long does {x} last?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(rf"{_X}{_USUALLY} expires? {_V}"),
            "When does {x} expire?",
            Carries.VALUE,
            (Kind.DURATION, Kind.DATE),
        ),
        Pattern(
            shape(
                rf"(?P<x>The (?:\w+ )?(?:deadline|closing date|due date"
                rf"|last day)\b[^,;:()]{{0,60}}?) is {_V}"
            ),
            "When is {x}?",
            Carries.VALUE,
            (Kind.DATE, Kind.DURATION),
        ),
        Pattern(
            shape(
                rf"(?P<x>The (?:maximum|minimum|highest|lowest|largest"
                rf"|smallest)\b[^,;:()]{{2,60}}?) is {_V}"
            ),
            "What is {x}?",
            Carries.VALUE,
            (Kind.MONEY, Kind.PERCENT, Kind.DURATION, Kind.MEASURE, Kind.COUNT),
        ),
        Pattern(
            shape(rf"{_X} is open (?!source|to\b|for\b|until further){_V}"),
            "When is {x} open?",
            Carries.VALUE,
            (Kind.TIME, Kind.DATE),
        ),
        Pattern(
            shape(rf"{_X} are open (?!source|to\b|for\b|until further){_V}"),
            "When are {x} open?",
            Carries.VALUE,
            (Kind.TIME, Kind.DATE),
        ),
        Pattern(
            shape(rf"You {_MUST} (?P<do>[^,;:()]{{4,60}}?) (?P<v>within .{{3,80}}?)"),
            "How long do I have to {do}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(r"You (?:can|may) (?P<do>[^,;:()]{4,60}?) (?P<v>within .{3,80}?)"),
            "How long do I have to {do}?",
            Carries.VALUE,
            (Kind.DURATION,),
        ),
        Pattern(
            shape(
                r"(?:In order to|To) (?P<do>[^,;:()]{6,80}), (?P<v>(?:you(?:'ll| will)? (?:must"
                r"|should|have to|need|can|may)|please|contact|call|use|go to|fill|send) .{8,220}?)"
            ),
            "How do I {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                r"You can (?P<do>[^,;:()]{6,60}?) (?P<v>(?:by \w+ing|via|through|at the|on our"
                r"|online|by (?:phone|e-?mail|post|card)) .{0,160}?)"
            ),
            "How can I {do}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(rf"{_X} is (?:located|situated|based) (?P<v>(?:in|at|on) [^,;:()]{{3,80}}?)"),
            "Where is {x}?",
            Carries.PLACE,
        ),
        Pattern(
            shape(
                r"If (?P<if>(?:you|your) [^,;:()]{6,90}), (?P<v>you (?:must|should|have to"
                r"|need to|are required to) .{8,220}?)"
            ),
            "What should I do if {if}?",
            Carries.CONSEQUENCE,
        ),
        Pattern(
            shape(
                rf"If (?P<if>(?:you"
                rf"|your) [^,;:()]{{0,70}}{TROUBLE}[^,;:()]{{0,70}}), (?P<v>(?:you (?:can|may)"
                rf"|please|contact|call|ask) .{{8,220}}?)"
            ),
            "What should I do if {if}?",
            Carries.CONSEQUENCE,
        ),
        *RULES,
        Pattern(
            shape(
                r"(?P<x>(?:An? |The )?[^,;:()]{2,50}?(?: \([^)]{2,30}\))?) is (?P<v>(?:an?"
                r"|the) .{15,240}?)"
            ),
            "What is {x}?",
            Carries.DEFINITION,
        ),
    ),
    no_subject=re.compile(
        r"(?:this|that|these|those|it|its|there|here|they|he|she|we|you|i|such|some|most|many|all"
        r"|both"
        r"|another|other|one|each|every|any|no|none|what|which|who|when|if|while|as|in|on|at|for"
        r"|to|by"
        r"|with|and|but|or|so|also|however|note|please|only|another|their|his|her|currently|today"
        r"|everything|anything|nothing|something|everyone|doing|having|being|yes|because|since)\b",
        re.IGNORECASE,
    ),
    no_name=re.compile(
        r"\b(?:which|who|that|this|these|those|it|they|them|he|she|if|when|because|is|are|was"
        r"|were|has"
        r"|have|will|would|can|could|should|may|must|do|does|did|not|above|below|following|same"
        r"|other"
        r"|another|next|previous|first|last|second|rest|reason|problem|result|example|difference"
        r"|way"
        r"|thing|goal|idea|point|purpose|question|answer|case|latter|former)\b|https?:",
        re.IGNORECASE,
    ),
    turned=turn(
        yourself="myself",
        yours="mine",
        your="my",
        Your="my",
        Our="your",
        our="your",
        **{
            "you are": "I am",
            "you're": "I'm",
            "you were": "I was",
            "You are": "I am",
            "you": "I",
            "You": "I",
        },
    ),
    determiners=re.compile(r"(?:The|An?)\b"),
)
