/*
 * Writes cards, names and hands of a match to a page. Every function here and in board.h reads a
 * view of the engine. Messages to the chat room use the public view, and private messages to a
 * player use that player's view. So nobody can see another player's hand.
 */
#ifndef BOT_TEXT_RENDER_H
#define BOT_TEXT_RENDER_H

#include "bot/text/instant.h"
#include "bot/text/page.h"
#include "engine/engarde.h"

/* Writes `count` cards of one value, such as "5 5". BOT_CARDS_SIZE is enough for all 25 cards. */
#define BOT_CARDS_SIZE ((size_t)2 * EG_DECK)
void bot_render_cards(uint8_t card, uint8_t count, char cards[BOT_CARDS_SIZE]);

/* Writes cards of all values, such as "1 3 3". `count` has the number of cards of each value. */
void bot_render_all_cards(const uint8_t count[EG_VALUES + 1], char cards[BOT_CARDS_SIZE]);

/* Writes an action in words, as people may type it: "advance 3, attack 5 5". */
#define BOT_ACTION_WORDS_SIZE (2 * BOT_CARDS_SIZE)
void bot_render_action(
	const struct bot_lang *lang, struct eg_action action, char words[BOT_ACTION_WORDS_SIZE]);

/* The players of a match, by seat, and the time limit of the turn, as texts for people. */
struct bot_cast {
	int64_t id;             /* id of the match */
	const char *name[2];    /* labels; see bot/text/name.h */
	const char *with_id[2]; /* labels with the user id, for the first round's board */
	const char *pill[2];    /* labels that link to the user, instead of with_id, or NULL */
	const struct bot_instant *until; /* when the turn ends; NULL if it has no time limit */
	const char *waits; /* the clock starts when this player has got their cards; else NULL */
	int64_t span;    /* how long the whole turn may take, in ms; only if `until` is not NULL */
	int64_t left;    /* how much time is left, with the reserve; only if `until` is not NULL */
	int64_t reserve; /* how much of it is the player's reserve; likewise */
	int64_t bout;    /* what is left of the fencers' time for a bout, in ms; 0 if it is none */
	bool bout_is_short; /* that is little; only if `bout` is not 0 */
	bool paused;
	bool casual; /* the match changes no rating because its players want it so */
};

/*
 * Adds a sentence about the clock: when the turn ends, for whom the clock waits, or that the match
 * is paused; and how much time a bout has left. Adds nothing if there is no time limit.
 */
void bot_render_clock(struct bot_page *page, const struct bot_cast *cast);

/*
 * Adds the attack that the player must answer, or that the player may make a last lunge, and then
 * a line end or, if `line` is false, a space. In an ordinary turn, adds nothing.
 */
void bot_render_attack(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_view *round, bool line);

/* Adds a line with the cards of the reader's hand. */
void bot_render_own_cards(struct bot_page *page, const uint8_t cards[EG_VALUES + 1]);

/*
 * Adds the hand of the player whose view it is. If it is this player's turn, adds the attack
 * against the player above the hand, and the position below it. In this case, if `unseen` is true,
 * adds the number of unseen cards of each value. Says how much time is left, but not until when,
 * because a line on a phone has few letters. Warns the fencers if little time is left for a bout.
 * Does not say that the clock waits until this player has joined: when they read the hand, they
 * have joined.
 */
void bot_render_hand(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool unseen);

/*
 * Says that the bot does not understand an action, and shows the first choice of the view as an
 * example. The example has cards of this player's hand, so nobody else may see it.
 */
void bot_render_example(struct bot_page *page, const struct eg_view *view);

/*
 * The letters before the choices of a list: a bit for each, the lowest bit for a. They follow each
 * other. An earlier version of the bot has sent lists with numbers instead: 0.
 */
#define BOT_LETTERS_FROM_A ((((uint32_t)1) << EG_CHOICES_MAX) - 1)

/*
 * Returns the first `count` letters in a row none of which is taken, or those from a if there are
 * none.
 */
uint32_t bot_letters_free(uint32_t taken, size_t count);

/* Returns the index of the first of the letters; see eg_choice_letter. */
size_t bot_letters_first(uint32_t letters);

/*
 * Adds the choices of the view (see eg_view_choices) with these letters. Divides them
 * into lines (see eg_choices_line). Adds only those for which chosen[] is true, or all if `chosen`
 * is NULL.
 */
void bot_render_choices(struct bot_page *page, const struct eg_view *view, uint32_t letters,
	const bool chosen[EG_LEGAL_MAX]);

/*
 * These two functions write the choices of the view as a poll: its question, with the attack
 * against the player and the hand, and its answers, one choice in each line.
 */
void bot_render_question(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view);
void bot_render_answers(struct bot_page *page, const struct eg_view *view);

#endif
