/*
 * The host of the matches: what people write goes in, what is to be said comes out through the
 * outbox. It knows no chat platform, sends nothing itself and keeps nothing in memory: each
 * call reads from the store and writes to it, inside the caller's transaction.
 *
 * A function returns an error only when the store fails; whatever people do wrong is answered.
 */
#ifndef BOT_HOST_H
#define BOT_HOST_H

#include "bot/port.h"
#include "bot/store.h"

struct cfg;

struct bot_host;

/* The host borrows all three until bot_host_destroy. */
BOT_MUST_USE enum bot_error bot_host_create(struct bot_store *store, const struct bot_port *port,
	const struct cfg *config, struct bot_host **host);
void bot_host_destroy(struct bot_host *host);

/*
 * A text that somebody wrote, or a choice made without writing: a reaction with a digit to a
 * message, or a vote in a poll. Every string is a stranger's: any bytes of valid UTF-8.
 */
struct bot_message {
	const char *event; /* the platform's id of it; never handled twice */
	const char *room;
	const char *sender; /* an id of the platform, attested by it; heard if printable ASCII */
	const char *name;   /* what the sender calls himself; NULL: unknown */
	const char *text;   /* users mentioned in it appear as their ids; of a choice its number */
	const char *reply_to; /* the event replied to, or chosen from; NULL: none */
	bool choice;
	bool private; /* the room is the sender's private room */
};

/*
 * Whether a message is a command: a cheap look that touches no store. Others need not be given to
 * bot_host_message; one in a room that is not is counted with bot_store_room_scrolled instead.
 */
bool bot_host_wants(const struct bot_host *host, const struct bot_message *message);

BOT_MUST_USE enum bot_error bot_host_message(
	struct bot_host *host, const struct bot_message *message);

/* Why a user can't be reached in private. */
enum bot_unreachable {
	BOT_REFUSED,   /* the user, or the user's server, refuses private rooms with the bot */
	BOT_ENCRYPTED, /* the server encrypts private rooms, and the bot can't */
	BOT_UNKNOWN_USER,
	BOT_UNSIGNED, /* none of the user's devices may read what is encrypted */
};

/*
 * The answers to BOT_OUT_REACH; `reached` also whenever a user has opened a private room with the
 * bot, `unreachable` also when one was lost and can't be had again. While a match waits for its
 * players it is dealt once both are reached; one being played sends the hand again.
 */
BOT_MUST_USE enum bot_error bot_host_reached(struct bot_host *host, const char *user);
BOT_MUST_USE enum bot_error bot_host_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why);

/* The bot has come into a room, for the first time or again: what it is it says once. */
BOT_MUST_USE enum bot_error bot_host_joined(struct bot_host *host, const char *room);

/* The bot can't read what a user writes in a room, which the adapter tells once. */
BOT_MUST_USE enum bot_error bot_host_unreadable(
	struct bot_host *host, const char *room, const char *user);

/* The bot can't read what is written in a room, which the adapter tells once. */
BOT_MUST_USE enum bot_error bot_host_encrypted(struct bot_host *host, const char *room);

/*
 * After a transaction that failed with BOT_STORE_CORRUPT was rolled back: gives up what is damaged,
 * and tells the room of a match. *mended: the transaction may be tried again; otherwise the damage
 * is where nothing can be given up.
 */
BOT_MUST_USE enum bot_error bot_host_mend(struct bot_host *host, bool *mended);

/*
 * The store is an older copy: each match that is played there is shown as it stands, board and
 * hand, since the players have seen it go on from there.
 */
BOT_MUST_USE enum bot_error bot_host_restored(struct bot_host *host);

/*
 * Before a user is forgotten: his challenges and matches end, unrated, the others are told, and the
 * bot leaves his private room.
 */
BOT_MUST_USE enum bot_error bot_host_withdraw(struct bot_host *host, const char *user);

/*
 * Does what is due; *next is when to call again, by the port's steady clock, or -1 when nothing is
 * planned. An adapter that can't hear the players does not call it: what happens to be due then
 * waits, and so do their clocks.
 */
BOT_MUST_USE enum bot_error bot_host_tick(struct bot_host *host, int64_t *next);

#endif
