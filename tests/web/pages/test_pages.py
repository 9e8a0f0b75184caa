"""The pages that need no game."""

import io
import json
import re
import zipfile

import pytest
from boards import KEY, WORDS

from duo.web.rendering import STATIC_FOLDER, static_url
from duo.words import wordlist


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("path", ["/", "/help", "/score", "/keys"])
def test_a_page_answers_in_the_language_of_its_visitor(site, path, lang):
    page = site.visitor(lang).get(path, follow_redirects=True)
    assert page.status_code == 200
    assert f'<html lang="{lang}"' in page.text
    assert ("Key cards" in page.text) is (lang == "en")


def test_a_browser_that_never_chose_is_spoken_to_as_it_asks(site):
    visitor = site.visitor()
    visitor.cookies.clear()
    page = visitor.get("/help", headers={"Accept-Language": "de, fr-CA;q=0.8, en;q=0.5"})
    assert "Règles" in page.text


def test_the_language_is_remembered_and_leads_back_to_the_page(site):
    visitor = site.visitor()
    answer = visitor.post("/preferences", data={"lang": "fr", "back": "/score"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/score")
    assert "Que vaut votre partie" in visitor.get("/score").text


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "\n/x"])
def test_the_way_back_never_leads_to_another_site(site, back):
    answer = site.visitor().post("/preferences", data={"theme": "dark", "back": back})
    assert answer.headers["location"] in ("/", "/x")


def test_a_score_is_told_with_its_sum_and_its_meaning(site):
    page = site.visitor().get("/score?tokens=2&checks=5").text
    assert ">11</output>" in page
    assert "2 for tokens left + 5 for checkmarks" in page
    assert "mission map" in page


def test_figures_that_cannot_be_are_named(site):
    assert "a win takes two turns at least" in site.visitor().get("/score?tokens=8&checks=1").text


def test_what_is_typed_comes_back_escaped(site):
    page = site.visitor().get("/score", params={"tokens": "<script>alert(1)</script>"})
    assert page.status_code == 400
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in page.text


QUERY = "count=6&seed=7&number=yes&crop_marks=yes&test_page=yes"


def test_the_preview_is_the_drawing_that_is_printed(site):
    visitor = site.visitor()
    archive = zipfile.ZipFile(io.BytesIO(visitor.get(f"/keys/deck?{QUERY}&format=svg").content))
    for number, name in enumerate(sorted(archive.namelist()), start=1):
        assert visitor.get(f"/keys/page.svg?{QUERY}&shown={number}").content == archive.read(name)


@pytest.mark.parametrize(
    ("kind", "start"), [("pdf", b"%PDF"), ("png", b"PK"), ("tts", b"PK"), ("json", b'{"format"'), ("csv", b"number")]
)
def test_a_deck_is_downloaded_in_every_format(site, kind, start):
    answer = site.visitor().get(f"/keys/deck?{QUERY}&format={kind}")
    assert answer.status_code == 200
    assert answer.content.startswith(start)
    assert "attachment" in answer.headers["content-disposition"]


def test_a_card_is_checked_by_its_number_and_a_misread_one_named(site):
    visitor = site.visitor()
    assert "1 card follows the pattern" in visitor.post("/keys/check", data={"deck": KEY.code}).text
    wrong = visitor.post("/keys/check", data={"deck": KEY.code[:-2] + "0" + KEY.code[-1]})
    assert wrong.status_code == 400
    assert "misread" in wrong.text


def test_a_deck_file_is_checked(site):
    visitor = site.visitor()
    deck = visitor.get(f"/keys/deck?{QUERY}&format=json").content
    assert "All 6 cards follow the pattern" in visitor.post("/keys/check", files={"deck": deck}).text


def test_the_engine_answers_over_http_as_over_pipes(site):
    visitor = site.program()
    answer = visitor.post("/engine", content=json.dumps({"id": 3, "op": "deal", "seed": 5}))
    assert answer.status_code == 200
    assert len(answer.json()["words"]) == 25
    bad = visitor.post("/engine", content=b"{}")
    assert (bad.status_code, "error" in bad.json()) == (400, True)
    assert visitor.post("/engine", content=b" " * 70_000).status_code == 400


def test_what_is_not_there_is_a_page_that_says_so(site):
    page = site.visitor().get("/nothing")
    assert page.status_code == 404
    assert "There is no such page" in page.text


def test_what_the_stylesheet_loads_is_kept_for_ever_by_its_content():
    style = (STATIC_FOLDER / "style.css").read_text()
    loaded = set(re.findall(r'url\("([^"?]+)\?v=([0-9a-f]+)"\)', style))
    assert {name for name, _ in loaded} == {"felt.svg", "wood.svg"}
    assert all(static_url(name).endswith(f"v={version}") for name, version in loaded)


@pytest.mark.parametrize(
    ("method", "path", "back"),
    [
        ("GET", "/score?tokens=2&checks=5", "/score?tokens=2&amp;checks=5"),
        ("GET", "/puzzles?kind=read&grade=3", "/puzzles?kind=read&amp;grade=3"),
        ("POST", "/keys/check", "/keys"),
        ("POST", "/table/words", "/table"),
        ("POST", "/map/enter", "/map"),
    ],
)
def test_another_language_is_chosen_where_one_is(site, method, path, back):
    page = site.visitor().request(method, path, data={"x": "1"} if method == "POST" else None)
    assert f'name="back" value="{back}"' in page.text


def test_words_of_a_real_table_are_completed_from_the_lists(site):
    visitor = site.visitor()
    known = [word for word in wordlist.shipped_wordlist("en").words if word.startswith("PI")]
    page = visitor.post("/table/complete", data={"words": f"{known[0]}, KING,pi", "lang": "en"}).text
    offered = re.findall(r'data-complete="([^"]+)"', page)
    assert offered
    assert set(offered) <= set(known) - {known[0]}
    assert "3 of 25 words" in page


def test_a_side_is_tapped_in_and_stays_when_it_is_incomplete(site):
    visitor = site.visitor()
    laid = {"w": list(WORDS), "lang": "en"} | {f"cell-{place}": letter for place, letter in enumerate(KEY.a)}
    refused = visitor.post("/table/lay", data=laid | {"cell-0": "g", "cell-1": "g", "cell-2": "g", "cell-3": "g"})
    assert refused.status_code == 400
    assert refused.text.count("checked") == 25
    assert visitor.post("/table/lay", data=laid).headers["location"] == "/table"
    assert visitor.get("/table").text.count("own-x") == 3


def test_french_signs_stay_with_the_word_before_them(site):
    page = site.visitor("fr").get("/score").text
    assert "Que vaut votre partie\N{NO-BREAK SPACE}?" in page
