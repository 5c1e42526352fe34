#include "bot/host/membership.h"

#include "bot/base/attempt.h"
#include "bot/call/reader_zone.h"
#include "bot/call/web_link.h"
#include "bot/host/reachability.h"
#include "bot/match/loading.h"
#include "bot/play/absence.h"
#include "bot/play/days_off.h"
#include "bot/play/presence.h"
#include "bot/show/introduction.h"

#include <string.h>

/*
 * Calls `note` for each match of a user that has not ended: in `room`, or in all rooms if `room` is
 * NULL.
 */
static void each_match(struct bot_host *host, const char *room, const char *user,
	void (*note)(struct bot_loaded_match *loaded, enum eg_seat seat))
{
	const struct bot_match_filter filter = {.room = room, .player = user, .status = -1};

	bot_days_off_update_clocks(host);
	bot_match_load_each_of_player(host, &filter, note);
}

static void note_user_joined(struct bot_host *host, const char *user)
{
	if (bot_store_has_joined(host->store, user))
		return;
	bot_store_set_joined(host->store, user, true);
	bot_introduction_send(host, user);
	bot_reachability_end_invited(host, user, BOT_MSG_INVITED_JOINED);
	each_match(host, NULL, user, bot_presence_came);
}

enum bot_error bot_host_user_joined(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(note_user_joined(host, user));
}

static void note_left_private(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bot_absence_left(loaded, seat, BOT_LEFT_PRIVATE);
}

static void note_declined(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bot_absence_left(loaded, seat, BOT_DECLINED);
}

static void note_left_room(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bot_absence_left(loaded, seat, BOT_LEFT_ROOM);
}

static void note_user_left(struct bot_host *host, const char *room, const char *user)
{
	char owner[BOT_ID_SIZE];

	if (!bot_store_private_user(host->store, room, owner) || strcmp(owner, user) != 0) {
		bot_competition_leave(host->store, user, room);
		each_match(host, room, user, note_left_room);
		return;
	}
	bool joined = bot_store_has_joined(host->store, user);
	bot_store_set_joined(host->store, user, false);
	bot_web_link_end_table(host, user);
	each_match(host, NULL, user, joined ? note_left_private : note_declined);
}

enum bot_error bot_host_user_left(struct bot_host *host, const char *room, const char *user)
{
	BOT_ATTEMPT(note_user_left(host, room, user));
}

/*
 * The notice names no hand, so it may be in clear for somebody who can't read encrypted messages.
 */
static void note_private_room_moved(struct bot_host *host, const char *user, const char *old)
{
	const struct bot_lang *lang = &bot_langs[host->config->language];
	char room[BOT_ID_SIZE], place[64];
	BOT_PAGE(page);

	if (!bot_store_private_room(host->store, user, room))
		return;
	lang = bot_language_chosen(host, BOT_OF_USER, user, lang);
	bot_page_init(&page, lang);
	bot_page_string(lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(host, &page, room, place);
	bot_page_say(&page, BOT_MSG_PRIVATE_MOVED, &(struct bot_args){.room = place});
	bot_send(host, (struct bot_letter){.to = old, .clear = true}, &page, NULL);
	bot_send(host, (struct bot_letter){.kind = BOT_OUT_LEAVE, .to = old}, NULL, NULL);
}

enum bot_error bot_host_private_room_moved(struct bot_host *host, const char *user, const char *old)
{
	BOT_ATTEMPT(note_private_room_moved(host, user, old));
}

enum bot_error bot_host_private_room_shared(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(bot_web_link_end_table(host, user));
}

static void note_entered(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	if (bot_store_has_joined(loaded->host->store, loaded->match.player[seat]))
		bot_presence_came(loaded, seat);
}

enum bot_error bot_host_user_entered(struct bot_host *host, const char *room, const char *user)
{
	BOT_ATTEMPT(each_match(host, room, user, note_entered));
}

enum bot_error bot_host_profile_zone(struct bot_host *host, const char *user, const char *zone)
{
	BOT_ATTEMPT(bot_reader_zone_publish(host, user, zone));
}

enum bot_error bot_host_profile_zone_fails(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(bot_reader_zone_put_off(host, user));
}
