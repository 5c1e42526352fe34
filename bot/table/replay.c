#include "bot/table/replay.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/match/loading.h"
#include "bot/play/record.h"
#include "bot/show/board.h"
#include "bot/store/rounds.h"
#include "bot/table/position.h"

/* The replay that is being written. */
struct replay {
	struct bot_loaded_match loaded;
	const struct bot_lang *lang;
	struct eg_match state; /* the position of the next step */
	json_t *rounds;
};

/* Finds a match that was dealt and has ended. `user`: as for bot_replay. */
static bool find_ended(struct bot_host *host, int64_t id, const char *user, struct bot_match *match)
{
	return bot_store_match_get(host->store, id, match) && match->status == BOT_ENDED &&
	       match->ended != 0 && (!user || bot_match_seat(match, user) != EG_NOBODY);
}

/* Returns a step: what was done, and the position after it. `action` is NULL before the first. */
static json_t *step_json(const struct replay *replay, enum eg_seat seat,
	const struct eg_action *action, const char *text)
{
	char notation[EG_ACTION_SIZE];
	struct eg_match_view view;
	const struct eg_round *round = &replay->state.round;
	json_t *json = json_object();

	if (action)
		eg_action_print(*action, notation);
	eg_match_view(&replay->state, EG_NOBODY, &view);
	json_object_set_new(json, "seat", bot_seat_json(seat));
	json_object_set_new(json, "action", action ? json_string(notation) : json_null());
	json_object_set_new(json, "text", bot_text_json(text));
	json_object_set_new(json, "position", bot_position_json(&view.round, true));
	json_object_set_new(json, "hands",
		bot_pair_json(bot_cards_json(round->hand[EG_WHITE]),
			bot_cards_json(round->hand[EG_BLACK])));
	json_object_set_new(json, "score", bot_numbers_json(view.score));
	return json;
}

/* Plays an action, and returns its step. Returns NULL if the rules forbid the action. */
static json_t *play(struct replay *replay, struct eg_action action, bool automatic)
{
	enum eg_seat seat = replay->state.round.to_act;
	struct eg_match_view view;
	BOT_PAGE(page);

	if (eg_match_play(&replay->state, action))
		return NULL;
	bot_page_init(&page, replay->lang);
	bot_board_action(&page, &replay->loaded.cast, seat, action, automatic);
	eg_match_view(&replay->state, EG_NOBODY, &view);
	if (view.round.phase == EG_OVER) {
		bot_page_add(&page, " ", "");
		bot_board_ending(&page, &replay->loaded.cast, &view);
	}
	return step_json(replay, seat, &action, page.body.data);
}

static json_t *begin_round(struct replay *replay)
{
	const struct bot_args args = {.round = replay->state.rounds,
		.name = replay->loaded.cast.name[replay->state.round.to_act]};
	BOT_PAGE(page);

	bot_page_init(&page, replay->lang);
	bot_page_say(&page, BOT_MSG_BOARD_NEXT, &args);
	return step_json(replay, EG_NOBODY, NULL, page.body.data);
}

/* Plays a stored round, and returns its steps. Returns NULL if the round breaks the rules. */
static json_t *round_steps(struct replay *replay, const struct bot_round *round)
{
	json_t *steps = json_array();

	if (eg_match_deal(&replay->state, round->deck)) {
		json_decref(steps);
		return NULL;
	}
	json_array_append_new(steps, begin_round(replay));
	for (size_t i = 0; i < round->actions; i++) {
		json_t *step = play(replay, round->action[i], round->automatic[i]);

		if (!step) {
			json_decref(steps);
			return NULL;
		}
		json_array_append_new(steps, step);
	}
	return steps;
}

static void add_rounds(struct replay *replay)
{
	struct bot_store *store = replay->loaded.host->store;
	const struct bot_match *match = &replay->loaded.match;
	struct bot_round round;

	if (eg_match_init(&replay->state, &match->rules))
		bot_store_damaged(store, match->id);
	for (uint16_t number = 1; bot_store_round_get(store, match->id, number, &round); number++) {
		json_t *steps = round_steps(replay, &round);
		if (!steps)
			bot_store_damaged(store, match->id);
		json_t *json = json_object();
		json_object_set_new(json, "round", json_integer(number));
		json_object_set_new(json, "steps", steps);
		json_array_append_new(replay->rounds, json);
		if (json_array_size(replay->rounds) > BOT_REPLAY_ROUNDS)
			json_array_remove(replay->rounds, 0);
	}
}

/* Writes what the command `verify` says. Says the same for a record that can't be written. */
static void add_verified(const struct replay *replay, json_t *json)
{
	const struct bot_match *match = &replay->loaded.match;
	BOT_PAGE(page);
	bool proven = false;
	char *text;

	bot_page_init(&page, replay->lang);
	if (!bot_record_write(replay->loaded.host, match, &text, &proven))
		bot_page_say(&page, BOT_MSG_NOT_RECORDED, &(struct bot_args){.id = match->id});
	if (text)
		bot_record_check(match, text, proven, "", &page);
	json_object_set_new(json, "verified", bot_text_json(page.body.data));
}

static void add_facts(const struct replay *replay, json_t *json)
{
	const struct bot_match *match = &replay->loaded.match;
	const char *const *name = replay->loaded.cast.name;
	char verdict[BOT_RESULT_SIZE];

	bot_match_result(&replay->loaded, replay->lang, verdict);
	json_object_set_new(json, "type", json_string("replay"));
	json_object_set_new(json, "language", json_string(replay->lang->code));
	json_object_set_new(json, "id", json_integer(match->id));
	json_object_set_new(json, "players",
		bot_pair_json(bot_text_json(name[EG_WHITE]), bot_text_json(name[EG_BLACK])));
	json_object_set_new(json, "level", json_string(eg_rules_name(&match->rules.round)));
	json_object_set_new(json, "touches", json_integer(match->rules.touches));
	json_object_set_new(json, "start", bot_numbers_json(match->rules.start));
	json_object_set_new(json, "ending", json_string(bot_ending_name(match->ending)));
	json_object_set_new(json, "winner", bot_seat_json(match->winner));
	json_object_set_new(json, "verdict", bot_text_json(verdict));
}

/* Loads the match, and finds the language of the reader. */
static void load(struct replay *replay, struct bot_host *host, const struct bot_match *match,
	const char *user)
{
	bot_match_load(&replay->loaded, host, match);

	replay->lang = replay->loaded.lang;
	if (user)
		replay->lang = bot_language_chosen(host, BOT_OF_USER, user, replay->lang);
	bot_match_name_black(&replay->loaded, replay->lang);
}

static char *write_replay(struct bot_host *host, int64_t id, const char *user)
{
	struct replay replay = {0};
	struct bot_match match;

	if (!find_ended(host, id, user, &match))
		bot_fail(BOT_NOT_FOUND);
	load(&replay, host, &match, user);
	json_t *whole = bot_scratch_json(json_object());
	replay.rounds = json_array();
	json_object_set_new(whole, "rounds", replay.rounds);
	add_facts(&replay, whole);
	add_rounds(&replay);
	add_verified(&replay, whole);
	return json_dumps(whole, JSON_COMPACT);
}

enum bot_error bot_replay(struct bot_host *host, int64_t id, const char *user, char **json)
{
	BOT_ATTEMPT(*json = write_replay(host, id, user));
}

static char *write_record(struct bot_host *host, int64_t id, const char *user)
{
	struct bot_match match;
	char *text;
	bool proven;

	if (!find_ended(host, id, user, &match))
		bot_fail(BOT_NOT_FOUND);
	if (!bot_record_write(host, &match, &text, &proven))
		bot_fail(BOT_INVALID);
	if (text)
		return bot_strdup(text);
	bot_fail(BOT_NOT_FOUND);
}

enum bot_error bot_replay_record(struct bot_host *host, int64_t id, const char *user, char **text)
{
	BOT_ATTEMPT(*text = write_record(host, id, user));
}
