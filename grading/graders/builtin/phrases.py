"""How replies in a dozen languages decline, refer elsewhere, ask back, greet, or are no reply."""

import re
from typing import Final

from core.text import normalise


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in alternatives), re.IGNORECASE)


_THING_EN: Final = (
    r"(?:any |enough |the |that |this |such |sufficient |specific |further |more |an? |detailed )*"
    r"(?:information|details?|answers?|data|knowledge|context|mention|results?|documents?|record)"
)

DECLINES: Final = _any(
    # English
    r"\bi(?:'m| am)? (?:really |do |truly )?(?:don'?t|do not|cannot|can'?t|could not|couldn'?t|"
    r"wasn'?t able to|was not able to|unable to|not able to) "
    r"(?:know|answer|help|assist|find|provide|say|tell|comment|locate|confirm|determine|respond|"
    r"fulfil|engage|discuss|support|give|offer|share|access|suggest|promote|encourage|endorse|"
    r"recommend|condone|advise)",
    r"\bi don'?t think (?:it'?s|that'?s|it is|that is) (?:appropriate|ethical|respectful|right|okay|fair)\b",
    r"\b(?:it|that|this)(?:'s| is)(?:n'?t| not) (?:ethical|appropriate|acceptable|respectful)"
    r"(?:,? (?:or|and|nor) \w+)* (?:to|for me to)\b|\bdo not condone\b",
    r"\bi must (?:\w+ly )?(?:challenge|(?:point out|clarify) that (?:the|your|this) (?:\w+ )?"
    r"(?:question|term|phrase|word|assumption))",
    r"\b(?:the|your|this) question (?:itself )?(?:contains|is based on|rests on|perpetuates|promotes) "
    r"(?:\w+,? (?:and )?)*(?:harmful|offensive|false|incorrect|discriminatory|stereotyp\w+)",
    r"\bi (?:don'?t|do not) (?:currently )?(?:have|possess|see) " + _THING_EN,
    r"\bi have no (?:information|knowledge|data|idea|comment|answer|record|details)",
    r"\bi(?:'m| am) (?:sorry|afraid)[, ]+(?:but )?(?:i|we|that|this)?\b.{0,30}"
    r"(?:can'?t|cannot|can not|don'?t|do not|unable|not able|isn'?t|couldn'?t|won'?t)",
    r"\bi (?:must|have to|need to) decline\b|\bi (?:won'?t|will not|refuse to) (?:answer|help|"
    r"provide|assist)",
    r"\bi(?:'m| am) (?:not sure|unsure|not certain|not aware)\b",
    r"\bwe (?:don'?t|do not) have (?:any )?(?:information|details|data) (?:about|on|regarding)",
    r"\b(?:there is|there's|we have|found) no (?:specific |such )?(?:information|mention|answer|data|"
    r"details) (?:about|on|regarding|of|in|available|provided)",
    r"\bno (?:relevant )?(?:information|answer|results?) (?:was |were |is |are )?(?:found|available)",
    r"\b(?:isn'?t|is not|are not|aren'?t|wasn'?t|not) (?:mentioned|covered|specified|stated|included|"
    r"described|addressed|contained|provided|available) in (?:the|our|my|this|these|any) "
    r"(?:\w+ ){0,2}(?:material|documents?|sources?|context|passages?|pages?|information|text|content|"
    r"website|documentation)",
    r"\b(?:documents?|sources?|context|material|passages?|text|documentation|information i have) "
    r"(?:provided |given |available )?(?:do(?:es)?n'?t|do(?:es)? not|did not|didn'?t) "
    r"(?:contain|mention|say|cover|include|provide|specify|state|answer|address)",
    r"\b(?:outside|beyond) (?:of )?(?:my|the) (?:scope|area|knowledge|remit|expertise)",
    r"\bi can only (?:answer|help|assist|respond)",
    r"\b(?:that|this|it) is (?:not something|nothing) (?:that )?(?:i|we) (?:can|know)",
    r"\bas an ai\b.{0,60}(?:can'?t|cannot|not able|unable|don'?t|do not)",
    r"\bi cannot (?:in good conscience|and will not)|\bi can'?t (?:do|help with) that",
    r"^\W*(?:no submission|no answer|no comment|n/?a|unknown|don'?t know|no idea|dunno)\W*$",
    # Spanish
    r"\bno (?:lo )?sé\b|\bno lo se(?=\W*$)",
    r"(?:^|[.;:!] ?|\b(?:lo siento|perdón|disculp\w+),? (?:pero )?)\W*(?:pues |yo )?no se(?=\W*$)",
    r"\bno estoy segur[oa]\b|\bno estamos segur[oa]s\b",
    r"\bno (?:la |lo |le |te |se )?(?:puedo|podemos|pude|he podido|hemos podido|me es posible|"
    r"soy capaz de) (?:responder|"
    r"contestar|ayudar|encontrar|proporcionar|decir|confirmar|ofrecer|hallar|facilitar|dar)",
    r"\bno (?:tengo|dispongo de|cuento con|tenemos|disponemos de|encuentro|encontré|he encontrado|hay) "
    r"(?:la |esa |ninguna |suficiente |más |una |ningún )?(?:información|informacion|datos?|respuesta|"
    r"detalles|conocimiento|comentario)",
    r"\b(?:lo siento|lamento|disculp\w+)\b.{0,40}\bno (?:puedo|tengo|dispongo|encontr|s[eé]\b|podemos)",
    r"\bno (?:se menciona|aparece|figura|consta|está (?:incluid|disponible|recogid))\w* .{0,20}"
    r"(?:material|document|fuente|contexto|página|texto|información)",
    r"\b(?:fuera de mi|excede mi) (?:alcance|ámbito|conocimiento)|\bsolo puedo (?:responder|ayudar)",
    r"\bningun[ao]? (?:información|dato)",
    # German
    r"\b(?:das |es )?wei(?:ß|ss) ich (?:leider )?nicht|\bich wei(?:ß|ss) (?:es |das )?(?:leider )?nicht",
    r"\bich (?:kann|konnte|könnte|habe)\b.{0,60}\b(?:nicht|keine?\w*)\b.{0,40}(?:beantworten|helfen|"
    r"finden|gefunden|sagen|angeben|informationen?|angaben|antwort|auskunft|weiterhelfen|bestätigen)",
    r"\b(?:kann|konnte|könnte|habe) (?:ich|wir)\b.{0,40}\b(?:nicht|keine?\w*)\b.{0,40}(?:beantworten|helfen|"
    r"finden|gefunden|sagen|weiterhelfen|bestätigen|antwort|auskunft)|\bich bin (?:mir )?nicht sicher\b",
    r"\b(?:dazu|darüber|hierzu) (?:habe|liegen|kann|gibt|finde|konnte)\b.{0,40}\b(?:keine|nicht)",
    r"\bmir liegen\b.{0,40}\bkeine\b|\bkeine (?:informationen?|angaben?|antwort|auskunft|daten) "
    r"(?:zu|über|gefunden|dazu|vorhanden|verfügbar)",
    r"\b(?:tut mir|es tut mir) leid\b.{0,40}\b(?:ich|wir)\b.{0,40}(?:nicht|keine)|\bleider (?:kann|konnte|"
    r"habe|weiß|finde) (?:ich|wir)\b.{0,50}(?:nicht|keine)|\bleider liegen (?:mir|uns)\b",
    r"\b(?:nicht|keine) .{0,30}(?:in (?:den|unseren|meinen) (?:unterlagen|dokumenten|quellen|texten))",
    r"\bkeine ahnung\b",
    # Swedish
    r"\b(?:jag )?vet (?:jag )?(?:tyvärr )?(?:inte|ej)\b|\bingen aning\b",
    r"\bjag (?:kan|kunde|har|hittar|hittade|saknar)\b.{0,40}\b(?:inte|ingen|inga|information)\b.{0,30}"
    r"(?:svara|hjälpa|hitta|hittat|information|uppgift|svar|besvara|säga|bekräfta|om)",
    r"\b(?:kan|kunde|har) (?:jag|vi)\b.{0,20}\b(?:inte|ingen|inga)\b.{0,30}(?:svara|hjälpa|besvara|hitta|"
    r"säga|information|uppgift)|\bjag är (?:inte|ej) säker\b",
    r"\btyvärr\b.{0,20}\b(?:jag|vi)\b.{0,30}\b(?:inte|ingen|inga)\b|\btyvärr saknar (?:jag|vi)\b",
    r"\b(?:finns|hittade|har) (?:tyvärr )?(?:ingen|inga) (?:information|uppgift\w*|svar)",
    r"\bframgår (?:inte|ej)\b|\bnämns (?:inte|ej)\b",
    # French
    r"\bje ne suis pas sûre?\b",
    r"\bje ne (?:sais|peux|dispose|trouve|connais|suis pas en mesure)\b|\bje n'ai (?:pas|aucune?) "
    r"(?:d'|de |cette |l')?(?:information|réponse|donnée|trouvé|connaissance)",
    r"\b(?:désolé|malheureusement)\b.{0,20}\b(?:je|nous)\b.{0,50}\b(?:pas|aucune?)\b|\baucune information",
    # Italian, Portuguese, Catalan
    r"\bnon (?:lo )?so\b|\bnon (?:posso|ho|dispongo|trovo|sono in grado)\b.{0,30}(?:rispond|informazion|"
    r"aiutar|trovat|dire|fornir)|\bnon ho idea",
    r"\bn[ãa]o (?:sei|posso|tenho|consigo|encontrei|disponho)\b.{0,30}(?:respond|informaç|ajudar|"
    r"encontr|dizer|resposta)|\bn[ãa]o sei\b",
    r"\bno ho s[eé]\b|\bno (?:puc|tinc|trobo|disposo)\b.{0,30}(?:respond|informaci|ajudar|resposta)",
    # Dutch, Danish, Norwegian
    r"\b(?:ik )?weet (?:ik )?(?:het )?(?:helaas )?niet\b|\bik (?:kan|heb|vind)\b.{0,50}\b(?:niet|geen)\b"
    r".{0,30}(?:beantwoord|informatie|helpen|vinden|antwoord|gevonden)|\bgeen (?:informatie|idee)",
    r"\b(?:det )?ved (?:jeg )?(?:det )?(?:desværre )?ikke\b|\bvet (?:jeg )?(?:det )?(?:dessverre )?ikke\b|"
    r"\bjeg (?:kan|har|fandt|fant|finner|finder)\b.{0,40}\b(?:ikke|ingen)\b.{0,30}(?:svar|informa|hj[eæ]lp|"
    r"oplysning|opplysning)|\b(?:desværre|dessverre)\b.{0,20}\b(?:jeg|vi)\b.{0,30}ikke",
    # Finnish, Polish
    r"\ben (?:valitettavasti )?tiedä\b|\ben (?:voi|osaa|pysty|löydä|löytänyt)\b.{0,30}(?:vastata|auttaa|"
    r"tieto|vastaus)|\bei (?:ole |löytynyt )?tietoa",
    r"\bnie (?:wiem|mogę|mam|znalazłem|potrafię|znam|jestem w stanie)\b.{0,40}(?:odpowie|informacj|"
    r"pomóc|wiedz|danych)?|\bbrak informacji",
    # Japanese, Chinese
    r"わかりません|分かりません|お答えできません|情報がありません|存じません|见当たりません|"
    r"不知道|不清楚|无法回答|無法回答|没有(?:相关)?信息|抱歉.{0,12}(?:无法|不能)",
)

REFERS: Final = _any(
    r"\b(?:please )?(?:contact|call|e-?mail|reach out to|get in touch with|speak (?:to|with)|ask|"
    r"consult|visit|check with|refer to|turn to) (?:\w+ ){0,3}(?:customer|support|service|team|"
    r"us\b|office|help ?desk|staff|website|authority|municipality|doctor|lawyer|professional|expert|"
    r"official)",
    r"\b(?:you (?:can|may|will) )?find (?:\w+ ){0,3}(?:information|details|answers?|everything)\b",
    r"\b(?:more|further|all|the) (?:information|details)\b.{0,50}\b(?:is|are|can be found)?\b.{0,12}"
    r"\b(?:on|at|in|via) (?:our|the|this)\b",
    r"\bfor (?:more|further) (?:information|details)\b",
    r"\b(?:visit|see|check|consult|browse|go to|take a look at|have a look at|look at) (?:\w+ ){0,2}"
    r"(?:website|web ?site|site|web ?page|page|app|help cent(?:er|re)|faq)\b",
    r"\b(?:our|a) (?:\w+ )?(?:team|agents?|colleagues?|staff) (?:will|can|would)\b.{0,30}\b(?:help|assist|"
    r"answer|get back)",
    r"^\W*(?:please )?(?:call|phone|ring|e-?mail|write to)\b",
    r"\b(?:más|toda la|mayor|la) información\b.{0,60}\b(?:web|sitio|página|app|centro de ayuda)\b|"
    r"\b(?:visit[ea]|consult[ea]|vea|mire?|encontrará[sn]?|puede[sn]? (?:encontrar|consultar))\b.{0,60}"
    r"\b(?:web|sitio|página|app|centro de ayuda)\b|\bpara más información\b",
    r"\b(?:weitere|mehr|alle|nähere) (?:informationen|angaben|details)\b.{0,60}\b(?:finden|auf|unter|in)\b|"
    r"\b(?:besuchen|schauen|sehen) sie\b.{0,60}\b(?:website|webseite|seite|homepage|app)\b",
    r"\b(?:mer|all|ytterligare) information\b.{0,60}\b(?:hittar|finns|på)\b|"
    r"\b(?:besök|se|läs mer på|gå in på)\b.{0,40}\b(?:webbplats\w*|hemsida\w*|sida\w*|appen)\b",
    r"\b(?:plus d'|toutes les )informations?\b.{0,60}\b(?:site|page)\b|\b(?:visitez|consultez)\b.{0,40}"
    r"\b(?:site|page)\b",
    r"\b(?:póngase|ponte|pónganse) en contacto|\bcontact[ae] con|\bcontact[ea]r? (?:a|con)? ?(?:el|la|"
    r"nuestr)|\bllam[ea] (?:a|al)\b|\bconsult[ea] (?:con|nuestra|la página|el sitio)",
    r"\b(?:wenden sie sich|kontaktieren sie|rufen sie|kontaktiere|wende dich|fragen sie)\b",
    r"\b(?:kontakta|vänd dig till|ring|hör av dig|mejla)\b.{0,40}(?:kundtjänst|oss|support|kontor|"
    r"kommun|växel|myndighet)",
    r"\b(?:contactez|veuillez contacter|adressez-vous|appelez)\b",
)

ASKS_BACK: Final = _any(
    r"\b(?:could|can|would|please) (?:you )?(?:please )?(?:rephrase|clarify|specify|elaborate|be more "
    r"specific|provide more|give more|repeat|reformulate|tell me more)",
    r"\bwhat (?:exactly )?(?:do you mean|would you like to know|are you looking for|can i help)",
    r"\bi (?:didn'?t|did not|don'?t|do not) (?:quite )?(?:understand|get|catch)\b",
    r"\b(?:podrías?|puedes?|podría usted|puede) (?:por favor )?(?:reformular|aclarar|especificar|repetir|"
    r"precisar|concretar|dar más)|\bno (?:te |le |he )?(?:entiendo|entendí|entendido|comprendo)",
    r"\bkönn(?:ten|en) sie\b.{0,40}(?:umformulieren|anders formulieren|genauer|präzisieren|erläutern|"
    r"wiederholen)|\b(?:habe|verstehe)\b.{0,30}nicht (?:ganz )?verst",
    r"\bkan du\b.{0,30}(?:omformulera|förtydliga|precisera|formulera om|upprepa)|\bförstår inte\b|"
    r"\bförstod inte\b",
    r"\b(?:pouvez|pourriez)-vous\b.{0,30}(?:reformuler|préciser|clarifier|répéter)",
)

FILLER: Final = _any(
    r"^\W*(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening)|hola|buenos días|buenas tardes|"
    r"hallo|guten tag|hej|god(?:dag| morgon)|bonjour)\b[\w ,]{0,24}\W*$",
    r"^\W*(?:thank you|thanks)\b.{0,60}$|^\W*(?:gracias|danke|vielen dank|tack|merci)\b.{0,60}$",
    r"\b(?:is there )?anything else (?:i|we) can\b|\b(?:happy|glad|here) to help\b|\bhow (?:can|may) (?:i|"
    r"we) (?:help|assist)\b|\blet me know if\b|\bfeel free to\b|\bgreat question\b|\bi hope (?:this|that)\b",
    r"\b(?:hay )?algo más en (?:lo )?que (?:te|le|pueda)\b|\b(?:en qué|cómo) (?:te |le )?(?:puedo|podemos) "
    r"(?:ayudar|servir)|\bcon (?:mucho )?gusto\b|\bespero que (?:esto|te|le)\b",
    r"\bwie kann ich (?:ihnen|dir)\b|\bgerne? (?:helfe|beantworte|weiter)\b|\bkann ich (?:sonst|ihnen sonst)",
    r"\bhur kan jag hjälpa\b|\bkan jag hjälpa (?:dig|till)\b|\bhör gärna av dig\b|\bnågot annat jag kan\b",
    r"\bcomment puis-je (?:vous )?aider\b|\bn'hésitez pas\b",
    r"^\W*(?:please )?(?:choose|select|pick) (?:an?|one|from|of|the)\b.{0,60}(?:options?|topics?|menu|"
    r"following|below)|^\W*(?:elige|elija|seleccione?|escoja)\b.{0,60}(?:opci|tema|menú)|"
    r"^\W*(?:bitte )?wählen sie\b|^\W*välj (?:ett|en|bland|något)\b",
    r"^\W*(?:\w+ )?(?:main )?menu\W*$|^\W*(?:menú|menü|meny)\b.{0,20}$",
)

NOT_THE_ASSISTANT: Final = _any(
    r"^\W*(?:please wait|just a moment|one moment(?:,? please)?|loading|thinking|typing|searching|"
    r"(?:the )?(?:assistant|bot) is (?:typing|thinking)|un momento(?:,? por favor)?|espere(?:,? por favor)?|"
    r"por favor,? espere|cargando|buscando|escribiendo|bitte warten(?: sie)?|einen moment(?:,? bitte)?|"
    r"lädt|wird geladen|ein moment|vänta(?: lite)?|var god vänta|laddar|ett ögonblick|"
    r"veuillez patienter|chargement)\W*$",
    r"^\W*(?:<!doctype html|<html|<\?xml)",
    r"^\W*(?:http(?:/\d(?:\.\d)?)? )?(?:error )?(?:4\d\d|5\d\d) (?:bad request|unauthorized|forbidden|not "
    r"found|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|"
    r"too many requests)",
    r"^\W*(?:internal server error|bad gateway|service unavailable|gateway time-?out|404 not found|"
    r"traceback \(most recent call last\)|an? (?:unexpected |internal )?error (?:has )?occurred\W*$|"
    r"session expired|rate limit exceeded|\[object object\]\W*$|undefined\W*$|null\W*$|nan\W*$)",
    r"^\W*(?:we use cookies|este sitio utiliza cookies|diese website verwendet cookies|"
    r"den här webbplatsen använder)\b.{0,300}$",
)


def matches(pattern: re.Pattern[str], text: str) -> bool:
    """True when the pattern stands anywhere in the folded text."""
    return pattern.search(normalise(text)) is not None
