#include "bot/table/match_view.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/timers.h"
#include "bot/match/turn_clock.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/table/position.h"

#include <string.h>

/* News */

static void append(json_t *news, const struct bot_page *page)
{
	json_array_append_new(news, bot_text_json(page->body.data));
}

/*
 * Appends a sentence about each action of a round, and one about its end. Before them stands a
 * sentence that says who begins the round, except in the first round.
 */
static void append_round(const struct bot_loaded_match *loaded, uint16_t number,
	const struct bot_lang *lang, json_t *news)
{
	const struct bot_public_round round = bot_match_public_round(loaded, number);
	BOT_PAGE(page);

	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_BOARD_NEXT,
		&(struct bot_args){.round = number, .name = loaded->cast.name[round.first]});
	if (number > 1)
		append(news, &page);
	for (size_t i = 0; i < round.count; i++) {
		const struct bot_played *played = &round.played[i];

		bot_page_init(&page, lang);
		bot_board_action(
			&page, &loaded->cast, played->seat, played->action, played->automatic);
		append(news, &page);
	}
	if (round.after.round.phase != EG_OVER)
		return;
	bot_page_init(&page, lang);
	bot_board_ending(&page, &loaded->cast, &round.after);
	append(news, &page);
}

/*
 * Returns the last sentences about the current round and the round before it, the newest last, as a
 * JSON array that the caller owns. They tell only what everybody may know.
 */
static json_t *round_news(const struct bot_loaded_match *loaded, const struct bot_lang *lang)
{
	uint16_t last = loaded->state.rounds;
	json_t *all = bot_scratch_json(json_array());

	if (last > 1)
		append_round(loaded, (uint16_t)(last - 1), lang, all);
	append_round(loaded, last, lang, all);
	while (json_array_size(all) > BOT_ROUND_NEWS_MOST)
		json_array_remove(all, 0);
	return json_incref(all);
}

/* A match that is being shown to a reader. */
struct shown {
	const struct bot_reader *reader;
	struct bot_loaded_match loaded;
	enum eg_seat seat;         /* the reader's */
	bool dealt;                /* the match has a round, so `view` is valid */
	struct eg_match_view view; /* what the reader may know */
	json_t *json;
};

static void set(struct shown *shown, const char *key, json_t *value)
{
	json_object_set_new(shown->json, key, value);
}

static json_t *text_or_null(const char *text)
{
	return text && text[0] ? bot_text_json(text) : json_null();
}

static json_t *number_or_null(bool known, int64_t number)
{
	return known ? json_integer(number) : json_null();
}

/* The terms, the players and the score */

static void add_terms(struct shown *shown)
{
	static const char *const statuses[] = {[BOT_CHALLENGE] = "challenge",
		[BOT_ACCEPTED] = "accepted",
		[BOT_PLAYING] = "playing",
		[BOT_ENDED] = "ended"};
	const struct bot_match *match = &shown->loaded.match;
	const struct eg_match_view *view = &shown->view;
	const char *const *name = shown->loaded.cast.name;

	set(shown, "id", json_integer(match->id));
	set(shown, "status", json_string(statuses[match->status]));
	set(shown, "seat", bot_seat_json(shown->seat));
	set(shown, "players",
		bot_pair_json(bot_text_json(name[EG_WHITE]), bot_text_json(name[EG_BLACK])));
	set(shown, "challenger", bot_seat_json(match->challenger));
	set(shown, "practice",
		match->practice ? json_string(bot_practice_name(match->practice)) : json_null());
	set(shown, "level", json_string(eg_rules_name(&match->rules.round)));
	set(shown, "touches", json_integer(match->rules.touches));
	set(shown, "start", bot_numbers_json(match->rules.start));
	set(shown, "casual", json_boolean(match->casual));
	set(shown, "score", bot_numbers_json(view->score));
	set(shown, "round", json_integer(view->rounds));
	set(shown, "turn", json_integer(shown->dealt ? bot_turn_number(view) : 0));
}

/* The choices */

/* Returns where a move leads. White advances to higher spaces. */
static int target(const struct eg_view *view, struct eg_action action)
{
	int move = action.kind == EG_RETREAT ? -action.move : action.move;

	return view->space[view->seat] + (view->seat == EG_WHITE ? move : -move);
}

/* Returns the cards that an action uses. A parry uses as many cards as the attack. */
static json_t *used_cards(const struct eg_view *view, struct eg_action action)
{
	bool parry = action.kind == EG_PARRY;
	uint8_t card = parry ? view->attack.card : action.card;
	uint8_t count = parry ? view->attack.count : action.count;
	json_t *cards = json_array();

	if (action.move > 0)
		json_array_append_new(cards, json_integer(action.move));
	for (uint8_t i = 0; i < count; i++)
		json_array_append_new(cards, json_integer(card));
	return cards;
}

static json_t *attack_of(struct eg_action action)
{
	return action.count == 0
		       ? json_null()
		       : json_pack("{s:i, s:i}", "card", action.card, "count", action.count);
}

static json_t *choice_json(
	const struct bot_lang *lang, const struct eg_view *view, struct eg_action action, size_t i)
{
	static const char *const kinds[] = {[EG_ADVANCE] = "advance",
		[EG_RETREAT] = "retreat",
		[EG_ATTACK] = "attack",
		[EG_ADVANCE_ATTACK] = "advance_attack",
		[EG_PARRY] = "parry",
		[EG_PASS] = "pass"};
	const char letter[] = {eg_choice_letter(i), '\0'};
	char notation[EG_ACTION_SIZE], words[BOT_ACTION_WORDS_SIZE];
	bool moves = action.move > 0;
	json_t *json = json_object();

	eg_action_print(action, notation);
	bot_render_action(lang, action, words);
	json_object_set_new(json, "action", json_string(notation));
	json_object_set_new(json, "kind", json_string(kinds[action.kind]));
	json_object_set_new(json, "letter", json_string(letter));
	json_object_set_new(json, "move", number_or_null(moves, action.move));
	json_object_set_new(json, "attack", attack_of(action));
	json_object_set_new(json, "cards", used_cards(view, action));
	json_object_set_new(json, "to", number_or_null(moves, target(view, action)));
	json_object_set_new(json, "text", bot_text_json(words));
	return json;
}

static json_t *choices_json(const struct bot_lang *lang, const struct eg_view *view)
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices);
	json_t *json = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, choice_json(lang, view, choices[i], i));
	return json;
}

/* What only a player of the match sees */

/*
 * Adds what the player has planned, and what they may plan: while the opponent is to act, as in the
 * chat.
 */
static void add_plans(struct shown *shown)
{
	const char *plan = shown->loaded.match.plan[shown->seat];
	struct eg_view view = shown->view.round;
	struct eg_action plans[EG_PLANS_MAX];
	json_t *json = json_array();

	/* A planned parry must not show the cards of `view.attack`, the player's own attack. */
	view.attack = (struct eg_attack){0};
	size_t count = eg_view_plans(&view, plans);
	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, choice_json(shown->reader->lang, &view, plans[i], i));
	set(shown, "plans", json);
	set(shown, "plan", text_or_null(plan));
}

/* Adds what the coach says, if the player wants it. */
static void add_coach(struct shown *shown, bool acts)
{
	const struct bot_reader *reader = shown->reader;
	BOT_PAGE(page);

	bot_page_init(&page, reader->lang);
	if (acts)
		bot_coaching_add(&shown->loaded, reader->user, &shown->view, &page);
	set(shown, "coach", text_or_null(page.body.data + strspn(page.body.data, "\n ")));
}

static void add_own(struct shown *shown)
{
	const struct eg_view *view = &shown->view.round;
	const struct bot_match *match = &shown->loaded.match;
	bool acts = match->status == BOT_PLAYING && match->left == 0 && view->legal_count > 0;

	set(shown, "choices", acts ? choices_json(shown->reader->lang, view) : json_array());
	set(shown, "may", json_array());
	if (shown->seat == EG_NOBODY)
		return;
	if (shown->dealt)
		set(shown, "hand", bot_cards_json(view->hand));
	if (shown->dealt && match->unseen) {
		json_t *unseen = json_array();

		for (int value = 1; value <= EG_VALUES; value++)
			json_array_append_new(unseen, json_integer(view->unseen[value]));
		set(shown, "unseen", unseen);
	}
	set(shown, "may", bot_offers(&shown->loaded, shown->seat));
	if (match->status == BOT_PLAYING && shown->dealt &&
		view->to_act == eg_opponent(shown->seat))
		add_plans(shown);
	add_coach(shown, acts);
}

/* The clock, proposals, and the end */

/* Finds the wall time at which the turn ends. Returns false if its clock does not run. */
static bool find_due(const struct shown *shown, int64_t *due)
{
	struct bot_host *host = shown->reader->host;
	int64_t bout;

	if (!bot_clock_runs(&shown->loaded, due))
		return false;
	if (bot_timer_find(&shown->loaded, BOT_TIMER_BOUT, &bout) && bout < *due)
		*due = bout;
	int64_t now = bot_time_now(host);
	*due += host->port->now(host->port->self) - now;
	return true;
}

/* Returns how long this turn may take or, if no round is being played, a turn of White. */
static int64_t turn_length(const struct shown *shown)
{
	enum eg_seat seat = shown->dealt ? shown->view.round.to_act : EG_NOBODY;

	return bot_match_clock(&shown->loaded.match, seat == EG_BLACK ? EG_BLACK : EG_WHITE);
}

static void add_clock(struct shown *shown)
{
	const struct bot_match *match = &shown->loaded.match;
	int64_t due = 0;

	set(shown, "clock", json_null());
	if (match->clock == 0)
		return;
	bool runs = find_due(shown, &due);
	json_t *turns = bot_pair_json(json_integer(bot_match_clock(match, EG_WHITE)),
		json_integer(bot_match_clock(match, EG_BLACK)));
	set(shown, "clock",
		json_pack("{s:I, s:o, s:o, s:o}", "turn", (json_int_t)turn_length(shown), "turns",
			turns, "due", number_or_null(runs, due), "left",
			number_or_null(match->left > 0, match->left)));
}

static json_t *proposal_json(const struct bot_match *match)
{
	static const char *const kinds[] = {
		[BOT_PAUSE] = "pause", [BOT_RESUME] = "resume", [BOT_ABANDON] = "abandon"};

	if (match->status != BOT_PLAYING || match->proposal == BOT_NO_PROPOSAL)
		return json_null();
	return json_pack(
		"{s:o, s:s}", "by", bot_seat_json(match->proposer), "kind", kinds[match->proposal]);
}

static void add_end(struct shown *shown)
{
	const struct bot_match *match = &shown->loaded.match;
	bool ended = match->status == BOT_ENDED;
	char verdict[BOT_RESULT_SIZE] = "";

	if (ended)
		bot_match_result(&shown->loaded, shown->reader->lang, verdict);
	set(shown, "ending", ended ? json_string(bot_ending_name(match->ending)) : json_null());
	set(shown, "winner", bot_seat_json(ended ? match->winner : EG_NOBODY));
	set(shown, "verdict", text_or_null(verdict));
}

/* The match as a whole */

/* Returns a player's hand after the match. Everybody may see it, as in the record. */
static json_t *last_hand(const struct shown *shown, enum eg_seat seat)
{
	return bot_cards_json(bot_position_seen_by(&shown->loaded, seat)->round.hand);
}

static void add_round(struct shown *shown)
{
	if (!shown->dealt) {
		set(shown, "position", json_null());
		set(shown, "news", json_array());
		return;
	}
	bool ended = shown->loaded.match.status == BOT_ENDED;
	json_t *position = bot_position_json(&shown->view.round, !ended);
	if (ended)
		json_object_set_new(position, "shown",
			bot_pair_json(last_hand(shown, EG_WHITE), last_hand(shown, EG_BLACK)));
	set(shown, "position", position);
	set(shown, "news", round_news(&shown->loaded, shown->reader->lang));
}

static void load(struct shown *shown, const struct bot_match *match)
{
	struct bot_host *host = shown->reader->host;
	struct bot_loaded_match *loaded = &shown->loaded;
	const char *user = shown->reader->user;

	bot_match_load(loaded, host, match);
	if (match->status == BOT_ENDED)
		bot_position_replay(loaded);
	bot_match_name_black(loaded, shown->reader->lang);
	shown->seat = user ? bot_match_seat(match, user) : EG_NOBODY;
	shown->dealt = (match->status == BOT_PLAYING || match->status == BOT_ENDED) &&
		       loaded->state.rounds > 0;
	if (shown->dealt && shown->seat != EG_NOBODY)
		bot_match_name_for_player(loaded);
	if (shown->dealt)
		shown->view = *bot_position_seen_by(loaded, shown->seat);
}

static enum bot_match_rank rank_of(const struct shown *shown)
{
	const struct bot_match *match = &shown->loaded.match;
	bool theirs = shown->seat != EG_NOBODY;

	switch (match->status) {
	case BOT_CHALLENGE:
		return theirs && shown->seat != match->challenger ? BOT_RANK_WAITS
								  : BOT_RANK_CHALLENGE;
	case BOT_ACCEPTED:
		return BOT_RANK_ACCEPTED;
	case BOT_ENDED:
		return BOT_RANK_ENDED;
	case BOT_PLAYING:
		break;
	}
	return theirs && match->left == 0 && shown->view.round.to_act == shown->seat
		       ? BOT_RANK_WAITS
		       : BOT_RANK_PLAYED;
}

json_t *bot_match_view(
	const struct bot_reader *reader, const struct bot_match *match, enum bot_match_rank *rank)
{
	struct shown shown = {.reader = reader};

	load(&shown, match);
	shown.json = bot_scratch_json(json_object());
	add_terms(&shown);
	add_round(&shown);
	add_own(&shown);
	add_clock(&shown);
	set(&shown, "proposal", proposal_json(&shown.loaded.match));
	add_end(&shown);
	*rank = rank_of(&shown);
	return json_incref(shown.json);
}
