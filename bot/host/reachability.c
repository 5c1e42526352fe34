#include "bot/host/reachability.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/challenge/challenge.h"
#include "bot/commands/private_form.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/play/days_off.h"
#include "bot/play/match_life.h"
#include "bot/play/presence.h"
#include "bot/show/hand.h"
#include "bot/show/introduction.h"
#include "bot/text/name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_private_topic(struct bot_host *host, const char *user, char topic[BOT_TOPIC_SIZE])
{
	const struct bot_message message = {.private = true, .room = "", .sender = user};

	const struct bot_lang *lang = bot_language_of_message(host, &message);
	bot_page_string(lang, BOT_MSG_PRIVATE_TOPIC, NULL, topic, BOT_TOPIC_SIZE);
}

enum bot_error bot_host_private_topic(
	struct bot_host *host, const char *user, char topic[BOT_TOPIC_SIZE])
{
	BOT_ATTEMPT(write_private_topic(host, user, topic));
}

enum bot_error bot_host_private_form(
	struct bot_host *host, const char *user, enum bot_private_form *form)
{
	BOT_ATTEMPT(*form = bot_private_form_chosen(host, user));
}

/*
 * Adds what the user can do instead of verifying the device: write on another one that is verified,
 * or ask for cards in clear. If they have a verified device, the bot would not believe that they
 * ask for this (private_form.h).
 */
static void add_other_way(struct bot_host *host, struct bot_page *page, const char *user,
	enum bot_encryption_fault why, const char *prefix)
{
	bool has_device =
		host->port->protection && bot_private_form_protection(host, user) == BOT_PROTECTED;

	if (has_device && why == BOT_FAULT_NOT_ENCRYPTED)
		return;
	bot_page_say(page, has_device ? BOT_MSG_UNREAD_OTHER_DEVICE : BOT_MSG_UNREAD_CLEAR,
		&(struct bot_args){.prefix = prefix});
}

/* Whether the user's account can't verify a device before it is set up for that. */
static bool has_no_identity(const struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;

	return port->reading && port->reading(port->self, NULL, user) == BOT_MUST_SET_UP;
}

static void explain_encryption_fault(
	struct bot_host *host, const char *room, const char *user, enum bot_encryption_fault why)
{
	static const enum bot_msg texts[] = {[BOT_FAULT_NO_KEY] = BOT_MSG_UNREAD_WITHOUT_KEY,
		[BOT_FAULT_UNSIGNED_DEVICE] = BOT_MSG_UNREAD_UNSIGNED,
		[BOT_FAULT_NOT_ENCRYPTED] = BOT_MSG_UNREAD_NOT_ENCRYPTED,
		[BOT_FAULT_WITHHELD] = BOT_MSG_UNREAD_WITHHELD};
	const struct bot_letter letter = {.to = room, .mentions = user, .clear = true};
	char name[BOT_LABEL_SIZE], owner[BOT_ID_SIZE];
	BOT_PAGE(page);

	const struct bot_lang *lang = bot_language_of_room(host, room);
	lang = bot_language_chosen(host, BOT_OF_USER, user, lang);
	bot_name_label(host->store, user, name);
	bool private = bot_store_private_user(host->store, room, owner);
	bot_page_init(&page, lang);
	bot_page_say(&page, texts[why], &(struct bot_args){.name = name});
	bot_page_line(&page);
	if (why != BOT_FAULT_NOT_ENCRYPTED) {
		bot_page_say(&page,
			has_no_identity(host, user) ? BOT_MSG_UNREAD_SET_UP : BOT_MSG_UNREAD_VERIFY,
			NULL);
		bot_page_line(&page);
	}
	add_other_way(host, &page, user, why, private ? "" : host->prefix);
	bot_send(host, letter, &page, NULL);
}

enum bot_error bot_host_explain_encryption_fault(
	struct bot_host *host, const char *room, const char *user, enum bot_encryption_fault why)
{
	BOT_ATTEMPT(explain_encryption_fault(host, room, user, why));
}

/* Loads the matches of a user that were accepted and have not ended. */
static struct bot_match_list *list_accepted(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct bot_match_list *all = bot_match_list_load(host->store, &filter);
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++)
		if (all->match[i].status != BOT_CHALLENGE)
			all->match[kept++] = all->match[i];
	all->count = kept;
	return all;
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

static void say_replaced(
	struct bot_host *host, const char *room, const char *user, const struct bot_lang *lang)
{
	const struct bot_letter letter = {.to = room, .mentions = user, .clear = true};
	char name[BOT_LABEL_SIZE];

	bot_name_label(host->store, user, name);
	bot_send_message(
		host, letter, lang, BOT_MSG_IDENTITY_REPLACED, (struct bot_args){.name = name});
}

static bool has_match(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match match;

	return bot_store_match_find(host->store, &filter, &match, 1) > 0;
}

enum bot_error bot_host_plays(struct bot_host *host, const char *user, bool *plays)
{
	BOT_ATTEMPT(*plays = has_match(host, user));
}

/* Whether an earlier match of the list has the room of match `i`. */
static bool is_room_told(const struct bot_match_list *list, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(list->match[j].room, list->match[i].room) == 0)
			return true;
	return false;
}

static void note_identity_replaced(struct bot_host *host, const char *room, const char *user)
{
	const struct bot_lang *lang = bot_language_of_room(host, room);

	say_replaced(host, room, user, bot_language_chosen(host, BOT_OF_USER, user, lang));
	struct bot_match_list *list = list_accepted(host, user);
	for (size_t i = 0; i < list->count; i++) {
		const char *of_match = list->match[i].room;

		if (strcmp(of_match, room) == 0 || is_room_told(list, i))
			continue;
		lang = bot_language_of_room(host, of_match);
		say_replaced(host, of_match, user, lang);
	}
}

enum bot_error bot_host_identity_replaced(struct bot_host *host, const char *room, const char *user)
{
	BOT_ATTEMPT(note_identity_replaced(host, room, user));
}

/*
 * A message in the room of a match asks a user to accept the invitation to their private room. This
 * setting of the user names the match and the post of the message.
 */
#define INVITED "invited"

/*
 * Loads the match in whose room this message is. Returns the post of the message, or 0 if there is
 * none.
 */
static int64_t find_invited(struct bot_host *host, const char *user, struct bot_match *match)
{
	char value[BOT_SETTING_SIZE], *post;

	if (!bot_store_setting(host->store, BOT_OF_USER, user, INVITED, value) ||
		!bot_store_match_get(host->store, strtoll(value, &post, 10), match))
		return 0;
	return strtoll(post, NULL, 10);
}

void bot_reachability_end_invited(struct bot_host *host, const char *user, enum bot_msg msg)
{
	struct bot_loaded_match loaded;
	struct bot_match match;
	int64_t post = find_invited(host, user, &match);

	if (post == 0)
		return;
	bot_store_set_setting(host->store, BOT_OF_USER, user, INVITED, NULL);
	if (bot_outbox_take_back(host->store, post))
		return;
	bot_match_load(&loaded, host, &match);
	bot_send_message(host,
		(struct bot_letter){.kind = BOT_OUT_EDIT,
			.to = match.room,
			.match = match.id,
			.edits = post,
			.optional = true},
		loaded.lang, msg,
		(struct bot_args){.name = loaded.cast.name[bot_match_seat(&match, user)]});
}

/* Whether the line stands already for the match's competition: a newcomer can have many bouts. */
static bool has_told_invited(struct bot_host *host, const struct bot_match *match, const char *user)
{
	struct bot_match told;

	return match->competition != 0 && find_invited(host, user, &told) != 0 &&
	       told.competition == match->competition;
}

static void note_invited(struct bot_host *host, int64_t match, const char *user, int64_t post)
{
	char value[BOT_SETTING_SIZE];

	snprintf(value, sizeof(value), "%" PRId64 " %" PRId64, match, post);
	bot_store_set_setting(host->store, BOT_OF_USER, user, INVITED, value);
}

/*
 * Tells the room of a match that the player must accept the invitation to the private room: some
 * clients show invitations where people do not look. The message has no link to this room, which
 * clients would show to everybody else as the room's id.
 */
static void tell_invited(struct bot_host *host, const struct bot_match *match, enum eg_seat seat)
{
	const char *user = match->player[seat];
	struct bot_letter letter = {.to = match->room, .match = match->id, .mentions = user};

	char place[64];
	struct bot_loaded_match loaded;
	BOT_PAGE(page);
	int64_t post = 0;

	if (has_told_invited(host, match, user))
		return;
	bot_reachability_end_invited(host, user, BOT_MSG_INVITED_BEFORE);
	bot_match_load(&loaded, host, match);
	/* Somebody who can't read encrypted messages must be able to read this one. */
	letter.clear = bot_private_form_chosen(host, user) == BOT_FORM_CLEAR;
	bot_page_init(&page, loaded.lang);
	bot_page_string(loaded.lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_user(host, &page, user, loaded.cast.name[seat]);
	bot_page_say(&page, BOT_MSG_INVITED,
		&(struct bot_args){.id = match->id, .name = loaded.cast.name[seat], .room = place});
	/* An older store may learn of the same invitation by another request or event. */
	struct bot_cause outer = bot_match_enter_cause(host, match, "invited", seat);
	bot_send(host, letter, &page, &post);
	note_invited(host, match->id, user, post);
	bot_cause_leave(host->store, &outer);
}

/*
 * Notes that the bot can reach the player. Begins an accepted match if the bot can now reach both
 * players. In a match that has begun, sends the player's hand again.
 */
static void reached(struct bot_host *host, struct bot_match *match, enum eg_seat seat)
{
	struct bot_loaded_match loaded;
	BOT_PAGE(page);

	match->reached[seat] = true;
	bot_store_match_save(host->store, match);
	if (match->status == BOT_ACCEPTED && !match->reached[eg_opponent(seat)])
		return;
	bot_match_load(&loaded, host, match);
	if (match->status == BOT_ACCEPTED) {
		bot_match_begin(&loaded);
		return;
	}
	bot_page_init(&page, loaded.own[seat]);
	bool acts = loaded.state.round.to_act == seat;
	bot_show_hand(
		&loaded, &page, bot_position_seen_by(&loaded, seat), acts ? BOT_RING : BOT_QUIET);
}

static void note_user_reached(struct bot_host *host, const char *user, bool joined)
{

	bot_days_off_update_clocks(host);
	struct bot_match_list *list = list_accepted(host, user);
	/*
	 * If the adapter has reached the user for a match that waits, the bot does not send the
	 * hands of other matches again.
	 */
	bool show_hands = !waits_for(list, user);
	if (joined) {
		bot_introduction_send(host, user);
		bot_reachability_end_invited(host, user, BOT_MSG_INVITED_JOINED);
	}
	for (size_t i = 0; i < list->count; i++) {
		struct bot_match *match = &list->match[i];
		enum eg_seat seat = bot_match_seat(match, user);

		if (!joined && !match->reached[seat])
			tell_invited(host, match, seat);
		if (!match->reached[seat] || (show_hands && match->status == BOT_PLAYING))
			reached(host, match, seat);
	}
}

enum bot_error bot_host_user_reached(struct bot_host *host, const char *user, bool joined)
{
	BOT_ATTEMPT(note_user_reached(host, user, joined));
}

static void unreachable(
	struct bot_host *host, struct bot_match *match, enum eg_seat seat, enum bot_unreachable why)
{
	static const enum bot_msg texts[] = {[BOT_REFUSED] = BOT_MSG_REFUSED,
		[BOT_SERVER_ENCRYPTS] = BOT_MSG_PRIVATE_UNREADABLE,
		[BOT_UNKNOWN_USER] = BOT_MSG_UNKNOWN_USER,
		[BOT_NO_TRUSTED_DEVICE] = BOT_MSG_NO_TRUSTED_DEVICE};
	struct bot_loaded_match loaded;

	match->reached[seat] = false;
	bot_store_match_save(host->store, match);
	bot_match_load(&loaded, host, match);
	bool no_identity =
		why == BOT_NO_TRUSTED_DEVICE && has_no_identity(host, match->player[seat]);
	bot_send_to_room(host,
		(struct bot_letter){.to = match->room, .match = match->id, .clear = true},
		no_identity ? BOT_MSG_NO_IDENTITY : texts[why],
		(struct bot_args){
			.name = loaded.cast.name[seat], .bot = host->port->user, .id = match->id});
}

/* Notes that the hand of a player did not arrive, if they are to act in the match. */
static void note_undelivered(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat)
{
	struct bot_loaded_match loaded;

	bot_match_load(&loaded, host, match);
	if (loaded.state.round.to_act == seat)
		bot_presence_unreachable(&loaded);
}

static void note_user_unreachable(struct bot_host *host, const char *user, enum bot_unreachable why)
{

	bot_days_off_update_clocks(host);
	struct bot_match_list *list = list_accepted(host, user);
	for (size_t i = 0; i < list->count; i++) {
		struct bot_match *match = &list->match[i];
		enum eg_seat seat = bot_match_seat(match, user);

		if (match->status == BOT_ACCEPTED || match->reached[seat])
			unreachable(host, match, seat, why);
		if (match->status == BOT_PLAYING)
			note_undelivered(host, match, seat);
	}
}

enum bot_error bot_host_user_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why)
{
	BOT_ATTEMPT(note_user_unreachable(host, user, why));
}

static void note_user_outside(struct bot_host *host, int64_t match)
{
	bot_days_off_update_clocks(host);

	bot_challenge_end_outside(host, match);
}

enum bot_error bot_host_user_outside(struct bot_host *host, int64_t match)
{
	BOT_ATTEMPT(note_user_outside(host, match));
}
