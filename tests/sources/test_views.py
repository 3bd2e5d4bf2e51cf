"""The pages about sources: what they show, to whom, and how they take odd input."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from sources import excluding, selectors, services
from sources.cutting import cut_passages
from sources.models import PageVisit, Reading, Source, Upload
from sources.reading import read
from sources.services import File
from sources.storing import store_page, store_visit
from tests.world import World, client_for

FEES = b"# Fees\n\n## What does a crossing cost?\n\nIt costs 12 euros.\n\n## Other\n\nPay on board."


def url(name: str, *args: object, workspace: str = "acme") -> str:
    return reverse(f"sources:{name}", args=[workspace, *args])


@pytest.fixture
def source(world: World) -> Source:
    """A read source: one document with two passages, one file that could not be read."""
    made = services.add_files_source(workspace=world.acme, name="Terms 2026", by=world.ada)
    reading = services.start_reading(source=made, by=world.ada, queue=False)
    document = read(FEES, name="fees.md")
    store_page(reading, address="fees.md", raw=FEES, media_type="text/markdown", document=document)
    store_visit(reading, address="x.pdf", outcome=PageVisit.Outcome.NOT_TEXT, detail="It is a PDF.")
    cut_passages(reading)
    Reading.objects.filter(pk=reading.pk).update(status="done", planned=2)
    return made


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_the_list_shows_each_source_with_its_counts(world: World, source: Source):
    shown = text_of(client_for(world.vik), url("index"))
    assert "Terms 2026" in shown
    assert re.search(r"Files Read 1 2 1 ", shown)


def test_an_empty_list_says_what_sources_are_for_and_offers_the_first_step(world: World):
    shown = client_for(world.ada).get(url("index")).content.decode()
    assert url("add_site") in shown
    assert "questions are written only from what it says" in shown


def test_the_list_asks_the_database_no_more_often_for_more_sources(
    world: World, source: Source, django_assert_max_num_queries
):
    client = client_for(world.vik)
    with django_assert_max_num_queries(30) as few:
        client.get(url("index"))
    for number in range(8):
        other = services.add_files_source(workspace=world.acme, name=f"S{number}", by=world.ada)
        services.start_reading(source=other, by=world.ada, queue=False)
    with django_assert_max_num_queries(30) as many:
        client.get(url("index"))
    assert len(few.captured_queries) == len(many.captured_queries)


def test_a_source_shows_what_became_of_every_address(world: World, source: Source):
    shown = text_of(client_for(world.vik), url("detail", source.pk))
    told = ("Holds no text that can be read", "It is a PDF.", "1 file read, 1 file not read")
    for part in ("fees.md", "Read", "x.pdf", *told):
        assert part in shown
    only = text_of(client_for(world.vik), url("detail", source.pk) + "?show=not_text")
    assert "It is a PDF." in only
    assert "fees.md" not in only


def test_addresses_are_searched_within_an_outcome_and_over_all(world: World, source: Source):
    client, address = client_for(world.vik), url("detail", source.pk)
    page = client.get(address + "?q=FEE").content.decode()
    assert "fees.md" in page
    assert "x.pdf" not in page
    assert 'name="q" value="FEE"' in page
    assert "?q=FEE&amp;show=read" in page
    none = text_of(client, address + "?q=fees&show=not_text")
    assert "fees.md" in none  # an outcome that nothing found has is no choice
    nothing = text_of(client, address + "?q=100%25")
    assert "No name or title holds “100%”." in nothing
    assert "Show all" in nothing


def test_long_lists_keep_what_was_searched_for(world: World, source: Source):
    reading = source.readings.get()
    for number in range(selectors.PER_PAGE + 3):
        store_visit(reading, address=f"scan-{number}.png", outcome=PageVisit.Outcome.NOT_TEXT)
    client, address = client_for(world.vik), url("detail", source.pk)
    page = client.get(address + "?q=scan&show=not_text").content.decode()
    following = re.search(r'rel="next" href="([^"]+)"', page)[1].replace("&amp;", "&")
    last = text_of(client, address + following)
    assert "3 files" in last
    assert "x.pdf" not in last


def test_an_address_that_was_not_read_says_what_to_do(world: World):
    site = services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    reading = services.start_reading(source=site, by=None, queue=False)
    for outcome in PageVisit.Outcome.values:
        store_visit(reading, address=f"https://example.org/{outcome}", outcome=outcome)
    shown = text_of(client_for(world.vik), url("detail", site.pk))
    for part in (
        "let its robots.txt allow Caudals", "add it as a file that can be read",
        "Choose “Open pages that need it in a browser” under Change",
        "take the exclusion back", "add it as a source of its own",
    ):  # fmt: skip
        assert part in shown


def test_the_list_says_which_sources_need_a_person(world: World, source: Source):
    site = services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    reading = services.start_reading(source=site, by=None, queue=False)
    for number, outcome in enumerate(["browser", "browser", "error"]):
        store_visit(reading, address=f"https://example.org/{number}", outcome=outcome)
    Reading.objects.filter(pk=reading.pk).update(status="stopped")
    shown = text_of(client_for(world.vik), url("index"))
    for part in (
        "stopped before its end", "2 pages are empty without a browser",
        "1 address could not be fetched",
    ):  # fmt: skip
        assert part in shown
    assert re.search(r"Files Read 1 2 1 en ", shown)


def test_what_is_excluded_is_listed_with_a_way_back(world: World, source: Source):
    client, address = client_for(world.ada), url("detail", source.pk)
    assert "Take back" not in text_of(client, address)
    document = source.documents.get()
    excluding.exclude_page(document=document, by=world.ada)
    excluding.exclude_block(document=document, number=2, by=world.ada, everywhere=True)
    shown = text_of(client, address)
    for part in ("The whole file Fees fees.md Ada", "It costs 12 euros. Every file of this source"):
        assert part in shown
    assert shown.count("Take back") == 3
    assert "fees.md Read en 0" in shown
    assert "nothing of it is offered for questions" in text_of(client, url("index"))
    assert "Take back" not in text_of(client_for(world.vik), address)


def test_a_source_asks_the_database_no_more_often_for_more_addresses_and_exclusions(
    world: World, source: Source, django_assert_max_num_queries
):
    client, document = client_for(world.ada), source.documents.get()
    excluding.exclude_block(document=document, number=2, by=world.ada)
    with django_assert_max_num_queries(30) as few:
        client.get(url("detail", source.pk))
    for number in range(20):
        raw = f"# Page {number}\n\nCabin {number} has a window and a bed for two.".encode()
        store_page(
            source.readings.get(), address=f"p{number}.md", raw=raw, media_type="",
            document=read(raw, name="p.md"),
        )  # fmt: skip
    excluding.exclude_page(document=document, by=world.rosa)
    excluding.exclude_block(document=document, number=4, by=world.ada, everywhere=True)
    with django_assert_max_num_queries(30) as many:
        client.get(url("detail", source.pk))
    assert len(many.captured_queries) <= len(few.captured_queries) + 1  # pages beside blocks


def fail_again(source: Source, *, reason: str) -> Reading:
    """A newer reading of the source that read nothing."""
    reading = services.start_reading(source=source, by=None, queue=False)
    store_visit(reading, address="gone.md", outcome=PageVisit.Outcome.ERROR, detail="It is gone.")
    Reading.objects.filter(pk=reading.pk).update(status="failed", reason=reason)
    return reading


def test_a_try_that_failed_stands_beside_the_documents_that_questions_come_from(
    world: World, source: Source
):
    reading = fail_again(source, reason="The server was asleep.")
    assert selectors.current_reading(source) != reading
    client, address = client_for(world.vik), url("detail", source.pk)
    shown = text_of(client, address)
    for part in (
        "The server was asleep.", "What was read before is kept", "fees.md",
        "Questions are written from the reading of", "1 file read, 1 file not read",
        "Nothing read, 1 file not read",
    ):  # fmt: skip
        assert part in shown
    assert "gone.md" not in shown
    newest = text_of(client, address + "?of=newest&show=read")
    assert "It is gone." in newest
    assert "fees.md" not in newest
    listed = text_of(client, url("index"))
    assert re.search(r"what was read on .{6,20} is kept 1 2 1 ", listed)


def test_a_source_that_was_never_read_counts_the_same_in_the_list_and_on_its_page(world: World):
    made = services.add_files_source(workspace=world.acme, name="Lost", by=world.ada)
    fail_again(made, reason="It is gone.")
    client = client_for(world.vik)
    assert "Nothing read, 1 file not read" in text_of(client, url("detail", made.pk))
    listed = text_of(client, url("index"))
    assert re.search(r"Lost Files Could not be read It is gone\. 0 0 1 ", listed)
    assert "is kept" not in listed


def test_the_state_of_a_source_agrees_in_spanish(world: World, source: Source):
    made = services.add_files_source(workspace=world.acme, name="Lost", by=world.ada)
    fail_again(made, reason="It is gone.")
    with translation.override("es"):
        said = [str(row.reading.get_status_display()) for row in selectors.sources(world.acme)]
    assert said == ["No se pudo leer", "Leída"]
    spanish = client_for(world.vik).get(url("detail", source.pk), headers={"Accept-Language": "es"})
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", spanish.content.decode()))
    assert "Leída · 1 archivo leído, 1 archivo sin leer" in shown
    assert "Todos 2" in shown


def test_a_reading_that_only_began_says_that_nothing_is_read(world: World, source: Source):
    services.start_reading(source=source, by=world.ada, queue=False)
    shown = text_of(client_for(world.vik), url("detail", source.pk))
    assert "Nothing read yet" in shown
    assert "of at most 0" not in shown
    assert "fees.md" in shown
    assert "brought no documents" not in shown


def test_files_are_counted_as_files_and_pages_as_addresses(world: World, source: Source):
    shown = text_of(client_for(world.vik), url("detail", source.pk))
    assert "2 files" in shown
    assert "address" not in shown.casefold()
    site = services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    fail_again(site, reason="It is gone.")
    assert "1 address not read" in text_of(client_for(world.vik), url("detail", site.pk))


def test_page_text_is_escaped(world: World):
    made = services.add_files_source(workspace=world.acme, name="Odd", by=world.ada)
    reading = services.start_reading(source=made, by=world.ada, queue=False)
    raw = b"The tag &lt;script&gt;alert(1)&lt;/script&gt; is shown and never run."
    document = read(b"<h1>&lt;img src=x&gt;</h1><p>" + raw, name="odd.html")
    store_page(reading, address="odd.html", raw=raw, media_type="", document=document)
    cut_passages(reading)
    page = client_for(world.vik).get(url("document", made.documents.get().pk)).content.decode()
    assert "<script>alert" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_site_is_added_and_its_reading_waits(world: World):
    response = client_for(world.ada).post(
        url("add_site"), {"start_address": "example.org", "page_limit": 7, "name": ""}
    )
    made = Source.objects.get()
    assert response.status_code == 302
    assert response["Location"] == url("detail", made.pk)
    assert (made.page_limit, made.created_by, made.workspace) == (7, world.ada, world.acme)
    assert Reading.objects.get().status == "waiting"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"start_address": "ftp://example.org", "page_limit": 7}, "http://"),
        ({"start_address": "http://me:pw@example.org", "page_limit": 7}, "password"),
        ({"start_address": "", "page_limit": 7}, "required"),
        ({"start_address": "example.org", "page_limit": 0}, "greater than or equal to 1"),
        ({"start_address": "example.org", "page_limit": 9999}, "less than or equal to 5000"),
    ],
)
def test_a_bad_address_or_limit_comes_back_with_what_was_typed(
    world: World, typed: dict[str, object], says: str
):
    response = client_for(world.ada).post(url("add_site"), typed)
    assert response.status_code == 422
    shown = response.content.decode()
    assert says in shown
    assert f'value="{typed["start_address"]}"' in shown or not typed["start_address"]
    assert not Source.objects.exists()


def test_what_few_need_of_a_site_stands_behind_a_word_and_is_kept(world: World):
    client = client_for(world.ada)
    assert '<details class="more">' in client.get(url("add_site")).content.decode()
    typed = {
        "start_address": "example.org", "page_limit": 7, "depth_limit": 3,
        "include": " /help/* \n\n/fees\n/help/*", "exclude": "*print=*",
    }  # fmt: skip
    client.post(url("add_site"), typed)
    made = Source.objects.get()
    assert (made.depth_limit, made.include, made.exclude) == (3, ["/help/*", "/fees"], ["*print=*"])
    page = client.get(url("edit", made.pk)).content.decode()
    assert '<details class="more" open>' in page
    assert "/help/*\n/fees</textarea>" in page
    client.post(url("edit", made.pk), {**typed, "depth_limit": "", "include": ""})
    made.refresh_from_db()
    assert (made.depth_limit, made.include, made.exclude) == (3, [], ["*print=*"])


def test_a_pattern_that_can_match_nothing_comes_back_open_with_its_reason(world: World):
    typed = {"start_address": "example.org", "page_limit": 7, "exclude": "news"}
    response = client_for(world.ada).post(url("add_site"), typed)
    page = response.content.decode()
    assert response.status_code == 422
    assert "must begin with / or *" in page
    assert '<details class="more" open>' in page
    assert ">\nnews</textarea>" in page
    assert not Source.objects.exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_browser_is_offered_where_there_is_one(world: World, monkeypatch, there: bool):
    monkeypatch.setattr("sources.forms.browser_available", lambda: there)
    client = client_for(world.ada)
    page = client.get(url("add_site")).content.decode()
    assert ("No browser is installed" in page) is not there
    client.post(url("add_site"), {"start_address": "example.org", "page_limit": 7, "render": "on"})
    assert Source.objects.get().render is there


def test_several_files_are_uploaded_at_once(world: World):
    files = [SimpleUploadedFile("a.md", FEES), SimpleUploadedFile("b.txt", b"Open from 9 to 17.")]
    response = client_for(world.ada).post(url("add_files"), {"name": "Terms", "documents": files})
    assert response.status_code == 302
    assert sorted(Upload.objects.values_list("name", flat=True)) == ["a.md", "b.txt"]
    assert Reading.objects.get().status == "waiting"


def test_a_file_that_cannot_be_read_is_refused_by_name_and_nothing_is_kept(world: World):
    files = [SimpleUploadedFile("a.md", FEES), SimpleUploadedFile("p.png", b"\x89PNG\r\n")]
    response = client_for(world.ada).post(url("add_files"), {"name": "Terms", "documents": files})
    assert response.status_code == 422
    shown = response.content.decode()
    assert "“p.png” is a picture." in shown
    assert 'value="Terms"' in shown
    assert not Source.objects.exists()


def test_more_files_than_can_be_added_are_refused_in_a_sentence(world: World):
    files = [SimpleUploadedFile(f"{n}.txt", b"Open from 9 to 17.") for n in range(201)]
    response = client_for(world.ada).post(url("add_files"), {"name": "Terms", "documents": files})
    assert response.status_code == 422
    assert "At most 200 files can be added at a time." in response.content.decode()
    assert not Source.objects.exists()


def test_a_form_for_files_says_what_its_script_and_a_browser_without_one_need(world: World):
    client = client_for(world.ada)
    page = client.get(url("add_files")).content.decode()
    assert f'data-largest="{services.LARGEST_FILE}"' in page
    assert "js/upload.js" in page
    assert "Choose the files again" not in page
    again = client.post(url("add_files"), {"name": "Terms"}).content.decode()
    assert "Choose the files again" in again


def test_no_file_is_an_invalid_form(world: World):
    response = client_for(world.ada).post(url("add_files"), {"name": "Terms"})
    assert response.status_code == 422


def test_files_are_added_to_files_and_not_to_a_website(world: World, source: Source):
    client = client_for(world.ada)
    more = {"documents": SimpleUploadedFile("b.txt", b"Open from 9 to 17.")}
    assert client.post(url("more_files", source.pk), more).status_code == 302
    assert source.readings.filter(status="waiting").count() == 1
    site = services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    assert client.get(url("more_files", site.pk)).status_code == 404


def test_the_progress_fragment_asks_again_only_while_the_reading_is_live(
    world: World, source: Source
):
    client, address = client_for(world.vik), url("progress", source.pk)
    ended = client.get(address, headers={"HX-Request": "true"})
    assert "hx-get" not in ended.content.decode()
    assert ended["HX-Refresh"] == "true"
    services.start_reading(source=source, by=world.ada, queue=False)
    live = client.get(address, headers={"HX-Request": "true"})
    assert f'hx-get="{address}"' in live.content.decode()
    assert live.content.decode().count('id="reading-progress"') == 1
    assert client.get(address).status_code == 302
    boosted = client.get(address, headers={"HX-Request": "true", "HX-Boosted": "true"})
    assert boosted.status_code == 302


def test_the_list_of_addresses_follows_a_live_reading_and_keeps_its_filter(
    world: World, source: Source
):
    client, address = client_for(world.vik), url("detail", source.pk)
    assert 'hx-select="#addresses"' not in client.get(address).content.decode()
    services.start_reading(source=source, by=world.ada, queue=False)

    live = client.get(f"{address}?show=read").content.decode()

    assert f'hx-get="{address}?show=read"' in live
    assert live.count('id="addresses"') == 1


def test_a_reading_is_stopped_and_gone_on_with(world: World, source: Source):
    client = client_for(world.ada)
    client.post(url("read", source.pk))
    client.post(url("stop", source.pk))
    reading = source.readings.order_by("-pk").first()
    assert reading.status == "stopped"
    assert "Go on reading" in text_of(client, url("detail", source.pk))
    client.post(url("resume", source.pk))
    reading.refresh_from_db()
    assert reading.status == "waiting"


PAGES = [
    ("index", "get", False), ("add_site", "get", False), ("add_files", "get", False),
    ("detail", "get", True), ("more_files", "get", True), ("progress", "get", True),
    ("read", "post", True), ("stop", "post", True), ("resume", "post", True),
    ("edit", "get", True), ("archive", "post", True), ("bring_back", "post", True),
    ("take_back", "post", True),
]  # fmt: skip
OWNERS_ONLY = {name for name, _, _ in PAGES} - {"index", "detail", "progress"}


def test_strangers_find_nothing_and_viewers_change_nothing(world: World, source: Source):
    """One session of each person for all pages: every session loads all of the portal's layers."""
    otto, nobody = client_for(world.otto), client_for(None)
    vik, ada = client_for(world.vik), client_for(world.ada)
    for name, method, has_pk in PAGES:
        address = url(name, *([source.pk] if has_pk else []))
        assert getattr(otto, method)(address).status_code == 404, name
        assert getattr(nobody, method)(address).status_code == 302, name
        seen = getattr(vik, method)(address).status_code
        assert seen == 403 if name in OWNERS_ONLY else seen in (200, 302), name
        wrong = {"get": "post", "post": "get"}[method]
        if name not in {"add_site", "add_files", "more_files", "edit"}:
            assert getattr(ada, wrong)(address).status_code == 405, name


def test_a_source_or_document_of_another_workspace_is_not_found_in_ones_own(
    world: World, source: Source
):
    otto = client_for(world.otto)
    assert otto.get(url("detail", source.pk, workspace="other")).status_code == 404
    document = source.documents.get()
    assert otto.get(url("document", document.pk, workspace="other")).status_code == 404
    assert client_for(world.ada).get(url("document", document.pk)).status_code == 200


def test_odd_parameters_are_harmless(world: World, source: Source):
    client = client_for(world.vik)
    for query in ("?show=nonsense", "?after=abc", "?after=-1", "?after=99999999999", "?show=%00"):
        assert client.get(url("detail", source.pk) + query).status_code == 200


def test_uploading_the_same_file_again_keeps_one(world: World, source: Source):
    for _ in range(2):
        services.add_uploads(source=source, files=[File("a.txt", b"Some text.")], by=world.ada)
    assert Upload.objects.count() == 1
