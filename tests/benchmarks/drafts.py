"""The model writer against a scripted endpoint: what of good and faulty drafts is kept, and how fast.

The endpoint is a real server over HTTP that answers from a script; its language model costs nothing,
so what is measured is everything around one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

import django
from django.core.management import call_command

from tests.fakes.http import Reply
from tests.fakes.llm import completion

SECONDS_A_REPLY = 0.3
ABREAST = 20
WANTED, PASSAGES, A_PAGE = 300, 500, 5
MOST_OF_IDEAL = 1.15
SERVE = "--serve"

TEXT = (
    "A return ticket costs 24 euros per person. Children under six travel free of charge. Tickets"
    " can be cancelled up to 24 hours before departure. You’ll need form KB-12 for that."
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A reply of the model, and what must become of it: "kept", or the check that refuses it."""

    name: str
    type: str
    reply: Any
    outcome: str


def fact(quotation: str, value: str = "") -> dict[str, str]:
    """A key fact as the model writes one."""
    return {"quotation": quotation, "exact_value": value}


def draft(question: str, answer: str, *facts: dict[str, str], **more: str) -> dict[str, Any]:
    """A reply that keeps to the schema."""
    return {"question": question, "expected_answer": answer, "key_facts": list(facts), **more}


FARE = "A return ticket costs 24 euros per person."
PRICE = fact("24 euros per person", "24 euros")
PLANTED = [
    Planted("sound", "exact_value",
            draft("How much is a return ticket for the ferry?", FARE, PRICE), "kept"),
    Planted("sound, straight apostrophe", "direct",
            draft("Which form is needed to cancel a ferry ticket?", "You'll need form KB-12 for that.",
                  fact("You'll need form KB-12")), "kept"),
    Planted("sound, no", "yes_no",
            draft("Do children under six pay for the ferry?",
                  "No, children under six travel free of charge.",
                  fact("Children under six travel free of charge")), "kept"),
    Planted("the first one again, reworded", "exact_value",
            draft("How much does a return ticket for the ferry cost?", FARE,
                  fact("costs 24 euros per person", "24 euros")), "near_duplicate"),
    Planted("no JSON", "direct", "Here is your question!", "reply_unreadable"),
    Planted("an integer", "direct", "17", "reply_unreadable"),
    Planted("cut off", "direct", '{"question": "How mu', "reply_unreadable"),
    Planted("cut off at its length limit", "direct",
            Reply(completion(json.dumps(draft("How much is a ticket?", FARE, PRICE)),
                             finish_reason="length")), "reply_unreadable"),
    Planted("other keys", "direct", {"q": "How much?", "a": "24 euros"}, "reply_unreadable"),
    Planted("nothing to ask", "direct", draft("", ""), "reply_nothing_to_ask"),
    Planted("invented fact", "exact_value",
            draft("How much is a single ticket for the ferry?", "A single ticket costs 14 euros.",
                  fact("14 euros", "14 euros")), "facts_verbatim"),
    Planted("stitched quotation", "direct",
            draft("Who travels free of charge on the ferry?", "Children under six.",
                  fact("24 euros per person travel free of charge")), "facts_verbatim"),
    Planted("points at its source", "exact_value",
            draft("According to the passage, how much is a return ticket?", FARE, PRICE),
            "points_at_source"),
    Planted("in another language", "exact_value",
            draft("Was kostet eine Rückfahrkarte für die Fähre nach Nordholm?", FARE, PRICE),
            "question_language"),
    Planted("dangling it", "exact_value", draft("How much does it cost?", FARE, PRICE), "standalone"),
    Planted("answer says there is none", "direct",
            draft("What does a dog ticket cost on the ferry?",
                  "The answer is not mentioned in the context.", PRICE), "answer_missing"),
    Planted("answer adds a sentence", "exact_value",
            draft("How much is a return ticket for two?",
                  f"{FARE} Members of the club get a lounge, breakfast and priority boarding.",
                  PRICE), "answer_supported"),
    Planted("five facts", "direct",
            draft("What are the rules for ferry tickets?", TEXT,
                  *[fact(words) for words in ("24 euros per person", "Children under six",
                                              "free of charge", "24 hours before departure",
                                              "form KB-12")]), "fact_count"),
    Planted("no exact value", "exact_value",
            draft("Who may travel free of charge on the ferry?", "Children under six.",
                  fact("Children under six travel free of charge")), "exact_value"),
    Planted("question gives the answer away", "direct",
            draft("Is it true that a return ticket costs 24 euros per person on the ferry?", FARE,
                  PRICE), "fact_count|answer_words"),
    Planted("not a question", "direct", draft("Ticket prices", FARE, PRICE), "question_shape"),
    Planted("neither yes nor no", "yes_no",
            draft("Do children pay for the ferry?", "Children under six travel free of charge.",
                  fact("Children under six travel free of charge")), "yes_no_answer"),
    Planted("paraphrase in the same words", "paraphrase",
            draft("How much does a return ticket cost per person?", FARE, PRICE),
            "paraphrase_overlap"),
    Planted("premise that is true", "false_premise",
            draft("Why do children under six travel free of charge?", "They do.", PRICE,
                  detail="children under six travel free of charge"), "premise_absent"),
    Planted("sound premise", "false_premise",
            draft("Why does a return ticket cost 40 euros per person?",
                  "A return ticket costs 24 euros per person, not 40.", PRICE, detail="40 euros"),
            "kept"),
    Planted("answered by the material", "not_in_material",
            draft("Can tickets be cancelled before departure?", "Say that it is not known.",
                  detail="cancelled"), "not_in_material"),
    Planted("sound, not in the material", "not_in_material",
            draft("Is there a swimming pool on board the ferry?", "Say that it is not known.",
                  detail="swimming pool"), "kept"),
]  # fmt: skip


def main() -> int:
    """Print both tables; 1 when a draft met another fate, or when drafting took too long."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    if SERVE in sys.argv:
        django.setup()
        serve()
        return 0
    with tempfile.TemporaryDirectory(prefix="caudals-", ignore_cleanup_errors=True) as folder:
        os.environ["CAUDALS_VAR_DIR"] = folder
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        call_command("migrate", verbosity=0)
        wrong = planted()
        slow = paced()
    return 1 if wrong or slow else 0


def planted() -> int:
    """How many of the planted replies met another fate than theirs."""
    from core.configured import configured_embedder
    from core.llm import ChatModel, RetryPolicy
    from tests.fakes.llm import ScriptedLLM
    from testsets.checks import EmbeddedQuestions, check_draft
    from testsets.values import Draft, Material, QuestionType
    from testsets.writers.model import ModelWriter

    passage = Material(1, 1, "Tickets", "https://ferry.example/", "en", "prose", "", (), TEXT)
    kept: list[Draft] = []
    space = EmbeddedQuestions(configured_embedder())
    wrong = 0
    sys.stdout.write("| planted | must be | was |\n|---|---|---|\n")
    for one in PLANTED:
        with ScriptedLLM() as llm:
            llm.always("write test questions", one.reply)
            llm.always("", {"quotation": ""})
            model = ChatModel(llm.endpoint(concurrency=1), retries=RetryPolicy(tries=1))
            drafts = ModelWriter(model).drafts(
                [passage], wanted=1, shares={QuestionType(one.type): 1}, language=None,
                stop=lambda: False,
            )  # fmt: skip
            made = next(drafts)
        if isinstance(made, Draft):
            reasons = check_draft(made, material={1: passage}, kept=kept, space=space)
            was = reasons[0].check if reasons else "kept"
            if not reasons:
                kept.append(made)
        else:
            was = f"reply_{made.cause}"
        wrong += was not in one.outcome.split("|")
        sys.stdout.write(f"| {one.name} | {one.outcome.replace('|', ' or ')} | {was} |\n")
    return wrong


def paced() -> bool:
    """Whether writing takes longer than it may beside the time that the replies take by themselves.

    Everything counts that a worker does from the claim of the job to its end: planning, asking, all
    checks, each draft stored in PostgreSQL as it comes.
    """
    from core.configured import configured_embedder
    from core.language import detect
    from core.llm import ChatModel, Endpoint
    from sources.models import Passage
    from tests.fakes.llm import MODEL
    from tests.testsets.samples import read_source
    from tests.world import make_world
    from testsets.drafting import run_drafting
    from testsets.services import create_test_set, start_drafting
    from testsets.values import QuestionType
    from testsets.writers.model import ModelWriter

    workspace = make_world().acme
    source = read_source(workspace, {f"{n}.html": page(n) for n in range(PASSAGES // A_PAGE)})
    passages = Passage.objects.count()
    test_set = create_test_set(workspace=workspace, name="Harbour", by=None)
    drafting = start_drafting(
        test_set=test_set, sources=[source], wanted=WANTED, by=None,
        types=[QuestionType.EXACT_VALUE], queue=False,
    )  # fmt: skip
    # A worker has both models loaded long before.
    configured_embedder().queries(["Is it loaded?"])
    detect("Is the model of languages loaded by now?")
    load = os.getloadavg()[0]
    # In a process of its own, as a model's server is: its work must not be counted with ours.
    with subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.drafts", SERVE],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None
        endpoint = Endpoint(
            base_url=server.stdout.readline().strip(), model=MODEL, api_key="k", concurrency=ABREAST
        )
        began = time.monotonic()
        busy = time.process_time()
        run_drafting(drafting.pk, writer=ModelWriter(ChatModel(endpoint)))
        seconds = time.monotonic() - began
        busy = time.process_time() - busy
        server.stdin.close()
        calls = int(server.stdout.readline())
    drafting.refresh_from_db()
    kept = drafting.kept.count()
    ideal = WANTED / ABREAST * SECONDS_A_REPLY
    sys.stdout.write(
        "\n| questions | passages | calls | at a time | a reply | seconds | ideal | ratio"
        " | processor | load before |\n|---|---|---|---|---|---|---|---|---|---|\n"
        f"| {kept} | {passages} | {calls} | {ABREAST} | {SECONDS_A_REPLY} s | {seconds:.2f}"
        f" | {ideal:.2f} | {seconds / ideal:.2f} | {busy:.2f} s | {load:.1f} |\n"
    )
    if drafting.status != "done":
        sys.stdout.write(f"\nThe job did not come to its end: {drafting.reason}\n")
    return seconds > ideal * MOST_OF_IDEAL or kept < WANTED or passages < PASSAGES


def page(number: int) -> str:
    """A page of rules, each a section of its own."""
    first = number * A_PAGE + 1
    sections = "".join(
        f"<h2>Rule {rule}</h2><p>{sentence(rule)}</p>" for rule in range(first, first + A_PAGE)
    )
    return (
        f"<!doctype html><html lang='en'><head><title>Page {number}</title></head>"
        f"<body><main><h1>Page {number}</h1>{sections}</main></body></html>"
    )


def serve() -> None:
    """Answer like a model that takes its time, until nobody listens; then say how often."""
    from tests.fakes.llm import ScriptedLLM

    def answered(call: Any) -> dict[str, Any]:
        # Counted from when all of the request was there, as a model's server would be timed.
        time.sleep(max(0.0, call.request.at + SECONDS_A_REPLY - time.monotonic()))
        number = int(call.prompt.rpartition("Rule ")[2].split(" ", 1)[0])
        return draft(
            f"How much does {NAMES[number % len(NAMES)]} number {number} cost in {place(number)}?",
            f"It costs {number + 1000} euros.",
            fact(f"costs {number + 1000} euros", f"{number + 1000} euros"),
        )

    with ScriptedLLM() as llm:
        llm.always("", answered)
        sys.stdout.write(f"{llm.url}\n")
        sys.stdout.flush()
        sys.stdin.read()
        sys.stdout.write(f"{len(llm.calls)}\n")


NAMES = (
    "a bicycle", "a motorcycle", "a caravan", "a kayak", "a surfboard", "a rowing boat", "a trailer",
    "a wheelchair", "a suitcase", "a piano", "a tent", "a sledge", "a ladder", "a cello", "a carpet",
)  # fmt: skip


def place(number: int) -> str:
    """A made-up harbour, another one for each number."""
    first = ("Nord", "Sud", "Ost", "West", "Ald", "Bram", "Cor", "Dun", "Esk", "Fal", "Gar", "Hol")
    second = ("holm", "by", "wick", "ness", "port", "sund", "vik", "ford", "mouth", "haven")
    return f"{first[number % 12]}{second[number // 12 % 10]}"


def sentence(number: int) -> str:
    """What one rule says."""
    thing = NAMES[number % len(NAMES)]
    return (
        f"Rule {number} of the harbour: {thing} number {number} costs {number + 1000} euros in"
        f" {place(number)}, and must be announced at the office before the ship leaves."
    )


if __name__ == "__main__":
    sys.exit(main())
