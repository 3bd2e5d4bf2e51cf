"""The same 300 questions with inspect-ai and DeepEval, each as its makers show it.

Part of `make bench-runs PEERS=1`. Both are installed into a scratch environment beside the temporary
files, never into the project's own. They ask the same endpoint, twenty at a time, once for the answer
and once for the grade, and are told apart by what the endpoint saw and by how long the process took.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.benchmarks.runs import SECONDS, endpoint, stats

PACKAGES: Final = ("inspect-ai", "deepeval", "openai")
PLACE: Final = Path(tempfile.gettempdir()) / "caudals-peers"
QUESTIONS: Final = 300
AT_ONCE: Final = 20

INSPECT: Final = """
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import generate

address, folder, count, at_once = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
model = get_model("openai/fixed", base_url=address + "/v1", api_key="none", responses_api=False)
samples = [
    Sample(input=f"What does a day ticket of line {n} cost?", target="A day ticket costs 14.50.")
    for n in range(count)
]
task = Task(dataset=MemoryDataset(samples), solver=generate(), scorer=model_graded_qa(model=model))
(log,) = eval(task, model=model, max_connections=at_once, max_samples=at_once, display="none",
              log_dir=folder)
assert log.status == "success", log.error
assert log.results.scores[0].metrics["accuracy"].value == 1.0
"""

DEEPEVAL: Final = """
import asyncio, sys
from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval
from deepeval.models import DeepEvalBaseLLM
from deepeval.test_case import LLMTestCase
try:
    from deepeval.test_case import SingleTurnParams as Params
except ImportError:
    from deepeval.test_case import LLMTestCaseParams as Params
from openai import AsyncOpenAI

address, count, at_once = sys.argv[1], int(sys.argv[3]), int(sys.argv[4])


class Fixed(DeepEvalBaseLLM):
    def load_model(self):
        return None

    def get_model_name(self):
        return "fixed"

    def generate(self, prompt, schema=None):
        return asyncio.run(self.a_generate(prompt, schema))

    async def a_generate(self, prompt, schema=None):
        client = AsyncOpenAI(base_url=address + "/v1", api_key="none")
        async with client:
            await client.chat.completions.create(
                model="fixed", messages=[{"role": "user", "content": prompt}]
            )
        return schema(score=10, reason="It says so.")


async def answers():
    client, free = AsyncOpenAI(base_url=address + "/v1", api_key="none"), asyncio.Semaphore(at_once)

    async def one(question):
        async with free:
            reply = await client.chat.completions.create(
                model="fixed", messages=[{"role": "user", "content": question}]
            )
        return LLMTestCase(
            input=question, actual_output=reply.choices[0].message.content,
            expected_output="A day ticket costs 14.50.",
        )

    return await asyncio.gather(
        *(one(f"What does a day ticket of line {n} cost?") for n in range(count))
    )


cases = asyncio.run(answers())
metric = GEval(
    name="Correctness", model=Fixed(), async_mode=True,
    evaluation_steps=["Is the actual output the same as the expected output in substance?"],
    evaluation_params=[Params.ACTUAL_OUTPUT, Params.EXPECTED_OUTPUT],
)
result = evaluate(
    cases, [metric], async_config=AsyncConfig(run_async=True, max_concurrent=at_once),
    cache_config=CacheConfig(write_cache=False),
    display_config=DisplayConfig(show_indicator=False, print_results=False),
)
assert len(result.test_results) == count
"""


def measure() -> None:
    """Install the peers where they are not yet, let each do the work, print what it took."""
    python = installed()
    sys.stdout.write(
        f"The peers, {QUESTIONS} questions answered and graded, {AT_ONCE} at a time:\n\n| peer | "
        "between first and last request, s | as a process, s | requests | most at once |\n"
        "|---|---|---|---|---|\n"
    )
    for name, script in (("inspect-ai", INSPECT), ("deepeval", DEEPEVAL)):
        sys.stdout.write(run(python, name, script))
        sys.stdout.flush()


def installed() -> Path:
    """The Python of an environment that has the peers."""
    python = PLACE / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PLACE)], check=True)
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
        check=True,
    )
    return python


def run(python: Path, name: str, script: str) -> str:
    """One peer's row."""
    quiet = {"DEEPEVAL_TELEMETRY_OPT_OUT": "1", "CI": "1", "NO_COLOR": "1"}
    with (
        tempfile.TemporaryDirectory() as folder,
        endpoint("--seconds", str(SECONDS)) as address,
    ):
        file = Path(folder) / "peer.py"
        file.write_text(script, encoding="utf-8")
        clock = time.monotonic()
        done = subprocess.run(
            [str(python), str(file), address, folder, str(QUESTIONS), str(AT_ONCE)],
            cwd=folder, env={**os.environ, **quiet}, capture_output=True, text=True,
        )  # fmt: skip
        whole, told = time.monotonic() - clock, stats(address)
    if done.returncode:
        return f"| {name} | failed: {done.stderr.strip().splitlines()[-1][:200]} | | | |\n"
    version = subprocess.run(
        [str(python), "-c", f"import importlib.metadata as m; print(m.version({name!r}))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    return (
        f"| {name} {version} | {told['seconds']:.2f} | {whole:.2f} | {told['count']} |"
        f" {told['busiest']} |\n"
    )
