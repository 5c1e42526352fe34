/*
 * Links to the bot's web page. bot/call/web_link.h explains what a link opens, and when it ends.
 * The store has only a hash of the token in the link, so nobody can read a usable link in the
 * store.
 */
#ifndef BOT_STORE_WEB_LINKS_H
#define BOT_STORE_WEB_LINKS_H

#include "bot/store/database.h"

#define BOT_WEB_LINK_HASH 32 /* bytes of the hash of a token */

/* A link ends if nobody uses it for so long: 30 days. */
#define BOT_WEB_LINK_IDLE (INT64_C(30) * 24 * 3600 * 1000)

/*
 * Noting that a link is used writes to the store. So the bot notes it only if the last note is a
 * day old.
 */
#define BOT_WEB_LINK_NOTED_EACH (INT64_C(24) * 3600 * 1000)

enum bot_web_link_kind {
	BOT_WEB_LINK_TABLE,  /* a user's matches, with the user's hands */
	BOT_WEB_LINK_BOARD,  /* the public boards of a room's matches */
	BOT_WEB_LINK_REPLAY, /* a match that has ended, with both hands */
};

#include "bot/store/links.inc"

/*
 * Adds a link. A user's new link replaces the old one. Fails with BOT_INVALID if the link does not
 * belong to exactly the user, the room or the match that its kind demands.
 */
void bot_store_web_link_add(struct bot_store *store, const struct bot_web_link *link);

/* Gets the link with this hash. Returns false if there is none. */
bool bot_store_web_link_get(
	struct bot_store *store, const uint8_t hash[BOT_WEB_LINK_HASH], struct bot_web_link *link);

/* Gets a user's link. Returns false if there is none. */
bool bot_store_web_link_of_user(
	struct bot_store *store, const char *user, struct bot_web_link *link);

/* Notes that a link was used at the time `when`. */
void bot_store_web_link_used(
	struct bot_store *store, const uint8_t hash[BOT_WEB_LINK_HASH], int64_t when);

/* Deletes a user's link. Returns false if there was none. */
bool bot_store_web_link_end(struct bot_store *store, const char *user);

/* Delete the links to the boards of a room, or to the replay of a match, except the newest ones. */
void bot_store_web_links_end_board(struct bot_store *store, const char *room, size_t kept);
void bot_store_web_links_end_replay(struct bot_store *store, int64_t match, size_t kept);

/* Deletes all links to tables and boards, but not those to replays. */
void bot_store_web_links_end_tables_and_boards(struct bot_store *store);

#endif
