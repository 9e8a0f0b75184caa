"""The rules of the game: one test for every sentence with must, may, ends, costs or loses."""

import pytest
from played import ALL_OF_A, CARD, REST_OF_B, WORDS, A, B, play_turn, play_turns, start

from duo.core.mission import Bank, Mission
from duo.core.position import Clue, Guess, Outcome, Phase, Position, Rule, RuleBroken, Stop, Variant
from duo.core.refusal import Refusal


def assert_refused(position, move, rule, word=None):
    with pytest.raises(RuleBroken) as refusal:
        position.apply(move)
    assert refusal.value.rule is rule
    if word is not None:
        assert refusal.value.word == word
        assert word in str(refusal.value) or word == "="


def tokens(position):
    return position.bank.tokens + position.checks + position.bystanders + position.discarded


# The table


def test_a_standard_mission_has_nine_tokens_bystander_side_up():
    assert start().bank == Bank(bystander_side=9, checkmark_side=0)


def test_that_many_tokens_as_mistakes_lie_bystander_side_up_the_rest_checkmark_side_up():
    assert start(Mission(9, 5)).bank == Bank(bystander_side=5, checkmark_side=4)


@pytest.mark.parametrize("number", range(1, 12))
def test_any_number_of_tokens_from_1_to_11_is_playable(number):
    for mistakes in range(number + 1):
        assert start(Mission(number, mistakes)).bank == Bank(mistakes, number - mistakes)


@pytest.mark.parametrize("numbers", [(0, 0), (12, 3), (5, 6), (5, -1)])
def test_other_missions_are_refused(numbers):
    with pytest.raises(Refusal):
        Mission(*numbers)


def test_a_board_has_25_different_words():
    with pytest.raises(Refusal, match="25 words, not 24"):
        Position.start(WORDS[:-1], CARD)
    with pytest.raises(Refusal, match="n1 is on the board twice"):
        Position.start([*WORDS[:-1], "n1"], CARD)


# The clue


@pytest.mark.parametrize("seat", [A, B])
def test_either_seat_may_give_the_first_clue(seat):
    assert start().givers == (A, B)
    assert start().to_act is None
    after = start().apply(Clue(seat, "CLUE", 2))
    assert (after.phase, after.to_act) == (Phase.GUESS, seat.other)


def test_afterwards_they_alternate():
    position = play_turns("B: BOTH1 =")
    assert position.to_act is A
    assert_refused(position, Clue(B, "AGAIN", 1), Rule.ALTERNATE, "AGAIN")


def test_a_clue_may_not_be_given_while_the_partner_guesses():
    assert_refused(play_turns("A: A1"), Clue(A, "MORE", 1), Rule.TURN_UNDER_WAY, "MORE")
    assert_refused(play_turns("A: A1"), Clue(B, "MORE", 1), Rule.TURN_UNDER_WAY, "MORE")


@pytest.mark.parametrize("word", ["LEONARD DE VINCI", "LEONARD_DE_VINCI", " OCEAN", "-", "O:N", "A+", "", "X" * 41])
def test_a_clue_is_one_word(word):
    assert_refused(start(), Clue(A, word, 1), Rule.ONE_WORD)


@pytest.mark.parametrize("word", ["OCEAN", "WEEK-END", "AUJOURD'HUI", "ŒUVRE", "R2D2", "océan"])
def test_a_hyphenated_word_and_any_script_of_letters_is_one_word(word):
    assert start().apply(Clue(A, word, 1)).clues[-1].clue.word == word


@pytest.mark.parametrize("variant", [Variant.ANY_CLUE, Variant.WORDPLAY])
def test_with_any_clue_compounds_and_titles_are_allowed(variant):
    position = start(variants=[variant]).apply(Clue(A, "LEONARD_DE_VINCI", 1))
    assert position.clues[-1].clue.word == "LEONARD DE VINCI"


def test_a_clue_that_has_paid_for_being_invalid_may_have_the_form_that_made_it_so():
    assert start().apply(Clue(A, "NEW YORK", 1, invalid=True)).discarded == 1


@pytest.mark.parametrize("number", [-1, 26, 100])
def test_a_clues_number_is_from_1_to_25(number):
    assert_refused(start(), Clue(A, "OCEAN", number), Rule.COUNT, "OCEAN")
    assert start().apply(Clue(A, "OCEAN", 25)).phase is Phase.GUESS


def test_the_number_may_be_0_only_in_the_variant_zero():
    assert_refused(start(), Clue(A, "OCEAN", 0), Rule.COUNT, "OCEAN")
    position = start(variants=["zero"]).apply(Clue(A, "OCEAN", 0))
    assert_refused(position, Stop(B), Rule.AT_LEAST_ONE)


def test_a_covered_word_is_no_longer_visible_so_it_may_be_used_as_a_clue():
    position = play_turns("A: BOTH1 N1", "B: N1")
    assert "BOTH1" not in position.visible_words
    assert "N1" not in position.visible_words
    assert position.apply(Clue(A, "BOTH1", 1)).clues[-1].clue.word == "BOTH1"


def test_a_word_with_the_token_of_one_seat_is_still_visible():
    assert "N1" in play_turns("A: N1").visible_words


# The guesses


def test_the_guesser_must_guess_at_least_once():
    assert_refused(play_turns("A:"), Stop(B), Rule.AT_LEAST_ONE, "=")


def test_a_guess_waits_for_a_clue():
    assert_refused(start(), Guess(A, "A1"), Rule.CLUE_FIRST, "A1")
    assert_refused(start(), Stop(A), Rule.CLUE_FIRST)


def test_the_giver_may_not_guess_its_own_clue():
    assert_refused(play_turns("A:"), Guess(A, "A1"), Rule.PARTNER_GUESSES, "A1")
    assert_refused(play_turns("A: A1"), Stop(A), Rule.PARTNER_GUESSES)


def test_a_guess_is_judged_only_by_the_givers_side_of_the_key():
    assert play_turns("A: TRAPB").found == 1
    assert play_turns("B: TRAPB").outcome() is Outcome.ASSASSIN
    assert play_turns("B: HITA").bystanders == 1


def test_green_is_covered_and_the_guesser_may_go_on_with_no_upper_limit_or_stop():
    position = play_turns(f"A: {ALL_OF_A}")
    assert (position.found, position.phase, position.to_act) == (9, Phase.GUESS, B)
    assert Stop(B) in position.legal_moves()


def test_a_bystander_puts_a_token_on_the_word_pointing_at_the_guesser_and_the_turn_ends():
    position = play_turns("A: A1 N1")
    assert position.marks.missed_by(B) == 1 << WORDS.index("N1")
    assert position.marks.missed_by(A) == 0
    assert (position.bystanders, position.bank.tokens, position.checks) == (1, 8, 0)
    assert (position.phase, position.to_act) == (Phase.CLUE, B)
    assert_refused(position, Guess(B, "A2"), Rule.TURN_ENDED, "A2")


def test_that_guesser_may_not_guess_the_word_again():
    position = play_turns("A: N1", "B: B1 =", "A:")
    assert_refused(position, Guess(B, "N1"), Rule.MISSED_BEFORE, "N1")
    assert Guess(B, "N1") not in position.legal_moves()


def test_the_partner_still_may():
    assert play_turns("A: N1", "B: N1").bystanders == 2
    assert play_turns("A: B1", "B: B1").found == 1
    assert play_turns("A: HITB", "B: HITB").outcome() is Outcome.ASSASSIN


def test_bystander_tokens_from_both_seats_cover_a_word():
    position = play_turns("A: N1", "B: N1", "A:")
    assert_refused(position, Guess(B, "N1"), Rule.COVERED, "N1")


def test_a_bystander_token_stays_on_the_word_when_the_partner_later_finds_it_as_an_agent():
    position = play_turns("A: B1", "B: B1 =")
    spot = 1 << WORDS.index("B1")
    assert position.marks.agents & spot
    assert position.marks.missed_by(B) & spot
    assert position.bystanders == 1


def test_an_agent_may_not_be_touched_twice():
    assert_refused(play_turns("A: BOTH1"), Guess(B, "BOTH1"), Rule.COVERED, "BOTH1")
    assert_refused(play_turns("A: BOTH1 =", "B:"), Guess(A, "BOTH1"), Rule.COVERED, "BOTH1")


def test_a_word_that_is_not_on_the_table_may_not_be_touched():
    assert_refused(play_turns("A:"), Guess(B, "ZEBRA"), Rule.ON_THE_TABLE, "ZEBRA")


def test_a_word_is_found_however_it_is_spelt():
    assert play_turns("A: both1").clues[-1].touches[-1].word == "BOTH1"


def test_an_assassin_loses_at_once():
    position = play_turns("A: A1 HITA")
    assert position.outcome() is Outcome.ASSASSIN
    assert (position.phase, position.to_act, position.legal_moves()) == (Phase.OVER, None, ())
    assert_refused(position, Clue(B, "MORE", 1), Rule.OVER)
    assert_refused(position, Guess(B, "A2"), Rule.OVER)
    assert_refused(position, Stop(B), Rule.OVER)


def test_stopping_costs_a_token_checkmark_side_up():
    position = play_turns("A: A1 =")
    assert (position.bank.tokens, position.checks, position.bystanders) == (8, 1, 0)


def test_a_turn_always_ends_by_spending_one_token_and_not_two():
    """Regression: the clue and the miss must not both count as a turn."""
    assert play_turns("A: N1").bank.tokens == 8
    assert play_turns("A: N1").turns == 1
    assert play_turns("A: N1", "B: N2", "A: A1 =").bank.tokens == 6
    assert play_turns("A: N1", "B: N2", "A: A1 =").turns == 3


def test_bystander_tokens_belong_to_a_seat():
    """Regression: a miss must not close the word to both seats."""
    position = play_turns("A: N1", "B:")
    assert Guess(A, "N1") in position.legal_moves()


def test_the_turn_that_wins_also_spends_a_checkmark():
    position = play_turns(f"A: {ALL_OF_A} =", f"B: {REST_OF_B}")
    assert position.outcome() is Outcome.WON
    assert (position.bank.tokens, position.checks, position.turns) == (7, 2, 2)


def test_guesses_may_answer_any_earlier_clue():
    assert Guess(B, "A2") in play_turns("A: A1 =", "B: B1 =", "A:").legal_moves()


def test_a_green_of_both_sides_is_covered_once_and_counts_for_both_sides_nine():
    position = play_turns("A: BOTH1 BOTH2 BOTH3 =", f"B: {REST_OF_B}")
    assert position.found == 9
    assert position.finished == {B}


def test_covering_the_givers_last_green_does_not_end_the_turn_and_the_guesser_may_touch_on():
    position = play_turns(f"A: {ALL_OF_A}")
    assert position.finished == {A}
    assert play_miss(position).bystanders == 1
    assert position.apply(Stop(B)).checks == 1


def play_miss(position):
    return position.apply(Guess(position.to_act, "N1"))


def test_when_all_nine_are_covered_only_the_partner_gives_clues():
    position = play_turns(f"A: {ALL_OF_A} =", "B: B1 =")
    assert (position.givers, position.to_act) == ((B,), B)
    assert_refused(position, Clue(A, "MORE", 1), Rule.FINISHED, "MORE")
    assert play_turn(position, "B: B2 =").to_act is B


def test_with_several_clues_the_seats_need_not_alternate():
    position = play_turns("A: A1 =", variants=["several-clues"])
    assert (position.givers, position.to_act) == ((A, B), None)
    position = play_turn(play_turn(position, "A: A2 ="), f"B: {REST_OF_B} BOTH1 BOTH2 BOTH3 =")
    assert (position.givers, position.to_act) == ((A,), A)
    assert_refused(position, Clue(B, "MORE", 1), Rule.FINISHED)


def test_unknown_variants_are_refused():
    with pytest.raises(Refusal, match="no variant speedy"):
        start(variants=["speedy"])


# The end


def test_the_last_token_spent_with_agents_missing_starts_sudden_death():
    position = play_turns("A: A1 =", mission=Mission(1, 1))
    assert (position.phase, position.sudden_death, position.to_act) == (Phase.SUDDEN_DEATH, True, None)
    assert play_turns("A: N1", mission=Mission(1, 1)).phase is Phase.SUDDEN_DEATH


def test_in_sudden_death_no_more_clues_are_given():
    assert_refused(play_turns("A: A1 =", mission=Mission(1, 1)), Clue(B, "MORE", 1), Rule.NO_MORE_CLUES, "MORE")


def test_in_sudden_death_both_seats_may_guess_in_any_order():
    rest = "A:BOTH1 B:A2 B:A3 A:B1 A:B2 B:A4 A:B3 B:A5 A:B4 A:B5 A:TRAPA B:TRAPB B:BOTH2 A:BOTH3"
    position = play_turns("A: A1 =", f"SD: {rest}", mission=Mission(1, 1))
    assert position.outcome() is Outcome.WON
    assert (position.sudden_death, position.turns, position.checks, position.found) == (True, 1, 1, 15)


def test_only_a_seat_that_still_has_words_to_guess_may_guess_in_sudden_death():
    position = play_turns(f"A: {ALL_OF_A} =", mission=Mission(1, 1))
    assert position.to_act is A
    assert {move.seat for move in position.legal_moves()} == {A}
    assert_refused(position, Guess(B, "B1"), Rule.NOTHING_LEFT, "B1")


def test_in_sudden_death_any_miss_loses_a_bystander_too():
    position = play_turns("A: A1 =", "SD: A:B1 A:N1", mission=Mission(1, 1))
    assert position.outcome() is Outcome.SUDDEN_DEATH
    assert (position.bystanders, position.marks.missed_by(A)) == (0, 0)


def test_an_assassin_in_sudden_death_loses_to_the_assassin():
    assert play_turns("A: A1 =", "SD: A:HITB", mission=Mission(1, 1)).outcome() is Outcome.ASSASSIN


def test_stopping_in_sudden_death_with_agents_missing_is_a_loss():
    position = play_turns("A: A1 =", "SD: =", mission=Mission(1, 1))
    assert (position.outcome(), position.gave_up) == (Outcome.SUDDEN_DEATH, True)
    assert Stop(A) in play_turns("A: A1 =", mission=Mission(1, 1)).legal_moves()


def test_a_word_that_a_seat_has_already_missed_stays_closed_to_it_in_sudden_death():
    position = play_turns("A: B1", mission=Mission(1, 1))
    assert_refused(position, Guess(B, "B1"), Rule.MISSED_BEFORE, "B1")
    assert position.apply(Guess(A, "B1")).found == 1


def test_a_word_covered_in_sudden_death_is_covered_for_both():
    assert_refused(
        play_turns("A: A1 =", "SD: A:BOTH1", mission=Mission(1, 1)), Guess(B, "BOTH1"), Rule.COVERED, "BOTH1"
    )


def test_a_win_with_the_last_token_is_no_sudden_death():
    position = play_turns(f"A: {ALL_OF_A} =", f"B: {REST_OF_B}", mission=Mission(2, 2))
    assert position.outcome() is Outcome.WON
    assert (position.bank.tokens, position.sudden_death) == (0, False)


# Missions


def test_a_stop_takes_a_checkmark_token_if_there_is_one_else_a_bystander_one():
    assert play_turns("A: A1 =", mission=Mission(3, 2)).bank == Bank(2, 0)
    assert play_turns("A: A1 =", "B: B1 =", mission=Mission(3, 2)).bank == Bank(1, 0)


def test_a_bystander_takes_a_bystander_side_token():
    assert play_turns("A: N1", mission=Mission(3, 1)).bank == Bank(0, 2)


def test_with_none_left_the_miss_costs_two_checkmark_side_tokens():
    position = play_turns("A: N1", mission=Mission(3, 0))
    assert (position.bank, position.bystanders, position.checks) == (Bank(0, 1), 2, 0)


def test_the_two_tokens_of_one_miss_close_the_word_to_that_guesser_only():
    position = play_turns("A: N1", mission=Mission(5, 0))
    assert "N1" in position.visible_words
    assert Guess(A, "N1") in play_turn(position, "B:").legal_moves()
    assert Guess(B, "N1") not in play_turn(play_turn(position, "B: B1 ="), "A:").legal_moves()


def test_if_two_are_owed_and_only_one_is_left_the_mission_is_lost_at_once():
    position = play_turns("A: N1", mission=Mission(1, 0))
    assert position.outcome() is Outcome.TOKENS
    assert (position.bank, position.bystanders, position.sudden_death) == (Bank(0, 1), 0, False)
    assert (position.turns, position.marks.missed_by(B)) == (1, 0)


def test_if_the_last_two_are_spent_exactly_sudden_death_follows():
    position = play_turns("A: N1", mission=Mission(2, 0))
    assert (position.phase, position.bystanders) == (Phase.SUDDEN_DEATH, 2)


def test_a_losing_touch_moves_no_token():
    for position in (play_turns("A: HITA"), play_turns("A: N1", mission=Mission(1, 0))):
        assert tokens(position) == position.mission.tokens == position.bank.tokens


# The penalty


def test_an_invalid_clue_costs_a_token_and_the_turn_goes_on_and_spends_another():
    position = play_turns("A!:")
    assert (position.bank.tokens, position.discarded, position.phase) == (8, 1, Phase.GUESS)
    position = play_turn(start(), "A!: A1 =")
    assert (position.bank.tokens, position.discarded, position.checks) == (7, 1, 1)


def test_in_a_mission_a_checkmark_side_token_is_discarded_first():
    assert play_turns("A!:", mission=Mission(9, 5)).bank == Bank(5, 3)


def test_if_the_discard_empties_the_bank_sudden_death_starts_at_once_and_the_clue_stays():
    position = play_turns("A!:", mission=Mission(1, 1))
    assert (position.phase, position.turns, position.discarded) == (Phase.SUDDEN_DEATH, 0, 1)
    assert position.clues[-1].clue.word == "CLUE"
    assert play_turn(position, "SD: =").outcome() is Outcome.SUDDEN_DEATH
