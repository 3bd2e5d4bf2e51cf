"""What the operator asked for on the command line, checked before anything starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from babel import Locale

from testsets.exchange import ENDINGS

MOST_QUESTIONS, MOST_PAGES, MOST_AT_A_TIME = 1000, 5000, 200
QUESTION_FILES = tuple(f".{ending}" for ending in ENDINGS)


class Unusable(ValueError):
    """The arguments can't be used as they stand; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One evaluation: where the questions come from, and where the answers come from."""

    site: str
    documents: Path | None
    test_set: Path | None
    assistant: str
    answers: Path | None
    connector: str
    model: str
    questions: int
    pages: int
    language: str  # "" lets every question keep the language of its source
    concurrency: int

    @property
    def material(self) -> str:
        """Where the questions come from, as a person would name it."""
        return self.site or str(self.documents or self.test_set)

    @property
    def name(self) -> str:
        """A short name for records and the report: the host, the folder, or the file."""
        if self.site:
            return host_of(self.site)
        path = self.documents or self.test_set
        return path.resolve().name if path else ""


def wish_from(options: Mapping[str, Any]) -> Wish:
    """The wish that command-line options express; raises Unusable."""
    _one_of(options, "--site", "--documents", "--test-set")
    _one_of(options, "--assistant", "--answers")
    for name, most in (
        ("questions", MOST_QUESTIONS),
        ("pages", MOST_PAGES),
        ("concurrency", MOST_AT_A_TIME),
    ):
        if not 1 <= options[name] <= most:
            raise Unusable(f"--{name} must be between 1 and {most}, not {options[name]}.")
    if options["connector"] == "openai" and options["assistant"] and not options["model"]:
        raise Unusable("--connector openai needs --model NAME.")
    language = options["language"]
    if language != "auto" and (len(language) != 2 or language not in Locale("en").languages):
        raise Unusable(f"--language must be auto or a two-letter code such as es, not {language}.")
    return Wish(
        site=_address(options["site"], "--site"),
        documents=_folder(options["documents"]),
        test_set=_file(options["test_set"], "--test-set", QUESTION_FILES),
        assistant=_address(options["assistant"], "--assistant"),
        answers=_file(options["answers"], "--answers", (".csv", ".jsonl", ".ndjson")),
        connector=options["connector"],
        model=options["model"] or "",
        questions=options["questions"],
        pages=options["pages"],
        language="" if language == "auto" else language,
        concurrency=options["concurrency"],
    )


def host_of(address: str) -> str:
    """host[:port] of an address: what the operator named and may therefore be private."""
    return urlsplit(address).netloc.rpartition("@")[2]


def _one_of(options: Mapping[str, Any], *names: str) -> None:
    given = [name for name in names if options[name[2:].replace("-", "_")]]
    if len(given) != 1:
        wanted = " or ".join(names)
        raise Unusable(
            f"Give one of {wanted}, not {' and '.join(given)}." if given else f"Give {wanted}."
        )


def _address(value: str | None, name: str) -> str:
    if not value:
        return ""
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        good = False
    else:
        if parts.username or parts.password:
            raise Unusable(f"{name}: leave the name and password out of the address.")
    if not good:
        raise Unusable(f"{name}: {value} is not an address that begins with http:// or https://.")
    return value


def _folder(value: str | None) -> Path | None:
    if not value:
        return None
    path = Path(value)
    if not path.is_dir():
        what = "is a file; give its folder" if path.exists() else "does not exist"
        raise Unusable(f"--documents: the folder {value} {what}.")
    return path


def _file(value: str | None, name: str, endings: tuple[str, ...]) -> Path | None:
    if not value:
        return None
    path = Path(value)
    if not path.is_file():
        raise Unusable(f"{name}: the file {value} does not exist.")
    if path.suffix.lower() not in endings:
        raise Unusable(f"{name}: {path.name} must end in {' or '.join(endings)}.")
    return path
