#include "bot/host/membership.h"

#include "bot/call/id_link.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/play/absence.h"
#include "bot/play/clocks.h"
#include "bot/play/presence.h"
#include "bot/show/introduction.h"

#include <string.h>

/*
 * Calls `note` for each match of a user that has not ended: in `room`, or in all rooms if `room` is
 * NULL.
 */
static enum bot_error each_match(struct bot_host *host, const char *room, const char *user,
	enum bot_error (*note)(struct bot_loaded_match *loaded, enum eg_seat seat))
{
	const struct bot_match_filter filter = {.room = room, .player = user, .status = -1};

	enum bot_error error = bot_clocks_update(host);
	return error ? error : bot_match_load_each_of_player(host, &filter, note);
}

enum bot_error bot_host_user_joined(struct bot_host *host, const char *user)
{
	bool joined = false;

	enum bot_error error = bot_store_has_joined(host->store, user, &joined);
	if (error || joined)
		return error;
	error = bot_store_set_joined(host->store, user, true);
	if (!error)
		error = bot_introduction_send(host, user);
	return error ? error : each_match(host, NULL, user, bot_presence_came);
}

static enum bot_error note_left_private(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	return bot_absence_left(loaded, seat, true);
}

static enum bot_error note_left_room(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	return bot_absence_left(loaded, seat, false);
}

enum bot_error bot_host_user_left(struct bot_host *host, const char *room, const char *user)
{
	char owner[BOT_ID_SIZE];

	enum bot_error error = bot_store_private_user(host->store, room, owner);
	if (error == BOT_NOT_FOUND || (!error && strcmp(owner, user) != 0)) {
		error = bot_competition_leave(host->store, user, room);
		return error ? error : each_match(host, room, user, note_left_room);
	}
	if (!error)
		error = bot_store_set_joined(host->store, user, false);
	if (!error)
		error = bot_web_link_end_table(host, user, NULL);
	return error ? error : each_match(host, NULL, user, note_left_private);
}

/*
 * The notice names no hand, so it may be in clear for somebody who can't read encrypted messages.
 */
enum bot_error bot_host_private_room_moved(struct bot_host *host, const char *user, const char *old)
{
	const struct bot_lang *lang = &bot_langs[host->config->language];
	char room[BOT_ID_SIZE], place[64];
	struct bot_page page;

	enum bot_error error = bot_store_private_room(host->store, user, room);
	if (!error)
		error = bot_language_chosen(host, BOT_OF_USER, user, &lang);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	bot_page_init(&page, lang);
	bot_page_string(lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(host, &page, room, place);
	bot_page_say(&page, BOT_MSG_PRIVATE_MOVED, &(struct bot_args){.room = place});
	error = bot_send(host, (struct bot_letter){.to = old, .clear = true}, &page, NULL);
	if (error)
		return error;
	return bot_send(host, (struct bot_letter){.kind = BOT_OUT_LEAVE, .to = old}, NULL, NULL);
}

enum bot_error bot_host_private_room_shared(struct bot_host *host, const char *user)
{
	return bot_web_link_end_table(host, user, NULL);
}

static enum bot_error note_entered(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bool joined = false;

	enum bot_error error =
		bot_store_has_joined(loaded->host->store, loaded->match.player[seat], &joined);
	return error || !joined ? error : bot_presence_came(loaded, seat);
}

enum bot_error bot_host_user_entered(struct bot_host *host, const char *room, const char *user)
{
	return each_match(host, room, user, note_entered);
}
