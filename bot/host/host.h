/*
 * The host of the matches. An adapter reports to it what happens on a chat platform. The host puts
 * its answers into the outbox (bot/store/outbox.h), and the adapter sends them from there.
 *
 * The host knows no chat platform and keeps no match in memory. Each call reads from the store and
 * writes to it, within the caller's transaction.
 *
 * A function returns an error only if the store fails or memory is exhausted. The caller then rolls
 * the transaction back. When people make mistakes, the host answers them and returns BOT_OK.
 */
#ifndef BOT_HOST_H
#define BOT_HOST_H

#include "bot/command/port.h"
#include "bot/host/reachability.h"
#include "bot/host/recovery.h"
#include "bot/host/room_notices.h"
#include "bot/store/store.h"

struct cfg;

struct bot_host;

/* Creates a host, which borrows `store`, `port` and `config` until bot_host_destroy. */
BOT_MUST_USE enum bot_error bot_host_create(struct bot_store *store, const struct bot_port *port,
	const struct cfg *config, struct bot_host **host);

/* Frees a host; NULL is allowed. */
void bot_host_destroy(struct bot_host *host);

/*
 * Returns whether a message is a command. Reads no store. The adapter need not pass other messages
 * to bot_host_message; it must count those of rooms that are not private with
 * bot_store_room_scrolled instead.
 */
bool bot_host_is_command(const struct bot_host *host, const struct bot_message *message);

/* Handles a message; ignores it if its event was handled before. */
BOT_MUST_USE enum bot_error bot_host_message(
	struct bot_host *host, const struct bot_message *message);

/*
 * Runs all timers that are due. *next is the time of the port's steady clock at which the adapter
 * must call again, or -1 if there is no timer. An adapter that can't receive messages does not call
 * this function: then no timer runs out, and the players' clocks stand still.
 */
BOT_MUST_USE enum bot_error bot_host_run_timers(struct bot_host *host, int64_t *next);

#endif
