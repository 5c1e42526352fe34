/* The console between its lines and the host: who speaks, and what the outbox says back. */
#ifndef CONSOLE_CHAT_H
#define CONSOLE_CHAT_H

#include "adapters/console/input.h"
#include "adapters/console/page.h"
#include "adapters/console/world.h"
#include "bot/host.h"

#define CON_POSTS 64 /* private messages that can be replied to */

struct con_chat {
	struct bot_store *store;
	struct bot_host *host;
	struct con_page page;
	struct con_world world;
	char room[BOT_ID_SIZE]; /* where people are */
	bool plain;             /* shows the plain form of messages, not the formatted one */
	uint64_t posts;         /* the last private messages, oldest overwritten */
	struct con_post {
		char user[BOT_ID_SIZE], event[BOT_ID_SIZE];
	} post[CON_POSTS];
};

/* Everybody goes to a room: the bot comes along if it isn't there yet. */
BOT_MUST_USE enum bot_error con_chat_enter(struct con_chat *chat, const char *room);

/* Somebody says something: CON_SAID or CON_TOLD. */
BOT_MUST_USE enum bot_error con_chat_say(struct con_chat *chat, const struct con_input *input);

/* Gives a person another name to be shown under. */
BOT_MUST_USE enum bot_error con_chat_rename(
	struct con_chat *chat, const char *person, const char *name);

/* A person refuses private messages, or takes them again. */
BOT_MUST_USE enum bot_error con_chat_reach(
	struct con_chat *chat, const char *person, bool reachable);

/* Does what is due; *next as with bot_host_tick. */
BOT_MUST_USE enum bot_error con_chat_tick(struct con_chat *chat, int64_t *next);

/* Lets time pass, and what is due in it happen at its time. */
BOT_MUST_USE enum bot_error con_chat_wait(struct con_chat *chat, int64_t ms);

#endif
