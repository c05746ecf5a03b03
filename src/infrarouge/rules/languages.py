"""Languages by code and by name, and what ``lang=`` means for each: which named rules it puts into a profile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from infrarouge.errors import UnknownNameError
from infrarouge.registry import nearest
from infrarouge.rules.libraries import LIBRARIES, installed, versioned

AUTO = "auto"
"""The language of each row, as far as its script tells it."""

_TABLE = """
aa aar Afar; ab abk Abkhazian; ae ave Avestan; af afr Afrikaans; ak aka Akan; am amh Amharic; an arg Aragonese; ar
ara Arabic; as asm Assamese; ast Asturian; av ava Avaric; ay aym Aymara; az aze Azerbaijani; ba bak Bashkir; be bel
Belarusian; bg bul Bulgarian; bho Bhojpuri; bi bis Bislama; bm bam Bambara; bn ben Bengali|Bangla; bo bod Tibetan;
br bre Breton; bs bos Bosnian; ca cat Catalan|Valencian; ce che Chechen; ceb Cebuano; ch cha Chamorro; chr Cherokee;
ckb Sorani|Central Kurdish; co cos Corsican; cr cre Cree; cs ces Czech; cu chu Church Slavonic|Church Slavic; cv chv
Chuvash; cy cym Welsh; da dan Danish; de deu German; doi Dogri; dsb Lower Sorbian; dv div Dhivehi|Divehi; dz dzo
Dzongkha; ee ewe Ewe; el ell Greek|Modern Greek; en eng English; eo epo Esperanto; es spa Spanish; et est Estonian;
eu eus Basque; fa fas Persian|Farsi; ff ful Fula|Fulah; fi fin Finnish; fil Filipino; fj fij Fijian; fo fao Faroese;
fr fra French; fur Friulian; fy fry Frisian|Western Frisian; ga gle Irish; gd gla Scottish Gaelic; gl glg Galician;
gn grn Guarani; grc Ancient Greek; gu guj Gujarati; gv glv Manx; ha hau Hausa; haw Hawaiian; he heb Hebrew; hi hin
Hindi; hil Hiligaynon; hmn Hmong; ho hmo Hiri Motu; hr hrv Croatian; hsb Upper Sorbian; ht hat Haitian
Creole|Haitian; hu hun Hungarian; hy hye Armenian; hz her Herero; ia ina Interlingua; id ind Indonesian; ie ile
Interlingue; ig ibo Igbo; ii iii Sichuan Yi; ik ipk Inupiaq; ilo Ilocano|Iloko; io ido Ido; is isl Icelandic; it ita
Italian; iu iku Inuktitut; ja jpn Japanese; jv jav Javanese; ka kat Georgian; kg kon Kongo; ki kik Kikuyu; kj kua
Kuanyama; kk kaz Kazakh; kl kal Greenlandic|Kalaallisut; km khm Khmer|Cambodian; kmr Kurmanji|Northern Kurdish; kn
kan Kannada; ko kor Korean; kok Konkani; kr kau Kanuri; ks kas Kashmiri; ku kur Kurdish; kv kom Komi; kw cor
Cornish; ky kir Kyrgyz|Kirghiz; la lat Latin; lb ltz Luxembourgish; lg lug Luganda|Ganda; li lim
Limburgish|Limburgan; ln lin Lingala; lo lao Lao; lt lit Lithuanian; lu lub Luba-Katanga; lus Mizo; lv lav Latvian;
mai Maithili; mg mlg Malagasy; mh mah Marshallese; mi mri Maori; min Minangkabau; mk mkd Macedonian; ml mal
Malayalam; mn mon Mongolian; mni Manipuri|Meitei; mr mar Marathi; ms msa Malay; mt mlt Maltese; my mya
Burmese|Myanmar; na nau Nauruan|Nauru; nb nob Norwegian Bokmål|Bokmal; nd nde North Ndebele; nds Low German; ne nep
Nepali; ng ndo Ndonga; nl nld Dutch; nn nno Norwegian Nynorsk|Nynorsk; no nor Norwegian; nr nbl South Ndebele; nso
Northern Sotho|Pedi; nv nav Navajo; ny nya Chichewa|Nyanja; oc oci Occitan; oj oji Ojibwa; om orm Oromo; or ori
Odia|Oriya; os oss Ossetian; pa pan Punjabi|Panjabi; pcm Nigerian Pidgin|Pidgin; pi pli Pali; pl pol Polish; ps pus
Pashto|Pushto; pt por Portuguese; qu que Quechua; rm roh Romansh; rn run Kirundi|Rundi; ro ron Romanian|Moldavian;
ru rus Russian; rw kin Kinyarwanda; sa san Sanskrit; sat Santali; sc srd Sardinian; sco Scots; sd snd Sindhi; se sme
Northern Sami; sg sag Sango; si sin Sinhala|Sinhalese; sk slk Slovak; sl slv Slovenian; sm smo Samoan; sn sna Shona;
so som Somali; sq sqi Albanian; sr srp Serbian; ss ssw Swati; st sot Sesotho|Southern Sotho; su sun Sundanese; sv
swe Swedish; sw swa Swahili|Kiswahili; syr Syriac; szl Silesian; ta tam Tamil; te tel Telugu; tet Tetum; tg tgk
Tajik; th tha Thai; ti tir Tigrinya; tk tuk Turkmen; tl tgl Tagalog; tn tsn Tswana; to ton Tongan; tr tur Turkish;
ts tso Tsonga; tt tat Tatar; tw twi Twi; ty tah Tahitian; ug uig Uyghur|Uighur; uk ukr Ukrainian; ur urd Urdu; uz
uzb Uzbek; ve ven Venda; vi vie Vietnamese; vo vol Volapük; wa wln Walloon; war Waray; wo wol Wolof; xh xho Xhosa;
yi yid Yiddish; yo yor Yoruba; yue Cantonese|Yue Chinese; za zha Zhuang; zh zho Chinese|Mandarin; zu zul Zulu
"""
"""ISO 639-1 code where there is one, ISO 639-3 code, English names."""

_OTHER_CODES = {
    "cmn": "zh", "arb": "ar", "pes": "fa", "prs": "fa", "swh": "sw", "zsm": "ms", "ekk": "et", "lvs": "lv", "npi": "ne",
    "ory": "or", "khk": "mn", "uzn": "uz", "azj": "az", "als": "sq", "gaz": "om", "plt": "mg", "ydd": "yi", "pbt": "ps",
    "quy": "qu", "ayr": "ay", "gug": "gn", "iw": "he", "in": "id", "ji": "yi", "ger": "de", "fre": "fr", "dut": "nl",
    "chi": "zh", "cze": "cs", "gre": "el", "per": "fa", "rum": "ro", "slo": "sk", "alb": "sq", "arm": "hy", "baq": "eu",
    "bur": "my", "geo": "ka", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "tib": "bo", "wel": "cy",
}  # fmt: skip
"""Codes of single languages of a larger one, codes of the past, and the bibliographic codes of ISO 639-2."""

TOKENS = {"ja": "fugashi", "ko": "kiwi", "th": "pythainlp", "zh": "jieba"}
"""The analysers of languages whose words a rule of Unicode does not find."""

_INDIC = "as bn bho doi gu kn kok mai ml mni mr ne or pa sa si ta te"
NORMALIZERS = {
    "ar": "arabic", "fa": "persian", "ko": "korean", "hi": "hindi",
    **dict.fromkeys(_INDIC.split(), "indic"),
}  # fmt: skip
CANONICAL = "canonical"
"""The normalizer that makes all spellings of a letter equal that Unicode calls equal, Korean letters among them."""
CASES = {"tr": "turkish", "az": "turkish"}

STEMMERS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch",
    "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hi": "hindi",
    "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali",
    "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "fa": "persian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho", "es": "spanish", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Snowball's algorithms by language; English has Porter's, as without ``lang=``."""

_SNOWBALL_LISTS = "da nl fi fr de hu it no nb nn pt ru es sv"
_OTHER_LISTS = "ar bg ca zh cs el gu he hi id ja ko ms fa pl ro sk tr uk vi"
STOPWORDS = {
    **{code: f"snowball-{name}" for code, name in STEMMERS.items() if code in _SNOWBALL_LISTS.split()},
    **{code: f"stop-words-{code}" for code in _OTHER_LISTS.split()},
}  # fmt: skip

PLAIN_STEMMER, PLAIN_STOPWORDS = "porter", "smart"
"""What ``stemmer=True`` and ``stopwords=True`` mean in English, and without a language."""

_XLSUM_STEMMERS = "en hi tr bn ar da nl fi fr de hu it no pt ro ru es sv"
_PROGRAMS: dict[str, dict[str, str]] = {
    "xlsum": {"zh": "xlsum-chinese", "ja": "xlsum-japanese", "th": "xlsum-thai", "my": "xlsum-burmese"},
    "sumeval": {"ja": "sumeval-ja", "zh": "sumeval-zh"},
}
"""Programs that know languages themselves, by their token rule: ``lang=`` then means what it means to the program."""


class Language(NamedTuple):
    """A language: its code (two letters where there are such), its code of three letters, and its English names.

    >>> language("Farsi")
    Language(code='fa', iso3='fas', names=('Persian', 'Farsi'))
    """

    code: str
    iso3: str
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The usual English name."""
        return self.names[0]


@cache
def languages() -> Mapping[str, Language]:
    """Every known language by its code.

    >>> len(languages()) > 150, languages()["ko"].name
    (True, 'Korean')
    """
    table: dict[str, Language] = {}
    for entry in " ".join(_TABLE.split()).split("; "):
        code, rest = entry.split(" ", 1)
        iso3 = code
        if len(code) == 2:
            iso3, rest = rest.split(" ", 1)
        table[code] = Language(code, iso3, tuple(rest.split("|")))
    return table


@cache
def _names() -> Mapping[str, str]:
    """Codes and names in small letters, each with the code of its language."""
    names: dict[str, str] = dict(_OTHER_CODES)
    for code, entry in languages().items():
        names.update(dict.fromkeys([code, entry.iso3, *map(_words, entry.names)], code))
    return names


def _words(name: str) -> str:
    return name.strip().lower().replace("_", " ").replace("-", " ")


def language(name: str) -> Language:
    """Find a language by an ISO code, a tag that begins with one, or an English name.

    >>> language("ko").name, language("deu").code, language("zh-Hant").code, language("scottish_gaelic").code
    ('Korean', 'de', 'zh', 'gd')
    >>> language("koran")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown language 'koran'; did you mean 'korean'? Known are 'auto' and: aa (Afar), ...
    """
    if not isinstance(name, str):
        raise UnknownNameError(
            f"lang is {name!r}; give an ISO code such as 'ko', an English name such as 'Korean', or 'auto'"
        )
    words = _words(name)
    for words_of in (words, words.partition(" ")[0]):
        if words_of in _names():
            return languages()[_names()[words_of]]
    known = ", ".join(f"{entry.code} ({entry.name})" for entry in languages().values())
    near = nearest(words, _names())
    raise UnknownNameError(
        f"unknown language {name!r}{near if 'did you mean' in near else ';'} Known are 'auto' and: {known}."
    )


def code_of(name: str | None) -> str | None:
    """The code by which a profile keeps a language.

    >>> code_of("German"), code_of("auto"), code_of(None)
    ('de', 'auto', None)
    """
    return name if name is None or name == AUTO else language(name).code


def expanded(changes: Mapping[str, Any], now: Any, own: Any) -> dict[str, Any]:
    """Put named rules in the place of ``lang=``, ``stemmer=True`` and ``stopwords=True``.

    `now` are the text rules that are changed, and `own` those of the profile by its name. Rules that are given beside
    the language stay as they are.
    """
    rules = dict(changes)
    code = now.lang
    if "lang" in rules:
        code = rules["lang"] = code_of(rules["lang"])
        for rule, of in (("stemmer", stemmer_of), ("stopwords", stopwords_of)):
            # What the language before stood for is asked of the new one.
            if now.lang and getattr(now, rule) is not None and getattr(now, rule) == of(now.lang, own, None):
                rules.setdefault(rule, True)
        rules = {**text_rules(code, own), **rules}
    for rule, of in (("stemmer", stemmer_of), ("stopwords", stopwords_of)):
        if rules.get(rule) is True:
            rules[rule] = of(code, own, rule)
        elif rules.get(rule) is False:
            rules[rule] = None
    return rules


def text_rules(code: str | None, own: Any) -> dict[str, Any]:
    """The tokens, normalizer and case of a language, on top of a profile's own text rules.

    >>> from infrarouge.rules.profile import TextRules
    >>> text_rules("tr", TextRules())
    {'lowercase': 'turkish', 'normalizer': None, 'tokens': 'unicode'}
    """
    rules = {"lowercase": own.lowercase, "normalizer": own.normalizer, "tokens": own.tokens}
    if code is None or code == "en" or own.tokens in ("list", "ids"):
        return rules
    if own.tokens in _PROGRAMS:
        return rules | {"tokens": _PROGRAMS[own.tokens].get(code, own.tokens)}
    rules["normalizer"] = _normalizer(code, own.normalizer)
    if own.lowercase is not None:
        rules["lowercase"] = CASES.get(code, "unicode")
    rules["tokens"] = auto_tokens() if code == AUTO else tokens_of(code)
    return rules


def _normalizer(code: str, own: str | None) -> str | None:
    """The normalizer of a language after the profile's own, which may make single Korean letters equal already."""
    language_rule = NORMALIZERS.get("ko" if code == AUTO else code)  # the Korean one changes Korean letters alone
    if language_rule is None or own is None:
        return own or language_rule
    return own if own == CANONICAL and language_rule == "korean" else f"{own}+{language_rule}"


def tokens_of(code: str) -> str:
    """The token rule of a language: its analyser if it is installed, else Unicode words.

    >>> tokens_of("de")
    'unicode'
    """
    name = TOKENS.get(code, "unicode")
    return versioned(name) if installed(name) else "unicode"


AUTO_LANGUAGES = ("ja", "ko", "th")
"""The languages whose script means one analyser; Han letters alone may be Chinese or Japanese."""


def auto_tokens() -> str:
    """The token rule of ``lang="auto"``: each language that its script tells, with its analyser if it is installed.

    >>> auto_tokens().startswith("auto")
    True
    """
    known = [f"{code}={tokens_of(code)}" for code in AUTO_LANGUAGES if tokens_of(code) != "unicode"]
    return f"{AUTO}:{','.join(known)}" if known else AUTO


def stemmer_of(code: str | None, own: Any, rule: str | None) -> str | None:
    """The stemmer of a language; without one, an error if `rule` is what asked for it."""
    if own.tokens == "xlsum" and code in _XLSUM_STEMMERS.split():
        return f"xlsum-{languages()[code].name.lower()}"
    if code is None or code == "en":
        return PLAIN_STEMMER
    if code in STEMMERS:
        return versioned(f"snowball-{STEMMERS[code]}")
    return _none(code, rule, "stemmer", STEMMERS)


def stopwords_of(code: str | None, own: Any, rule: str | None) -> str | None:
    """The stop word list of a language; without one, an error if `rule` is what asked for it."""
    if code is None or code == "en":
        return PLAIN_STOPWORDS
    if code in STOPWORDS:
        return STOPWORDS[code]
    return _none(code, rule, "stop word list", STOPWORDS)


def _none(code: str, rule: str | None, what: str, table: Mapping[str, str]) -> str | None:
    if rule is None:
        return None
    known = ", ".join(sorted(["en", *table]))
    if code == AUTO:
        raise UnknownNameError(
            f"{rule}=True with lang='auto': the {what} depends on the language, which 'auto' does not guess; type "
            f"lang= and the language, or {rule}= and a name"
        )
    raise UnknownNameError(
        f"there is no {what} for {languages()[code].name}; {rule}=True knows {known}. Pass one of your own as {rule}=..."
    )


def analyzer_note(code: str) -> str | None:
    """What to install for a language whose analyser is missing; None where nothing is.

    >>> analyzer_note("de") is None
    True
    """
    name = TOKENS.get(code)
    library = LIBRARIES.get(name or "")
    if name is None or library is None or installed(name):
        return None
    how = "characters" if code in UNSPACED else "what stands between blanks"
    return (
        f"{languages()[code].name} is read by Unicode words ({how}), because {library.choices[0][0]} is not installed; for "
        f"{library.purpose} type: {library.command}"
    )


UNSPACED = frozenset({"bo", "dz", "ja", "km", "lo", "my", "th", "yue", "zh"})
"""Languages that are written without blanks between words."""


def language_notes(text: Any, counted: Mapping[str, int] | None) -> list[str]:
    """What a reader of numbers should know about the language of texts; `counted` are rows by language or script.

    >>> from infrarouge.rules.profile import TextRules
    >>> language_notes(TextRules(lang="de"), None)
    []
    """
    if text.lang is None or not isinstance(text.tokens, str):
        return []
    if counted is None:
        note = analyzer_note(text.lang) if text.tokens == "unicode" else None
        return [note] if note else []
    readers = dict(part.split("=", 1) for part in text.tokens.partition(":")[2].split(",") if part)
    rows = [f"{code} {counted[code]} ({readers.get(code, 'unicode')})" for code in sorted(counted)]
    notes = [f"rows by language or script: {', '.join(rows)}; between languages of one script nothing is guessed"]
    return notes + [note for code in sorted(counted) if code not in readers and (note := analyzer_note(code))]
