"""Identical texts score 1, and one changed word scores strictly between 0 and 1, in every script."""

from __future__ import annotations

import pytest

import infrarouge as ir

# A sentence, and the same with one word changed.
SENTENCES = {
    "Afrikaans": ("Die kat slaap op die mat.", "Die hond slaap op die mat."),
    "Albanian": ("Macja fle mbi qilim çdo ditë.", "Qeni fle mbi qilim çdo ditë."),
    "Amharic": ("ድመቷ ምንጣፉ ላይ ተኛች", "ውሻዋ ምንጣፉ ላይ ተኛች"),
    "Arabic": ("نامت القطة على السجادة", "نامت الكلبة على السجادة"),
    "Armenian": ("Կատուն քնում է գորգի վրա։", "Շունը քնում է գորգի վրա։"),
    "Azerbaijani": ("Pişik xalçanın üstündə yatır.", "İt xalçanın üstündə yatır."),
    "Basque": ("Katua alfonbraren gainean dago lo.", "Txakurra alfonbraren gainean dago lo."),
    "Belarusian": ("Кошка спіць на дыване.", "Сабака спіць на дыване."),
    "Bengali": ("বিড়াল মাদুরের উপর ঘুমায়", "কুকুর মাদুরের উপর ঘুমায়"),
    "Bulgarian": ("Котката спи на килима.", "Кучето спи на килима."),
    "Burmese": ("ကြောင်က ဖျာပေါ်မှာ အိပ်တယ်", "ခွေးက ဖျာပေါ်မှာ အိပ်တယ်"),
    "Catalan": ("El gat dorm damunt l'estora.", "El gos dorm damunt l'estora."),
    "Chinese": ("猫在垫子上睡觉。", "狗在垫子上睡觉。"),
    "Croatian": ("Mačka spava na tepihu.", "Pas spava na tepihu."),
    "Czech": ("Kočka spí na koberci každý den.", "Pes spí na koberci každý den."),
    "Danish": ("Katten sover på måtten.", "Hunden sover på måtten."),
    "Dutch": ("De kat slaapt op de mat.", "De hond slaapt op de mat."),
    "English": ("The cat sleeps on the mat.", "The dog sleeps on the mat."),
    "Estonian": ("Kass magab vaibal iga päev.", "Koer magab vaibal iga päev."),
    "Filipino": ("Natutulog ang pusa sa banig.", "Natutulog ang aso sa banig."),
    "Finnish": ("Kissa nukkuu matolla joka päivä.", "Koira nukkuu matolla joka päivä."),
    "French": ("Le chat dort sur le tapis élimé.", "Le chien dort sur le tapis élimé."),
    "Georgian": ("კატას ხალიჩაზე სძინავს", "ძაღლს ხალიჩაზე სძინავს"),
    "German": ("Die Katze schläft auf der Matte.", "Die Hündin schläft auf der Matte."),
    "Greek": ("Η γάτα κοιμάται στο χαλί.", "Ο σκύλος κοιμάται στο χαλί."),
    "Gujarati": ("બિલાડી સાદડી પર સૂવે છે", "કૂતરો સાદડી પર સૂવે છે"),
    "Hausa": ("Kyanwa tana barci a kan tabarma.", "Karya tana barci a kan tabarma."),
    "Hebrew": ("החתול ישן על השטיח", "הכלב ישן על השטיח"),
    "Hindi": ("बिल्ली चटाई पर सो रही है।", "कुतिया चटाई पर सो रही है।"),
    "Hungarian": ("A macska a szőnyegen alszik.", "A kutya a szőnyegen alszik."),
    "Icelandic": ("Kötturinn sefur á mottunni.", "Hundurinn sefur á mottunni."),
    "Indonesian": ("Kucing itu tidur di atas tikar.", "Anjing itu tidur di atas tikar."),
    "Irish": ("Tá an cat ina chodladh ar an mata.", "Tá an madra ina chodladh ar an mata."),
    "Italian": ("Il gatto dorme sul tappeto.", "Il cane dorme sul tappeto."),
    "Japanese": ("猫はマットの上で寝ています。", "犬はマットの上で寝ています。"),
    "Kannada": ("ಬೆಕ್ಕು ಚಾಪೆಯ ಮೇಲೆ ಮಲಗಿದೆ", "ನಾಯಿ ಚಾಪೆಯ ಮೇಲೆ ಮಲಗಿದೆ"),
    "Kazakh": ("Мысық кілем үстінде ұйықтап жатыр.", "Ит кілем үстінде ұйықтап жатыр."),
    "Khmer": ("ឆ្មាគេងនៅលើកន្ទេល", "ឆ្កែគេងនៅលើកន្ទេល"),
    "Korean": ("고양이가 매트 위에서 잔다.", "강아지가 매트 위에서 잔다."),
    "Lao": ("ແມວນອນຢູ່ເທິງສາດ", "ໝານອນຢູ່ເທິງສາດ"),
    "Latvian": ("Kaķis guļ uz paklāja.", "Suns guļ uz paklāja."),
    "Lithuanian": ("Katė miega ant kilimo.", "Šuo miega ant kilimo."),
    "Macedonian": ("Мачката спие на килимот.", "Кучето спие на килимот."),
    "Malayalam": ("പൂച്ച പായയിൽ ഉറങ്ങുന്നു", "നായ പായയിൽ ഉറങ്ങുന്നു"),
    "Marathi": ("मांजर चटईवर झोपली आहे", "कुत्री चटईवर झोपली आहे"),
    "Mongolian": ("Муур хивсэн дээр унтаж байна.", "Нохой хивсэн дээр унтаж байна."),
    "Nepali": ("बिरालो गुन्द्रीमा सुत्छ", "कुकुर गुन्द्रीमा सुत्छ"),
    "Norwegian": ("Katten sover på matta.", "Hunden sover på matta."),
    "Persian": ("گربه روی فرش می‌خوابد", "سگ روی فرش می‌خوابد"),
    "Polish": ("Kot śpi na macie każdego dnia.", "Pies śpi na macie każdego dnia."),
    "Portuguese": ("O gato dorme no tapete à tarde.", "O cão dorme no tapete à tarde."),
    "Punjabi": ("ਬਿੱਲੀ ਚਟਾਈ ਉੱਤੇ ਸੌਂਦੀ ਹੈ", "ਕੁੱਤੀ ਚਟਾਈ ਉੱਤੇ ਸੌਂਦੀ ਹੈ"),
    "Romanian": ("Pisica doarme pe covor în fiecare zi.", "Câinele doarme pe covor în fiecare zi."),
    "Russian": ("Кошка спит на коврике.", "Собака спит на коврике."),
    "Serbian": ("Мачка спава на тепиху.", "Пас спава на тепиху."),
    "Sinhala": ("පූසා පැදුරේ නිදාගන්නවා", "බල්ලා පැදුරේ නිදාගන්නවා"),
    "Slovak": ("Mačka spí na koberci každý deň.", "Pes spí na koberci každý deň."),
    "Slovenian": ("Mačka spi na preprogi.", "Pes spi na preprogi."),
    "Somali": ("Bisaddu waxay ku hurudaa derinta.", "Eydu waxay ku hurudaa derinta."),
    "Spanish": ("El gato duerme en la alfombra.", "El perro duerme en la alfombra."),
    "Swahili": ("Paka analala juu ya mkeka.", "Mbwa analala juu ya mkeka."),
    "Swedish": ("Katten sover på mattan.", "Hunden sover på mattan."),
    "Tamil": ("பூனை பாயில் தூங்குகிறது", "நாய் பாயில் தூங்குகிறது"),
    "Telugu": ("పిల్లి చాప మీద నిద్రపోతోంది", "కుక్క చాప మీద నిద్రపోతోంది"),
    "Thai": ("แมวนอนบนเสื่อ", "หมานอนบนเสื่อ"),
    "Tibetan": ("ཞི་མི་གདན་ཐོག་ཏུ་ཉལ།", "ཁྱི་མོ་གདན་ཐོག་ཏུ་ཉལ།"),
    "Turkish": ("Kedi kilimin üzerinde uyuyor.", "Köpek kilimin üzerinde uyuyor."),
    "Ukrainian": ("Кішка спить на килимку.", "Собака спить на килимку."),
    "Urdu": ("بلی چٹائی پر سوتی ہے", "کتیا چٹائی پر سوتی ہے"),
    "Uzbek": ("Mushuk gilam ustida uxlayapti.", "It gilam ustida uxlayapti."),
    "Vietnamese": ("Con mèo ngủ trên tấm thảm.", "Con chó ngủ trên tấm thảm."),
    "Welsh": ("Mae'r gath yn cysgu ar y mat.", "Mae'r ci yn cysgu ar y mat."),
    "Yoruba": ("Ológbò ń sùn lórí ẹní.", "Ajá ń sùn lórí ẹní."),
}
METRICS = "rouge1 rougeL rougeLsum rougeW rougeS rougeSU"

# The same words in another order, where words do not stand between blanks or an analyser looks at their neighbours.
REORDERED = {
    "Chinese": "在垫子上猫睡觉。",
    "Japanese": "マットの上で猫は寝ています。",
    "Khmer": "នៅលើកន្ទេលឆ្មាគេង",
    "Korean": "매트 위에서 고양이가 잔다.",
    "Lao": "ຢູ່ເທິງສາດແມວນອນ",
    "Thai": "บนเสื่อแมวนอน",
    "Tibetan": "གདན་ཐོག་ཏུ་ཞི་མི་ཉལ།",
}


def reordered(language: str) -> str:
    sentence = SENTENCES[language][0]
    return REORDERED.get(language) or " ".join(reversed(sentence.split()))


def test_enough_languages() -> None:
    assert len(SENTENCES) >= 60


@pytest.mark.filterwarnings("ignore::infrarouge.LanguageWarning")
@pytest.mark.parametrize("by", ["none", "lang", "auto"])
@pytest.mark.parametrize("language", SENTENCES)
def test_language(language: str, by: str) -> None:
    sentence, changed = SENTENCES[language]
    rouge = ir.Rouge(METRICS, strict=True, lang={"none": None, "lang": language, "auto": "auto"}[by])
    same = rouge.score(prediction=sentence, reference=sentence)
    assert set(same.values()) == {(1.0, 1.0, 1.0)}
    other = rouge.score(prediction=changed, reference=sentence)
    assert all(0 < value < 1 for label in ("rouge1", "rougeL") for value in other[label])
    assert all(0 <= value < 1 for scores in other.values() for value in scores)
    moved = rouge.score(prediction=reordered(language), reference=sentence)
    assert moved["rouge1"] == (1.0, 1.0, 1.0)
    assert 0 < moved["rougeL"].fmeasure < 1
    assert ir.Profile.parse(rouge.signature) == rouge.profile


@pytest.mark.parametrize("language", ["Russian", "Thai", "Chinese", "Greek", "Arabic"])
def test_an_ascii_tokenizer_is_not_silent(language: str) -> None:
    sentence = SENTENCES[language][0]
    with pytest.warns(ir.CoverageWarning, match="1 of 1 examples"):
        ir.score(prediction=sentence, reference=sentence, profile="rouge-score")
    with pytest.raises(ir.CoverageError, match="tokens='unicode'"):
        ir.score(prediction=sentence, reference=sentence, profile="rouge-score", strict=True)
