"""What every way to an assistant offers."""

from typing import Protocol

from runs.values import Reply


class Connector(Protocol):
    """Asks one question at a time; many may be under way at once."""

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The assistant's reply; raises TryFailed. `conversation` differs for every try."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
