"""English statements that oblige, forbid, date or tell how long."""

from typing import Final

from testsets.writers.builtin.amounts import Kind
from testsets.writers.builtin.statements.pattern import Carries, Pattern, shape

TROUBLE: Final = (
    r"\b(?:not|cannot|can't|don't|doesn't|didn't|haven't|isn't|no|lose|lost|fails?|failed|broken"
    r"|damaged"
    r"|stolen|late|wrong|missing|forgot|forget|miss|missed|delayed|cancell?ed|error|problems?)\b"
)
_TELLS: Final = (
    r"(?:please |always |immediately |first )?(?:avoid|use|call|contact|stay|keep|wash|wear|clean|get"
    r"|take|talk to|tell|seek|cancel|send|write|bring|pay|report|remove|go to|wait|return|ask)"
)
_UNWELL: Final = (
    r"\b(?:sick|ill|injured|hurt|exposed|infected|unsure|dirty|wet|emergency|symptoms?|reaction"
    r"|allergic|help|suspect|think|close contact)\b"
)
# An action of which it is said that it may not be: nothing in it limits or continues.
_DONE: Final = (
    r"(?P<do>(?!be (?:able|sure|a)\b|take|cause|need|have|affect|matter|only|just|yet|necessarily|always"
    r"|also|have been)"
    r"(?:(?!\b(?:until|unless|because|so|but|only|also|just|therefore|instead|yet|this|these|that"
    r"|those|it|they|them|their|its|such)\b)[^,;:()]){6,90}?)"
)
_NOT: Final = r"(?:[Nn]ot|NOT)"
# "may not" often says that something is possible; of these it says that it is not allowed.
_FORBIDDEN: Final = (
    rf"(?:cannot|can['’]t|must {_NOT}|are not allowed to|may {_NOT}(?= (?:enter|bring|use|take|carry"
    r"|share|sell|copy|transfer|park|leave|smoke|drive|keep|wear|board|travel|work|build)\b))"
)

RULES: Final = (
    Pattern(
        shape(
            r"(?P<x>[^,;:()]{2,70}?) (?P<w>was|were) (?P<p>(?:first )?\w+ed"
            r"(?: (?:for|by|in|to|into|as) [^,;:()\d]{3,40}?)?) (?P<v>on .{6,160}?)"
        ),
        "When {w} {x} {p}?",
        Carries.VALUE,
        (Kind.DATE,),
    ),
    Pattern(
        shape(
            r"(?P<x>[^,;:()]{2,70}?) has been (?P<p>\w+ed(?: (?:for|in|to|as)"
            r" [^,;:()\d]{3,40}?)?) (?:by [^;:\d]{3,80} )?(?P<v>on .{6,60}?)"
        ),
        "When was {x} {p}?",
        Carries.VALUE,
        (Kind.DATE,),
    ),
    Pattern(
        shape(
            r"If (?P<if>(?:you|your) [^,;:()]{6,90}), (?:it['’]s (?:safest|best) to )?"
            r"(?P<do>(?:stay|wait|keep|rest|isolate|avoid|do not|don['’]t)\b[^,;:()]{0,60}?)"
            r" (?P<v>for .{4,160}?)"
        ),
        "How long should I {do} if {if}?",
        Carries.VALUE,
        (Kind.DURATION,),
    ),
    Pattern(
        shape(r"You (?:should|must|need to|have to) (?P<do>[^,;:()]{4,60}?) (?P<v>for .{4,80}?)"),
        "How long should I {do}?",
        Carries.VALUE,
        (Kind.DURATION,),
    ),
    Pattern(
        shape(
            r"(?P<x>[^,;:()]{2,60}?) (?:should|must) (?P<do>(?:stay|wait|keep|rest|be kept)\b"
            r"[^,;:()]{0,60}?) (?P<v>for .{4,80}?)"
        ),
        "How long should {x} {do}?",
        Carries.VALUE,
        (Kind.DURATION,),
    ),
    Pattern(
        shape(
            rf"If (?P<if>(?!th(?:is|at|ese|ose|ey)\b|it\b)[^,;:()]{{2,70}}"
            rf"(?:{TROUBLE}|{_UNWELL})[^,;:()]{{0,70}}),"
            rf" (?P<v>{_TELLS} .{{6,220}}?)"
        ),
        "What should I do if {if}?",
        Carries.CONSEQUENCE,
    ),
    Pattern(
        shape(
            rf"Before (?P<if>\w+ing [^,;:()]{{4,60}}?),? (?P<v>(?:it is important to|you (?:must"
            rf"|should|need to)|{_TELLS}) .{{6,220}}?)"
        ),
        "What should I do before {if}?",
        Carries.CONSEQUENCE,
    ),
    Pattern(
        shape(
            r"(?P<x>[^,;:()]{3,60}?) must (?P<v>(?!not|be\b)[^;:()]{8,120}?)"
            r" (?P<if>(?:when|before|after) \w+ing [^,;:()]{4,60}?)"
        ),
        "What must {x} do {if}?",
        Carries.CONSEQUENCE,
    ),
    Pattern(
        shape(r"You must (?P<do>[^,;:()]{4,70}?) (?P<v>by [^;:()]{4,60}?)"),
        "By when do I have to {do}?",
        Carries.VALUE,
        (Kind.DATE, Kind.TIME),
    ),
    Pattern(
        shape(r"(?P<x>[^,;:()]{3,60}?) must (?P<do>[^,;:()]{4,70}?) (?P<v>by [^;:()]{4,60}?)"),
        "By when must {x} {do}?",
        Carries.VALUE,
        (Kind.DATE, Kind.TIME),
    ),
    Pattern(
        shape(rf"You {_FORBIDDEN} {_DONE}"),
        "Can I {do}?",
        Carries.REFUSAL,
    ),
    Pattern(shape(rf"You should {_NOT} {_DONE}"), "Should I {do}?", Carries.REFUSAL),
    Pattern(
        shape(rf"(?P<x>[^,;:()]{{3,60}}?) {_FORBIDDEN} {_DONE}"),
        "Can {x} {do}?",
        Carries.REFUSAL,
    ),
    Pattern(
        shape(rf"(?P<x>[^,;:()]{{3,60}}?) should {_NOT} {_DONE}"),
        "Should {x} {do}?",
        Carries.REFUSAL,
    ),
    Pattern(
        shape(r"(?P<x>[^,;:()]{3,60}?) includes? (?P<v>[^;:]{12,200}?)"),
        "What does {x} include?",
        Carries.DEFINITION,
    ),
)
