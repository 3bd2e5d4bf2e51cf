"""The tokens that a drafting takes, held against what it may take."""

from collections.abc import Iterable

from core.llm import Meter, Tokens

NO_TOKENS = Tokens()


class Spending:
    """Adds up what the calls of one go at a drafting take, behind what earlier goes took.

    Each token is handed over once to be stored: what is `unstored` stays so until `was_stored`
    acknowledges it, so that a failed transaction loses nothing and a repeated one adds nothing.
    """

    def __init__(
        self,
        meters: Iterable[Meter | None],
        *,
        limit: int | None = None,
        before: Tokens = NO_TOKENS,
    ) -> None:
        self.limit = limit
        # Writer and second reader mostly ask the same model: what its meter counts counts once.
        self._meters = {id(meter): meter for meter in meters if meter is not None}.values()
        self._begun = self._counted()
        self._before = before
        self._stored = NO_TOKENS

    @property
    def tokens(self) -> Tokens:
        """All that the drafting has taken so far."""
        return self._before + self._counted() - self._begun

    @property
    def is_spent(self) -> bool:
        """Whether the budget is used up; never without one."""
        return self.limit is not None and self.tokens.total >= self.limit

    def affords(self, under_way: int) -> bool:
        """Whether one more call may begin beside so many others.

        As long as anything is left one call at a time may, so the budget is passed by about one call
        at most, and several abreast only while all of them are likely to fit.
        """
        if self.limit is None or not self._meters:
            return True
        left = self.limit - self.tokens.total
        a_call = max(meter.a_call() for meter in self._meters)
        return left > 0 and (under_way == 0 or (under_way + 1) * a_call <= left)

    def unstored(self) -> Tokens:
        """What was counted in this go and is not acknowledged as stored."""
        return self._counted() - self._begun - self._stored

    def was_stored(self, tokens: Tokens) -> None:
        """Acknowledge that so much of what was unstored is stored now."""
        self._stored += tokens

    def unanswered(self) -> Tokens:
        """What calls may take whose replies are not waited for any more: always an estimate."""
        return sum((meter.unanswered() for meter in self._meters), NO_TOKENS)

    def _counted(self) -> Tokens:
        return sum((meter.tokens for meter in self._meters), NO_TOKENS)
