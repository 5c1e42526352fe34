/*
 * What the files of the host share: the host itself, a command being handled, and how its
 * answers get into the outbox.
 */
#ifndef BOT_CALL_H
#define BOT_CALL_H

#include "bot/host.h"
#include "bot/outbox.h"
#include "bot/page.h"
#include "bot/words.h"
#include "config/config.h"
#include "engine/deal/deal.h"

/*
 * Matches that are looked at together: of one player, or in one room. What a player has beyond that
 * is served once others have ended.
 */
#define BOT_MATCHES_MOST 256
_Static_assert(CFG_PER_ROOM_MOST <= BOT_MATCHES_MOST, "a room's matches can all be found");

#define BOT_PREFIX_SIZE 128 /* a prefix as it is shown, with its space */

/* Of a chain of secrets one that comes soon: the rounds before it are found from it. */
struct bot_waypoint {
	unsigned char last[EG_KEY]; /* whose chain it is */
	unsigned char secret[EG_KEY];
	unsigned round; /* 0: it is none */
};
#define BOT_WAYPOINTS 256

struct bot_host {
	struct bot_store *store;
	const struct bot_port *port;
	const struct cfg *config;
	char prefix[BOT_PREFIX_SIZE]; /* what a command in a room begins with */
	int64_t run;                  /* tells this run of the program from others: its start */
	int64_t time;                 /* of this call, as in bot/time.h */
	struct bot_waypoint waypoints[BOT_WAYPOINTS]; /* by the first byte of the chain's end */
};

struct bot_call {
	struct bot_host *host;
	const struct bot_message *message;
	const struct bot_command *command;
	const struct bot_lang *lang; /* of the place it was written in */
	struct bot_words words;      /* the command's name is the first */
	bool mute;                   /* the quota is spent: nothing is answered */
	bool played;                 /* it was an action that a match waited for */
};

/* The prefix that a command needs where the message was written; empty in a private room. */
const char *bot_call_prefix(const struct bot_call *call);

/* The match whose message the sender has replied to; 0: none. */
BOT_MUST_USE enum bot_error bot_replied_to(const struct bot_call *call, int64_t *match);

/*
 * Puts a letter into the outbox; its body, HTML and transaction id are filled in from the page
 * (NULL: none, for what is no message). A page that was cut is sent without its HTML.
 */
BOT_MUST_USE enum bot_error bot_send(struct bot_host *host, struct bot_letter letter,
	const struct bot_page *page, int64_t *post);

/*
 * Answers where the message was written; nothing where the call is mute. Never use it for what
 * concerns a hand.
 */
BOT_MUST_USE enum bot_error bot_reply_page(
	const struct bot_call *call, const struct bot_page *page);
BOT_MUST_USE enum bot_error bot_reply(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args);

/* Answers the sender alone, in his private room and his language. */
BOT_MUST_USE enum bot_error bot_whisper_page(
	const struct bot_call *call, const struct bot_page *page, int64_t match);
BOT_MUST_USE enum bot_error bot_whisper(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args);

/* Tells a match's room one thing, in the room's language. */
BOT_MUST_USE enum bot_error bot_announce(struct bot_host *host, const struct bot_match *match,
	enum bot_msg msg, struct bot_args args);

#endif
