"""What grading says in Spanish beyond what the guard of all catalogues holds."""

from django.utils.translation import override

from grading.wording import CAUSES


def test_a_cause_is_worded_as_a_hypothesis_in_both_languages():
    """M2.11"""
    for language, word in (("en", "may"), ("es", "uede")):
        with override(language):
            assert all(word in str(sentence) for sentence in CAUSES.values())
