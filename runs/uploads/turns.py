"""Conversations taken apart: what somebody asked, and what the assistant replied to it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from runs.uploads.times import as_iso
from runs.uploads.values import Conversation, Remarks, Turn, UploadedAnswer


def answers_of(conversations: Sequence[Conversation], remarks: Remarks) -> Iterator[UploadedAnswer]:
    """Every question with the reply that follows it; what nobody replied to is counted.

    Where a bot speaks, messages of human agents are not the assistant's and are left out. Where none
    does, they are taken for the assistant's, and the remarks say so.
    """
    every = [turn for one in conversations for turn in one.turns]
    bots = any(turn.role == "assistant" for turn in every)
    people = sum(turn.role == "person" for turn in every)
    remarks.people_answer = bool(people and not bots)
    remarks.people_left = people if bots else 0
    for one in conversations:
        turns = [
            replace(turn, role="assistant") if turn.role == "person" and not bots else turn
            for turn in one.turns
            if turn.text.strip() or turn.tools
        ]
        yield from _paired(replace(one, turns=turns), remarks)


def _paired(conversation: Conversation, remarks: Remarks) -> Iterator[UploadedAnswer]:
    asked: list[Turn] = []
    for role, group in groupby(conversation.turns, key=lambda turn: turn.role):
        turns = list(group)
        if role == "user":
            remarks.questions_only += len(asked)
            asked = turns
        elif asked and role == "assistant":
            yield _answer(conversation, asked, turns)
            asked = []
        elif role == "person":
            # A person who replied ended what the assistant had to do with it.
            remarks.questions_only += len(asked)
            asked = []
    remarks.questions_only += len(asked)


def _answer(
    conversation: Conversation, asked: Sequence[Turn], replied: Sequence[Turn]
) -> UploadedAnswer:
    last = asked[-1]
    texts = [turn.text.strip() for turn in asked]
    also = [*texts[:-1], "\n".join(texts)] if len(texts) > 1 else []
    came = next((turn.at for turn in reversed(replied) if turn.at is not None), None)
    waited = came - last.at if came is not None and last.at is not None else None
    return UploadedAnswer(
        place=conversation.place,
        question=texts[-1],
        also=tuple(dict.fromkeys(also)),
        answer="\n\n".join(turn.text.strip() for turn in replied if turn.text.strip()),
        contexts=tuple(text for turn in replied for text in turn.contexts),
        tools=tuple(call for turn in replied for call in turn.tools),
        asked_at=as_iso(last.at),
        seconds=waited if waited is not None and waited >= 0 else None,
    )
