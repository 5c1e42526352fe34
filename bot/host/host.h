/*
 * The host of the matches. An adapter reports to the host what happens on a chat platform. The host
 * puts its answers into the outbox (bot/store/outbox.h), and the adapter sends them from there.
 *
 * The host knows no chat platform and keeps no match in memory. Each call reads from the store and
 * writes to it, within the caller's transaction.
 *
 * A function returns an error only if the store fails, unless it says otherwise. The caller then
 * rolls the transaction back. When people make mistakes, the host answers them and returns BOT_OK.
 */
#ifndef BOT_HOST_HOST_H
#define BOT_HOST_HOST_H

#include "bot/call/port.h"
#include "bot/host/membership.h"
#include "bot/host/policy_news.h"
#include "bot/host/reachability.h"
#include "bot/host/recovery.h"
#include "bot/host/room_news.h"
#include "bot/host/tap.h"
#include "bot/store/store.h"

struct cfg;

struct bot_host;

/* Creates a host. The caller must keep `store`, `port` and `config` until bot_host_destroy. */
struct bot_host *bot_host_create(
	struct bot_store *store, const struct bot_port *port, const struct cfg *config);

/* Makes the lists of words that the first message would make otherwise, which takes a while. */
void bot_host_prepare(void);

/*
 * Tells the host how to find out whose tables are open. The host copies the struct, and may call
 * its function at any time until bot_host_destroy.
 */
void bot_host_watch_open_tables(struct bot_host *host, struct bot_open_tables tables);

/* Frees a host. `host` may be NULL. */
void bot_host_destroy(struct bot_host *host);

/*
 * Returns whether a message may be a command, by its text alone. Does not read the store. If it
 * returns false, the message is none, unless it mentions the bot in a way that its text does not
 * show.
 */
bool bot_host_may_be_command(const struct bot_host *host, const struct bot_message *message);

/*
 * Returns whether a message is a command. Reads the store only if the message may be an answer
 * without a prefix; see bot/host/prefix.h. Returns true if the store fails: bot_host_message
 * then fails, too, or finds out. If a message is not a command, the adapter need not call
 * bot_host_message. But if that message is in a room that is not private, the adapter must then
 * count it with bot_store_room_scrolled.
 */
bool bot_host_is_command(struct bot_host *host, const struct bot_message *message);

/*
 * Finds out whether the bot ignores a user because an admin or a policy list has banned them. As
 * early as it can, the adapter drops what such a user sends. It declines their invitations.
 */
BOT_MUST_USE enum bot_error bot_host_ignores(
	struct bot_host *host, const char *user, bool *ignores);

/*
 * Sets *may to whether the limits of commands let the adapter read whom the message mentions. If
 * not, or if the message then turns out to be no command, the adapter calls bot_host_note_read:
 * it counts the message as a command, or tells the sender once that a limit is reached.
 */
BOT_MUST_USE enum bot_error bot_host_may_read(
	struct bot_host *host, const struct bot_message *message, bool *may);
BOT_MUST_USE enum bot_error bot_host_note_read(
	struct bot_host *host, const struct bot_message *message);

/*
 * Returns whether a message asks for unencrypted cards (`hand in clear`). Does not read the store.
 * The adapter passes such a message to the host even if the sender's server may have forged it. The
 * host then decides by `proven` (struct bot_message) whether it believes the message.
 */
bool bot_host_asks_for_clear(const struct bot_host *host, const struct bot_message *message);

/* Handles a message. Ignores the message if the host has handled its event before. */
BOT_MUST_USE enum bot_error bot_host_message(
	struct bot_host *host, const struct bot_message *message);

/*
 * Finds what a link to the bot's web page opens, by its token: a text that a stranger may have
 * guessed. Notes once a day that the link is used, in the caller's transaction. Returns
 * BOT_NOT_FOUND if no link has this token, if the link has ended, or if its user is banned.
 */
BOT_MUST_USE enum bot_error bot_host_open_web_link(
	struct bot_host *host, const char *token, struct bot_web_link *link);

/* What decides who keeps a place on the web page when there are too few for all. */
struct bot_web_player {
	bool plays;             /* the user has a match with somebody, which has not ended */
	char site[BOT_ID_SIZE]; /* see `site` in bot_port; empty if there are none */
};

/* Finds the player whose table a link opens. */
BOT_MUST_USE enum bot_error bot_host_find_web_player(
	struct bot_host *host, const char *user, struct bot_web_player *player);

/*
 * Returns a number that grows when this process may have ended links. Then the web page checks the
 * link of each open stream again. The number does not grow when a link ends because nobody has used
 * it for a long time.
 */
uint64_t bot_host_web_links_ended(const struct bot_host *host);

/*
 * Brings the host's time up to date. Call it in the transaction in which rows of the outbox are
 * done, before that: so the clock of a turn starts at once (bot_outbox_done).
 */
BOT_MUST_USE enum bot_error bot_host_update_time(struct bot_host *host);

/*
 * Runs all timers that are due. Sets *next to the time of the port's steady clock at which the
 * adapter must call again, or -1 if there is no timer. While the adapter can't receive messages,
 * the adapter does not call this function. So no timer runs out, and the players' clocks stand
 * still.
 */
BOT_MUST_USE enum bot_error bot_host_run_timers(struct bot_host *host, int64_t *next);

/*
 * Long work that can wait, such as the analysis of a match. bot_host_has_long_work returns whether
 * there may be such work. It does not read the store. bot_host_do_long_work does a piece of it: a
 * few milliseconds, or about thirty if the piece draws a picture. As long as there is work, the
 * adapter calls bot_host_do_long_work once in each pass of its loop, after everything else, so that
 * the work delays nobody.
 */
bool bot_host_has_long_work(const struct bot_host *host);
BOT_MUST_USE enum bot_error bot_host_do_long_work(struct bot_host *host);

/* News for the bot's admins */

/*
 * Reports that the adapter could not receive messages until now, because its process was stopped or
 * the platform did not answer. The host's time has stood still since the host was last called.
 */
void bot_host_stood_still(struct bot_host *host);

/*
 * Reports that the bot has connected to its platform for the first time in this run. The bot tells
 * its admins if the previous run did not end as it should, or if it had another version.
 */
BOT_MUST_USE enum bot_error bot_host_started(struct bot_host *host);

/* Reports that the bot stops as it should, because somebody has told it to. */
BOT_MUST_USE enum bot_error bot_host_stops(struct bot_host *host);

/*
 * Report that the homeserver answers again, or that the store can be written again, after an outage
 * of `length` milliseconds. The bot tells its admins.
 */
BOT_MUST_USE enum bot_error bot_host_homeserver_returned(struct bot_host *host, int64_t length);
BOT_MUST_USE enum bot_error bot_host_store_returned(struct bot_host *host, int64_t length);

/*
 * Reports that the store is older than the account: an older copy has replaced it without
 * bot_host_restored. The bot tells its admins.
 */
BOT_MUST_USE enum bot_error bot_host_store_is_older(struct bot_host *host);

/* A time in which the platform refused what the bot's account did. */
struct bot_hold {
	const char *code; /* the platform's error code */
	/* a link or an address that the platform gave for help; may be empty */
	const char *contact;
	int64_t length; /* how long it took, in milliseconds */
};

/*
 * Reports that the platform lets the bot's account write again. The bot tells its admins. `hold` is
 * only used during the call.
 */
BOT_MUST_USE enum bot_error bot_host_account_released(
	struct bot_host *host, const struct bot_hold *hold);

/* Erasing a user's data */

/*
 * Prepares the erasure of a user's data: ends the user's challenges and matches (these matches are
 * not rated), tells the other players, and makes the bot leave the user's private room.
 */
BOT_MUST_USE enum bot_error bot_host_remove_user(struct bot_host *host, const char *user);

/* Access to the host for loop sources */

/* Work in a transaction. An error means that the store has failed. */
typedef enum bot_error bot_host_work(void *worker, struct bot_host *host);

/*
 * What an adapter lends to a loop source that uses the host. The web page uses the host of the
 * adapter that connects the bot to its chat platform. Only this adapter commits, and handles the
 * failures of the store.
 */
struct bot_host_access {
	struct bot_host *host;
	struct bot_store *store;
	void *self; /* the first argument of `transact` and `read` */
	/*
	 * Calls `work` in a transaction of its own, and commits the transaction. Returns whether it
	 * was committed. If not, nothing has happened: the store has failed, the adapter has logged
	 * why under `name`, and the caller may try again in a few seconds. After a failure, the
	 * adapter tries no transaction for a while, and then this function does not call `work`.
	 */
	bool (*transact)(void *self, const char *name, bot_host_work *work, void *worker);
	/*
	 * Like `transact`, but rolls the transaction back: what `work` writes is lost. Works also
	 * while the store can be read but not written, for example on a full disk.
	 */
	bool (*read)(void *self, const char *name, bot_host_work *work, void *worker);
};

#endif
