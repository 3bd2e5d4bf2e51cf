"""A whole conversation in one text, as help desks keep it: told apart into turns by who speaks."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from runs.uploads.pieces import BOT, PERSON, USER, bare, role_of
from runs.uploads.values import Turn
from sources.marking import gettext_noop as _
from testsets.exchange.problems import Place, refuse

# "( 1m 5s ) Name: text": in such a text, only what has a time in front begins a turn.
_TIMED: Final = re.compile(r"\(\s*(?:\d+\s*[hms]\s*)+\)\s*([^:\n]{1,80}):\s?(.*)")
_WORDS: Final = "|".join(
    sorted({*USER, *BOT, *PERSON, "virtual agent", "end user"}, key=len, reverse=True)
)
# A figure in an answer may have a colon behind its name, so only names of roles begin a turn.
# A time in square brackets may stand before the name, a remark in round ones behind it.
_NAMED: Final = re.compile(
    rf"(?i)(?:\[[^\]\n]{{1,40}}\]\s*)?({_WORDS})(?:\s*\([^)\n]{{1,60}}\))?\s*:\s?(.*)"
)


def dialogue(text: str, place: Place) -> list[Turn]:
    """The turns of the text; refused where it cannot be told who speaks."""
    lines = bare(text).split("\n")
    timed = [_TIMED.match(line.strip()) for line in lines]
    pattern = _TIMED if any(timed) else _NAMED
    spoken = list(_spoken(lines, pattern))
    if not spoken:
        refuse(
            place,
            _(
                "it can't be told who says what. Begin each message on a line of its own with"
                " “User:” or “Assistant:”."
            ),
        )
    roles = _roles([name for name, _said in spoken], place)
    return [Turn(roles[name], said) for name, said in spoken]


def _spoken(lines: Sequence[str], pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    name, said = "", list[str]()
    for line in lines:
        found = pattern.match(line.strip())
        if found:
            if name:
                yield name, "\n".join(said).strip()
            name, said = found[1].strip(), [found[2]]
        elif name:
            said.append(line)
    if name:
        yield name, "\n".join(said).strip()


def _roles(names: Sequence[str], place: Place) -> dict[str, str]:
    """Who each name is: by a word for it, else as the one that is left of two."""
    roles = {name: role_of(name) or _by_word(name) for name in names}
    unknown = [name for name, role in roles.items() if not role]
    known = {role for role in roles.values() if role}
    if len(unknown) == 1 and known and len(known) == 1:
        roles[unknown[0]] = "person" if known == {"user"} else "user"
    elif unknown:
        refuse(
            place,
            _(
                "it can't be told whether “%(name)s” is the user or the assistant. Write “User:” or"
                " “Assistant:” instead of the name."
            ),
            name=unknown[0][:80],
        )
    return roles


def _by_word(name: str) -> str:
    """The role that a word inside a longer name tells, such as “Service Bot”."""
    told = {role for word in name.split() if (role := role_of(word))}
    return told.pop() if len(told) == 1 else ""
