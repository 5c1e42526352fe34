#include "bot/store/rounds.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/rows.h"
#include "bot/store/sql/store_state.h"
#include "bot/store/upkeep.h"

#include <string.h>

#define AUTOMATIC "!" /* follows the notation of an action that played itself */

void bot_store_round_add(
	struct bot_store *store, int64_t match, uint16_t round, const uint8_t deck[EG_DECK])
{
	char text[EG_DECK + 1] = "";
	for (size_t i = 0; i < EG_DECK; i++) {
		if (deck[i] < 1 || deck[i] > EG_VALUES)
			bot_fail(BOT_INVALID);
		text[i] = (char)('0' + deck[i]);
	}
	bot_change_note(store, match);
	bot_query_write(BOT_QUERY(store, BOT_SQL_ROUND_ADD, match, round, text));
}

void bot_store_action_add(struct bot_store *store, int64_t match, uint16_t round,
	struct eg_action action, bool automatic)
{
	char text[EG_ACTION_SIZE + sizeof(AUTOMATIC)];
	size_t length = eg_action_print(action, text);
	memcpy(text + length, automatic ? AUTOMATIC : "", automatic ? sizeof(AUTOMATIC) : 1);
	bot_change_note(store, match);
	bot_need(bot_query_write_one(BOT_QUERY(store, BOT_SQL_ACTION_ADD, match, round, text)));
}

/*
 * Reads the digits of a deck. A character that is no digit of a card becomes a value that
 * eg_match_deal rejects.
 */
static bool read_deck(const char *text, uint8_t deck[EG_DECK])
{
	if (!text || strlen(text) != EG_DECK)
		return false;
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(text[i] - '0');
	return true;
}

static bool read_actions(const char *text, struct bot_round *round)
{
	for (round->actions = 0; text && *text; round->actions++) {
		size_t length = strcspn(text, AUTOMATIC " ");
		if (round->actions == BOT_ROUND_MAX ||
			eg_action_parse(text, length, &round->action[round->actions]))
			return false;
		text += length;
		round->automatic[round->actions] = *text == *AUTOMATIC;
		text += *text == *AUTOMATIC;
		if (*text && *text != ' ')
			return false;
		text += *text == ' ';
	}
	return text != NULL;
}

/* Gets the columns `deck` and `actions` of a round. */
static void get_round(struct bot_query *query, struct bot_round *round)
{
	const char *deck = bot_query_get_text(query);
	const char *actions = bot_query_get_text(query);
	if (!query->error && (!read_deck(deck, round->deck) || !read_actions(actions, round)))
		query->error = BOT_STORE_CORRUPT;
}

bool bot_store_round_get(
	struct bot_store *store, int64_t match, uint16_t number, struct bot_round *round)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_ROUND_GET, match, number);

	if (bot_query_one(query))
		get_round(query, round);
	bot_query_blame(query, match);
	return bot_query_end(query);
}

bool bot_round_play(struct eg_match *state, const struct bot_round *round)
{
	if (eg_match_deal(state, round->deck))
		return false;
	for (size_t i = 0; i < round->actions; i++)
		if (eg_match_play(state, round->action[i]))
			return false;
	return true;
}

void bot_store_replay(struct bot_store *store, const struct bot_match *match,
	struct eg_match *state, struct bot_round *last)
{
	struct bot_round round = {0};
	struct eg_match replayed;
	if (eg_match_init(&replayed, &match->rules))
		bot_store_damaged(store, match->id);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_ROUND_LIST, match->id);
	while (bot_query_row(query)) {
		int64_t number = bot_query_get_int(query, 1, UINT16_MAX);
		get_round(query, &round);
		if (!query->error &&
			(number != replayed.rounds + 1 || !bot_round_play(&replayed, &round)))
			query->error = BOT_STORE_CORRUPT;
	}
	bot_query_blame(query, match->id);
	bot_query_end(query);
	*state = replayed;
	if (last)
		*last = round;
}

/* Plays `round` in `state`, and sets acted[] to true for each player who acts in this round. */
static bool note_acts(struct eg_match *state, const struct bot_round *round, bool acted[2])
{
	if (eg_match_deal(state, round->deck))
		return false;
	for (size_t i = 0; i < round->actions; i++) {
		enum eg_seat seat = state->round.to_act;

		if (eg_match_play(state, round->action[i]))
			return false;
		acted[seat] = true;
	}
	return true;
}

void bot_store_acted(struct bot_store *store, const struct bot_match *match, bool acted[2])
{
	struct bot_round round = {0};
	struct eg_match state;

	acted[EG_WHITE] = acted[EG_BLACK] = false;
	for (uint16_t i = 1; !(acted[EG_WHITE] && acted[EG_BLACK]) &&
			     bot_store_round_get(store, match->id, i, &round);
		i++) {
		/* Until the first round is dealt, nobody may know who begins. */
		if ((i == 1 && eg_match_init(&state, &match->rules)) ||
			!note_acts(&state, &round, acted))
			bot_store_damaged(store, match->id);
	}
}

bool bot_store_both_acted(struct bot_store *store, const struct bot_match *match)
{
	bool acted[2];

	bot_store_acted(store, match, acted);
	return acted[EG_WHITE] && acted[EG_BLACK];
}

BOT_ROW_FUNCTIONS(shuffle, SHUFFLES)

static void get_checked(struct bot_query *query, struct bot_shuffle *shuffle)
{
	get_shuffle(query, shuffle);
	if (!query->error && strlen(shuffle->secret) != sizeof(shuffle->secret) - 1)
		query->error = BOT_STORE_CORRUPT;
}

void bot_store_set_shuffle(
	struct bot_store *store, int64_t match, const struct bot_shuffle *shuffle)
{
	bot_kept_drop(
		store, &(struct bot_kept_query){.sql = BOT_SQL_SHUFFLE_CHALLENGE, .number = match});
	bot_query_write(bind_shuffle(BOT_QUERY(store, BOT_SQL_SHUFFLE_SET, match), shuffle));
}

bool bot_store_shuffle(struct bot_store *store, int64_t match, struct bot_shuffle *shuffle)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_SHUFFLE_GET, match);

	if (bot_query_one(query))
		get_checked(query, shuffle);
	bot_query_blame(query, match);
	return bot_query_end(query);
}

bool bot_store_shuffle_challenge(
	struct bot_store *store, int64_t match, char challenge[BOT_ID_SIZE])
{
	const struct bot_kept_query kept = {.sql = BOT_SQL_SHUFFLE_CHALLENGE, .number = match};
	bool found;

	if (bot_kept_find(store, &kept, &found, challenge, BOT_ID_SIZE))
		return found;
	struct bot_query *query = BOT_QUERY(store, kept.sql, match);
	if (bot_query_one(query))
		bot_query_get_id(query, challenge);
	bot_query_blame(query, match);
	found = bot_query_end(query);
	bot_kept_add(store, &kept, found, challenge, found ? strlen(challenge) + 1 : 0);
	return found;
}
