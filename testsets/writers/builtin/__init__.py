"""The built-in writer."""

from testsets.writers.builtin.writer import BuiltinWriter

__all__ = ["BuiltinWriter"]
