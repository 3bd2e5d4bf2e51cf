"""How people point at a text they have in front of them, in many languages.

`this` and `nouns`: a demonstrative with any of these nouns points at the source. `the` and
`texts`: with a mere article only nouns that can hardly be anything but a source count (“the
article” may be a shoe that somebody bought). `phrases` point at it by themselves.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pointing:
    """The words of one language, as alternatives of a regular expression."""

    this: str
    nouns: str
    the: str
    texts: str
    phrases: tuple[str, ...]


POINTING: Final[dict[str, Pointing]] = {
    "en": Pointing(
        this=r"this|that|these|those|(?:the )?(?:above|following|given|provided|cited|quoted"
        r"|present"
        r"|attached|linked)",
        nouns=r"documents?|passages?|excerpts?|paragraphs?|articles?|sections?|snippets?|e-?mails?"
        r"|web ?pages?|pages?|web ?sites?|sites?|faqs?|texts?|contexts?|extracts?|guides?"
        r"|tutorials?"
        r"|manuals?|chapters?|lists?|tables?|messages?|letters?|polic(?:y|ies)|posts?|sources?"
        r"|files?|pdfs?|notices?",
        the=r"the|said",
        texts=r"document|passage|excerpt|paragraph|section|snippet|e-?mail(?! (?:address|account))"
        r"|web ?page|page|faq|text(?! messag)|context|extract",
        phrases=(
            r"according to (?:the|this|these) (?:provided |given )?(?:web ?site|site|guide|manual"
            r"|information|source|file|pdf|material|content|table|list|article)",
            r"(?:mentioned|described|listed|stated|shown|discussed|explained|outlined|specified"
            r"|given) (?:above|below|here|earlier|previously|in (?:the|this))",
            r"(?:above|below|afore)[ -]?mentioned",
            r"the (?:above|below|foregoing)(?= |$|\?)",
            r"(?:as|see) (?:above|below)",
            r"the (?:author|writer|speaker)s? (?:say|mean|argue|claim|mention|state|describe)s?",
            r"in this (?:case|example|context)",
        ),
    ),
    "de": Pointing(
        this=r"dies(?:e[rsmn]?)?|obige[rsnm]?|vorliegende[rsnm]?|vorstehende[rsnm]?|genannte[rsnm]?"
        r"|(?:de[rsnm]|das|die) (?:obigen?|folgenden?|vorliegenden?|genannten?)",
        nouns=r"dokument\w*|passagen?|ausz[uü]g\w*|abs[aä]tz\w*|artikels?|abschnitt\w*|texte?s?"
        r"|e-?mails?|kontext\w*|ausschnitt\w*|(?:web)?seiten?|web ?sites?|anleitung|tabelle|liste"
        r"|quelle|datei|nachricht|handbuch\w*|kapitel\w*|leitfaden\w*|richtlinie|schreiben\w*",
        the=r"de[rsnm]|das|die",
        texts=r"dokument(?:e?s)?|passage|textstelle|auszugs?|absatz(?:es)?|text(?:es)?|kontext\w*"
        r"|e-?mail(?!-?\s?adresse)",
        phrases=(
            r"(?:laut|gemäß) (?:de[mr] |dieser |diesem )?(?:web)?(?:text|dokument|abschnitt|artikel"
            r"|passage|quelle|auszug|seite|tabelle|kontext|website)",
            r"(?:im|aus dem|in dem|in der) (?:text|dokument|abschnitt|artikel|auszug|kontext"
            r"|passage)",
            r"(?:oben|unten|hier|vorstehend|nachfolgend) ?(?:genannt|erwähnt|beschrieben|aufgeführt"
            r"|stehend)\w*",
            r"(?:wie|siehe) (?:oben|unten)",
        ),
    ),
    "es": Pointing(
        this=r"est[eao]s?|dich[ao]s?|(?:el|la|los|las) (?:presentes?|siguientes?|citad[oa]s?)",
        nouns=r"documentos?|pasajes?|fragmentos?|extractos?|párrafos?|artículos?|secci[oó]n(?:es)?"
        r"|textos?|contextos?|correos?|e-?mails?|apartados?|páginas?|webs?|sitios?|guías?|tablas?"
        r"|listas?|manual(?:es)?|capítulos?|fuentes?|archivos?|mensajes?|políticas?"
        r"|tutorial(?:es)?",
        the=r"el|la|del|al",
        texts=r"documento|pasaje|fragmento|extracto|párrafo|texto|contexto",
        phrases=(
            r"según (?:el|la|este|esta|lo) (?:texto|documento|pasaje|fragmento|artículo|sección"
            r"|página|fuente|tabla|guía|información|contexto|correo|anterior|indicado)",
            r"(?:en|del?) el (?:artículo|correo|e-?mail|apartado) (?:anterior|citado|de arriba)",
            r"(?:el|del) correo (?:dice|menciona|indica)|(?:dice|menciona|indica) el correo",
            r"(?:mencionad|descrit|indicad|citad|señalad|listad)[oa]s? (?:anteriormente|arriba|aquí"
            r"|más (?:arriba|abajo)|en (?:el|la|este|esta))",
            r"(?:antes|arriba|anteriormente) (?:mencionad|citad|indicad|descrit)[oa]s?",
            r"más (?:arriba|abajo)(?= |$|\?)",
        ),
    ),
    "sv": Pointing(
        this=r"detta|denna|dessa|(?:det|den|de) här|ovanstående|nämnda|bifogade"
        r"|(?:det|den|de) (?:aktuella|följande|nämnda|ovanstående)",
        nouns=r"dokument(?:et|en)?|text(?:en)?|stycket?|avsnitt(?:et)?|artikeln?|utdrag(?:et)?"
        r"|passagen?|mejl(?:et)?|mail(?:et)?|e-?post(?:meddelandet)?|sidan?|webb(?:sidan?"
        r"|plats(?:en)?)|guiden?|tabell(?:en)?|listan?|källan?|kontext(?:en)?|filen?|manual(?:en)?",
        the=r"det|den|i|ur|från",
        texts=r"texten|utdraget|passagen|kontexten",
        phrases=(
            r"(?:dokumentet|stycket|utdraget|passagen|mejlet|e-postmeddelandet|kontexten)",
            r"(?:enligt|i|ur|från) (?:texten|avsnittet|artikeln|sidan|källan|guiden|tabellen"
            r"|webbsidan|faq:?n)",
            r"(?:ovan|nedan|här) ?(?:nämnd|angiv|beskriv|given|stående)\w*",
            r"(?:nämns|anges|beskrivs|listas|står) (?:ovan|nedan|här|i texten)|som ovan",
        ),
    ),
    "fr": Pointing(
        this=r"ce|cet|cette|ces",
        nouns=r"documents?|passages?|extraits?|paragraphes?|articles?|textes?|courriels?|contextes?"
        r"|pages?|sites?|sections?|guides?|tableaux?|sources?",
        the=r"le|la|du",
        texts=r"document|passage|extrait|paragraphe|texte|contexte",
        phrases=(
            r"(?:selon|d'après) (?:le|la|l'|ce|cette) ?(?:texte|document|page|passage|source"
            r"|article)",
            r"ci-(?:dessus|dessous)",
        ),
    ),
    "it": Pointing(
        this=r"quest[oaie]",
        nouns=r"document[oi]|bran[oi]|passaggi?o?|estratt[oi]|paragraf[oi]|articol[oi]|test[oi]"
        r"|contesto|e-?mail|pagin[ae]|sit[oi]|sezion[ei]|guid[ae]|tabell[ae]",
        the=r"il|del|dal|nel",
        texts=r"documento|brano|passaggio|paragrafo|testo|contesto",
        phrases=(
            r"secondo (?:il|la|questo|questa) (?:testo|documento|pagina|fonte|brano)",
            r"sopra (?:citat|menzionat|indicat)[oaie]",
        ),
    ),
    "pt": Pointing(
        this=r"est[ea]s?|ess[ea]s?|dest[ea]|nest[ea]",
        nouns=r"documentos?|trechos?|excertos?|parágrafos?|artigos?|textos?|contextos?|e-?mails?"
        r"|páginas?|sites?|seç(?:ão|ões)|secç(?:ão|ões)|guias?|tabelas?",
        the=r"o|do|no",
        texts=r"documento|trecho|excerto|parágrafo|texto|contexto",
        phrases=(
            r"(?:segundo|de acordo com) (?:o|a|este|esta) (?:texto|documento|página|fonte|trecho)",
            r"acima (?:mencionad|citad)[oa]",
        ),
    ),
    "nl": Pointing(
        this=r"dit|deze|bovenstaande",
        nouns=r"documenten?|document|passages?|fragment|alinea|artikel|tekst|e-?mail|context"
        r"|pagina|website|site|sectie|gids|tabel",
        the=r"het|de",
        texts=r"document|passage|fragment|alinea|tekst|context",
        phrases=(r"volgens (?:de|het) (?:tekst|document|pagina|bron)|hierboven|bovengenoemde?",),
    ),
    "da": Pointing(
        this=r"dette|denne|disse|ovenstående",
        nouns=r"dokument|tekst|afsnit|artikel|uddrag|mail|side|guide|tabel",
        the=r"i|ifølge",
        texts=r"teksten|dokumentet|siden|kilden|afsnittet|uddraget|artiklen",
        phrases=(r"ovenfor|ovennævnte",),
    ),
    "no": Pointing(
        this=r"dette|denne|disse|ovenstående",
        nouns=r"dokumentet|teksten|avsnittet|artikkelen|utdraget|e-posten|siden|guiden|tabellen",
        the=r"i|ifølge",
        texts=r"teksten|dokumentet|siden|kilden|avsnittet|utdraget|artikkelen",
        phrases=(r"ovenfor|ovennevnte",),
    ),
    "fi": Pointing(
        this=r"täm[äa]|tässä|tämän|kyseinen|kyseisessä|yllä oleva",
        nouns=r"asiakirja\w*|teksti\w*|sivu\w*|artikkeli\w*|kappalee?\w*",
        the=r"yllä",
        texts=r"mainit\w+",
        phrases=(r"(?:tekstin|asiakirjan|sivun|artikkelin) mukaan",),
    ),
    "pl": Pointing(
        this=r"t(?:en|ym|ego|a|ej|ych)|powyższ\w+",
        nouns=r"dokument\w*|tekst\w*|fragment\w*|artykuł\w*|stron\w*|sekcj\w*|akapit\w*",
        the=r"w|według",
        texts=r"dokumencie|tekście|fragmencie|tekstu|dokumentu|fragmentu",
        phrases=(r"wspomnian\w+ (?:wyżej|powyżej)",),
    ),
    "cs": Pointing(
        this=r"t(?:ento|omto|ato|éto)|výše uveden\w+",
        nouns=r"dokument\w*|text\w*|úryv\w*|člán\w*|stránk\w*",
        the=r"podle",
        texts=r"textu|dokumentu|stránky|úryvku",
        phrases=(r"výše (?:zmíněn|uveden)\w+",),
    ),
    "tr": Pointing(
        this=r"bu",
        nouns=r"belge\w*|metin\w*|metn\w*|sayfa\w*|makale\w*|bölüm\w*",
        the=r"yukarıdaki",
        texts=r"\w+",
        phrases=(r"(?:metne|belgeye|sayfaya) göre",),
    ),
    "ru": Pointing(
        this=r"эт(?:от|ом|ого|а|ой)|данн\w+|приведённ\w+",
        nouns=r"документ\w*|текст\w*|отрыв\w*|стать\w*|страниц\w*|раздел\w*",
        the=r"согласно|в",
        texts=r"тексту|документу|отрывку|статье|тексте|документе|отрывке",
        phrases=(r"вышеупомянут\w+|указанн\w+ выше",),
    ),
    "el": Pointing(
        this=r"αυτ(?:ό το|ή η|ού του|ής της)|το παρόν|το παραπάνω",
        nouns=r"έγγραφο\w*|κείμενο\w*|απόσπασμα\w*|σελίδα\w*|άρθρο\w*",
        the=r"σύμφωνα με το",
        texts=r"κείμενο|έγγραφο|απόσπασμα",
        phrases=(r"παραπάνω",),
    ),
}

# Scripts that put no spaces between words, or glue the article to its noun: whole phrases.
PHRASES_WITHOUT_SPACES: Final[dict[str, str]] = {
    "zh": r"(?:本|该|此|这篇|这份|这段|上述|以下)"
    r"(?:文件|文档|文章|段落|页面|网页|文本|节选|资料|文)"
    r"|根据(?:本文|文本|文章|文档|文件|上文|段落)|上文|文中",
    "ja": r"(?:この|本|上記の?|前述の)(?:文書|文章|ページ|記事|資料|段落|節|メール|抜粋)"
    r"|(?:本文|文中|文書|記事)(?:によると|によれば|では)|上記",
    "ko": r"(?:이|위|본|해당) ?(?:문서|글|페이지|본문|단락|기사|메일|발췌문)"
    r"|(?:본문|문서|글)에 ?(?:따르면|의하면)|위에서 ?언급",
    "ar": r"(?:هذا|هذه) (?:المستند|النص|الوثيقة|المقال|الصفحة|الفقرة)"
    r"|(?:وفقا|وفقًا|بحسب|حسب) ?(?:لل|ال)(?:نص|مستند|وثيقة|مقال)|المذكورة? أعلاه",
}
