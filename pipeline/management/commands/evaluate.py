import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import DomainError
from core.translations import compile_translations
from pipeline.database import prepare_database
from pipeline.evaluate import Evaluated, Unusable, evaluate, wish_from
from pipeline.evaluate.outputs import refuse_unwritable, write_outputs
from pipeline.evaluate.saying import Saying, summary

COMPLETE, FAILED, UNUSABLE, INCOMPLETE = 0, 1, 2, 3


class Command(BaseCommand):
    """Test an assistant on an organisation's own material, and report."""

    help = (
        "Read the material, write questions from it, ask the assistant, grade the answers and report. "
        "Exit status: 0 complete report, 3 incomplete report, 2 unusable arguments, 1 anything else."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to read, whom to ask, how much, and where to write."""
        parser.add_argument("--site", metavar="URL", help="website to read")
        parser.add_argument(
            "--documents", metavar="DIR", help="folder of pages and documents to read"
        )
        parser.add_argument(
            "--test-set",
            metavar="FILE",
            help="questions.jsonl of an earlier run, or any other file of questions",
        )
        parser.add_argument("--assistant", metavar="URL", help="where the assistant answers")
        parser.add_argument(
            "--answers", metavar="FILE", help="answers collected elsewhere (.csv or .jsonl)"
        )
        parser.add_argument("--connector", choices=["http", "openai"], default="http")
        parser.add_argument("--model", metavar="NAME", help="model name for --connector openai")
        parser.add_argument("--questions", type=int, default=20, metavar="N")
        parser.add_argument("--pages", type=int, default=40, metavar="N")
        parser.add_argument("--language", default="auto", help="auto, or a code such as es")
        parser.add_argument("--concurrency", type=int, default=8, metavar="N")
        parser.add_argument("--out", metavar="DIR", default="caudals-report")
        parser.add_argument("--json", action="store_true", help="print report.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry out the journey; the exit status says how it ended."""
        saying = Saying(self.stderr)
        out = Path(options["out"])
        try:
            wish = wish_from(options)
            refuse_unwritable(out)
            compile_translations(settings.LOCALE_PATHS)
            prepare_database()
            result = evaluate(wish, saying=saying)
        except Unusable as error:
            raise CommandError(str(error), returncode=UNUSABLE) from None
        except DomainError as error:
            raise CommandError(str(error), returncode=FAILED) from None
        except KeyboardInterrupt:
            raise CommandError(
                "Interrupted. What was recorded so far is kept in the portal.", returncode=FAILED
            ) from None
        write_outputs(result, out)
        self._print(result, out, as_json=options["json"])
        if not result.report["complete"]:
            reasons = " ".join(result.report["incomplete_reasons"])
            self.stderr.write(f"The report is incomplete. {reasons}")
            sys.exit(INCOMPLETE)

    def _print(self, result: Evaluated, out: Path, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(result.report, ensure_ascii=False, indent=2))
            return
        self.stdout.write(summary(result.report))
        self.stdout.write(
            f"Written to {out}: report.json, report.pdf, questions.jsonl, answers.jsonl"
        )
