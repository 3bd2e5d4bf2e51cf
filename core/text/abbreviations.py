"""Abbreviations whose full stop does not, or does not always, end a sentence.

Compared without case and without the inner spaces of "z. B.".
"""

from typing import Final


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Always followed by the rest of their sentence: titles, "for example", "page".
NEVER_LAST: Final = _set(
    """
    dr dra drs mr mrs ms prof profa rev capt sgt messrs
    e.g eg i.e ie cf viz vs approx
    sr sra sres srta srs dª dña dn ud uds vd vds excmo ilmo p.ej p.e aprox avda núm núms
    z.b d.h u.a u.u i.d.r i.a s.o s.u o.ä z.t v.a bzw ca vgl sog ggf evtl inkl exkl zzgl abzgl
    hr fr bspw einschl gem mind ee
    t.ex bl.a dvs d.v.s s.k fr.o.m t.o.m f.d kl exv jfr
    p.ex env mme mlle art.l
    """
)

# Short forms that stand before a figure ("kap. 27", "No. 5") and are ordinary words elsewhere.
BEFORE_NUMBER: Final = _set(
    """
    no nr nos art arts fig figs sec sect ch chap cap kap par para abs st ziff rn p pp pg s sid
    pág págs pag núm num nº n.º vol bd ed tab tel ver v § bil prop mom punkt stk min max
    jan feb mar apr jun jul aug sep sept oct nov dec ene abr ago dic okt dez mrz maj
    """
)

# May close a sentence. A capital letter after them begins the next one.
OFTEN_LAST: Final = _set(
    """
    etc osv o.s.v usw u.s.w m.m mm o.d o.dyl a.m p.m am pm ad bc b.c a.d e.kr f.kr v.chr n.chr
    tim std hrs hr min max mån år st kr mio mrd ff f m.fl
    """
)

# Part of a name as often as not. Only an unmistakable first word begins a sentence after them.
IN_NAMES: Final = _set(
    """
    inc co ltd corp jr bros u.s u.k u.n e.u u.s.a d.c ee.uu s.a s.l ph.d b.sc m.sc hbf str gmbh
    n.v b.v st
    """
)

# Words that begin sentences and hardly ever a name.
STARTERS: Final = _set(
    """
    the this that these those a an it its he she they we you i there here if when while after
    before as at by for from in on to with however but and or so then what who how why where
    which do does can please also each every all any some no not our your their my
    el la los las un una unos unas lo este esta estos estas ese esa esto eso si cuando como para
    por con en al del de no sí también pero y o qué quién cómo usted ustedes su sus cada todos
    der die das den dem des ein eine einen einem einer dies diese dieser dieses es er sie ich wir
    ihr man wenn falls als bei für in im am auf aus mit nach von vor zu zum zur auch aber und oder
    was wer wie wo warum bitte alle jede jeder jedes ihre ihren ihr unser unsere kein keine
    det den de en ett detta denna dessa du ni vi han hon man om när där här för i på av till med
    från och men eller så då vad vem hur varför vilka alla varje som din ditt dina er era
    le la les l' un une des ce cette ces il elle on nous vous ils elles si pour dans avec et mais
    """
)

MONTHS: Final = _set(
    """
    january february march april may june july august september october november december
    enero febrero marzo mayo junio julio agosto septiembre octubre noviembre diciembre
    januar februar märz mai juni juli oktober dezember januari februari mars maj augusti december
    jan feb mär mrz apr jun jul aug sep sept okt oct nov dez dec
    """
)

# German articles and contractions before an ordinal: "am 3. Tag", "der 2. Stock".
BEFORE_ORDINAL: Final = _set(
    "der die das dem den des im am zum vom zur beim ab bis seit jeder jede jedes jeden"
)
