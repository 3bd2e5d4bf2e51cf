"""The foundations that pure logic stands on need no Django."""

import subprocess
import sys
from pathlib import Path

FOUNDATIONS = [
    "core.deadlines",
    "core.embeddings",
    "core.fingerprint",
    "core.language",
    "core.llm",
    "core.text",
]


def test_foundations_are_importable_without_django():
    program = f"""
import sys
sys.modules["django"] = None
for name in {FOUNDATIONS!r}:
    __import__(name)
heavy = {{"torch", "sentence_transformers", "scipy"}} & set(sys.modules)
assert not heavy, heavy
"""
    checkout = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
