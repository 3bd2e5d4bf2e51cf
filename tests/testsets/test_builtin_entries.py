"""The built-in writer on questions that the material asks itself."""

import pytest

from core.embeddings import get_embedder
from tests.testsets.samples import PLAIN, faq, passage
from testsets.checks import check_draft
from testsets.values import QuestionType
from testsets.writers.builtin import BuiltinWriter
from testsets.writers.builtin.entries import clean_question


def written(*material, language=None, wanted=20):
    drafts = BuiltinWriter().drafts(
        material, wanted=wanted, shares=PLAIN, language=language, stop=lambda: False
    )
    return list(drafts)


def only(*material):
    (made,) = written(*material)
    assert check_draft(made, material={m.key: m for m in material}, kept=[]) == []
    return made


def test_a_value_that_is_asked_for_becomes_an_exact_key_fact():
    made = only(faq("How much is a return ticket?", "A return ticket costs 24 euros per person."))

    assert made.type is QuestionType.EXACT_VALUE
    assert [(f.quotation, f.exact_value) for f in made.facts] == [
        ("A return ticket costs 24 euros per person", "24 euros")
    ]


def test_two_values_of_one_sentence_are_two_key_facts():
    made = only(
        faq(
            "Hur lång tid tar det att få bygglov?",
            "Handläggningstiden är 10 veckor, med möjlig förlängning till 20 veckor vid svåra ärenden.",
            language="sv",
        )
    )

    assert [f.exact_value for f in made.facts] == ["10 veckor", "20 veckor"]


def test_a_span_of_hours_is_one_key_fact_that_ends_before_the_full_stop():
    made = only(faq("When is the desk staffed?", "The desk is staffed from 8:30 a.m. to 5 p.m."))

    assert [(f.quotation, f.exact_value) for f in made.facts] == [
        ("The desk is staffed from 8:30 a.m. to 5 p.m", "8:30 a.m. to 5 p.m")
    ]


def test_a_verdict_carries_its_condition_into_the_key_fact():
    made = only(
        faq(
            "Can I take my dog on board?",
            "Yes, dogs are welcome on the car deck if they are kept on a leash.",
        )
    )

    assert made.type is QuestionType.YES_NO
    assert made.facts[0].quotation.startswith("Yes, dogs are welcome on the car deck if")


def test_a_bare_no_takes_the_sentence_behind_it_along():
    made = only(
        faq("Do you store my private keys?", "No. Never.\n\nThe key stays on your own server.")
    )

    assert made.facts[0].quotation == "No. Never.\n\nThe key stays on your own server"


def test_a_negative_sentence_is_not_taken_for_a_no():
    """“No cobramos tarifas” answers “is it free?” with yes."""
    (made,) = written(
        faq(
            "¿Es gratis usar el servicio de certificados?",
            "No cobramos tarifas por usar el servicio de certificados.",
            language="es",
        )
    )

    assert made.type is QuestionType.DIRECT


def test_a_definition_becomes_a_key_fact_without_the_word_defined():
    made = only(
        faq(
            "What is a start notice?",
            "A start notice is the municipality's leave to begin building.",
        )
    )

    assert made.facts[0].quotation == "the municipality's leave to begin building"


def test_what_only_announces_the_answer_is_no_part_of_the_key_fact():
    made = only(
        faq(
            "How can I avoid a scam?", "Here are some ways to protect yourself: never pay a caller."
        )
    )

    assert made.facts[0].quotation == "never pay a caller"


def test_items_of_a_list_become_key_facts():
    made = only(
        faq(
            "When may I see other people again after the illness?",
            "You can see other people after:\n\n10 days since the first symptoms; and\n"
            "24 hours without fever; and\nsymptoms have improved.\n\nMost people need no test.",
        )
    )

    assert [f.quotation for f in made.facts] == [
        "10 days since the first symptoms",
        "24 hours without fever",
        "symptoms have improved",
    ]
    assert made.expected_answer.endswith("symptoms have improved.")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What rights do I have?", "We process data as described in this policy."),
        ("Where can I read about fares?", "Click here for our fares."),
        ("Should schools test their students for the virus?", "We learn more about it every day."),
        ("One account or many?", "Both are possible with our service."),
        ("How many ferries are there?", "There are several of them."),
        ("Fares", "They differ with the season."),
    ],
)
def test_an_entry_that_is_no_question_or_not_answered_gives_no_draft(question, answer):
    """A question that nobody would ask is worse than none."""
    assert written(faq(question, answer)) == []


def test_sixty_seven_two_line_entries_are_all_used():
    """Short entries are not skipped."""
    entries = [
        faq(f"What is the fare to island number {n}?", f"{n} euros for each adult.", key=n)
        for n in range(1, 68)
    ]

    assert len(written(*entries, wanted=67)) == 67


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("3. How do I pay? ¶", "How do I pay?"),
        ("Q: Is parking free?", "Is parking free?"),
        ("¿ Let's Encrypt guarda mis llaves?", "¿Let's Encrypt guarda mis llaves?"),
        ("Måste man ange språk på alla fritextfält", "Måste man ange språk på alla fritextfält?"),
        ("Our fares", ""),
    ],
)
def test_a_heading_is_cleaned_to_what_a_person_would_type(heading, question):
    assert clean_question(heading) == question


def test_an_answer_is_asked_about_once_more_for_what_else_it_states():
    question = "How long is a return ticket valid?"
    answer = "A return ticket is valid for 30 days. A bicycle costs 6 euros each way."

    made = written(faq(question, answer))

    assert [draft.question for draft in made] == [question, "How much does a bicycle cost?"]


def test_a_page_that_asks_a_lot_itself_is_asked_nothing_else():
    answer = "A return ticket is valid for 30 days. A bicycle costs 6 euros each way."
    questions = [
        "How long is a return ticket valid?", "How long is a group ticket valid?",
        "How long is a day ticket valid?", "How long is a night ticket valid?",
    ]  # fmt: skip

    made = written(*(faq(question, answer, key=n) for n, question in enumerate(questions, 1)))

    assert [draft.question for draft in made] == questions


def test_only_the_first_passage_under_a_heading_answers_it():
    first = passage("A ticket costs 24 euros.", key=1, heading_path=("How much is a ticket?",))
    second = passage("Dogs travel on deck.", key=2, heading_path=("How much is a ticket?",))

    assert [made.passage_key for made in written(first, second)] == [1]


def test_only_the_first_passage_of_a_long_answer_answers_its_question():
    question = "Which rights do I have?"
    opening = faq(question, "We process data as described in this policy.", key=1)
    rest = faq(question, "Objecting to the use of your data is possible at any time.", key=2)

    assert written(opening, rest) == []
    assert len(written(rest)) == 1


def test_the_same_passages_give_the_same_drafts_in_whatever_order_they_come():
    one = faq("How much is a ticket?", "A ticket costs 24 euros.", key=1, document_key=1)
    two = faq("When does the ferry leave?", "The ferry leaves at 9:00.", key=2, document_key=2)

    assert set(written(one, two)) == set(written(two, one))


def test_drafts_are_spread_over_documents():
    """M1.21."""
    material = [
        faq(f"What is fare {n}?", f"It is {n} euros.", key=n, document_key=1 if n < 9 else 2)
        for n in range(1, 11)
    ]
    keys = [made.passage_key for made in written(*material)]

    assert {2 if key > 8 else 1 for key in keys[:2]} == {1, 2}


def test_only_passages_in_the_wanted_language_are_asked_about():
    german = faq("Was kostet eine Fahrkarte?", "Eine Fahrkarte kostet 24 Euro.", language="de")

    assert [made.language for made in written(german, language="de")] == ["de"]
    assert written(german, language="es") == []


def test_nothing_is_proposed_after_a_stop():
    entry = faq("How much is a ticket?", "A ticket costs 24 euros.")

    assert (
        list(
            BuiltinWriter().drafts(
                [entry], wanted=5, shares=PLAIN, language=None, stop=lambda: True
            )
        )
        == []
    )


def facts_of(made):
    return [fact.quotation for fact in made.facts]


def test_a_question_about_what_to_do_is_answered_by_the_advice_further_down():
    made = only(
        faq(
            "What should passengers know about handling lost luggage on board?",
            "Lost luggage is thought to be left behind in a hurry. Much of it is found at night.\n\n"
            "If the luggage has no name on it, avoid opening, moving, or carrying it off the ship.",
        )
    )

    assert facts_of(made) == [
        "If the luggage has no name on it, avoid opening, moving, or carrying it off the ship"
    ]


def test_a_question_about_what_to_do_that_only_gets_background_gives_no_draft():
    assert (
        written(
            faq(
                "What should passengers do about lost luggage?",
                "Lost luggage is often left behind in a hurry. Much of it is found at night.",
            )
        )
        == []
    )


def test_steps_are_key_facts_each_and_all_of_them():
    made = only(
        faq(
            "Vad gör jag vid tvist med rederiet?",
            "Steg 1: skriftlig reklamation. Steg 2: anmälan till nämnden. Steg 3: tingsrätt. "
            "Hemförsäkringen kan täcka kostnaden.",
            language="sv",
        )
    )

    assert facts_of(made) == ["skriftlig reklamation", "anmälan till nämnden", "tingsrätt"]


def test_a_list_behind_an_introduction_is_the_answer_and_is_told_whole():
    """Six pieces of advice become four key facts, and none is left out."""
    items = [
        "Book a cabin a week ahead.", "Print your ticket at home.", "Weigh your bags.",
        "Leave the house early.", "Bring your passport.", "Take a sweater for the deck.",
    ]  # fmt: skip
    made = only(
        faq(
            "How should I prepare for the night ferry?",
            "Preparing can reduce the risk of a bad night. Here is what to know:\n\n"
            + "\n".join(items),
        )
    )

    assert len(made.facts) == 4
    assert all(item.rstrip(".") in "\n".join(facts_of(made)) for item in items)


def test_the_main_rule_goes_before_the_exception_that_holds_the_value():
    made = only(
        faq(
            "When can I sail again after an operation?",
            "Most passengers can sail again but should take care. Some have a higher risk and "
            "should stay ashore for 14 days.",
        )
    )

    assert facts_of(made)[0] == "Most passengers can sail again but should take care"
    assert made.facts[1].quotation.startswith("Some have a higher risk")
    assert made.facts[1].exact_value == "14 days"


def test_a_key_fact_is_not_cut_inside_a_series():
    told = (
        "Don’t pay a caller, give out your ticket number or card details, share your travel plans, "
        "or click on links or open anything sent from an unknown person on board"
    )
    made = only(faq("How can I avoid a ticket scam?", f"Here are some ways: {told}."))

    assert facts_of(made) == [told]


def test_a_circumstance_in_front_is_no_part_of_the_key_fact():
    made = only(
        faq(
            "What should I do if there are pets on the car deck?",
            "Until we learn more about how engine noise affects animals, use a closed box for your "
            "pets and stay with them.",
        )
    )

    assert facts_of(made) == ["use a closed box for your pets and stay with them"]


def test_cases_with_a_price_each_are_all_key_facts():
    made = only(
        faq(
            "What does a cabin cost?", "Inside cabin: 40 euros. Window cabin: 60 euros. Book early."
        )
    )

    assert [fact.exact_value for fact in made.facts] == ["40 euros", "60 euros"]


def test_meaning_decides_between_two_pieces_of_advice():
    material = faq(
        "What should I do if the lift does not move?",
        "Lifts are old. Staff should wear a badge. You should press the alarm button in the cabin.",
    )
    (made,) = BuiltinWriter(get_embedder()).drafts(
        [material], wanted=1, shares=PLAIN, language=None, stop=lambda: False
    )

    assert facts_of(made)[0] == "You should press the alarm button in the cabin"
    assert BuiltinWriter(get_embedder()).fingerprint != BuiltinWriter().fingerprint


def test_terse_sentences_that_stand_for_steps_are_all_key_facts():
    made = only(
        faq(
            "What do I do if the ferry line does not reply?",
            "Written complaint (email or letter). Contact the passenger board. "
            "Report to the police if fraud is suspected.",
        )
    )

    assert facts_of(made) == [
        "Written complaint (email or letter)",
        "Contact the passenger board",
        "Report to the police if fraud is suspected",
    ]


def test_a_definition_that_comes_second_is_the_key_fact():
    made = only(
        faq(
            "What does critical load mean under the harbour rules?",
            "Harbour rule 6 says how to load a ferry so that the load does no damage on deck. "
            "Critical load is the highest weight that a deck bears without bending.",
        )
    )

    assert facts_of(made) == ["the highest weight that a deck bears without bending"]


def test_a_series_without_a_last_and_is_not_cut_either():
    told = (
        "Demands for 50 to 100% of the whole fare in advance, vague descriptions without a single "
        "time of departure, missing names of ships, no telephone number, pressure to pay at once"
    )
    made = only(faq("What is a red flag in a ferry offer?", f"{told}."))

    assert facts_of(made) == [told]
