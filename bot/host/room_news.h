/*
 * With these functions the adapter reports what happened to a room, or to a message in it. The bot
 * tells the people in the room, unless it has left the room. All functions work in the caller's
 * transaction.
 */
#ifndef BOT_HOST_ROOM_NEWS_H
#define BOT_HOST_ROOM_NEWS_H

#include "bot/base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct bot_host;

/*
 * Reports that the bot has joined a room. The bot writes its welcome message, but only once for
 * each room. If matches in this room wait because the bot can't send a player private messages yet,
 * the bot asks the adapter again to reach this player (see reachability.h).
 */
BOT_MUST_USE enum bot_error bot_host_room_joined(struct bot_host *host, const char *room);

/*
 * Reports that the bot is no longer in a room. The store keeps the room's settings for
 * BOT_ROOM_KEPT.
 */
BOT_MUST_USE enum bot_error bot_host_room_left(struct bot_host *host, const char *room);

/*
 * Reports that the bot can't read any message in a room. The adapter reports this once for each
 * room. `inviter` is the user who invited the bot to this room, or NULL if this is not known.
 */
BOT_MUST_USE enum bot_error bot_host_room_unreadable(
	struct bot_host *host, const char *room, const char *inviter);

/*
 * Reports that some messages in a room were lost. If players have a match in this room, the bot
 * asks them to send their commands again.
 */
BOT_MUST_USE enum bot_error bot_host_messages_missed(struct bot_host *host, const char *room);

/*
 * Reports that the bot may no longer write in a room in which it is, or may write there again: the
 * result of `may_write` in struct bot_port has changed.
 */
BOT_MUST_USE enum bot_error bot_host_room_muted(
	struct bot_host *host, const char *room, bool muted);

/*
 * Reports a message that is no command, in a room in which only its sender and the bot are, and
 * which is not the sender's private room. A player is told where they can write.
 */
BOT_MUST_USE enum bot_error bot_host_stray_message(
	struct bot_host *host, const char *room, const char *sender);

/*
 * Reports that another room has replaced the room of a match, and that the bot can't join it. The
 * bot tells the players of all matches in the old room what they can do.
 */
BOT_MUST_USE enum bot_error bot_host_successor_refused(struct bot_host *host, int64_t match);

/*
 * Reports that somebody has removed (redacted) a message in a room. The adapter may report any
 * event: the bot ignores an event that it has neither sent nor obeyed. `user` is the user whose
 * private room this is, or NULL. `sender` is the user who has removed the message.
 */
BOT_MUST_USE enum bot_error bot_host_message_removed(struct bot_host *host, const char *room,
	const char *user, const char *event, const char *sender);

/*
 * Reports that the bot has refused to let a user verify its device. If the user has a private room,
 * the bot tells them why, at most once an hour.
 */
BOT_MUST_USE enum bot_error bot_host_verification_refused(struct bot_host *host, const char *user);

#endif
