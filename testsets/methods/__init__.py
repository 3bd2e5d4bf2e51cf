"""The further methods of a test set: which are chosen, what each needs, and what a question lacks.

Plain values only; the methods themselves are carried out by the grading.
"""

from testsets.methods.lacking import Lack, contract_lacks, inputs_of, lacks
from testsets.methods.needs import NO_NEEDS, Needs
from testsets.methods.settings import NO_METHODS, CustomLabel, KeywordsWanted, Method, Methods
from testsets.methods.unfit import Unfit

__all__ = [
    "NO_METHODS",
    "NO_NEEDS",
    "CustomLabel",
    "KeywordsWanted",
    "Lack",
    "Method",
    "Methods",
    "Needs",
    "Unfit",
    "contract_lacks",
    "inputs_of",
    "lacks",
]
