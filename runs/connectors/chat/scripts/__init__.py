"""What is run inside a page, in the language of pages: each script is one function, or is run as it is."""

from functools import cache
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent
_WITH: Final = "// with: "


@cache
def script(name: str) -> str:
    """The function of a file, with the parts in it that its first line names."""
    lines = []
    for line in (_FOLDER / f"{name}.js").read_text(encoding="utf-8").splitlines():
        if line.strip().startswith(_WITH):
            parts = line.strip().removeprefix(_WITH).split(", ")
            lines += [(_FOLDER / f"{part}.js").read_text(encoding="utf-8") for part in parts]
        else:
            lines.append(line)
    return "\n".join(lines)


ANY_SHOWN: Final = script("any_shown")
AT_POINT: Final = script("at_point")
CANDIDATES: Final = script("candidates")
CONVERSATION: Final = script("conversation")
DISMISS: Final = script("dismiss")
KIND_OF_TEXT: Final = script("kind_of_text")
MESSAGES: Final = script("messages")
NAME: Final = script("name")
WINDOW: Final = script("window")
