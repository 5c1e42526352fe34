#include "bot/match/selection.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/web_link.h"

#include "bot/match/loading.h"
#include "bot/match/position.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Reads the matches that fit the filter and the selector. */
static struct bot_match_list *list_filtered(const struct bot_call *call,
	const struct bot_match_selector *selector, const struct bot_match_filter *filter)
{
	struct bot_match_list *all = bot_match_list_load(call->host->store, filter);
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++)
		if (selector->fits(call, &all->match[i]))
			all->match[kept++] = all->match[i];
	all->count = kept;
	return all;
}

/* Reads the matches that fit the selector. */
static struct bot_match_list *list_fitting(
	const struct bot_call *call, const struct bot_match_selector *selector)
{
	const struct bot_message *message = call->message;
	struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = selector->others && !message->private ? NULL : message->sender,
		.status = -1};

	struct bot_match_list *list = list_filtered(call, selector, &filter);

	if (list->count > 0 || message->private || !selector->anywhere)
		return list;
	filter.room = NULL;
	filter.player = message->sender;
	return list_filtered(call, selector, &filter);
}

static const struct bot_match *find_id(const struct bot_match_list *list, int64_t id)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->match[i].id == id)
			return &list->match[i];
	return NULL;
}

/* Keeps only the matches of the list for which `keeps` is true, unless it is true for none. */
static void narrow(const struct bot_call *call, struct bot_match_list *list,
	bool (*keeps)(const struct bot_call *call, const struct bot_match *match))
{
	size_t kept = 0;

	for (size_t i = 0; keeps && list->count > 1 && i < list->count; i++)
		if (keeps(call, &list->match[i]))
			list->match[kept++] = list->match[i];
	if (kept > 0)
		list->count = kept;
}

/*
 * Puts the match whose turn ends first before the others: the bot's question names it as an
 * example.
 */
static void put_urgent_first(const struct bot_call *call, struct bot_match_list *list)
{
	int64_t first = INT64_MAX, due;

	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match match = list->match[i];

		if (!bot_store_timer_get(call->host->store, match.id, BOT_TIMER_FORFEIT, &due) ||
			due >= first)
			continue;
		first = due;
		memmove(&list->match[1], &list->match[0], i * sizeof(match));
		list->match[0] = match;
	}
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
static void write_matches(
	const struct bot_call *call, const struct bot_match_list *list, struct bot_page *page)
{
	const char *comma = page->lang->messages[BOT_MSG_LIST_COMMA];
	size_t here = 0;

	for (size_t i = 0; i < list->count; i++)
		here += is_here(call, &list->match[i]);
	for (size_t i = 0; i < list->count; i++) {
		struct bot_match match = list->match[i];
		struct bot_loaded_match loaded;
		bool marked = here < list->count && is_here(call, &match);

		/* With this status, bot_match_load replays no rounds. */
		match.status = BOT_CHALLENGE;
		bot_match_load(&loaded, call->host, &match);
		bot_match_name_black(&loaded, call->lang);
		if (i > 0)
			bot_page_add(page, comma, comma);
		else
			bot_page_space(page);
		bot_page_say(page, marked ? BOT_MSG_WHICH_HERE : BOT_MSG_WHICH_MATCH,
			&(struct bot_args){.id = match.id,
				.white = loaded.cast.name[EG_WHITE],
				.black = loaded.cast.name[EG_BLACK]});
	}
}

/* Sends the page, which asks for the number of a match. */
static void ask_for_number(const struct bot_call *call, const struct bot_page *page)
{
	char command[BOT_QUESTION_SIZE];

	bot_question_copy_words(call, 0, 0, command);
	const size_t length = strlen(command);
	if (call->words.question && length + 1 < sizeof(command)) /* which the number leaves */
		memcpy(command + length, "?", 2);
	bot_ask_page(call, page, BOT_ASKS_NUMBER, command);
}

/* Asks the sender which match of the list the command is about. */
static void ask_which(const struct bot_call *call, const struct bot_match_list *list)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_WHICH,
		&(struct bot_args){.prefix = bot_call_prefix(call), .id = list->match[0].id});
	write_matches(call, list, &page);
	ask_for_number(call, &page);
}

/* Answers that the command is not possible with a match, and lists those with which it is. */
static void say_no_such_match(
	const struct bot_call *call, const struct bot_match_list *list, int64_t id)
{
	BOT_PAGE(page);

	if (bot_call_refuse(call))
		return;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_NO_SUCH_MATCH, &(struct bot_args){.id = id});
	if (list->count == 0) {
		bot_reply_page(call, &page);
		return;
	}
	bot_page_say(&page, BOT_MSG_WHICH_ELSE, NULL);
	write_matches(call, list, &page);
	ask_for_number(call, &page);
}

/*
 * Whether the sender replied to a message of another match, as far as the bot can believe it: a
 * server can have written this reply. So the bot asks, instead of obeying either.
 */
static bool is_contradicted(const struct bot_call *call, const struct bot_match *match)
{
	const struct bot_message *message = call->message;
	struct bot_post post;

	return message->reply_to && message->reply_forgeable &&
	       bot_store_post_by_event(call->host->store, message->reply_to, &post) &&
	       post.match != 0 && post.match != match->id;
}

/*
 * Answers that no match fits. If the command is about a match in which the sender plays, and they
 * play in another room, tells them where they can write.
 */
static void say_none(const struct bot_call *call, enum bot_msg none)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.player = message->sender, .status = BOT_PLAYING};
	char room[BOT_ID_SIZE], place[64];
	struct bot_match match;
	BOT_PAGE(page);

	if (none != BOT_MSG_NO_MATCH || message->private) {
		bot_reply(call, none, (struct bot_args){0});
		return;
	}
	if (bot_store_match_find(call->host->store, &filter, &match, 1) == 0 ||
		!bot_store_private_room(call->host->store, message->sender, room)) {
		bot_reply(call, none, (struct bot_args){0});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_page_string(call->lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(call->host, &page, room, place);
	bot_page_say(
		&page, BOT_MSG_MATCH_ELSEWHERE, &(struct bot_args){.id = match.id, .room = place});
	bot_reply_page(call, &page);
}

/*
 * Finds the match that the command is about among the matches that fit. If no match or several
 * matches are possible, tells the sender and returns NULL.
 */
static const struct bot_match *find_match(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_match_list *list)
{
	int64_t id = call->words.id;

	const struct bot_match *match = NULL;
	if (id == 0)
		id = bot_call_replied_match(call);
	if (id != 0) {
		match = find_id(list, id);
		if (!match)
			say_no_such_match(call, list, id);
		return match;
	}
	if (list->count == 0) {
		say_none(call, selector->none);
		return NULL;
	}
	narrow(call, list, selector->prefers);
	if (!call->message->reply_to) /* a reply names the match, or contradicts the words */
		narrow(call, list, selector->suits);
	if (list->count > 1)
		put_urgent_first(call, list);
	else if (is_contradicted(call, list->match))
		list = list_fitting(call, selector);
	else
		return list->match;
	ask_which(call, list);
	return NULL;
}

bool bot_match_select(const struct bot_call *call, const struct bot_match_selector *selector,
	struct bot_loaded_match *loaded)
{

	struct bot_match_list *list = list_fitting(call, selector);
	const struct bot_match *match = find_match(call, selector, list);

	if (match)
		bot_match_load(loaded, call->host, match);
	return match != NULL;
}

bool bot_match_is_played(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	return match->status == BOT_PLAYING;
}

bool bot_match_waits_for_sender(const struct bot_call *call, const struct bot_match *match)
{
	return bot_position_public(call->host->store, match).round.to_act ==
	       bot_match_seat(match, call->message->sender);
}

bool bot_match_select_own(
	const struct bot_call *call, struct bot_loaded_match *loaded, enum eg_seat *seat)
{
	return bot_match_select_suited(call, NULL, loaded, seat);
}

bool bot_match_select_suited(const struct bot_call *call,
	bool (*suits)(const struct bot_call *call, const struct bot_match *match),
	struct bot_loaded_match *loaded, enum eg_seat *seat)
{
	const struct bot_match_selector selector = {bot_match_is_played, bot_match_waits_for_sender,
		.suits = suits, .none = BOT_MSG_NO_MATCH};

	if (!bot_match_select(call, &selector, loaded))
		return false;
	*seat = bot_match_seat(&loaded->match, call->message->sender);
	return true;
}

void bot_match_visit_own(const struct bot_call *call, int status,
	void (*visit)(const struct bot_call *call, const struct bot_match *match, void *self),
	void *self)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = status};

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++)
		visit(call, &list->match[i], self);
}
