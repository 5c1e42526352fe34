#include "bot/match/loading.h"

#include "bot/base/memory.h"
#include "bot/call/id_link.h"
#include "bot/call/reader_zone.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/turn_clock.h"
#include "bot/text/name_skeleton.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum bot_error bot_match_deal_stored_round(const struct bot_loaded_match *loaded, uint16_t number,
	struct bot_round *round, struct eg_match *before)
{
	struct bot_store *store = loaded->host->store;
	int64_t id = loaded->match.id;
	enum bot_error error = BOT_OK;

	*before = (struct eg_match){.rules = loaded->match.rules,
		.rounds = (uint16_t)(number - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	if (number == loaded->state.rounds)
		*round = loaded->round;
	else
		error = bot_store_round_get(store, id, number, round);
	if (error)
		return error;
	return eg_match_deal(before, round->deck) ? bot_store_damaged(store, id) : BOT_OK;
}

void bot_match_name_black(struct bot_loaded_match *loaded, const struct bot_lang *lang)
{
	enum bot_msg name = loaded->match.practice == BOT_NO_PRACTICE
				    ? BOT_MSG_SOMEBODY /* an open challenge */
				    : bot_practice_opponent_name(loaded->match.practice);
	struct bot_name_labels *named = &loaded->named[EG_BLACK];

	if (loaded->match.player[EG_BLACK][0])
		return;
	bot_page_string(lang, name, NULL, named->label, BOT_LABEL_SIZE);
	memcpy(named->with_id, named->label, BOT_LABEL_SIZE);
	memcpy(named->alone, named->label, BOT_LABEL_SIZE);
}

static enum bot_error load_label(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_name_labels *named = &loaded->named[seat];
	const char *user = loaded->match.player[seat];

	loaded->cast.name[seat] = named->label;
	loaded->cast.with_id[seat] = named->with_id;
	if (user[0])
		return bot_name_labels(loaded->host->store, user, named);
	bot_match_name_black(loaded, loaded->lang);
	return BOT_OK;
}

/* Reduces the first part of a user id to its skeleton: for example, "bob" of @bob:example.org. */
static void reduce_id(const char *user, char skeleton[BOT_NAME_SIZE])
{
	char local[BOT_NAME_SIZE];
	struct bot_text text;

	bot_text_init(&text, local, sizeof(local));
	bot_text_add_bytes(&text, user, strcspn(user, ":"));
	bot_name_skeleton(local, skeleton);
}

/*
 * Adds the ids to the names that people could mistake for each other: if they look alike, or if one
 * looks like the first part of the other player's id.
 */
static void tell_apart(struct bot_loaded_match *loaded)
{
	char name[2][BOT_NAME_SIZE], id[2][BOT_NAME_SIZE];

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		bot_name_skeleton(loaded->named[seat].alone, name[seat]);
		reduce_id(loaded->match.player[seat], id[seat]);
	}
	bool alike = strcmp(name[EG_WHITE], name[EG_BLACK]) == 0;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		struct bot_name_labels *named = &loaded->named[seat];
		enum eg_seat other = eg_opponent(seat);
		bool like_id = name[seat][0] && strcmp(name[seat], id[other]) == 0;

		/* In a room, the id matters only if the room sees it in place of a name. */
		if (like_id && strcmp(loaded->named[other].label, loaded->match.player[other]) == 0)
			memcpy(named->label, named->with_id, BOT_LABEL_SIZE);
		if (alike || like_id)
			memcpy(named->alone, named->with_id, BOT_LABEL_SIZE);
	}
}

void bot_match_name_for_player(struct bot_loaded_match *loaded)
{
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		loaded->cast.name[seat] = loaded->cast.with_id[seat] = loaded->named[seat].alone;
}

void bot_match_begin_private(
	const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *page)
{
	bot_page_init(page, loaded->own[seat]);
	for (enum eg_seat each = EG_WHITE; each <= EG_BLACK; each++)
		bot_page_rename(page, loaded->cast.name[each], loaded->named[each].alone);
}

const char *bot_match_name_in_answer(
	const struct bot_call *call, const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bool alone = call->message->private &&
		     bot_match_seat(&loaded->match, call->message->sender) != EG_NOBODY;

	return alone ? loaded->named[seat].alone : loaded->cast.name[seat];
}

/* Finds the zone in which the people who see the board read its times. */
static enum bot_error load_zone(struct bot_loaded_match *loaded)
{
	const struct bot_match *match = &loaded->match;
	enum bot_zone_source source;

	loaded->zone[0] = '\0';
	if (match->clock == 0)
		return BOT_OK;
	return match->private ? bot_reader_zone(loaded->host, match->player[EG_WHITE], loaded->zone,
					&source)
			      : bot_zone_of_room(loaded->host, match->room, loaded->zone);
}

enum bot_error bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match)
{
	loaded->host = host;
	loaded->match = *match;
	loaded->cast =
		(struct bot_cast){.id = match->id, .casual = match->casual && match->clock > 0};
	loaded->timers = (struct bot_timers){0};
	loaded->quiet[EG_WHITE].known = loaded->quiet[EG_BLACK].known = false;
	enum bot_error error = bot_language_of_room(host, match->room, &loaded->lang);
	if (!error && match->private)
		error = bot_language_chosen(
			host, BOT_OF_USER, match->player[EG_WHITE], &loaded->lang);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++) {
		loaded->own[seat] = loaded->lang;
		error = load_label(loaded, seat);
		if (!error && match->player[seat][0])
			error = bot_language_chosen(
				host, BOT_OF_USER, match->player[seat], &loaded->own[seat]);
	}
	if (error)
		return error;
	tell_apart(loaded);
	if (match->private)
		bot_match_name_for_player(loaded);
	/* A challenge may become a match with these data. */
	error = load_zone(loaded);
	if (error || match->status != BOT_PLAYING)
		return error;
	error = bot_store_replay(host->store, match, &loaded->state, &loaded->round);
	if (!error)
		error = bot_store_timers(host->store, match->id, &loaded->timers);
	if (!error)
		bot_clock_load(loaded);
	return error;
}

enum bot_error bot_match_link_players(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	enum bot_error error = BOT_OK;

	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		if (loaded->match.player[seat][0])
			error = bot_id_link_user(loaded->host, page, loaded->match.player[seat],
				loaded->cast.name[seat]);
	return error;
}

/*
 * The match's number is not a part of the cause: if the bot handles events again on an older store,
 * two challenges of one moment may get each other's numbers.
 */
enum bot_error bot_match_enter_cause(struct bot_host *host, const struct bot_match *match,
	const char *kind, int64_t number, struct bot_cause *outer)
{
	struct bot_store *store = host->store;
	char id[2 * BOT_ID_SIZE];
	struct bot_cause before;

	enum bot_error error = bot_store_shuffle_challenge(store, match->id, id);
	if (error) /* a practice match */
		snprintf(id, sizeof(id), "%s %" PRIx64, match->room, match->dice);
	before = bot_cause_enter(store, kind, id, number);
	if (outer)
		*outer = before;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Lists of matches */

enum bot_error bot_match_list_load(struct bot_store *store, const struct bot_match_filter *filter,
	struct bot_match_list **list)
{
	struct bot_match_list *loaded = bot_malloc(sizeof(*loaded));

	enum bot_error error = bot_store_match_find(
		store, filter, loaded->match, BOT_MATCHES_MOST, &loaded->count);
	if (error) {
		free(loaded);
		return error;
	}
	*list = loaded;
	return BOT_OK;
}

enum bot_error bot_match_load_each_of_player(struct bot_host *host,
	const struct bot_match_filter *filter,
	enum bot_error (*handle)(struct bot_loaded_match *loaded, enum eg_seat seat))
{
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(host->store, filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++) {
		struct bot_loaded_match loaded;

		error = bot_match_load(&loaded, host, &list->match[i]);
		if (!error)
			error = handle(&loaded, bot_match_seat(&list->match[i], filter->player));
	}
	free(list);
	return error;
}

#define PAGE 64 /* how many matches bot_match_load_each reads from the store at once */

static enum bot_error handle_page(struct bot_host *host, const struct bot_match *matches,
	size_t count, enum bot_error (*handle)(struct bot_loaded_match *loaded))
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < count; i++) {
		struct bot_loaded_match loaded;

		error = bot_match_load(&loaded, host, &matches[i]);
		if (!error)
			error = handle(&loaded);
	}
	return error;
}

/* The filter names a status. So the matches come in the order of their ids. */
static enum bot_error load_each_with_status(struct bot_host *host, struct bot_match_filter filter,
	enum bot_error (*handle)(struct bot_loaded_match *loaded))
{
	struct bot_match *matches = bot_calloc(PAGE, sizeof(*matches));
	enum bot_error error = BOT_OK;
	size_t count = PAGE;

	while (!error && count == PAGE) {
		error = bot_store_match_find(host->store, &filter, matches, PAGE, &count);
		if (!error)
			error = handle_page(host, matches, count, handle);
		if (!error && count > 0)
			filter.after = matches[count - 1].id;
	}
	free(matches);
	return error;
}

enum bot_error bot_match_load_each(struct bot_host *host, const struct bot_match_filter *filter,
	enum bot_error (*handle)(struct bot_loaded_match *loaded))
{
	static const enum bot_match_status statuses[] = {BOT_CHALLENGE, BOT_ACCEPTED, BOT_PLAYING};
	struct bot_match_filter one = *filter;
	enum bot_error error = BOT_OK;

	if (filter->status >= 0)
		return load_each_with_status(host, one, handle);
	for (size_t i = 0; !error && i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		one.status = (int)statuses[i];
		error = load_each_with_status(host, one, handle);
	}
	return error;
}
