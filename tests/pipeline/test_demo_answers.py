"""The honest assistant: right passages, whole answers, and an honest "I don't know"."""

import pytest

from core.embeddings import get_embedder
from pipeline.demo.website import SITE
from pipeline.demo_assistant.library import UnusableFolder, read_folder
from pipeline.demo_assistant.retrieval import RetrievalAssistant


@pytest.fixture(scope="module")
def assistant() -> RetrievalAssistant:
    return RetrievalAssistant.over(SITE)


@pytest.fixture
def folder(tmp_path):
    """A folder with the pages given, and an assistant over it."""

    def make(**pages: str) -> RetrievalAssistant:
        for name, text in pages.items():
            (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
        return RetrievalAssistant.over(tmp_path)

    return make


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("How long do you keep lost property?", "60 days"),
        ("I lost my jacket on board, how long do you keep it?", "60 days"),
        ("what does it cost to bring my bike", "€8"),
        ("When do I have to check in?", "30 minutes"),
        ("How old must a kid be to sail alone?", "age of 12"),
        ("How many sailings a day are there to San Telmo?", "Sailings a day: 4"),
        ("How mcuh does it cost to take a bicylce?", "€8"),
        ("¿Puedo fumar en el barco?", "prohibido fumar"),
        ("¿Cuánto dura el viaje a Menuda?", "2 horas y 20 minutos"),
        ("¿A qué hora abre la cafetería?", "20 minutos antes"),
    ],
)
def test_a_question_in_a_customers_words_gets_the_pages_answer(assistant, question, says):
    assert says in assistant.respond(question).answer


def test_a_question_in_another_language_than_its_page_is_answered_from_that_page(assistant):
    assert "60 minutos" in assistant.respond("Is there wifi on the ship?").answer


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Do you fly to Tenerife?", "don't know"),
        ("What is the capital of France?", "don't know"),
        ("¿Venden seguros de viaje?", "no sé la respuesta"),
        ("Wer hat die Weltmeisterschaft 2014 gewonnen?", "weiß ich die Antwort leider nicht"),
        ("Vad heter Sveriges statsminister?", "vet tyvärr inte"),
    ],
)
def test_what_no_page_answers_is_not_known_in_the_questions_language(assistant, question, says):
    assert says in assistant.respond(question).answer


def test_the_contexts_are_the_passages_that_the_answer_came_from(assistant):
    reply = assistant.respond("How long do you keep lost property?")
    assert reply.answer in reply.contexts[0]


def test_the_same_question_gets_the_same_answer_from_a_fresh_assistant(assistant):
    question = "what does it cost to bring my bike"
    assert RetrievalAssistant.over(SITE).respond(question) == assistant.respond(question)


class Noting:
    """An embedder that notes which texts were new to it."""

    def __init__(self) -> None:
        self.name = "noting"
        self.known: set[str] = set()
        self.new: list[str] = []

    def queries(self, texts):
        self.new += [text for text in texts if text not in self.known]
        self.known.update(texts)
        return get_embedder().queries(texts)


def test_many_who_ask_a_prepared_assistant_at_once_do_not_wait_for_what_it_could_know():
    noting = Noting()
    prepared = RetrievalAssistant(read_folder(SITE), noting).prepare()
    noting.new.clear()
    for question in ("What is the weather in Bern?", "Do you fly to Tenerife?"):
        prepared.respond(question)
    assert len(noting.new) < 2 * 8


def test_an_answer_holds_no_marks_of_markdown(folder):
    page = (
        "# Opening hours\n\n"
        "The office is **open** from `9:00` to *17:00*, see [the calendar](https://x.example/c).\n\n"
        "## Which documents do I need?\n\n"
        "- a passport\n- a **recent** photograph\n- the form\n"
    )
    office = folder(office=page)
    hours = office.respond("When is the office open?").answer
    assert hours.startswith("The office is open from 9:00 to 17:00")
    documents = office.respond("Which documents do I need?").answer
    for reply in (hours, documents):
        assert not any(mark in reply for mark in ("*", "`", "](", "#", "\n"))
    assert "a recent photograph" in documents


def test_of_a_long_passage_the_sentences_that_answer_are_given(folder):
    filler = "The building has a garden with benches and a small fountain for visitors. " * 8
    fee = "The fee for a second copy of the certificate is 35 euros. "
    office = folder(office=f"# Certificates\n\n{filler}{fee}{filler}")
    answer = office.respond("What is the fee for a second copy of the certificate?").answer
    assert "35 euros" in answer
    assert len(answer.split()) < 90


def test_a_compound_word_is_found_by_its_part(folder):
    office = folder(
        a="# Vad kostar en bergvärmeinstallation?\n\nDen kostar 140 000 kronor.\n",
        b="# Vad kostar en altan?\n\nEn altan kostar 20 000 kronor.\n",
    )
    assert "140 000" in office.respond("Vad kostar bergvärme?").answer


def test_a_passage_that_stands_on_several_pages_is_kept_once(tmp_path):
    page = "# How do I pay?\n\nYou pay by card at the desk.\n"
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(page)
    assert len(read_folder(tmp_path).entries) == 1


def test_hidden_files_pictures_and_robots_txt_are_not_pages(tmp_path):
    (tmp_path / "page.md").write_text("# How do I pay?\n\nYou pay by card at the desk.\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "notes.md").write_text("# Secrets\n\nNothing of this is public at all.\n")
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private/ for everybody\n")
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    library = read_folder(tmp_path)
    assert (library.documents, len(library.entries)) == (1, 1)


def test_a_folder_without_usable_text_is_refused_with_what_to_do(tmp_path):
    (tmp_path / "empty.html").write_text("<html><body></body></html>")
    with pytest.raises(UnusableFolder, match="No page with usable text"):
        read_folder(tmp_path)
    with pytest.raises(UnusableFolder, match="There is no folder"):
        read_folder(tmp_path / "missing")
    with pytest.raises(UnusableFolder, match="is not a folder"):
        read_folder(tmp_path / "empty.html")


def test_a_term_is_explained_with_the_line_of_the_glossary(folder):
    office = folder(
        glossary="# Glosario\n\n"
        "- **Proxy (intermediario):** Un servidor que se pone entre el cliente y el de origen.\n"
        "- **Resumen:** Una cadena de longitud fija que se calcula a partir de otra.\n",
        proxies="# Configurar un proxy\n\nLo que significa esto es que el proxy se configura "
        "en el fichero principal, con cuidado y con permisos de administrador.\n",
    )
    for question in ("¿Qué significa «Proxy»?", "¿Qué es un proxy?", "¿Qué es un intermediario?"):
        answer = office.respond(question).answer
        assert "se pone entre el cliente y el de origen" in answer
        assert "Resumen" not in answer


def test_of_the_same_page_in_two_languages_the_questions_own_is_answered_from(folder):
    office = folder(
        en="# Parking permits\n\n## What does a parking permit cost?\n\nA permit costs 40 euros.\n",
        es="# Permisos\n\n## ¿Cuánto cuesta un permiso de aparcamiento?\n\nCuesta 40 euros al año.\n",
    )
    assert office.respond("How much is a parking permit?").answer == "A permit costs 40 euros."
    spanish = office.respond("¿Qué precio tiene el permiso de aparcamiento?").answer
    assert spanish == "Cuesta 40 euros al año."


def test_what_has_to_be_done_is_answered_with_the_sentence_that_says_so(folder):
    office = folder(
        stop="# Running the server\n\nThe server writes its messages to a log file. "
        "To stop the server, you need to send the signal TERM to its parent process. "
        + "The parent process reads its configuration file when it starts. "
        * 10
    )
    answer = office.respond("What do I have to do to stop the server?").answer
    assert "send the signal TERM" in answer
