/*
 * What the bot's page shows live: a player's table, the board of a room for people who follow its
 * matches, the pool sheets and the tableau of a room's club night, and the tables of its season.
 * Each is one line of JSON, which the caller frees with free(). The functions only read the store,
 * so they need no transaction.
 *
 * A table has all matches and challenges of the player, but at most BOT_MATCHES_MOST, and the match
 * that ended last, if that was at most a day ago. The match that waits for the player comes first.
 * `hands` is where the player wants their hands while the table is open: page or chat. `auto` is
 * whether their forced actions play themselves. `night` is only there for a player who takes part
 * in a night: what comes next. `seasons` is the list of the seasons in which they take part,
 * likewise. A board has the same for a room, but only what everybody may know. `night` is true if
 * the room has a night to show: it has a page of its own, so that the sheets are not sent with each
 * action. `season` likewise.
 */
#ifndef BOT_TABLE_TABLE_VIEW_H
#define BOT_TABLE_TABLE_VIEW_H

#include "bot/base/error.h"

struct bot_host;

/*
 * These return BOT_STORE_CORRUPT if a stored match is damaged; see bot_host_set_aside_damage.
 */
BOT_MUST_USE enum bot_error bot_table_of_user(struct bot_host *host, const char *user, char **json);
BOT_MUST_USE enum bot_error bot_table_of_room(struct bot_host *host, const char *room, char **json);
BOT_MUST_USE enum bot_error bot_table_of_night(
	struct bot_host *host, const char *room, char **json);
BOT_MUST_USE enum bot_error bot_table_of_season(
	struct bot_host *host, const char *room, char **json);

#endif
