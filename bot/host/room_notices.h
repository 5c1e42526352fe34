/* What the bot writes into a room when the adapter reports that something happened to the room. */
#ifndef BOT_ROOM_NOTICES_H
#define BOT_ROOM_NOTICES_H

#include "bot/base/error.h"

struct bot_host;

/*
 * The bot has joined a room. The bot writes its welcome message, but only once for each room. It
 * also asks again for the players for whom matches of this room wait.
 */
BOT_MUST_USE enum bot_error bot_host_room_joined(struct bot_host *host, const char *room);

/* The bot is no longer in a room. The store keeps the room's settings for BOT_ROOM_KEPT. */
BOT_MUST_USE enum bot_error bot_host_room_left(struct bot_host *host, const char *room);

/* The bot can't read any message in a room. The adapter reports this once for each room. */
BOT_MUST_USE enum bot_error bot_host_room_unreadable(struct bot_host *host, const char *room);

/*
 * The bot can't read the messages of one user in a room. The adapter reports this once for each
 * user and room.
 */
BOT_MUST_USE enum bot_error bot_host_message_unreadable(
	struct bot_host *host, const char *room, const char *user);

/*
 * A user has written an unencrypted message in a room where the bot accepts only encrypted ones.
 * The adapter reports this once for each user and room.
 */
BOT_MUST_USE enum bot_error bot_host_message_unencrypted(
	struct bot_host *host, const char *room, const char *user);

/*
 * Some messages in a room were lost. If players have a match there, the bot asks them to send their
 * commands again.
 */
BOT_MUST_USE enum bot_error bot_host_messages_missed(struct bot_host *host, const char *room);

#endif
