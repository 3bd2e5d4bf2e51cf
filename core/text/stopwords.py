"""Words that carry no topic, by language.

Negations ("not", "nunca", "kein", "utan") are left out on purpose: they change what a text says.
"""

from collections.abc import Mapping
from typing import Final

from core.text.folding import normalise

_LISTS: Final[Mapping[str, str]] = {
    "en": """
        a about above after again against all also although always am among an and another any
        anybody anyone anything are aren't around as at away back be became because become been
        before being below between both but by came can could couldn't did do does doing done
        down during each either else etc even ever every everyone everything few for from further
        get gets getting given go goes going gone got had has have having he he'd he'll he's her
        here here's hers herself him himself his how how's however i i'd i'll i'm i've if in
        indeed instead into is it it's its itself just let let's like likely made make makes many
        may maybe me might more most much must my myself near nearly need of off often on once one
        ones only onto or other others otherwise our ours ourselves out over own per perhaps
        please put quite rather really same say says see seem seems several shall she she'd
        she'll she's should since so some somebody someone something sometimes somewhere soon
        still such take takes taken than that that's the their theirs them themselves then there
        there's therefore these they they'd they'll they're they've thing things this those though
        through thus to together too toward towards under unless until up upon us use used uses
        using very via want was way ways we we'd we'll we're we've well went were what what's
        whatever when when's whenever where where's whereas wherever whether which while who
        who's whoever whole whom whose why will with within would yes yet you you'd you'll you're
        you've your yours yourself yourselves
    """,
    "es": """
        a acá además ahí ahora al algo alguien algún alguna algunas alguno algunos allá allí ante
        antes aquel aquella aquellas aquello aquellos aquí así aún aun aunque bajo bastante bien
        cada casi como cómo con conmigo conseguir contigo contra cosa cosas cual cuál cuáles
        cuales cualquier cualquiera cuando cuándo cuanto cuánto cuanta cuánta cuantos cuántos
        cuantas cuántas de debe deben debería debido decir del demás dentro desde después donde
        dónde dos durante e el él ella ellas ello ellos en entonces entre era eran es esa esas
        ese eso esos está están estaba estaban estar estará este esta estas esto estos estoy
        etcétera fue fueron fuera ha haber había habían hace hacen hacer hacia haciendo hago han
        has hasta hay he hemos hoy incluso ir la las le les lo los luego más mas me mediante menos
        mi mí mis mientras mío mía míos mías misma mismas mismo mismos mucha muchas mucho muchos
        muy nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros u
        para parte pero poca pocas poco pocos poder podemos podía podrá podría por porque pronto
        pudo puede pueden puedes puedo pues que qué quien quién quienes quiénes quiere quieren
        quiero se sea sean según ser será serán sería si sí sido siempre siendo sino sobre sois
        solo sólo solamente somos son soy su sus suya suyas suyo suyos tal tales también tan tanta
        tanto tantos tantas te tenemos tener tengo ti tiene tienen tienes toda todas todavía todo
        todos tras tu tú tus tuya tuyo tuyas tuyos un una unas uno unos usted ustedes va vamos van
        varias varios vez veces voy vosotras vosotros vuestra vuestras vuestro vuestros y ya yo
    """,
    "de": """
        ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer
        anderes ans auch auf aus außer außerdem bald bei beide beiden beim bereits besonders bin
        bis bist bitte bzw da dabei dadurch dafür dagegen daher damals damit danach daneben dann
        daran darauf daraus darf darfst darin darüber darum darunter das dass daß davon davor dazu
        dein deine deinem deinen deiner deines dem den denen denn dennoch der deren des deshalb
        dessen dich die dies diese dieselbe dieselben diesem diesen dieser dieses dir doch dort du
        durch dürfen eben ebenso ein eine einem einen einer eines einfach einige einigem einigen
        einiger einiges einmal er es etwa etwas euch euer eure eurem euren eurer eures für gab gar
        geben gegen gemacht gibt ging habe haben hat hatte hatten hattest hier hierzu hin hinter
        ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins irgend ist ja je
        jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes jetzt kann kannst können
        könnte könnten konnte lassen machen macht man manche manchem manchen mancher manches mehr
        mein meine meinem meinen meiner meines mich mir mit möchte möchten mögen müssen muss muß
        musst musste nach nachdem nämlich neben noch nun nur ob oben obwohl oder oft per recht
        schon sehr sei seid sein seine seinem seinen seiner seines seit selbst sich sie sind so
        sobald sofern sogar solche solchem solchen solcher solches soll sollen sollte sollten
        sondern sonst sowie sowohl über überhaupt um und uns unser unsere unserem unseren unserer
        unseres unter usw viel viele vielen vieler vom von vor während wann war waren warst warum
        was weg weil weiter weitere weiteren welche welchem welchen welcher welches wem wen wenn
        wer werde werden wessen wie wieder will wir wird wirst wo wobei wodurch wofür woher wohin
        wollen wollte wollten womit worden worin würde würden wurde wurden zu zum zur zwar
        zwischen
    """,
    "sv": """
        ad all alla allt alltid alltså andra andras annan annars annat att av bara behöva behövde
        behöver bland blev bli blir blivit bort bra bredvid bör både båda bådas började borde d
        då dag de del dels dem den denna deras dess dessa dessutom det detta dig din dina dit
        ditt dock du där därför efter eftersom ej eller emellan emot en enligt er era ert ett
        exempelvis fast fler flera flesta fram framför från få får fått fick för före förbi
        förrän genom gick ge ger gett gjorde gjort gå gäller gör göra ha hade haft han hans har
        hela heller hellre helt henne hennes hit hon honom hos hur här i ibland in inför innan
        inom inuti istället ja jag ju just kan kanske kom komma kommer kring kunde kunna kunnat
        lika lite mellan man med medan mer mera mest mig min mina mindre mitt mot mycket måste
        ned nej ner ni nog nu någon någonting något några när nära och också ofta olika om oss på
        redan samma samt sedan ses sig sin sina sitt själv ska skall skulle som så sådan sådana
        sådant säger sätt ta tar till tills tillsammans trots tycka under upp ur ut utanför utom
        var vara varandra vare varför varit varje vars vart vad vem vems vi via vid vidare vilka
        vilkas vilken vilket vill ville väl vår våra vårt än ännu är även åt åter över
    """,
    "fr": """
        à afin ai ainsi alors après as au aucun aucune aussi autre autres aux avait avaient avant
        avec avez avoir avons ayant bien c ça car ce ceci cela celle celles celui cependant ces
        cet cette ceux chaque chez ci comme comment d dans de déjà depuis des dès deux devait
        doit doivent donc dont du elle elles en encore entre es est et étaient était étant été
        être eu eux fait faire faites fois font ici il ils j je jusque l la là le les leur leurs
        lors lorsque lui m ma mais me même mêmes mes moi moins mon n nos notre nous on ont or où
        ou par parce parmi peu peut peuvent peux plupart plus plusieurs pour pourquoi pourrait
        pouvez pouvoir puis puisque qu quand que quel quelle quelles quelque quelques quels qui
        quoi s sa se selon sera seront ses seulement si soi soit son sont sous souvent suis sur
        t ta tandis te tel telle telles tels tes toi ton tous tout toute toutes très trop tu un
        une vers vers voici voilà vos votre vous y
    """,
}

STOP_WORDS: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(normalise(word) for word in listed.split())
    for language, listed in _LISTS.items()
}
