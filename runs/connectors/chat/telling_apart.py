"""Which part of what a chat shows is the reply to the question just asked."""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from runs.connectors.chat.phrases import folded, is_label, is_waiting


def parts_of_reply(
    items: Sequence[str],
    *,
    before: Sequence[str],
    question: str,
    echo_at: int | None = None,
    lines: bool = False,
) -> list[str]:
    """The messages that came after the question, in order; those asking for patience are among them.

    `items` are the messages shown now and `before` those shown when the question was asked. Where the
    question itself is shown, among the items or before item `echo_at`, only what follows it counts.
    `lines` says that the items are lines of the whole chat, which has labels and small print too.
    """
    after = _after_echo(items, before, question)
    if after is None and echo_at is not None:
        after = list(items[echo_at:])
    if after is None:
        after = _new(items, before)
    if lines:
        known = Counter(before)
        after = [item for item in after if not known[item]]
    return [item for item in after if item.strip() and not (lines and is_label(item))]


def reply_text(parts: Sequence[str], *, lines: bool = False) -> str:
    """The messages as one text, without those that only ask for patience."""
    return ("\n" if lines else "\n\n").join(part for part in parts if not is_waiting(part))


def still_waiting(parts: Sequence[str]) -> bool:
    """Whether the newest message asks for patience, or there is none yet."""
    return not parts or is_waiting(parts[-1])


def _after_echo(items: Sequence[str], before: Sequence[str], question: str) -> list[str] | None:
    asked = folded(question)
    shown = sum(folded(item) == asked for item in before)
    exact = [index for index, item in enumerate(items) if folded(item) == asked]
    if len(exact) > shown:
        # The first that is new: an assistant may say the question again.
        return list(items[exact[shown] + 1 :])
    many = len(question.split("\n"))
    for index, item in enumerate(items):
        # Asked in several lines, shown in as many.
        if many > 1 and folded(" ".join(items[index : index + many])) == asked:
            return list(items[index + many :])
        # One element that holds the whole conversation.
        rows = item.split("\n")
        for at, row in enumerate(rows):
            if len(rows) > 1 and folded(row) == asked and row not in "\n".join(before).split("\n"):
                rest = "\n".join(rows[at + 1 :])
                return [*([] if is_label(rest) else [rest]), *items[index + 1 :]]
    for index, item in enumerate(_new(items, before)[:1]):
        told = folded(item)
        if index == 0 and asked in told and is_label(told.replace(asked, " ", 1)):
            return list(items[items.index(item) + 1 :])
    return None


def _new(items: Sequence[str], before: Sequence[str]) -> list[str]:
    found: list[str] = []
    matcher = SequenceMatcher(None, list(before), list(items), autojunk=False)
    for change, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if change == "insert":
            found += items[new_from:new_to]
        elif change == "replace":
            for at, item in enumerate(items[new_from:new_to]):
                old = before[old_from + at] if old_from + at < old_to else ""
                # A message that goes on, as where one element holds the whole conversation.
                found.append(item[len(old) :].strip() if old and item.startswith(old) else item)
    return found
