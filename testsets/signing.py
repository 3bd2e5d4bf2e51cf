"""Sign-offs of questions: what experts said of each, and whether it still holds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.models import User
from testsets.evidence import frozen_content, question_digest
from testsets.models import Question, SignOff


@dataclass(frozen=True, slots=True)
class Standing:
    """What was said of a question, oldest first, and the digest of its wording now."""

    digest: str
    words: tuple[SignOff, ...] = ()

    @property
    def newest(self) -> SignOff | None:
        """The last word, whatever it was about."""
        return self.words[-1] if self.words else None

    @property
    def holds(self) -> bool:
        """Whether the last word is about the wording as it is now."""
        return self.newest is not None and self.newest.digest == self.digest

    @property
    def signed(self) -> bool:
        """Whether the wording as it is now is signed off."""
        return self.holds and self.words[-1].decision == SignOff.Decision.APPROVED

    @property
    def state(self) -> str:
        """`signed`, `changes` (asked for), `void` (changed since), or `open`."""
        if self.newest is None:
            return "open"
        if not self.holds:
            return "void"
        return "signed" if self.signed else "changes"


def visible_to(reader: User, words: Sequence[SignOff]) -> list[SignOff]:
    """Which of these sign-offs the reader may see.

    One expert's word stands for a question, so nobody's word could sway another's: all of them.
    """
    return list(words)


def blinded_to(reader: User, questions: Iterable[int]) -> frozenset[int]:
    """Of which of these questions the reader has to say their own word before seeing others'."""
    words = list(SignOff.objects.filter(question__in=list(questions)))
    seen = {word.pk for word in visible_to(reader, words)}
    return frozenset(word.question_id for word in words if word.pk not in seen)


def said_of(questions: Sequence[Question]) -> dict[int, list[SignOff]]:
    """What experts said of each of these questions, by its key, oldest first."""
    said: dict[int, list[SignOff]] = {}
    for word in SignOff.objects.filter(question__in=[q.pk for q in questions]).order_by("pk"):
        said.setdefault(word.question_id, []).append(word)
    return said


def standings(questions: Sequence[Question]) -> Mapping[int, Standing]:
    """How each of these questions stands, by its key."""
    said = said_of(questions)
    return {
        question.pk: Standing(
            question_digest(frozen_content(question)), tuple(said.get(question.pk, ()))
        )
        for question in questions
    }
