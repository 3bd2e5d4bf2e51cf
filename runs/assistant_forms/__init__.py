"""Forms about assistants, one for each way to them."""

from typing import Final

from runs.assistant_forms.chat import ChatAssistantForm
from runs.assistant_forms.http import HttpAssistantForm
from runs.assistant_forms.others import OpenAIAssistantForm, UploadAssistantForm
from runs.models import Assistant

AssistantForm = HttpAssistantForm | OpenAIAssistantForm | ChatAssistantForm | UploadAssistantForm

ASSISTANT_FORMS: Final[dict[str, type[AssistantForm]]] = {
    Assistant.Connector.HTTP: HttpAssistantForm,
    Assistant.Connector.OPENAI: OpenAIAssistantForm,
    Assistant.Connector.CHAT: ChatAssistantForm,
    Assistant.Connector.UPLOAD: UploadAssistantForm,
}

__all__ = ["ASSISTANT_FORMS", "AssistantForm", "ChatAssistantForm"]
