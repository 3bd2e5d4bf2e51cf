"""Which part of what a chat shows is the reply, and when it is finished."""

import pytest

from runs.connectors.chat.finishing import Finishing, Lacking, Look
from runs.connectors.chat.phrases import is_label, is_waiting
from runs.connectors.chat.telling_apart import parts_of_reply, reply_text

HI, ASKED, FEE = "Hi, how can I help?", "What is the fee?", "It costs 12 euros."


@pytest.mark.parametrize(
    "text",
    [
        "Please wait…", "One moment", "Einen Moment bitte!", "Un momento, por favor…", "Claro, un momento",
        "Ett ögonblick", "Let me check that for you.", "Thank you for your question! I'm looking that up...",
        "...", "● ● ●", "Fern is typing", "Sure! Hold on a moment please 🙏", "Searching the documents…",
        "Bitte warten Sie einen Moment.", "Ich suche das für Sie heraus.", "Un instant s'il vous plaît",
        "Aguarde um momento, por favor", "Vänta ett ögonblick tack", "Estoy buscando la respuesta", "",
    ],
)  # fmt: skip
def test_a_request_for_patience_is_known_in_several_languages(text):
    assert is_waiting(text)


@pytest.mark.parametrize(
    "text",
    [
        "Please wait at the counter until you are called.", "12", "12 €", "Yes.", "Sí", "No.",
        "Loading bays are behind the house.", "Checking in is possible from 14:00 and costs 5 euros.",
        "One moment please. It costs 12 euros.", "I am working Monday to Friday.", "Un momento dura poco.",
        "Bitte warten Sie an der Schranke.", "Thank you for your question.",
    ],
)  # fmt: skip
def test_an_answer_that_speaks_of_waiting_is_none(text):
    assert not is_waiting(text)


@pytest.mark.parametrize(
    ("items", "before", "wanted"),
    [
        ([HI, ASKED, FEE], [HI], [FEE]),  # a selector for all messages
        ([HI, FEE], [HI], [FEE]),  # one for the assistant's only
        ([HI, HI], [HI], [HI]),  # a reply that repeats the greeting
        ([HI, "What is the  fee?\n12:30", FEE], [HI], [FEE]),  # the question with its time
        ([FEE, "Anything else?"], [HI], [FEE, "Anything else?"]),  # earlier messages are gone
        ([f"{HI}\n{ASKED}\n{FEE}"], [HI], [FEE]),  # one element for the whole chat
        ([f"{HI} {FEE}"], [HI], [FEE]),  # and without the question in it
        ([f"You asked: {ASKED} {FEE}"], [], [f"You asked: {ASKED} {FEE}"]),
        ([HI, ASKED, ASKED.upper()], [HI], [ASKED.upper()]),  # an assistant that repeats it
        ([HI, ASKED], [HI], []),
        ([HI], [HI], []),
    ],
)  # fmt: skip
def test_only_what_came_after_the_question_is_the_reply(items, before, wanted):
    assert parts_of_reply(items, before=before, question=ASKED) == wanted


def test_a_greeting_that_comes_late_is_told_by_where_the_question_stands():
    assert parts_of_reply([HI, FEE], before=[], question=ASKED, echo_at=1) == [FEE]


def test_a_suggestion_with_the_words_of_the_question_is_not_the_question_asked():
    assert parts_of_reply([ASKED, FEE], before=[ASKED], question=ASKED) == [FEE]


def test_of_the_lines_of_a_whole_chat_labels_and_small_print_are_left_out():
    before = ["Fern", HI, "Written by a machine"]
    lines = ["Fern", HI, ASKED, "12:30", "Fern", FEE, "Just now", "Written by a machine"]
    assert parts_of_reply(lines, before=before, question=ASKED, lines=True) == [FEE]
    asked = "What is the fee\nfor dogs?"
    lines = [HI, "What is the fee", "for dogs?", FEE]
    assert parts_of_reply(lines, before=[HI], question=asked, lines=True) == [FEE]
    assert is_label("Enviado")
    assert not is_label("12")


def test_bubbles_are_joined_without_those_that_ask_for_patience():
    assert reply_text(["One moment…", FEE, "Dogs pay half."]) == f"{FEE}\n\nDogs pay half."


def seen(finishing, *looks):
    """When each look is taken for the end, one a tenth of a second."""
    return [finishing.finished(look, now=n / 10) for n, look in enumerate(looks)]


def look(*parts, **more):
    return Look(parts, **{"typing": False, **more})


def test_a_text_is_finished_once_it_has_stood_still():
    finishing = Finishing(quiet_s=0.2)
    assert seen(finishing, look(), look("It"), look(FEE), look(FEE), look(FEE)) == [False] * 4 + [
        True
    ]
    assert finishing.changed_at == 0.2


def test_who_types_is_heard_out_and_then_given_the_same_time():
    finishing = Finishing(quiet_s=0.2)
    typing = [look(FEE, typing=True)] * 6
    assert seen(finishing, *typing) == [False] * 6
    assert finishing.lacking is Lacking.TYPING
    assert not finishing.finished(look(FEE), now=0.6)
    assert finishing.finished(look(FEE), now=0.8)


def test_a_request_for_patience_never_ends_a_reply_however_long_it_stands():
    for parts in (("Please wait…",), (FEE, "Let me check that…")):
        finishing = Finishing(quiet_s=0.2)
        assert not any(seen(finishing, *[look(*parts)] * 20))
        assert finishing.lacking is Lacking.ONLY_WAITING


def test_a_request_that_is_still_being_answered_may_go_on_with_the_text():
    finishing = Finishing(quiet_s=0.2)
    assert not any(seen(finishing, *[look(FEE, sending=True)] * 20))
    assert finishing.finished(look(FEE, sending=True), now=10.1)
