#include "bot/match/loaded_match.h"

#include "bot/base/memory.h"
#include "bot/command/link.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/turn_clock.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum bot_error bot_match_deal_stored_round(const struct bot_loaded_match *loaded, uint16_t number,
	struct bot_round *round, struct eg_match *before)
{
	struct bot_store *store = loaded->host->store;
	int64_t id = loaded->match.id;

	*before = (struct eg_match){.rules = loaded->match.rules,
		.rounds = (uint16_t)(number - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	enum bot_error error = bot_store_round_get(store, id, number, round);
	if (error)
		return error;
	return eg_match_deal(before, round->deck) ? bot_store_damaged(store, id) : BOT_OK;
}

void bot_match_name_black(struct bot_loaded_match *loaded, const struct bot_lang *lang)
{
	enum bot_msg name = loaded->match.practice == BOT_NO_PRACTICE
				    ? BOT_MSG_SOMEBODY /* an open challenge */
				    : bot_practice_opponent_name(loaded->match.practice);
	char *label = loaded->label[EG_BLACK];

	if (loaded->match.player[EG_BLACK][0])
		return;
	bot_page_string(lang, name, NULL, label, BOT_LABEL_SIZE);
	memcpy(loaded->with_id[EG_BLACK], label, BOT_LABEL_SIZE);
}

static enum bot_error load_label(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	const char *user = loaded->match.player[seat];

	loaded->cast.name[seat] = loaded->label[seat];
	loaded->cast.with_id[seat] = loaded->with_id[seat];
	if (!user[0]) {
		bot_match_name_black(loaded, loaded->lang);
		return BOT_OK;
	}
	enum bot_error error = bot_name_labels(
		loaded->host->store, user, loaded->label[seat], loaded->with_id[seat]);
	if (!error && loaded->match.private) /* the only reader is this player */
		loaded->cast.with_id[seat] = loaded->label[seat];
	return error;
}

/*
 * Adds a player's id to their name if the name looks like the first part of the other player's id,
 * for example if the name is "bob" and the other player is @bob:example.org.
 */
static void tell_apart(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	char local[BOT_NAME_SIZE], name[BOT_NAME_SIZE], other[BOT_NAME_SIZE];
	const char *user = loaded->match.player[eg_opponent(seat)];
	struct bot_text text;

	bot_text_init(&text, local, sizeof(local));
	bot_text_add_bytes(&text, user, strcspn(user, ":"));
	bot_name_skeleton(local, other);
	bot_name_skeleton(loaded->label[seat], name);
	if (name[0] && strcmp(name, other) == 0)
		memcpy(loaded->label[seat], loaded->with_id[seat], BOT_LABEL_SIZE);
}

static bool is_shown_by_id(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	return strcmp(loaded->label[seat], loaded->match.player[seat]) == 0;
}

enum bot_error bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match)
{
	loaded->host = host;
	loaded->match = *match;
	loaded->cast = (struct bot_cast){.id = match->id};
	loaded->timers = (struct bot_timers){0};
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
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (is_shown_by_id(loaded, eg_opponent(seat)))
			tell_apart(loaded, seat);
	if (match->status != BOT_PLAYING)
		return BOT_OK;
	error = bot_store_replay(host->store, match, &loaded->state);
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
			error = bot_link_user(loaded->host, page, loaded->match.player[seat],
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
	struct bot_shuffle shuffle = {0};
	char id[2 * BOT_ID_SIZE];
	struct bot_cause before;

	enum bot_error error = bot_store_shuffle(store, match->id, &shuffle);
	if (error) /* a practice match */
		snprintf(id, sizeof(id), "%s %" PRIx64, match->room, match->dice);
	else
		snprintf(id, sizeof(id), "%s", shuffle.challenge);
	sodium_memzero(&shuffle, sizeof(shuffle));
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

/* The match that a command is about */

/* Reads the matches that fit the filter and the selector. The caller frees *list. */
static enum bot_error list_filtered(const struct bot_call *call,
	const struct bot_match_selector *selector, const struct bot_match_filter *filter,
	struct bot_match_list **list)
{
	struct bot_match_list *all;
	size_t kept = 0;

	enum bot_error error = bot_match_list_load(call->host->store, filter, &all);
	if (error)
		return error;
	for (size_t i = 0; i < all->count; i++)
		if (selector->fits(call, &all->match[i]))
			all->match[kept++] = all->match[i];
	all->count = kept;
	*list = all;
	return BOT_OK;
}

/* Reads the matches that fit the selector. The caller frees *list. */
static enum bot_error list_fitting(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_match_list **list)
{
	const struct bot_message *message = call->message;
	struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = selector->others && !message->private ? NULL : message->sender,
		.status = -1};

	enum bot_error error = list_filtered(call, selector, &filter, list);
	if (error || (*list)->count > 0 || message->private || !selector->anywhere)
		return error;
	free(*list);
	filter.room = NULL;
	filter.player = message->sender;
	return list_filtered(call, selector, &filter, list);
}

static const struct bot_match *find_id(const struct bot_match_list *list, int64_t id)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->match[i].id == id)
			return &list->match[i];
	return NULL;
}

/*
 * Finds the only match that the command prefers. Sets *match to NULL if the command prefers no
 * match, or several matches.
 */
static enum bot_error find_preferred(const struct bot_call *call,
	const struct bot_match_selector *selector, const struct bot_match_list *list,
	const struct bot_match **match)
{
	const struct bot_match *only = NULL;
	size_t count = 0;

	for (size_t i = 0; selector->prefers && i < list->count; i++) {
		bool preferred = false;
		enum bot_error error = selector->prefers(call, &list->match[i], &preferred);
		if (error)
			return error;
		if (preferred)
			only = &list->match[i];
		count += preferred;
	}
	*match = count == 1 ? only : NULL;
	return BOT_OK;
}

/* Whether the match is shown where the sender wrote the command. */
static bool is_here(const struct bot_call *call, const struct bot_match *match)
{
	return strcmp(match->room, call->message->room) == 0;
}

/*
 * Writes the number and the players of each match of the list. If the matches are not all in one
 * place, also says which of them are here.
 */
static enum bot_error write_matches(
	const struct bot_call *call, const struct bot_match_list *list, struct bot_page *page)
{
	size_t here = 0;

	for (size_t i = 0; i < list->count; i++)
		here += is_here(call, &list->match[i]);
	for (size_t i = 0; i < list->count; i++) {
		struct bot_match match = list->match[i];
		struct bot_loaded_match loaded;
		bool marked = here < list->count && is_here(call, &match);

		/* With this status, bot_match_load replays no rounds. */
		match.status = BOT_CHALLENGE;
		enum bot_error error = bot_match_load(&loaded, call->host, &match);
		if (error)
			return error;
		bot_match_name_black(&loaded, call->lang);
		bot_page_say(page, marked ? BOT_MSG_WHICH_HERE : BOT_MSG_WHICH_MATCH,
			&(struct bot_args){.id = match.id,
				.white = loaded.cast.name[EG_WHITE],
				.black = loaded.cast.name[EG_BLACK]});
	}
	return BOT_OK;
}

/* Asks the sender which match of the list the command is about. */
static enum bot_error ask_which(const struct bot_call *call, const struct bot_match_list *list)
{
	struct bot_page page;

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_WHICH, &(struct bot_args){.id = list->match[0].id});
	enum bot_error error = write_matches(call, list, &page);
	return error ? error : bot_reply_page(call, &page);
}

/* Answers that the command is not possible with a match, and lists those with which it is. */
static enum bot_error say_no_such_match(
	const struct bot_call *call, const struct bot_match_list *list, int64_t id)
{
	enum bot_error error = BOT_OK;
	struct bot_page page;

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_NO_SUCH_MATCH, &(struct bot_args){.id = id});
	if (list->count > 0) {
		bot_page_say(&page, BOT_MSG_WHICH_ELSE, NULL);
		error = write_matches(call, list, &page);
	}
	return error ? error : bot_reply_page(call, &page);
}

/*
 * Sets *match to NULL if the sender replied to a message of another match, as far as the bot can
 * believe it: a server can have written this reply. So the bot asks, instead of obeying either.
 */
static enum bot_error drop_contradicted(const struct bot_call *call, const struct bot_match **match)
{
	const struct bot_message *message = call->message;
	struct bot_post post = {0};

	if (!message->reply_to || !message->reply_forgeable)
		return BOT_OK;
	enum bot_error error = bot_store_post_by_event(call->host->store, message->reply_to, &post);
	if (!error && post.match != 0 && post.match != (*match)->id)
		*match = NULL;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/*
 * Answers that no match fits. If the command is about a match in which the sender plays, and they
 * play in another room, tells them where they can write.
 */
static enum bot_error say_none(const struct bot_call *call, enum bot_msg none)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.player = message->sender, .status = BOT_PLAYING};
	char room[BOT_ID_SIZE], place[64];
	struct bot_match match;
	struct bot_page page;
	size_t count = 0;

	if (none != BOT_MSG_NO_MATCH || message->private)
		return bot_reply(call, none, (struct bot_args){0});
	enum bot_error error = bot_store_match_find(call->host->store, &filter, &match, 1, &count);
	if (!error && count > 0)
		error = bot_store_private_room(call->host->store, message->sender, room);
	if (count == 0 || error == BOT_NOT_FOUND)
		return error && count == 0 ? error : bot_reply(call, none, (struct bot_args){0});
	if (error)
		return error;
	bot_page_init(&page, call->lang);
	bot_page_string(call->lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_link_room(call->host, &page, room, place);
	bot_page_say(
		&page, BOT_MSG_MATCH_ELSEWHERE, &(struct bot_args){.id = match.id, .room = place});
	return bot_reply_page(call, &page);
}

/*
 * Finds the match that the command is about among the matches that fit. If no match or several
 * matches are possible, tells the sender and sets *match to NULL.
 */
static enum bot_error find_match(const struct bot_call *call,
	const struct bot_match_selector *selector, const struct bot_match_list *list,
	const struct bot_match **match)
{
	int64_t id = call->words.id;
	enum bot_error error = BOT_OK;

	*match = NULL;
	if (id == 0)
		error = bot_call_replied_match(call, &id);
	if (error)
		return error;
	if (id != 0) {
		*match = find_id(list, id);
		return *match ? BOT_OK : say_no_such_match(call, list, id);
	}
	if (list->count == 0)
		return say_none(call, selector->none);
	*match = list->match;
	if (list->count > 1)
		error = find_preferred(call, selector, list, match);
	if (!error && *match)
		error = drop_contradicted(call, match);
	return error || *match ? error : ask_which(call, list);
}

enum bot_error bot_match_select(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_loaded_match *loaded, bool *found)
{
	const struct bot_match *match = NULL;
	struct bot_match_list *list;

	enum bot_error error = list_fitting(call, selector, &list);
	if (error)
		return error;
	error = find_match(call, selector, list, &match);
	*found = !error && match;
	if (*found)
		error = bot_match_load(loaded, call->host, match);
	free(list);
	return error;
}

bool bot_match_is_played(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	return match->status == BOT_PLAYING;
}

enum bot_error bot_match_waits_for_sender(
	const struct bot_call *call, const struct bot_match *match, bool *waits)
{
	struct eg_match state;

	enum bot_error error = bot_store_replay(call->host->store, match, &state);
	if (!error)
		*waits = state.round.to_act == bot_match_seat(match, call->message->sender);
	return error;
}

enum bot_error bot_match_select_own(const struct bot_call *call, struct bot_loaded_match *loaded,
	enum eg_seat *seat, bool *found)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, bot_match_waits_for_sender, .none = BOT_MSG_NO_MATCH};

	enum bot_error error = bot_match_select(call, &selector, loaded, found);
	if (!error && *found)
		*seat = bot_match_seat(&loaded->match, call->message->sender);
	return error;
}
