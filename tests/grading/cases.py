"""Cases about a made-up ferry company."""

from dataclasses import replace

from grading.values import Case, CaseFact

PASSAGE = (
    "A day ticket costs €14.50 for adults. Children under 7 travel free of charge. "
    "Tickets can be cancelled up to 48 hours before departure. Bicycles are not allowed on the night "
    "ferry. The office in Norrhamn is closed on Sundays."
)
CASE = Case(
    uid="q-1",
    question="What does a day ticket cost for adults?",
    type="exact_value",
    language="en",
    expected_answer="A day ticket costs €14.50 for adults.",
    expects="answer",
    facts=(CaseFact("A day ticket costs €14.50 for adults", "€14.50"),),
    passages=(PASSAGE,),
    answer="",
)
NIGHT = replace(
    CASE,
    question="Can I take my bicycle on the night ferry?",
    type="yes_no",
    expected_answer="No. Bicycles are not allowed on the night ferry.",
    facts=(CaseFact("Bicycles are not allowed on the night ferry"),),
)
TWO = replace(
    CASE,
    question="What are the rules for cancelling and for children?",
    type="direct",
    expected_answer="Tickets can be cancelled up to 48 hours before departure. Children under 7 travel "
    "free of charge.",
    facts=(
        CaseFact("Tickets can be cancelled up to 48 hours before departure"),
        CaseFact("Children under 7 travel free of charge"),
    ),
)
UNKNOWN = replace(
    CASE,
    question="Do you rent out cars on the islands?",
    type="not_in_material",
    expects="decline",
    expected_answer="The material says nothing about car rental.",
    facts=(),
    passages=(),
)
PREMISE = replace(
    CASE,
    question="Since a day ticket costs €9, can I pay in cash?",
    type="false_premise",
    expects="correct_premise",
    expected_answer="A day ticket costs €14.50, not €9.",
)


def answering(text: str, case: Case = CASE, **changes: object) -> Case:
    """The case with this answer."""
    return replace(case, answer=text, **changes)
