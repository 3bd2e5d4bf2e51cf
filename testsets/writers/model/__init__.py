"""The writer that asks a language model, and the reader that looks for what must be absent."""

from testsets.writers.model.reader import ModelReader
from testsets.writers.model.writer import ModelWriter

__all__ = ["ModelReader", "ModelWriter"]
