#include "bot/host/reachability.h"

#include "bot/call/id_link.h"
#include "bot/call/once.h"
#include "bot/challenge/challenge.h"
#include "bot/commands/private_form.h"
#include "bot/match/loading.h"
#include "bot/play/clocks.h"
#include "bot/play/match_life.h"
#include "bot/play/presence.h"
#include "bot/show/hand.h"
#include "bot/show/introduction.h"
#include "bot/text/name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum bot_error bot_host_private_topic(
	struct bot_host *host, const char *user, char topic[BOT_TOPIC_SIZE])
{
	const struct bot_message message = {.private = true, .room = "", .sender = user};
	const struct bot_lang *lang;

	enum bot_error error = bot_language_of_message(host, &message, &lang);
	if (!error)
		bot_page_string(lang, BOT_MSG_PRIVATE_TOPIC, NULL, topic, BOT_TOPIC_SIZE);
	return error;
}

enum bot_error bot_host_private_form(
	struct bot_host *host, const char *user, enum bot_private_form *form)
{
	return bot_private_form_chosen(host, user, form);
}

/*
 * Adds what the user can do instead of verifying the device: write on another one that is verified,
 * or ask for cards in clear. If they have a verified device, the bot would not believe that they
 * ask for this (private_form.h).
 */
static enum bot_error add_other_way(struct bot_host *host, struct bot_page *page, const char *user,
	enum bot_encryption_fault why, const char *prefix)
{
	enum bot_protection now = BOT_PLAIN;
	enum bot_error error = BOT_OK;

	if (host->port->protection)
		error = bot_private_form_protection(host, user, &now);
	bool has_device = now == BOT_PROTECTED;
	if (error || (has_device && why == BOT_FAULT_NOT_ENCRYPTED))
		return error;
	bot_page_say(page, has_device ? BOT_MSG_UNREAD_OTHER_DEVICE : BOT_MSG_UNREAD_CLEAR,
		&(struct bot_args){.prefix = prefix});
	return BOT_OK;
}

/* Whether the user's account can't verify a device before it is set up for that. */
static bool has_no_identity(const struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;

	return port->reading && port->reading(port->self, NULL, user) == BOT_MUST_SET_UP;
}

enum bot_error bot_host_explain_encryption_fault(
	struct bot_host *host, const char *room, const char *user, enum bot_encryption_fault why)
{
	static const enum bot_msg texts[] = {[BOT_FAULT_NO_KEY] = BOT_MSG_UNREAD_WITHOUT_KEY,
		[BOT_FAULT_UNSIGNED_DEVICE] = BOT_MSG_UNREAD_UNSIGNED,
		[BOT_FAULT_NOT_ENCRYPTED] = BOT_MSG_UNREAD_NOT_ENCRYPTED,
		[BOT_FAULT_WITHHELD] = BOT_MSG_UNREAD_WITHHELD};
	const struct bot_letter letter = {.to = room, .mentions = user, .clear = true};
	char name[BOT_LABEL_SIZE], owner[BOT_ID_SIZE];
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, room, &lang);
	if (!error)
		error = bot_language_chosen(host, BOT_OF_USER, user, &lang);
	if (!error)
		error = bot_name_label(host->store, user, name);
	if (error)
		return error;
	error = bot_store_private_user(host->store, room, owner);
	if (error && error != BOT_NOT_FOUND)
		return error;
	const char *prefix = error ? host->prefix : "";
	bot_page_init(&page, lang);
	bot_page_say(&page, texts[why], &(struct bot_args){.name = name});
	bot_page_line(&page);
	if (why != BOT_FAULT_NOT_ENCRYPTED) {
		bot_page_say(&page,
			has_no_identity(host, user) ? BOT_MSG_UNREAD_SET_UP : BOT_MSG_UNREAD_VERIFY,
			NULL);
		bot_page_line(&page);
	}
	error = add_other_way(host, &page, user, why, prefix);
	return error ? error : bot_send(host, letter, &page, NULL);
}

/* Loads the matches of a user that were accepted and have not ended. The caller frees *list. */
static enum bot_error list_accepted(
	struct bot_host *host, const char *user, struct bot_match_list **list)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct bot_match_list *all;
	size_t kept = 0;

	enum bot_error error = bot_match_list_load(host->store, &filter, &all);
	if (error)
		return error;
	for (size_t i = 0; i < all->count; i++)
		if (all->match[i].status != BOT_CHALLENGE)
			all->match[kept++] = all->match[i];
	all->count = kept;
	*list = all;
	return BOT_OK;
}

/* Whether a match waits for the bot to reach the user. */
static bool waits_for(const struct bot_match_list *list, const char *user)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (match->status == BOT_ACCEPTED && !match->reached[bot_match_seat(match, user)])
			return true;
	}
	return false;
}

static enum bot_error say_replaced(
	struct bot_host *host, const char *room, const char *user, const struct bot_lang *lang)
{
	const struct bot_letter letter = {.to = room, .mentions = user, .clear = true};
	char name[BOT_LABEL_SIZE];
	struct bot_page page;

	enum bot_error error = bot_name_label(host->store, user, name);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_IDENTITY_REPLACED, &(struct bot_args){.name = name});
	return bot_send(host, letter, &page, NULL);
}

enum bot_error bot_host_plays(struct bot_host *host, const char *user, bool *plays)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match match;
	size_t count = 0;

	enum bot_error error = bot_store_match_find(host->store, &filter, &match, 1, &count);
	if (!error)
		*plays = count > 0;
	return error;
}

/* Whether an earlier match of the list has the room of match `i`. */
static bool is_room_told(const struct bot_match_list *list, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(list->match[j].room, list->match[i].room) == 0)
			return true;
	return false;
}

enum bot_error bot_host_identity_replaced(struct bot_host *host, const char *room, const char *user)
{
	const struct bot_lang *lang;
	struct bot_match_list *list;

	enum bot_error error = bot_language_of_room(host, room, &lang);
	if (!error)
		error = bot_language_chosen(host, BOT_OF_USER, user, &lang);
	if (!error)
		error = say_replaced(host, room, user, lang);
	if (!error)
		error = list_accepted(host, user, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++) {
		const char *of_match = list->match[i].room;

		if (strcmp(of_match, room) == 0 || is_room_told(list, i))
			continue;
		error = bot_language_of_room(host, of_match, &lang);
		if (!error)
			error = say_replaced(host, of_match, user, lang);
	}
	free(list);
	return error;
}

/*
 * Finds out whether the bot has told the room of a competition already that the player must accept
 * an invitation, and notes that the room knows now. A newcomer can have many bouts, and the room
 * needs the message only once.
 */
static enum bot_error has_told_invited(
	struct bot_host *host, const struct bot_match *match, const char *user, bool *told)
{
	char what[48];

	*told = false;
	if (match->competition == 0)
		return BOT_OK;
	snprintf(what, sizeof(what), "invited in competition %" PRId64, match->competition);
	return bot_once_is_again(host->store, user, what, told);
}

/*
 * Tells the room of a match that the player must accept the invitation to the private room. The
 * message links to this room, because some clients show invitations where people do not look.
 */
static enum bot_error tell_invited(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat)
{
	const char *user = match->player[seat];
	struct bot_letter letter = {.to = match->room, .match = match->id, .mentions = user};
	enum bot_private_form form = BOT_FORM_CONFIGURED;
	char room[BOT_ID_SIZE], place[64];
	struct bot_loaded_match loaded;
	struct bot_cause outer;
	struct bot_page page;
	bool told;

	enum bot_error error = has_told_invited(host, match, user, &told);
	if (error || told)
		return error;
	error = bot_private_form_chosen(host, user, &form);
	if (!error)
		error = bot_match_load(&loaded, host, match);
	if (error)
		return error;
	/* Somebody who can't read encrypted messages must be able to read this one. */
	letter.clear = form == BOT_FORM_CLEAR;
	bot_page_init(&page, loaded.lang);
	bot_page_string(loaded.lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	error = bot_store_private_room(host->store, user, room);
	if (!error)
		bot_id_link_room(host, &page, room, place);
	if (!error || error == BOT_NOT_FOUND)
		error = bot_id_link_user(host, &page, user, loaded.cast.name[seat]);
	if (error)
		return error;
	bot_page_say(&page, BOT_MSG_INVITED,
		&(struct bot_args){.id = match->id, .name = loaded.cast.name[seat], .room = place});
	/* An older store may learn of the same invitation by another request or event. */
	error = bot_match_enter_cause(host, match, "invited", seat, &outer);
	if (!error)
		error = bot_send(host, letter, &page, NULL);
	bot_cause_leave(host->store, &outer);
	return error;
}

/*
 * Notes that the bot can reach the player. Begins an accepted match if the bot can now reach both
 * players. In a match that has begun, sends the player's hand again.
 */
static enum bot_error reached(struct bot_host *host, struct bot_match *match, enum eg_seat seat)
{
	struct bot_loaded_match loaded;
	struct bot_page page;

	match->reached[seat] = true;
	enum bot_error error = bot_store_match_save(host->store, match);
	if (error || (match->status == BOT_ACCEPTED && !match->reached[eg_opponent(seat)]))
		return error;
	error = bot_match_load(&loaded, host, match);
	if (error)
		return error;
	if (match->status == BOT_ACCEPTED)
		return bot_match_begin(&loaded);
	bot_page_init(&page, loaded.own[seat]);
	bool acts = loaded.state.round.to_act == seat;
	return bot_show_hand(&loaded, &page, seat, acts ? BOT_RING : BOT_QUIET);
}

enum bot_error bot_host_user_reached(struct bot_host *host, const char *user, bool joined)
{
	struct bot_match_list *list;

	enum bot_error error = bot_clocks_update(host);
	if (!error)
		error = list_accepted(host, user, &list);
	if (error)
		return error;
	/*
	 * If the adapter has reached the user for a match that waits, the bot does not send the
	 * hands of other matches again.
	 */
	bool show_hands = !waits_for(list, user);
	if (joined)
		error = bot_introduction_send(host, user);
	for (size_t i = 0; !error && i < list->count; i++) {
		struct bot_match *match = &list->match[i];
		enum eg_seat seat = bot_match_seat(match, user);

		if (!joined && !match->reached[seat])
			error = tell_invited(host, match, seat);
		if (!error &&
			(!match->reached[seat] || (show_hands && match->status == BOT_PLAYING)))
			error = reached(host, match, seat);
	}
	free(list);
	return error;
}

static enum bot_error unreachable(
	struct bot_host *host, struct bot_match *match, enum eg_seat seat, enum bot_unreachable why)
{
	static const enum bot_msg texts[] = {[BOT_REFUSED] = BOT_MSG_REFUSED,
		[BOT_SERVER_ENCRYPTS] = BOT_MSG_PRIVATE_UNREADABLE,
		[BOT_UNKNOWN_USER] = BOT_MSG_UNKNOWN_USER,
		[BOT_NO_TRUSTED_DEVICE] = BOT_MSG_NO_TRUSTED_DEVICE};
	struct bot_loaded_match loaded;

	match->reached[seat] = false;
	enum bot_error error = bot_store_match_save(host->store, match);
	if (!error)
		error = bot_match_load(&loaded, host, match);
	if (error)
		return error;
	bool no_identity =
		why == BOT_NO_TRUSTED_DEVICE && has_no_identity(host, match->player[seat]);
	return bot_send_to_room(host,
		(struct bot_letter){.to = match->room, .match = match->id, .clear = true},
		no_identity ? BOT_MSG_NO_IDENTITY : texts[why],
		(struct bot_args){
			.name = loaded.cast.name[seat], .bot = host->port->user, .id = match->id});
}

/* Notes that the hand of a player did not arrive, if they are to act in the match. */
static enum bot_error note_undelivered(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat)
{
	struct bot_loaded_match loaded;

	enum bot_error error = bot_match_load(&loaded, host, match);
	if (error || loaded.state.round.to_act != seat)
		return error;
	return bot_presence_unreachable(&loaded);
}

enum bot_error bot_host_user_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why)
{
	struct bot_match_list *list;

	enum bot_error error = bot_clocks_update(host);
	if (!error)
		error = list_accepted(host, user, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++) {
		struct bot_match *match = &list->match[i];
		enum eg_seat seat = bot_match_seat(match, user);

		if (match->status == BOT_ACCEPTED || match->reached[seat])
			error = unreachable(host, match, seat, why);
		if (!error && match->status == BOT_PLAYING)
			error = note_undelivered(host, match, seat);
	}
	free(list);
	return error;
}

enum bot_error bot_host_user_outside(struct bot_host *host, int64_t match)
{
	enum bot_error error = bot_clocks_update(host);

	return error ? error : bot_challenge_end_outside(host, match);
}
