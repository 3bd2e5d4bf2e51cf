"""YAML in: what a promptfoo configuration holds, read without building anything but texts.

Every scalar stays the text that stands in the file (“24.50” is no number here, “no” no truth value),
tags are passed over, and aliases are followed only as far as a bound on what comes out.
"""

from collections.abc import Iterator
from typing import Any, Final

import yaml

from sources.marking import gettext_noop as _
from testsets.exchange.json_files import LISTS
from testsets.exchange.notes import Left, Notes
from testsets.exchange.problems import Place, refuse
from testsets.exchange.rows import LARGEST_YAML, MOST_QUESTIONS, Row, Rows, text_of, too_many

# Aliases may name one node many times over: this much may come of it.
_MOST_NODES: Final = 1_000_000
_DEEPEST: Final = 40
_MERGE: Final = "<<"
_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(raw: bytes, name: str) -> Rows:
    """The entries of a list, or of the list of tests in a configuration, whose rest is noted."""
    if len(raw) > LARGEST_YAML:
        refuse(Place(name), _("larger than %(most)s MB."), most=LARGEST_YAML // 1024 // 1024)
    notes = Notes()
    text = text_of(raw, name, notes)
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        refuse(Place(name, line), _("this is no YAML (%(error)s)."), error=error.problem or "")
    except (yaml.YAMLError, RecursionError, ValueError):
        refuse(Place(name), _("this is no YAML that can be read."))
    tests = _list_in(root, name, notes)
    if len(tests.value) > MOST_QUESTIONS:
        too_many(name)
    values = _Values(name)
    rows = []
    for node in tests.value:
        place = Place(name, node.start_mark.line + 1)
        value = values.of(node)
        if isinstance(value, str):
            refuse(
                place,
                _("the tests are kept in another file (%(file)s). Give that file."),
                file=value[:200],
            )
        if not isinstance(value, dict):
            refuse(place, _("this is no test with variables and assertions."))
        rows.append(Row(place, value))
    columns = tuple(dict.fromkeys(key for row in rows for key in row.value))
    return Rows(rows, columns, flat=False, notes=notes)


def _list_in(root: yaml.Node | None, name: str, notes: Notes) -> yaml.SequenceNode:
    if isinstance(root, yaml.SequenceNode):
        return root
    found: yaml.Node | None = None
    if isinstance(root, yaml.MappingNode):
        for key, value in root.value:
            if key.value in LISTS and found is None:
                found = value
            else:
                notes.leave(Left.SETTING, str(key.value)[:80])
    if isinstance(found, yaml.ScalarNode) and found.value not in _NOTHING:
        refuse(
            Place(name, found.start_mark.line + 1),
            _("the tests are kept in another file (%(file)s). Give that file."),
            file=found.value[:200],
        )
    if not isinstance(found, yaml.SequenceNode):
        refuse(Place(name), _("this holds no list of questions."))
    return found


class _Values:
    """Plain values of nodes, bounded over the whole file."""

    def __init__(self, name: str) -> None:
        self._name, self._left = name, _MOST_NODES

    def of(self, node: yaml.Node, depth: int = 0) -> Any:
        self._left -= 1
        if self._left < 0 or depth > _DEEPEST:
            refuse(
                Place(self._name, node.start_mark.line + 1),
                _("the aliases of this file unfold to more than can be read."),
            )
        if isinstance(node, yaml.MappingNode):
            return dict(self._pairs(node, depth))
        if isinstance(node, yaml.SequenceNode):
            return [self.of(entry, depth + 1) for entry in node.value]
        plain = node.style is None  # type: ignore[attr-defined]  # a scalar, what else is left
        return None if plain and node.value in _NOTHING else node.value

    def _pairs(self, node: yaml.MappingNode, depth: int) -> Iterator[tuple[str, Any]]:
        own = [(key, value) for key, value in node.value if key.value != _MERGE]
        for key, value in node.value:
            if key.value == _MERGE:
                merged = self.of(value, depth + 1)
                for one in reversed(merged if isinstance(merged, list) else [merged]):
                    if isinstance(one, dict):
                        yield from one.items()
        for key, value in own:
            yield (
                str(key.value) if isinstance(key, yaml.ScalarNode) else "?",
                self.of(value, depth + 1),
            )
