"""Cards in eight languages read right: beside the same lines drawn by Pango, and in other programs' text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from tests.proof.likeness import Likeness, likeness
from tests.proof.pango import Pango
from tests.proof.project import HERE, Card, Proof, cards_of, words

CARDS = [card.id for card in cards_of(HERE / "packs/polyglot/card/languages.yaml")]
MIXED = ["hebrew-mixed", "arabic-mixed"]
UNSPACED = ["thai", "chinese"]
# Measured at 0.96 and more; the same letters the wrong way round reach 0.35.
SAME, DIFFERENT = 0.93, 0.6
ZWNJ = "\u200c"


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    return Proof(tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="module")
def pictures(proof: Proof) -> dict[str, Image.Image]:
    return proof.pictures()


@pytest.fixture(scope="module")
def pango(tmp_path_factory: pytest.TempPathFactory) -> Pango:
    return Pango(tmp_path_factory.mktemp("pango"))


def card_of(proof: Proof, id: str) -> Card:
    return next(card for card in proof.cards if card.id == id)


def rtl(id: str) -> bool:
    return id.startswith(("arabic", "hebrew"))


def family(id: str) -> str:
    return "Noto Sans SC" if id == "chinese" else "FiraGO"


def beside(proof: Proof, pango: Pango, picture: Image.Image, card: Card, families: str = "") -> list[Likeness]:
    """Every line of a card beside Pango's."""
    lines = proof.lines(card)
    return [
        likeness(row, pango.draw(line, proof.size(at), rtl(card.id), families or family(card.id)))
        for at, (row, line) in enumerate(zip(proof.rows(picture), lines, strict=False))
    ]


@pytest.mark.parametrize("id", CARDS)
def test_pdftotext_gives_back_every_word_in_the_order_it_is_read(proof: Proof, id: str) -> None:
    card = card_of(proof, id)
    read = proof.poppler(card)

    if id in UNSPACED:
        assert "".join(read.split()) == "".join(card.text.split())
    else:
        assert words(read) == words(card.text)


@pytest.mark.parametrize("id", CARDS)
def test_a_line_that_is_copied_has_no_space_inside_a_word(proof: Proof, id: str) -> None:
    card = card_of(proof, id)
    lines = [line.strip() for line in proof.poppler(card).splitlines() if line.strip()]

    if rtl(id):  # pdftotext moves the spaces beside punctuation there
        assert [words(line) for line in lines] == [words(line) for line in proof.lines(card)]
    else:
        assert lines == proof.lines(card)


@pytest.mark.parametrize("id", [id for id in CARDS if id not in MIXED])
def test_pdfium_reads_the_same_words(proof: Proof, id: str) -> None:
    card = card_of(proof, id)
    read = proof.pdfium(card)

    if id in UNSPACED:
        assert "".join(read.split()) == "".join(card.text.split())
    else:
        assert read.split() == card.text.split()


@pytest.mark.parametrize("id", MIXED)
def test_pdfium_finds_every_word_of_what_it_puts_in_its_own_order(proof: Proof, id: str) -> None:
    """It swaps words of the other direction."""
    card = card_of(proof, id)
    read = proof.pdfium(card)

    # `ב-25` is one word with a hyphen, which pdfium puts behind the number.
    assert Counter(words(read.replace("-", ""))) == Counter(words(card.text.replace("-", "")))


ODD = {
    "decomposed": unicodedata.normalize("NFD", "Đặt hai dấu lá chắn thuỷ thủ lượng"),
    "hebrew-points": "שָׁלוֹם לַסְּפִינָה",
    "arabic-vowels": "السَّفِينَةُ الكَبِيرَةُ لَا تُهَاجِمُ أخيرًا",
    "arabic-ligatures": "والله اللَّهُمَّ لا إله إلا الله",
    "farsi": "می‌خواهم کارت‌ها را بکشم",
    "joiners": "क्‍ष र्‍य श्री ज्ञान हिंदी द्वितीय ट्रिक शत्रु",
    "brackets": "البطاقة [3] أو (Ada Voss 12) أخيرًا",
}


def test_signs_on_letters_are_drawn_and_read_right(tmp_path: Path, pango: Pango) -> None:
    proof = Proof(tmp_path, cards=ODD)
    pictures = proof.pictures()
    for card in proof.cards:
        leftward = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in card.effect)
        row = list(proof.rows(pictures[card.id]))[1]
        like = likeness(row, pango.draw(card.effect, proof.size(1), leftward))

        assert words(proof.poppler(card)) == words(card.text), card.id
        if card.id != "brackets":
            read = unicodedata.normalize("NFC", proof.pdfium(card))  # it orders the points of a letter
            assert words(read) == words(unicodedata.normalize("NFC", card.text)), card.id
        assert like.width == pytest.approx(1, abs=0.01), (card.id, like)
        assert like.ink > SAME, (card.id, like)


def test_every_font_is_inside_and_cut_down(proof: Proof) -> None:
    assert {font["name"][7:] for font in proof.fonts()} == {"firago-regular", "noto-sans-sc.ttf"}
    for font in proof.fonts():
        assert font["name"][6] == "+"
        assert (font["embedded"], font["subset"], font["unicode"]) == ("yes", "yes", "yes")
    assert proof.pdf.stat().st_size < 200_000


@pytest.mark.parametrize("id", CARDS)
def test_every_line_looks_as_pango_draws_it(
    proof: Proof, pango: Pango, pictures: dict[str, Image.Image], id: str
) -> None:
    for at, like in enumerate(beside(proof, pango, pictures[id], card_of(proof, id))):
        assert like.width == pytest.approx(1, abs=0.01), (at, like)
        assert like.height == pytest.approx(1, abs=0.03), (at, like)
        assert like.ink > SAME, (at, like)


def test_a_script_that_the_font_lacks_is_as_wide_as_pango_sets_it(
    tmp_path_factory: pytest.TempPathFactory, pango: Pango
) -> None:
    borrowed = Proof(tmp_path_factory.mktemp("borrowed"), font="source-sans")
    pictures = borrowed.pictures()
    for card in borrowed.cards:
        for like in beside(borrowed, pango, pictures[card.id], card, "Source Sans Pro, FiraGO, Noto Sans SC"):
            assert like.width == pytest.approx(1, abs=0.01), (card.id, like)


@pytest.mark.parametrize("id", CARDS)
def test_the_comparison_sees_letters_in_the_wrong_order(
    proof: Proof, pango: Pango, pictures: dict[str, Image.Image], id: str
) -> None:
    for at, (row, line) in enumerate(zip(proof.rows(pictures[id]), proof.lines(card_of(proof, id)), strict=False)):
        wrong = pango.draw(line[::-1], proof.size(at), rtl(id), family(id))
        assert likeness(row, wrong).ink < DIFFERENT, line


@pytest.mark.parametrize("id", ["hindi", "arabic", "arabic-mixed"])
def test_the_comparison_sees_letters_that_do_not_join(
    proof: Proof, pango: Pango, pictures: dict[str, Image.Image], id: str
) -> None:
    for at, (row, line) in enumerate(zip(proof.rows(pictures[id]), proof.lines(card_of(proof, id)), strict=False)):
        if id == "hindi":
            apart = line.replace("\u094d", "\u094d" + ZWNJ)  # a halant that is seen, and no conjunct
        else:
            apart = "".join(letter + ZWNJ if letter.isalpha() else letter for letter in line)
        if apart == line:
            continue
        like = likeness(row, pango.draw(apart, proof.size(at), rtl(id)))
        assert like.ink < DIFFERENT or abs(like.width - 1) > 0.01, (apart, like)


def shifted(text: str, start: str) -> dict[str, str]:
    """The text behind more and more words, so that its lines break at many places."""
    return {f"c{times}": start * times + text for times in range(14)}


def effect_of(id: str) -> str:
    return next(card.effect for card in cards_of(HERE / "packs/polyglot/card/languages.yaml") if card.id == id)


def wrong_ends(proof: Proof, pango: Pango) -> list[str]:
    """What stands around the ends of lines that Pango would not end there."""
    found, count = [], 0
    for card in proof.cards:
        allowed = pango.may_break(card.effect)
        at = 0
        for line in proof.lines(card)[1:-1]:
            at = card.effect.index(line, at) + len(line)
            at += len(card.effect[at:]) - len(card.effect[at:].lstrip())  # the space belongs to the line in front
            count += 1
            if at not in allowed:
                found.append(f"{card.effect[:at].split()[-1]}|{card.effect[at:].split()[0]}")
    assert count > 35
    return found


@pytest.mark.parametrize(
    ("id", "start"), [("hindi", "दो "), ("arabic-mixed", "ثم "), ("hebrew-mixed", "או "), ("hebrew-mixed", "ו ")]
)
def test_lines_end_only_where_pango_may_end_them(tmp_path: Path, pango: Pango, id: str, start: str) -> None:
    assert wrong_ends(Proof(tmp_path, cards=shifted(effect_of(id), start)), pango) == []


THAI = (
    "ผู้เล่นทุกคนเลือกการ์ดหนึ่งใบจากมือแล้วเปิดพร้อมกัน ทอยลูกเต๋าสองลูกแล้วเคลื่อนที่ไปยังสถานีอวกาศที่ใกล้ที่สุด "
    "หากเชื้อเพลิงหมดให้หยุดเกมและนับคะแนนของผู้เล่นแต่ละคน นักบินสามารถซ่อมแซมเครื่องยนต์ได้หนึ่งครั้งต่อรอบ",
    "ห้ามใช้อาวุธในเขตปลอดภัยของดาวเคราะห์สีน้ำเงิน ผู้ชนะคือผู้ที่รวบรวมแร่ธาตุได้ครบสิบหน่วยก่อนคนอื่น "
    "สับกองการ์ดเหตุการณ์แล้ววางคว่ำหน้าไว้กลางโต๊ะ",
)
# Two words each for ICU's dictionary, one for libthai's: adviser, planet, end, fuel.
COMPOUNDS = ("ที่|ปรึกษา", "ดาว|เคราะห์", "สิ้น|สุด", "เชื้อ|เพลิง")


@pytest.mark.parametrize("text", [effect_of("thai"), *THAI])
def test_no_thai_line_ends_inside_a_word(tmp_path: Path, pango: Pango, text: str) -> None:
    """Pango asks libthai's dictionary."""
    wrong = wrong_ends(Proof(tmp_path, cards=shifted(text, "ยาน")), pango)

    assert [around for around in wrong if not any(compound in around for compound in COMPOUNDS)] == []


def test_no_chinese_line_starts_with_what_closes_or_ends_with_what_opens(tmp_path: Path) -> None:
    """Narrow digits in front move the punctuation to every place at the end of the first line."""
    tails = ("“船员”，然后抽牌。", "(船员)!然后[抽]牌")
    texts = ["1" * narrow + "船" * wide + tail for wide in range(9, 17) for narrow in range(6) for tail in tails]
    cards = shifted(effect_of("chinese"), "船") | {f"t{at}": text for at, text in enumerate(texts)}
    proof = Proof(tmp_path, cards=cards)
    lines = [line for card in proof.cards for line in proof.lines(card)[1:]]

    assert len(lines) > 250
    assert [line for line in lines if line[0] in "，。；：！？）”’、》】)]!" or line[-1] in "（“‘《【(["] == []
    assert [line for line in lines if line.endswith(("A", "Ad", "V", "Vo", "Vos"))] == []
