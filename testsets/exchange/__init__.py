"""Questions in files: nothing lost on the way out and back (M1.22), and other tools' files read.

Plain values only. Our own files are JSON Lines, CSV and Excel; read are also the tables of Copilot
Studio, promptfoo, DeepEval, Langfuse and Ragas, with what has no place here named and counted.
"""

from testsets.exchange.contents import ImportedQuestion
from testsets.exchange.lines import as_line, lines_of
from testsets.exchange.notes import Left, Notes
from testsets.exchange.problems import Place, Problem, Unusable
from testsets.exchange.reading import (
    ENDINGS,
    ReadFile,
    methods_of,
    read_file,
    read_questions,
    refuse_incomplete,
)
from testsets.exchange.rows import LARGEST_FILE, LARGEST_YAML, MOST_QUESTIONS
from testsets.exchange.writing import WrittenFile, write_file, write_table

__all__ = [
    "ENDINGS",
    "LARGEST_FILE",
    "LARGEST_YAML",
    "MOST_QUESTIONS",
    "ImportedQuestion",
    "Left",
    "Notes",
    "Place",
    "Problem",
    "ReadFile",
    "Unusable",
    "WrittenFile",
    "as_line",
    "lines_of",
    "methods_of",
    "read_file",
    "read_questions",
    "refuse_incomplete",
    "write_file",
    "write_table",
]
