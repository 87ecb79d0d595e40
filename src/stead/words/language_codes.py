"""Language codes: `en` for `en`, `EN-gb`, `eng` and `English`."""

import re

from stead.core.errors import UsageError
from stead.core.text import one_line

# Code (as the lemmatiser knows it), other codes of it, English name.
_TABLE = """
ar ara arabic; ast asturian; bg bul bulgarian; ca cat catalan; cs ces cze czech; cy cym wel welsh; da dan danish;
de deu ger german; el ell gre greek; en eng english; enm; eo epo esperanto; es spa spanish castilian; et est estonian;
eu eus baq basque; fa fas per persian farsi; fi fin finnish; fr fra fre french; ga gle irish; gd gla gaelic;
gl glg galician; grc; gv glv manx; hbs sh sr srp serbian hr hrv croatian bs bos bosnian; he heb hebrew; hi hin hindi;
hu hun hungarian; hy hye arm armenian; id ind indonesian; is isl ice icelandic; it ita italian; ja jpn japanese;
ka kat geo georgian; ko kor korean; la lat latin; lb ltz luxembourgish; lt lit lithuanian; lv lav latvian;
mk mkd mac macedonian; ml mal malayalam; ms msa may malay; nb nob no nor norwegian bokmal; nl nld dut dutch flemish;
nn nno nynorsk; pl pol polish; pt por portuguese; ro ron rum romanian; ru rus russian; se sme; sk slk slo slovak;
sl slv slovene slovenian; sq sqi alb albanian; sv swe swedish; sw swa swahili; th tha thai; tl tgl tagalog;
tr tur turkish; uk ukr ukrainian; vi vie vietnamese; zh zho chi chinese
"""
_CODES = {name: names[0] for names in (line.split() for line in _TABLE.split(";")) for name in names}
LEMMATISED = frozenset(_CODES.values()) - {"eu", "ja", "ko", "th", "vi", "zh"}
"""The languages that have a lemmatiser (simplemma)."""

_CODE = re.compile(r"[a-z]{2,3}")


def language_code(name: str) -> str:
    """Give the code of a language by code, tag (`en-GB`) or English name; any two or three letters are accepted."""
    first = re.split(r"[-_]", name.strip().casefold())[0]
    code = _CODES.get(first, first)
    if _CODE.fullmatch(code):
        return code
    raise UsageError(f'"{one_line(name)}" is not a language; give a code such as en, fr, it, de or es.')
