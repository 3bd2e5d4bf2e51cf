"""The same question in worse clothes (M1.13): misspelt, or as one types into a search box.

Made by rules from a question that is kept, always the same from the same question, and only when
the result really is worse: a variant that equals its parent would count one question twice.
"""

from testsets.variants.keywords import as_keywords
from testsets.variants.making import variant_of
from testsets.variants.typos import with_typos

__all__ = ["as_keywords", "variant_of", "with_typos"]
