"""The writer that asks a language model."""

from testsets.writers.model.writer import ModelWriter

__all__ = ["ModelWriter"]
