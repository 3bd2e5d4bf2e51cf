"""Sign-offs of questions: what was said of each, whether it still holds, and who may see it.

Where two people sign off, each decides apart: a word stays sealed to everybody but its author until
two people have said theirs of the same wording. `_replayed` alone decides that, and nothing but this
module and the services that write sign-offs reads them in any other way.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import F

from core.models import User
from testsets.evidence import frozen_content, question_digest
from testsets.models import Question, SignOff
from testsets.records import with_evidence
from testsets.wishes import HOLDING

# Enough people have said their word, whatever it is.
COMPLETE: Final = (*HOLDING, "differ")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a reader may know that was said of a question, oldest first, and its digest now."""

    digest: str
    words: tuple[SignOff, ...] = ()
    wanted: int = 1

    @property
    def live(self) -> list[SignOff]:
        """Each person's last word of each wording, unless taken back, in the order they were said."""
        found: dict[tuple[int, str, bool], SignOff] = {}
        for word in self.words:
            place = (word.by_id, word.digest, word.settles)
            found.pop(place, None)
            if word.decision != SignOff.Decision.WITHDRAWN:
                found[place] = word
        return list(found.values())

    @property
    def present(self) -> list[SignOff]:
        """Those of them that are about the wording as it is now."""
        return [word for word in self.live if word.digest == self.digest]

    @property
    def votes(self) -> list[SignOff]:
        """What people say of the wording as it is now, each for themselves."""
        return [word for word in self.present if not word.settles]

    @property
    def newest(self) -> SignOff | None:
        """The last word that was not taken back, whatever it was about."""
        return self.live[-1] if self.live else None

    @property
    def holds(self) -> bool:
        """Whether the wording as it is now waits for nobody's word."""
        return self.state in HOLDING

    @property
    def signed(self) -> bool:
        """Whether the wording as it is now is signed off."""
        return self.state == "signed"

    @property
    def state(self) -> str:
        """`signed`, `changes` (asked for), `differ`, `half`, `void` (changed since), or `open`.

        `half`: one of two people has said their word. To others than that person it is `open` or
        `void`, because nobody but its author sees that word.
        """
        if self.newest is None:
            return "open"
        if self.wanted == 1:
            return _ends_in(self.newest) if self.newest.digest == self.digest else "void"
        if not self.present:
            return "void"
        if self.present[-1].settles:
            return _ends_in(self.present[-1])
        if len(self.votes) < self.wanted:
            return "half"
        ends = {_ends_in(word) for word in self.votes}
        return ends.pop() if len(ends) == 1 else "differ"

    def of(self, person: User) -> SignOff | None:
        """The person's own word of the wording as it is now."""
        return next((word for word in self.present[::-1] if word.by_id == person.pk), None)


def _ends_in(word: SignOff) -> str:
    return "signed" if word.decision == SignOff.Decision.APPROVED else "changes"


class Said(NamedTuple):
    """Everything that was said of one question, oldest first.

    `since` is when two people began to decide apart, None where one decides; `sealed` are the keys of
    the words that only their authors may see; `pairs` the words of two people who both decided before
    seeing the other's.
    """

    words: tuple[SignOff, ...]
    sealed: frozenset[int]
    pairs: tuple[tuple[SignOff, SignOff], ...]
    since: datetime | None = None

    def counting(self, person: int | None) -> tuple[SignOff, ...]:
        """Those of the words that this person may see which count towards where the question stands.

        What one person said in the open, before two were wanted, is no word given apart (M4.5).
        """
        seen = self.seen_by(person)
        return seen if self.since is None else tuple(w for w in seen if w.at >= self.since)

    def seen_by(self, person: int | None) -> tuple[SignOff, ...]:
        """Which of the words this person may see; None is anybody who has said none of them."""
        return tuple(w for w in self.words if w.pk not in self.sealed or w.by_id == person)


NOTHING_SAID: Final = Said((), frozenset(), ())


def _replayed(words: Sequence[SignOff], since: datetime | None) -> Said:
    """The words of one question in the order they were said, told apart by who may see them.

    The second person's word opens all that was said so far, of this wording and earlier ones; what is
    said later of a wording that was opened is open at once. Words from before `since` never were sealed.
    """
    sealed: dict[int, SignOff] = {}
    rounds: dict[str, dict[int, SignOff]] = {}
    opened: set[str] = set()
    pairs: list[tuple[SignOff, SignOff]] = []
    for word in words:
        if since is None:
            break  # one reviewer: nothing is sealed
        if word.at < since:
            continue  # said in the open, and no word of two
        votes = rounds.setdefault(word.digest, {})
        if word.decision == SignOff.Decision.WITHDRAWN:
            votes.pop(word.by_id, None)
        else:
            votes[word.by_id] = word
        if word.digest in opened:
            continue
        sealed[word.pk] = word
        if len(votes) > 1:
            opened.add(word.digest)
            first, second, *more = sorted(votes.values(), key=lambda vote: vote.by_id)
            if not more and first.pk in sealed and second.pk in sealed:
                pairs.append((first, second))
            sealed.clear()
    return Said(tuple(words), frozenset(sealed), tuple(pairs), since)


def said_of(questions: Iterable[int]) -> dict[int, Said]:
    """What was said of each of the questions with these keys, if anything."""
    rows: dict[int, list[SignOff]] = {}
    since: dict[int, datetime | None] = {}
    found = SignOff.objects.filter(question__in=list(questions)).order_by("pk")
    for word in found.annotate(since=F("question__test_set__blind_since")):
        rows.setdefault(word.question_id, []).append(word)
        since[word.question_id] = word.since
    return {key: _replayed(words, since[key]) for key, words in rows.items()}


def visible_to(reader: User, words: Sequence[SignOff]) -> list[SignOff]:
    """Which of these sign-offs the reader may see."""
    seen = {
        word.pk
        for said in said_of({word.question_id for word in words}).values()
        for word in said.seen_by(reader.pk)
    }
    return [word for word in words if word.pk in seen]


def sealed_to(reader: User) -> list[int]:
    """The keys of all words that the reader must not see yet."""
    apart = SignOff.objects.filter(question__test_set__reviewers__gt=1)
    said = said_of(set(apart.values_list("question", flat=True)))
    return [
        word.pk
        for one in said.values()
        for word in one.words
        if word.pk in one.sealed and word.by_id != reader.pk
    ]


def blinded_to(_reader: User, questions: Iterable[int]) -> frozenset[int]:
    """Of which of these questions nobody sees what others say, because two people decide apart.

    The same for everybody, and whether or not one of the two has decided: anything else would tell.
    """
    apart = Question.objects.filter(pk__in=list(questions), test_set__reviewers__gt=1)
    found = list(apart.select_related("test_set", "parent").prefetch_related(*with_evidence()))
    standing = standings(found, reader=None)
    return frozenset(key for key, one in standing.items() if one.state not in COMPLETE)


def standings(questions: Sequence[Question], *, reader: User | None) -> Mapping[int, Standing]:
    """How each of these questions stands to the reader, by its key; None is anybody else."""
    said = said_of(question.pk for question in questions)
    person = reader.pk if reader is not None else None
    return {
        question.pk: Standing(
            question_digest(frozen_content(question)),
            said.get(question.pk, NOTHING_SAID).counting(person),
            question.test_set.reviewers,
        )
        for question in questions
    }
