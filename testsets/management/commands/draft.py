"""`manage.py draft --documents DIR`: the questions that Caudals writes from a folder."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.embeddings import EmbeddingsUnavailable
from core.llm import LLMError
from testsets.drafting import configured_writer
from testsets.folders import Drafted, draft_folder
from testsets.services import MOST_WANTED
from testsets.spending_wording import budget_spent, tokens_words
from testsets.values import VARIANTS, QuestionType
from testsets.wording import shortage

UNUSABLE = 2


class Command(BaseCommand):
    """Writes questions from documents and shows them; needs no database and stores nothing."""

    help = (
        "Write questions from the pages and documents of a folder, check every draft, and show what is "
        "kept and what is rejected and why. Written by the configured language model, or by the "
        "built-in writer without one. Exit status: 0 done (perhaps with fewer questions than wanted), "
        "1 the language model failed, 2 unusable arguments."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What to read, how many questions, of which types, and how to show them."""
        parser.add_argument("--documents", metavar="DIR", required=True)
        parser.add_argument("--questions", type=int, default=20, metavar="N")
        parser.add_argument(
            "--types",
            default="",
            metavar="LIST",
            help=f"comma-separated: {', '.join(QuestionType)}; left empty, a battery of all of them",
        )
        parser.add_argument(
            "--language", default="", metavar="CODE", help="ask of passages in this language only"
        )
        parser.add_argument(
            "--tokens",
            type=int,
            default=settings.CAUDALS_DRAFT_TOKENS,
            metavar="N",
            help="stop when the language model has taken so many tokens, prompts and replies "
            "together; 0 for no limit (default: %(default)s)",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, show, and sum up on the error stream."""
        writer, reader = configured_writer()
        types = _types(options["types"], writer.types | VARIANTS, writer.name)
        folder, wanted = Path(options["documents"]), options["questions"]
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder.", returncode=UNUSABLE)
        if not 1 <= wanted <= MOST_WANTED:
            raise CommandError(f"Ask for 1 to {MOST_WANTED} questions.", returncode=UNUSABLE)
        if options["tokens"] < 0:
            raise CommandError("--tokens: 0 or more.", returncode=UNUSABLE)
        show = self._as_json if options["json"] else self._in_words
        try:
            done = draft_folder(
                folder,
                wanted=wanted,
                types=types,
                language=options["language"] or None,
                writer=writer,
                reader=reader,
                put_out=show,
                tokens=options["tokens"] or None,
            )
        except (LLMError, EmbeddingsUnavailable) as error:
            raise CommandError(str(error)) from None
        for missed in done.unread:
            self.stderr.write(f"{missed.source}: {missed.problem}")
        self.stderr.write(_summary(done, options["language"]))

    def _as_json(self, outcome: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(outcome, ensure_ascii=False))
        self.stdout.flush()

    def _in_words(self, outcome: dict[str, Any]) -> None:
        if outcome.get("rejected"):
            why = " ".join(reason["message"] for reason in outcome["reasons"])
            self.stdout.write(f"–  {outcome['question'] or 'unusable reply'}\n   rejected: {why}\n")
        else:
            facts = "".join(
                f"\n   “{fact['quotation']}” ({fact['document']}, {fact['start']}–{fact['end']})"
                for fact in outcome["facts"]
            )
            self.stdout.write(
                f"{outcome['uid']}  {outcome['type']}  {outcome['language']}\n"
                f"   {outcome['question']}\n   {outcome['expected_answer']}{facts}\n"
            )
        self.stdout.flush()


def _types(listed: str, able: frozenset[QuestionType], writer: str) -> list[QuestionType]:
    """The types named; CommandError for an unknown one, and for one that the writer cannot write."""
    chosen = []
    for name in filter(None, (part.strip() for part in listed.split(","))):
        if name not in set(QuestionType):
            raise CommandError(f"There is no type “{name}”.", returncode=UNUSABLE)
        if QuestionType(name) not in able:
            raise CommandError(f"{writer} does not write {name} questions.", returncode=UNUSABLE)
        chosen.append(QuestionType(name))
    return chosen


def _summary(done: Drafted, asked: str) -> str:
    """One line: what was read, kept and rejected, and why it fell short."""
    rejected = sum(done.rejected.values())
    counts = (
        f"{done.kept} of {done.wanted} questions kept, {rejected} drafts rejected, "
        f"from {done.passages} passages of {done.documents} documents."
    )
    if done.budget_spent and not done.gave_up:
        return f"{counts} {_budget_spent(done)}"
    used = tokens_words(done.tokens, done.token_limit) if done.tokens.total else ""
    why = shortage(
        kept=done.kept,
        wanted=done.wanted,
        reasons=done.rejected,
        languages=done.languages,
        asked=asked,
        gave_up=done.gave_up,
    )
    return " ".join(filter(None, (counts, used and f"{used}.", why)))


def _budget_spent(done: Drafted) -> str:
    return budget_spent(
        kept=done.kept,
        wanted=done.wanted,
        limit=done.token_limit or 0,
        tokens=done.tokens,
        types=done.types,
        reasons=done.rejected,
    )
