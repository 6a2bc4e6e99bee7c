"""Languages are told by script, words and letters."""

from __future__ import annotations

import pytest

from annotator.importers.support.language import detect


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We count the tides by ear and that is what this paper is about."),
        ("de", "Wir zählen die Gezeiten nach Gehör, und das ist nicht immer leicht für uns."),
        ("fr", "Nous comptons les marées à l'oreille, et ce n'est pas toujours facile pour nous."),
        ("es", "Contamos las mareas de oído y no siempre es fácil para nosotros, pero funciona muy bien."),
        ("it", "Contiamo le maree a orecchio e non è sempre facile per noi, ma funziona anche di notte."),
        ("pt", "Contamos as marés de ouvido e não é sempre fácil para nós, mas funciona muito bem à noite."),
        ("nl", "Wij tellen de getijden op het gehoor en dat is niet altijd even gemakkelijk voor ons."),
        ("sv", "Vi räknar tidvatten med örat och det är inte alltid lätt för oss att höra dem."),
        ("pl", "Liczymy pływy ze słuchu i nie zawsze jest to dla nas łatwe, ale działa to też w nocy."),
        ("tr", "Gelgitleri kulakla sayıyoruz ve bu bizim için her zaman kolay değil ama çok iyi bir yol."),
        ("ja", "潮を耳で数えます。"),
        ("ja", "BERT と LASER を使って talk と paper を align します。"),
        ("zh", "我们用耳朵数潮汐，这不容易。"),
        ("ko", "우리는 귀로 조수를 셉니다."),
        ("ru", "Мы считаем приливы на слух, это не всегда легко."),
        ("uk", "Ми рахуємо припливи на слух, і це не завжди легко для нас."),
        ("ar", "نحن نعد المد والجزر بالأذن"),
        ("el", "Μετράμε την παλίρροια με το αυτί"),
        ("he", "אנחנו סופרים גאות באוזן"),
        (None, "12 34 56 %"),
        (None, "xyzzy"),
    ],
)
def test_languages(language: str | None, text: str) -> None:
    assert detect(text)[0] == language
