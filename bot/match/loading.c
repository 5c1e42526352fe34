#include "bot/match/loading.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/call/reader_zone.h"
#include "bot/call/web_link.h"
#include "bot/match/position.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/turn_clock.h"
#include "bot/store/rounds.h"
#include "bot/text/name_skeleton.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void load_label(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_name_labels *named = &loaded->named[seat];
	const char *user = loaded->match.player[seat];

	loaded->cast.name[seat] = named->label;
	loaded->cast.with_id[seat] = named->with_id;
	if (user[0])
		bot_name_labels(loaded->host->store, user, named);
	else
		bot_match_name_black(loaded, loaded->lang);
}

/* Reduces the first part of a user id to its skeleton: for example, "bob" of @bob:example.org. */
static void reduce_id(const char *user, char skeleton[BOT_NAME_SIZE])
{
	char local[BOT_NAME_SIZE];
	struct bot_text text = bot_text_in(local, sizeof(local));

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
static void load_zone(struct bot_loaded_match *loaded)
{
	const struct bot_match *match = &loaded->match;

	loaded->zone[0] = '\0';
	if (match->clock == 0)
		return;
	if (match->private)
		bot_reader_zone(loaded->host, match->player[EG_WHITE], loaded->zone);
	else
		bot_zone_of_room(loaded->host, match->room, loaded->zone);
}

void bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match)
{
	loaded->host = host;
	loaded->match = *match;
	loaded->cast =
		(struct bot_cast){.id = match->id, .casual = match->casual && match->clock > 0};
	loaded->state = (struct eg_match_view){0};
	loaded->position = NULL;
	loaded->timers = (struct bot_timers){0};
	loaded->quiet[EG_WHITE].known = loaded->quiet[EG_BLACK].known = false;
	loaded->lang = bot_language_of_room(host, match->room);
	if (match->private)
		loaded->lang = bot_language_chosen(
			host, BOT_OF_USER, match->player[EG_WHITE], loaded->lang);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		loaded->own[seat] = loaded->lang;
		load_label(loaded, seat);
		if (match->player[seat][0])
			loaded->own[seat] = bot_language_chosen(
				host, BOT_OF_USER, match->player[seat], loaded->own[seat]);
	}
	tell_apart(loaded);
	if (match->private)
		bot_match_name_for_player(loaded);
	/* A challenge may become a match with these data. */
	load_zone(loaded);
	if (match->status != BOT_PLAYING)
		return;
	bot_position_replay(loaded);
	loaded->timers = bot_store_timers(host->store, match->id);
	bot_clock_load(loaded);
}

/*
 * The match's number is not a part of the cause: if the bot handles events again on an older store,
 * two challenges of one moment may get each other's numbers.
 */
struct bot_cause bot_match_enter_cause(
	struct bot_host *host, const struct bot_match *match, const char *kind, int64_t number)
{
	struct bot_store *store = host->store;
	char id[2 * BOT_ID_SIZE];

	if (!bot_store_shuffle_challenge(store, match->id, id)) /* a practice match */
		snprintf(id, sizeof(id), "%s %" PRIx64, match->room, match->dice);
	return bot_cause_enter(store, kind, id, number);
}

/* Lists of matches */

struct bot_match_list *bot_match_list_load(
	struct bot_store *store, const struct bot_match_filter *filter)
{
	/* Not bot_scratch, because to clear 384 KB takes longer than the search. */
	struct bot_match_list *list = bot_malloc(sizeof(*list));

	bot_scratch_own(list, free);
	list->count = bot_store_match_find(store, filter, list->match, BOT_MATCHES_MOST);
	return list;
}

void bot_match_load_each_of_player(struct bot_host *host, const struct bot_match_filter *filter,
	void (*handle)(struct bot_loaded_match *loaded, enum eg_seat seat))
{

	struct bot_match_list *list = bot_match_list_load(host->store, filter);
	for (size_t i = 0; i < list->count; i++) {
		struct bot_loaded_match loaded;

		bot_match_load(&loaded, host, &list->match[i]);
		handle(&loaded, bot_match_seat(&list->match[i], filter->player));
	}
}

#define PAGE 64 /* how many matches bot_match_load_each reads from the store at once */

static void handle_page(struct bot_host *host, const struct bot_match *matches, size_t count,
	void (*handle)(struct bot_loaded_match *loaded))
{
	for (size_t i = 0; i < count; i++) {
		struct bot_loaded_match loaded;

		bot_match_load(&loaded, host, &matches[i]);
		handle(&loaded);
	}
}

/* The filter names a status. So the matches come in the order of their ids. */
static void load_each_with_status(struct bot_host *host, struct bot_match_filter filter,
	void (*handle)(struct bot_loaded_match *loaded))
{
	struct bot_match *matches = bot_scratch(PAGE * sizeof(*matches));
	size_t count = PAGE;

	while (count == PAGE) {
		count = bot_store_match_find(host->store, &filter, matches, PAGE);
		handle_page(host, matches, count, handle);
		if (count > 0)
			filter.after = matches[count - 1].id;
	}
}

void bot_match_load_each(struct bot_host *host, const struct bot_match_filter *filter,
	void (*handle)(struct bot_loaded_match *loaded))
{
	static const enum bot_match_status statuses[] = {BOT_CHALLENGE, BOT_ACCEPTED, BOT_PLAYING};
	struct bot_match_filter one = *filter;

	if (filter->status >= 0) {
		load_each_with_status(host, one, handle);
		return;
	}
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		one.status = (int)statuses[i];
		load_each_with_status(host, one, handle);
	}
}

struct bot_args bot_kind_args(
	const struct bot_lang *lang, enum bot_competition_kind kind, char command[BOT_WORDS_SIZE])
{
	static const enum bot_msg names[] = {[BOT_KIND_NIGHT] = BOT_MSG_WEB_NIGHT,
		[BOT_KIND_SEASON] = BOT_MSG_WEB_SEASON,
		[BOT_KIND_TEAM] = BOT_MSG_TEAM_MATCH};
	static const struct bot_command commands[] = {
		[BOT_KIND_NIGHT] = {.usage = BOT_MSG_USAGE_NIGHT},
		[BOT_KIND_SEASON] = {.usage = BOT_MSG_USAGE_SEASON},
		[BOT_KIND_TEAM] = {.usage = BOT_MSG_USAGE_TEAM}};

	bot_command_word(&commands[kind], lang, command);
	return (struct bot_args){.kind = lang->messages[names[kind]], .command = command};
}

struct bot_args bot_bout_args(struct bot_host *host, int64_t competition,
	const struct bot_lang *lang, char command[BOT_WORDS_SIZE])
{
	enum bot_competition_kind kind;

	kind = bot_competition_kind(host->store, competition);
	return bot_kind_args(lang, kind, command);
}

void bot_bout_reply_fixed(const struct bot_call *call, const struct bot_match *match)
{
	char command[BOT_WORDS_SIZE];
	struct bot_args args = bot_bout_args(call->host, match->competition, call->lang, command);

	args.id = match->id;
	bot_reply(call, BOT_MSG_BOUT_FIXED, args);
}
