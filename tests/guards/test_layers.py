"""Imports point one way."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ORDER = ["core", "sources", "testsets", "runs", "grading", "reviews", "reports", "pipeline"]


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, lazily or not."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_no_part_imports_one_to_its_right():
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for position, app in enumerate(ORDER)
        for path in sorted((ROOT / app).rglob("*.py"))
        for name in imported(path) & {*ORDER[position + 1 :], "caudals"}
    ]
    assert wrong == []


PURE = [
    "core/text", "core/llm/client.py", "core/fingerprint.py", "core/language.py",
    "core/embeddings.py", "sources/reading", "testsets/values.py", "testsets/checks",
    "testsets/writers", "testsets/exchange", "grading/values.py", "grading/verdict.py", "grading/simple.py",
    "grading/rules", "grading/graders", "grading/methods", "grading/known_answers", "testsets/methods",
    "reports/statistics.py", "reports/figures",
    "reports/charts",
]  # fmt: skip


def test_pure_logic_knows_no_django():
    files = [
        path
        for name in PURE
        for path in ([ROOT / name] if name.endswith(".py") else sorted((ROOT / name).rglob("*.py")))
    ]
    assert len(files) > len(PURE), "a pure part has moved: name its new place here"
    assert [str(path.relative_to(ROOT)) for path in files if "django" in imported(path)] == []


def test_nine_files_in_ten_are_short():
    files = [
        path
        for app in [*ORDER, "caudals"]
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts
    ]
    long = [path for path in files if len(path.read_text(encoding="utf-8").splitlines()) > 250]
    assert len(long) <= len(files) / 10, sorted(str(path.relative_to(ROOT)) for path in long)
