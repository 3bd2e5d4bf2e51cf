"""Reading the JSON in what a model wrote: where unambiguous, else refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import UnreadableJSON, read_json


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('{"label": "correct"}', {"label": "correct"}),
        ('\ufeff \n{"label": "correct"}\n', {"label": "correct"}),
        ('```json\n{"label": "correct"}\n```', {"label": "correct"}),
        ("```\n[1, 2]\n```", [1, 2]),
        ('Here it is:\n```json\n{"a": 1}\n```\nDone.', {"a": 1}),
        ('The verdict is {"a": {"b": [1, {"c": 2}]}}, as asked.', {"a": {"b": [1, {"c": 2}]}}),
        ('{"a": 1, // the first\n "b": 2 /* the second */}', {"a": 1, "b": 2}),
        (
            '{"a": "https://example.org/x // y", "b": 1}',
            {"a": "https://example.org/x // y", "b": 1},
        ),
        ('{"a": "one\ntwo\tthree"}', {"a": "one\ntwo\tthree"}),
        (
            '{"reason": "uses {braces} and ] [", "a": 1}',
            {"reason": "uses {braces} and ] [", "a": 1},
        ),
        ('{"reason": "an \\"inner\\" } quote"}', {"reason": 'an "inner" } quote'}),
        ('{"la\u200bbel": "cor\u2060rect"}', {"label": "correct"}),
        ('{\u200b"a"\u200d: 1}', {"a": 1}),
        ('{"a": "\\u200bx"}', {"a": "x"}),
        ('{"a": "می\u200cخواهم"}', {"a": "می\u200cخواهم"}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ('{"a": ",]"}', {"a": ",]"}),
        ('<think>Is it {"a": 2}? No.</think>\n{"a": 1}', {"a": 1}),
        ('[END DATA] then {"a": 1}', {"a": 1}),
        ('Not {0} but {"a": 1}', {"a": 1}),
        ("[]", []),
        ("{}", {}),
    ],
)
def test_one_reading_is_read(written, value):
    assert read_json(written) == value


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   \u200b",
        "CORRECT",
        "7",
        "null",
        "The answer is correct.",
        '{"a": 1',
        '{"a": {"b": 1}',
        '{"a": "cut off',
        'Sure: {"outer": {"score": 1}',
        '{"a": 1}{"a": 2}',
        '{"a": 1}\n{"a": 1}',
        'The answer says {"score": 1.0}. My verdict: {"score": 0}',
        '{"score": 1.0} [END DATA] {"score": 0}',
        '{"a": 1, "a": 2}',
        '{"a": 1, "a\u200b": 2}',
        "{'a': 1}",
        "verdict: {'a': 1} or {\"a\": 2}",
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": 1e999}',
        '{"a": tru}',
        '{"a": "unescaped "inner" quote"}',
        '{"a": ' + "9" * 5_000 + "}",
        "[" * 20_000 + "]" * 20_000,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
    ],
)
def test_two_readings_or_none_are_refused(written):
    with pytest.raises(UnreadableJSON):
        read_json(written)


def test_nul_and_half_surrogates_are_made_storable():
    assert read_json('{"a\\u0000": ["\\u0000", {"b": "\\ud800"}]}') == {
        "a␀": ["␀", {"b": "\ufffd"}]
    }


def test_a_long_malformed_reply_is_refused_at_once():
    with pytest.raises(UnreadableJSON):
        read_json('{"' + '\\"' * 200_000)


_PLAIN = st.text(st.characters(exclude_categories=["Cs", "Cf"], exclude_characters="\x00"))
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_PLAIN, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.dictionaries(_PLAIN, _JSON, max_size=4), st.sampled_from(["{}", "```json\n{}\n```", " {} "])
)
def test_whatever_is_well_formed_comes_back_as_it_was(value, frame):
    written = frame.replace("{}", json.dumps(value, ensure_ascii=False))
    assert read_json(written) == value
