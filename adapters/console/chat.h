/*
 * The chat platform that the console imitates. Gives the host what people say, and prints the
 * messages that the host puts in the outbox. A failure of the store ends the caller's attempt
 * (bot/base/attempt.h); then the caller rolls back.
 */
#ifndef ADAPTERS_CONSOLE_CHAT_H
#define ADAPTERS_CONSOLE_CHAT_H

#include "adapters/console/input.h"
#include "adapters/console/port.h"
#include "adapters/console/printer.h"
#include "bot/host/host.h"

#define CON_POSTS 64 /* people can reply to this many of the last private messages */

struct con_chat {
	struct bot_store *store;
	struct bot_host *host;
	struct con_printer printer;
	struct con_port port;
	char room[BOT_ID_SIZE]; /* everybody is in this room */
	bool plain;             /* print the plain text of messages, not the HTML */
	char *said;             /* what somebody has said last; owned, or NULL */
	uint64_t posts;         /* how many private messages the bot has sent */
	struct con_post {
		char user[BOT_ID_SIZE], event[BOT_ID_SIZE];
	} post[CON_POSTS]; /* a ring buffer; the newest message overwrites the oldest */
};

/* Writes the user id of a person. */
void con_chat_person_id(const char *name, char id[BOT_ID_SIZE]);

/* Moves everybody to a room. When people go to a room for the first time, the bot joins it. */
void con_chat_enter(struct con_chat *chat, const char *room);

/*
 * Gives the host what a person says. The input's kind is CON_INPUT_IN_ROOM or CON_INPUT_IN_PRIVATE.
 */
void con_chat_say(struct con_chat *chat, const struct con_input *input);

/* Changes the display name of a person. */
void con_chat_rename(struct con_chat *chat, const char *person, const char *name);

/* Sets whether a person accepts private messages. */
void con_chat_set_reachable(struct con_chat *chat, const char *person, bool reachable);

/*
 * Calls bot_host_run_timers. Returns the time (con_port_steady) at which the host wants its next
 * call, or -1 if the host wants no call.
 */
int64_t con_chat_run_timers(struct con_chat *chat);

/*
 * Calls bot_host_do_long_work, if the host has work: once or, if `all` is true, until it has none.
 */
void con_chat_work(struct con_chat *chat, bool all);

/* Lets `ms` milliseconds pass. Calls the host at each time at which the host asked to be called. */
void con_chat_wait(struct con_chat *chat, int64_t ms);

#endif
