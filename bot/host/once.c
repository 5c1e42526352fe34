#include "bot/host/once.h"

#include "bot/base/attempt.h"
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

/* Writes a hash, because both ids together may be too long for an event id. */
static void write_event(const char *user, const char *what, char event[EVENT_SIZE])
{
	unsigned char hash[HASH];
	crypto_generichash_state state;
	char text[2 * HASH + 1];

	crypto_generichash_init(&state, NULL, 0, sizeof(hash));
	add(&state, user);
	add(&state, " ");
	add(&state, what);
	crypto_generichash_final(&state, hash, sizeof(hash));
	sodium_bin2hex(text, sizeof(text), hash, sizeof(hash));
	snprintf(event, EVENT_SIZE, EVENT_WORD "%s", text);
}

bool bot_once_is_again(struct bot_store *store, const char *user, const char *what)
{
	char event[EVENT_SIZE];

	write_event(user, what, event);
	return bot_store_handled(store, event);
}

bool bot_once_was(struct bot_store *store, const char *user, const char *what)
{
	char event[EVENT_SIZE];

	write_event(user, what, event);
	return bot_store_is_handled(store, event);
}

void bot_reply_once(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	const struct bot_message *message = call->message;

	/* All reactions of the sender to the message have both ids in common. */
	if (!bot_once_is_again(call->host->store, message->sender, message->reply_to))
		bot_reply(call, msg, args);
}
