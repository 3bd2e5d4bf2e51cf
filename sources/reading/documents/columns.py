"""Which columns of a table ask and which answer, by their headers or by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.text import is_question
from sources.reading.vocabulary import listed

FEWEST_ENTRIES = 2
MOSTLY_ASK = 0.6
HEADER_WITHIN = 10
HEADER_WORDS = 6
_WORD = re.compile(r"[^\W_]+")
_QUESTION = frozenset(
    listed(
        """
        question questions q faq query frage fragen pregunta preguntas fråga frågor domanda domande
        pergunta perguntas vraag vragen spørgsmål spørsmål kysymys kysymykset pytanie pytania otázka
        вопрос вопросы питання soru 質問 问题 問題 질문
        """
    )
)
_ANSWER = frozenset(
    listed(
        """
        answer answers a response reply antwort antworten respuesta respuestas svar réponse réponses
        risposta risposte resposta respostas antwoord antwoorden vastaus vastaukset odpowiedź
        odpowiedzi odpověď ответ ответы відповідь cevap 回答 答え 答案 答复 답변
        """
    )
)
_CATEGORY = frozenset(
    listed(
        """
        category categories topic topics section theme group area kategorie kategorien thema bereich
        rubrik categoría categorías tema sección área kategori ämne avdelning område catégorie
        rubrique categoria sezione argomento onderwerp категория раздел тема カテゴリ カテゴリー 分类
        分類
        """
    )
)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the entries of a table stand: pairs of question and answer, and their category.

    `header` is the row that names them; None when no row does.
    """

    pairs: tuple[tuple[int, int], ...]
    category: int | None
    header: int | None


def entry_columns(rows: Sequence[Sequence[str]]) -> Columns | None:
    """The columns of questions and answers; None for a table of something else."""
    for number, row in enumerate(rows[:HEADER_WITHIN]):
        named = [_named(cell) for cell in row]
        asked = [i for i, name in enumerate(named) if name == "question"]
        answered = [i for i, name in enumerate(named) if name == "answer"]
        if asked and answered:
            category = named.index("category") if "category" in named else None
            return Columns(tuple(zip(asked, answered, strict=False)), category, number)
    return _by_content(rows)


def _named(cell: str) -> str:
    words = _WORD.findall(cell.casefold())
    if not words or len(words) > HEADER_WORDS:
        return ""
    for name, known in (("answer", _ANSWER), ("question", _QUESTION), ("category", _CATEGORY)):
        if words[0] in known or (words[-1] in known and len(words[-1]) > 1):
            return name
    return "question" if words[:2] == ["customer", "question"] else ""


def _by_content(rows: Sequence[Sequence[str]]) -> Columns | None:
    """A column that mostly asks beside the one with the longest texts."""
    width = max(map(len, rows), default=0)
    columns = [[row[i] for row in rows if i < len(row) and row[i]] for i in range(width)]
    asking = [
        i for i, cells in enumerate(columns)
        if sum(map(_asks, cells)) >= max(FEWEST_ENTRIES, MOSTLY_ASK * len(cells))
    ]  # fmt: skip
    if not asking:
        return None
    question = asking[0]
    others = [i for i in range(width) if i != question and columns[i] and i not in asking]
    if not others:
        return None
    answer = max(others, key=lambda i: sum(map(len, columns[i])) / len(columns[i]))
    first = next((number for number, row in enumerate(rows) if any(row)), 0)
    cells = rows[first] if rows else []
    header = None if question < len(cells) and _asks(cells[question]) else first
    return Columns(((question, answer),), None, header)


def _asks(cell: str) -> bool:
    return cell.rstrip().endswith(("?", "？", "؟")) and is_question(cell)


def header_row(rows: Sequence[Sequence[str]]) -> int | None:
    """The row that names the columns of a table of facts; None when none does."""
    for number, row in enumerate(rows[:HEADER_WITHIN]):
        filled = [cell for cell in row if cell]
        width = max((len(other) for other in rows[number + 1 :]), default=0)
        if len(filled) < 2 or len(filled) < min(width, len(row)) * 0.6:
            continue
        named = all(len(cell.split()) <= HEADER_WORDS and not _is_figure(cell) for cell in filled)
        return number if named and len(set(filled)) == len(filled) else None
    return None


def _is_figure(cell: str) -> bool:
    return sum(map(str.isdigit, cell)) * 2 >= len(cell.replace(" ", ""))
