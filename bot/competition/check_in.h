/* The check-in of a club night, which finds out who of those who have signed up is there. */
#ifndef BOT_COMPETITION_CHECK_IN_H
#define BOT_COMPETITION_CHECK_IN_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

#define BOT_NIGHT_CHECK_IN INT64_C(600000)  /* how many milliseconds the check-in takes */
#define BOT_NIGHT_RECENT   INT64_C(1800000) /* a sign-up within this time counts as a check-in */

/*
 * Begins the check-in if it is time. Fencers who signed up lately count as present. The bot asks
 * the others in the room.
 */
void bot_check_in_begin(struct bot_host *host, struct bot_contest *night);

/*
 * Writes the room of the check-in that waits for the call's sender: they have signed up, and have
 * not said that they are there. In a room, looks only at its own night. Sets room[0] to 0 if there
 * is none.
 */
void bot_check_in_find(const struct bot_call *call, char room[BOT_ID_SIZE]);

/*
 * Writes the ids of those who have signed up and not checked in, with a space between two of them.
 * `ids` has BOT_CONTEST_ROWS * BOT_ID_SIZE bytes.
 */
void bot_check_in_list(const struct bot_contest *night, char *ids);

/* Ends the check-in. Fencers who did not check in, or were banned since, do not take part. */
void bot_check_in_close(struct bot_host *host, struct bot_contest *night);

#endif
