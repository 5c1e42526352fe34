/*
 * Links in messages. Those to users, rooms and messages are made by the platform (`link` in struct
 * bot_port); if it makes none, the messages have only the texts. The others lead to the bot's web
 * page. A link ends with a token, which nobody can guess. Everybody who has the token may see what
 * the link opens; no account is needed. The token is in the part of the URL after the #, which
 * browsers don't send. The bot makes links only if the configuration has web.url.
 *
 * - A user's table shows their matches and hands, and they play there. The bot sends this link only
 *   to the user in private. A user has at most one.
 * - A board shows the public view of a room's matches, and the room's club night and season. The
 *   bot makes one when somebody in the room asks for it. The link to a night or a season is one to
 *   a board that opens it first.
 * - A replay shows a match that has ended, with both hands, as its record does.
 *
 * A link ends if nobody uses it for BOT_WEB_LINK_IDLE, if its owner asks for a new one or writes
 * `link off`, if the user leaves their private room or a third person joins it, if the user is
 * banned or erased, if the bot leaves the room of a board, and if the store forgets the match. A
 * few links to the same board or replay work at the same time: a new one must not end a link that
 * people use.
 */
#ifndef BOT_CALL_WEB_LINK_H
#define BOT_CALL_WEB_LINK_H

#include "bot/call/call.h"

#define BOT_WEB_LINKS_KEPT                                                                         \
	8 /* the most links to the board of a room, or to the replay of a match */

/* Whether the bot has a web page. */
bool bot_web_link_is_available(const struct bot_host *host);

/*
 * Make a link and add a message with it to the page. The message for a table ends the user's
 * earlier link. It may go only to this user in private.
 */
void bot_web_link_add_table(struct bot_host *host, struct bot_page *page, const char *user);
void bot_web_link_add_board(struct bot_host *host, struct bot_page *page, const char *room);
void bot_web_link_add_competition(struct bot_host *host, struct bot_page *page, const char *room,
	enum bot_competition_kind kind);
void bot_web_link_add_replay(struct bot_host *host, struct bot_page *page, int64_t match);

/*
 * The sheet of a competition has a link to its page, which is the same at each edit of the sheet.
 * bot_web_link_begin_sheet makes it when the competition begins. bot_web_link_add_sheet adds it to
 * the sheet, unless it has ended; moderators end it with the other links of the room.
 */
void bot_web_link_begin_sheet(struct bot_host *host, const struct bot_competition *competition);
void bot_web_link_add_sheet(
	struct bot_host *host, struct bot_page *page, const struct bot_competition *competition);

/* Returns whether the bot has a web page and the user has no link to their table. */
bool bot_web_link_is_due(struct bot_host *host, const char *user);

/*
 * Sends the user the page in private, with a link to their table below its text, if a link is due.
 * The link is a message of its own, because the bot edits the messages with hands, and can't repeat
 * a token that it has sent.
 */
void bot_web_link_offer(struct bot_host *host, const char *user, struct bot_page *page);

/* Ends the link to a user's table. Returns false if they had none. */
bool bot_web_link_end_table(struct bot_host *host, const char *user);

/* Ends all links to the board of a room. */
void bot_web_link_end_board(struct bot_host *host, const char *room);

/*
 * Ends all links to tables and boards: an older copy of the store has replaced the store,
 * and may have links that their owners have ended since.
 */
void bot_web_link_end_tables_and_boards(struct bot_host *host);

/*
 * Finds the link with this token, by the hash of the token, so the time that this takes tells
 * nothing about other tokens. Notes once a day that the link is used, in the caller's transaction.
 * Returns false if no link has this token, if the link has ended, or if its user is banned.
 */
bool bot_web_link_open(struct bot_host *host, const char *token, struct bot_web_link *link);

/*
 * From now on, the page's HTML shows `label` as a link to the user, where a placeholder has this
 * string (see bot_page_link). Clients show such a link as a pill with the user's display name and
 * picture. Does nothing if bot_name_may_link says no. `label` may be any label of the user.
 */
void bot_id_link_user(
	const struct bot_host *host, struct bot_page *page, const char *user, const char *label);

/*
 * From now on, the page shows `text` as a link to the room, where a placeholder has this string.
 * The body has the URL after the text.
 */
void bot_id_link_room(
	const struct bot_host *host, struct bot_page *page, const char *room, const char *text);

/* Likewise, as a link to an event of the room, or to the room if there are no such links. */
void bot_id_link_event(const struct bot_host *host, struct bot_page *page, const char *room,
	const char *event, const char *text);

#endif
