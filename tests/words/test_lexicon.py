"""Look-ups in the tables of the lexicon, with and without the index, and the file of exceptions."""

from duo.data import shipped_data_dir
from duo.words.lexicon import Lexicon
from duo.words.sorted_tsv import SortedTsv, sort_key
from duo.words.word_exceptions import EXCEPTION_KINDS, EXCEPTIONS_FILE


def test_the_tables_stand_in_the_order_in_which_they_are_searched():
    for path in sorted((shipped_data_dir("wordlists") / "lexicon").glob("*/*.tsv")):
        words = [line.partition("\t")[0] for line in path.read_text(encoding="utf-8").splitlines()]
        assert words == sorted(set(words), key=sort_key), path


def test_a_word_is_found_alike_one_by_one_and_in_a_whole_table(tmp_path):
    rows = {"côte": "kot", "coté": "kote", "cote": "kOt", "a": "a", "zèbre": "zEbR"}
    path = tmp_path / "sounds.tsv"
    path.write_text("".join(f"{word}\t{rows[word]}\n" for word in sorted(rows, key=sort_key)), encoding="utf-8")
    table = SortedTsv(path, {"neuf": "n9f", "a": ""})
    for number in range(4000):  # enough look-ups to build the index on the way
        word = [*rows, "cotes", "zz", "neuf", ""][number % 9]
        assert table.get(word) == (rows | {"neuf": "n9f", "a": ""}).get(word)
    assert sorted(table) == sorted([*rows, "neuf"])
    assert len(table) == 6


def test_accents_are_left_out_and_values_are_found(tmp_path):
    path = tmp_path / "sounds.tsv"
    path.write_text("cote\tx y\ncoté\tz\ncôte\tw\nzoo\tlast\n", encoding="utf-8")
    table = SortedTsv(path, {"côté": "v"})
    assert list(table.accent_variants("cote")) == ["cote", "coté", "côte", "côté"]
    assert [table.has_value(value) for value in ("x", "y", "last", "v", "las", "cote")] == [True] * 4 + [False] * 2


def test_every_exception_has_a_known_kind_words_and_a_reason():
    text = (shipped_data_dir("wordlists") / "lexicon" / EXCEPTIONS_FILE).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("# ")]
    assert len({tuple(row[:3]) for row in rows}) == len(rows)
    for lang, kind, words, why in rows:
        assert lang in ("en", "fr")
        assert kind in EXCEPTION_KINDS
        assert words.strip() == words != ""
        assert why


def test_families_heed_their_exceptions():
    lexicon = Lexicon("fr")
    assert lexicon.families("marin") & lexicon.families("mer")
    assert not lexicon.families("armoire") & lexicon.families("arme")
    plain = Lexicon("fr", exceptions=False)
    assert not plain.families("marin") & plain.families("mer")
    assert plain.families("armoire") & plain.families("arme")
