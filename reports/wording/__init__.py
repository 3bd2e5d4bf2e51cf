"""The words of a report, made from its figures in the report's language, without Django."""

from reports.wording.language import LANGUAGES, Wording, percent_value, wording

__all__ = ["LANGUAGES", "Wording", "percent_value", "wording"]
