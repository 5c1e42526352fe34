#include "bot/call/once.h"

#include "bot/store/events.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define HASH 32

/* Stands for an event that the bot has handled. No chat platform has such event ids. */
#define EVENT_WORD "once:"
#define EVENT_SIZE (sizeof(EVENT_WORD) + 2 * HASH)

static void add(crypto_generichash_state *state, const char *id)
{
	crypto_generichash_update(state, (const unsigned char *)id, strlen(id));
}

/*
 * Writes what all reactions of the sender to the message have in common. A hash, because both ids
 * together may be too long for an event id.
 */
static void write_event(const struct bot_message *message, char event[EVENT_SIZE])
{
	unsigned char hash[HASH];
	crypto_generichash_state state;
	char text[2 * HASH + 1];

	crypto_generichash_init(&state, NULL, 0, sizeof(hash));
	add(&state, message->sender);
	add(&state, " ");
	add(&state, message->reply_to);
	crypto_generichash_final(&state, hash, sizeof(hash));
	sodium_bin2hex(text, sizeof(text), hash, sizeof(hash));
	snprintf(event, EVENT_SIZE, EVENT_WORD "%s", text);
}

enum bot_error bot_reply_once(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	char event[EVENT_SIZE];
	bool again = false;

	write_event(call->message, event);
	enum bot_error error = bot_store_handled(call->host->store, event, &again);
	return error || again ? error : bot_reply(call, msg, args);
}
