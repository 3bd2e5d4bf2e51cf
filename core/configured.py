"""The language model and the embedding model that this installation is set up with."""

from django.conf import settings

from core.embeddings import Embedder, get_embedder
from core.llm import ChatModel, Endpoint


def configured_model() -> ChatModel | None:
    """The configured language model; None means the built-in writer and grader."""
    if not settings.CAUDALS_LLM_BASE_URL:
        return None
    return ChatModel(
        Endpoint(
            base_url=settings.CAUDALS_LLM_BASE_URL,
            model=settings.CAUDALS_LLM_MODEL,
            api_key=settings.CAUDALS_LLM_API_KEY,
            concurrency=settings.CAUDALS_LLM_CONCURRENCY,
            timeout_s=settings.CAUDALS_LLM_TIMEOUT,
        )
    )


def configured_embedder() -> Embedder:
    """The configured embedding model; EmbeddingsUnavailable says what is missing."""
    return get_embedder(settings.CAUDALS_EMBEDDINGS)
