/* Rounds: decks, actions, and the match they replay to. */
#include "bot/store/query.h"

#include <string.h>

enum bot_error bot_store_round_add(
	struct bot_store *store, int64_t match, uint16_t round, const uint8_t deck[EG_DECK])
{
	char text[EG_DECK + 1] = "";
	for (size_t i = 0; i < EG_DECK; i++) {
		if (deck[i] < 1 || deck[i] > EG_VALUES)
			return BOT_INVALID;
		text[i] = (char)('0' + deck[i]);
	}
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROUND_ADD);
	bot_query_int(&query, match);
	bot_query_int(&query, round);
	bot_query_text(&query, text);
	return bot_query_write(&query);
}

enum bot_error bot_store_action_add(
	struct bot_store *store, int64_t match, uint16_t round, struct eg_action action)
{
	char text[EG_ACTION_SIZE];
	eg_action_print(action, text);
	struct bot_query query;
	int64_t number;
	bot_query_begin(&query, store, BOT_SQL_ACTION_ADD);
	bot_query_int(&query, match);
	bot_query_int(&query, round);
	bot_query_text(&query, text);
	return bot_query_write_one(&query, &number);
}

/* What is no digit of a card becomes a card that no deck has. */
static bool deal(struct eg_match *match, const char *text)
{
	uint8_t deck[EG_DECK];
	if (!text || strlen(text) != EG_DECK)
		return false;
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(text[i] - '0');
	return eg_match_deal(match, deck) == EG_OK;
}

static bool play(struct eg_match *match, const char *text)
{
	while (text && *text) {
		struct eg_action action;
		size_t length = strcspn(text, " ");
		if (eg_action_parse(text, length, &action) || eg_match_play(match, action))
			return false;
		text += length;
		text += *text == ' ';
	}
	return text != NULL;
}

enum bot_error bot_store_replay(
	struct bot_store *store, const struct bot_match *match, struct eg_match *state)
{
	struct eg_match replayed;
	if (eg_match_init(&replayed, &match->rules))
		return BOT_STORE_CORRUPT;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROUND_LIST);
	bot_query_int(&query, match->id);
	while (bot_query_row(&query)) {
		int64_t number = bot_query_get_int(&query, 1, UINT16_MAX);
		const char *deck = bot_query_get_text(&query);
		const char *actions = bot_query_get_text(&query);
		if (!query.error && (number != replayed.rounds + 1 || !deal(&replayed, deck) ||
					    !play(&replayed, actions)))
			query.error = BOT_STORE_CORRUPT;
	}
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*state = replayed;
	return error;
}
