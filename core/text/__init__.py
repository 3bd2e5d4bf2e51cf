"""What a text says, taken apart: folding, quotations, words, sentences, questions."""

from core.text.folding import FoldedText, fold, folded, normalise
from core.text.questions import is_question
from core.text.quotations import Match, Quotation, find_quotation
from core.text.sentences import Span, sentences
from core.text.storable import storable
from core.text.words import content_words, words

__all__ = [
    "FoldedText",
    "Match",
    "Quotation",
    "Span",
    "content_words",
    "find_quotation",
    "fold",
    "folded",
    "is_question",
    "normalise",
    "sentences",
    "storable",
    "words",
]
