"""What a question lacks for a method, so that it is Invalid for it (M2.15)."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from core.text import find_quotation
from testsets.methods.contracts import violations
from testsets.methods.needs import Needs
from testsets.methods.settings import Method, Methods


class Lack(StrEnum):
    """What is missing, or what is there and cannot be used."""

    EXPECTED_ANSWER = "no_expected_answer"
    KEYWORDS = "no_keywords"
    TOOLS = "no_tools"
    SCHEMA = "no_schema"
    REFERENCE = "no_reference"
    REFERENCE_MISFIT = "reference_misfit"
    QUOTATION_FIELD = "no_quotation_field"
    QUOTATION_ELSEWHERE = "quotation_elsewhere"
    LABELS = "no_labels"


def lacks(method: Method, content: Mapping[str, Any], methods: Methods) -> tuple[Lack, ...]:
    """Why a question with this content is Invalid for the method; () when it can be judged.

    `content` is a question as it is frozen.
    """
    needs = Needs.stored(content.get("needs") or {})
    if method in (Method.COMPARE_MEANING, Method.TEXT_SIMILARITY, Method.EXACT_MATCH):
        return () if content["expected_answer"].strip() else (Lack.EXPECTED_ANSWER,)
    if method is Method.KEYWORD_MATCH:
        return () if needs.keywords else (Lack.KEYWORDS,)
    if method is Method.TOOL_USE:
        return () if needs.tools else (Lack.TOOLS,)
    if method is Method.STRUCTURED_ANSWER:
        return tuple(_of_contract(needs, inputs_of(content)))
    if method is Method.CUSTOM and not (methods.instructions.strip() and methods.labels):
        return (Lack.LABELS,)
    return ()


def contract_lacks(content: Mapping[str, Any]) -> tuple[Lack, ...]:
    """What is wrong between a question's schema, its reference and the input; () unless it has both."""
    needs = Needs.stored(content.get("needs") or {})
    if needs.schema is None or not needs.reference:
        return ()
    return tuple(_of_contract(needs, inputs_of(content)))


def inputs_of(content: Mapping[str, Any]) -> tuple[str, ...]:
    """The texts that a quotation may come from: what was asked, and the passages behind it."""
    return (content["text"], *(passage["text"] for passage in content["passages"]))


def _of_contract(needs: Needs, inputs: Sequence[str]) -> Iterator[Lack]:
    if needs.schema is None:
        yield Lack.SCHEMA
    if not needs.reference:
        yield Lack.REFERENCE
        return
    if needs.schema is not None and violations(needs.reference, needs.schema):
        yield Lack.REFERENCE_MISFIT
    for name in needs.quotations:
        quoted = [text for path, text in leaves(needs.reference) if field_of(path) == name]
        if not quoted or not all(isinstance(text, str) and text.strip() for text in quoted):
            yield Lack.QUOTATION_FIELD
            return
        if not all(any(find_quotation(text, piece) for piece in inputs) for text in quoted):
            yield Lack.QUOTATION_ELSEWHERE
            return


def leaves(
    value: object, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a JSON value that holds no others, with its place; empty ones included."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from leaves(part, (*path, name))
    elif isinstance(value, list) and value:
        for number, part in enumerate(value):
            yield from leaves(part, (*path, number))
    else:
        yield path, value


def field_of(path: Sequence[Any]) -> str:
    """The name of the field at a place, whichever item of a list it belongs to."""
    return ".".join(str(part) for part in path if not isinstance(part, int))
