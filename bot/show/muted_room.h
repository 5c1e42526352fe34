/*
 * Rooms in which the bot may not write, because the room's moderators have not allowed it. Nobody
 * in such a room sees an answer or a board. So the bot begins nothing there, and tells the people
 * concerned in private: somebody who gives a command there, and the players of a match.
 */
#ifndef BOT_SHOW_MUTED_ROOM_H
#define BOT_SHOW_MUTED_ROOM_H

#include "bot/call/shared_rooms.h"

/* Returns whether the bot may not write in the room. */
bool bot_muted_room_is(const struct bot_host *host, const char *room);

/* Leaves only the rooms in which the sender of the call and the bot may write. */
void bot_muted_rooms_drop(const struct bot_call *call, struct bot_shared_rooms *shared);

/*
 * Tells the sender of the call in private that the bot may not write in `room`, and so has done
 * nothing. Says so only once in eight hours to each user and for each room.
 */
void bot_muted_room_tell(const struct bot_call *call, const char *room);

/*
 * Whether the bot takes the command of the call. In a room in which the bot may not write, it takes
 * only the actions of a player with a match there, because the match goes on. Otherwise tells the
 * sender, as bot_muted_room_tell does.
 */
bool bot_muted_room_check(const struct bot_call *call);

/*
 * Handles that the bot may no longer write in a room, or may write there again. In the first case
 * tells the players of the room's matches, in the second case shows the boards of the matches
 * again.
 */
void bot_muted_room_changed(struct bot_host *host, const char *room, bool muted);

/*
 * Handles that the room of a match has a successor which the bot can't join: tells the players of
 * all matches in the old room. Does nothing if the match has ended.
 */
void bot_muted_room_replaced(struct bot_host *host, int64_t match);

#endif
