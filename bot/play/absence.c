#include "bot/play/absence.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/play/early_ending.h"
#include "bot/play/match_life.h"
#include "bot/play/presence.h"
#include "bot/store/rounds.h"

/* Ends a match, in which not both have acted, because of the player in `seat`. */
static void end_early(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg why)
{
	const struct bot_early_ending early = {why, BOT_MSG_EARLY_LOST, BOT_FORFEITED};

	if (loaded->match.status == BOT_PLAYING)
		bot_early_ending_end(loaded, seat, &early);
	else
		bot_match_end(loaded, BOT_VOID, EG_NOBODY, why,
			(struct bot_args){.name = loaded->cast.name[seat]});
}

void bot_absence_end_unjoined(struct bot_loaded_match *loaded)
{
	bool acted[2];

	bot_store_acted(loaded->host->store, &loaded->match, acted);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {

		if (!bot_presence_has_joined(loaded, seat) && !acted[seat]) {
			end_early(loaded, seat, BOT_MSG_VOID_UNJOINED);
			return;
		}
	}
}

/*
 * Handles that a fencer has left a room during a bout. Whoever leaves the room of the competition
 * has withdrawn from it, and it ends their bouts. A bout that waits ends only when its time is
 * over: else whoever leaves would win it, as the only one who had come.
 */
static void left_bout(struct bot_loaded_match *loaded, enum eg_seat seat, bool private)
{
	if (private && loaded->match.status == BOT_PLAYING)
		bot_presence_note_left(loaded, seat);
}

void bot_absence_left(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_place_left place)
{
	const struct bot_match *match = &loaded->match;
	bool both = false, private = place != BOT_LEFT_ROOM;

	if (match->practice != BOT_NO_PRACTICE)
		return;
	if (match->competition != 0) {
		left_bout(loaded, seat, private);
		return;
	}
	if (match->status == BOT_CHALLENGE) {
		if (!private)
			bot_match_end(loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_CANCELLED,
				(struct bot_args){0});
		return;
	}
	if (match->status == BOT_PLAYING && place == BOT_LEFT_PRIVATE) {
		bot_presence_note_left(loaded, seat);
		return;
	}
	if (match->status == BOT_PLAYING)
		both = bot_store_both_acted(loaded->host->store, match);
	if (!both)
		end_early(loaded, seat, private ? BOT_MSG_VOID_DECLINED : BOT_MSG_VOID_LEFT);
	else
		bot_presence_note_absent(
			loaded, seat, private ? BOT_MSG_ABSENT_PRIVATE : BOT_MSG_ABSENT);
}

/* Erased users */

static void stop_erased(struct bot_loaded_match *loaded)
{
	bot_match_stop(loaded, BOT_MSG_MATCH_ERASED);
}

void bot_absence_end_erased(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	bot_competition_leave(host->store, user, NULL);

	bot_match_load_each(host, &filter, stop_erased);
	bot_web_link_end_table(host, user);
	bot_leave_private_room(host, user);
}
