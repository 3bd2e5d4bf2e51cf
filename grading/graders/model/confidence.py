"""How sure a model was, from the probabilities of the words that decided."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from core.llm import TokenProbability
from grading.values import Finding, Label

_DECIDING: Final = re.compile(r'"(?P<field>finding|opinion)"\s*:\s*"(?P<value>\w+)"')
_OFFERED: Final = {
    "finding": tuple(finding.value for finding in Finding),
    "opinion": tuple(label.value for label in Label),
}


def confidence(tokens: Sequence[TokenProbability]) -> float | None:
    """The least probability among the words that decided; None where the server gave none.

    A word's probability is its share among the words that were on offer in its place.
    """
    return min(_shares(tokens), default=None)


def _shares(tokens: Sequence[TokenProbability]) -> Iterator[float]:
    text = "".join(token.token for token in tokens)
    ends = list(accumulate(len(token.token) for token in tokens))
    for match in _DECIDING.finditer(text):
        at = next(place for place, end in enumerate(ends) if end > match.start("value"))
        share = _share(tokens[at], match["value"], _OFFERED[match["field"]])
        if share is not None:
            yield share


def _share(token: TokenProbability, chosen: str, offered: Sequence[str]) -> float | None:
    """The chance of the chosen word's first token among the first tokens of all words on offer."""
    likely = dict(token.top)
    likely.setdefault(token.token, token.logprob)
    mine = others = 0.0
    for text, logprob in likely.items():
        start = text.strip().strip('"')
        if not start:
            continue
        if chosen.startswith(start) or start.startswith(chosen):
            mine += math.exp(logprob)
        elif any(word.startswith(start) for word in offered):
            others += math.exp(logprob)
    return mine / (mine + others) if mine else None
