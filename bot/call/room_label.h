/*
 * What people call a room. The name and the address of a room are text of strangers, so the bot
 * cleans them as it cleans the names of people (bot/text/name.h).
 */
#ifndef BOT_CALL_ROOM_LABEL_H
#define BOT_CALL_ROOM_LABEL_H

#include "bot/call/call.h"

#define BOT_ROOM_LABEL_SIZE 512

/*
 * Writes how a message to the sender shows a room: its name; without a name its address; without
 * an address the people in it; otherwise its id.
 */
void bot_room_label(const struct bot_call *call, const char *room, char label[BOT_ROOM_LABEL_SIZE]);

/*
 * Writes the name or the address of a room, for people who need not be in it. Returns false if it
 * has none that the bot may repeat.
 */
bool bot_room_name(const struct bot_host *host, const char *room, char name[BOT_ROOM_LABEL_SIZE]);

#define BOT_ROOM_LINE_SIZE (2 * BOT_ROOM_LABEL_SIZE)

/*
 * The same for one of several rooms. If another one has a label that looks alike, the id of the
 * room follows.
 */
void bot_room_label_among(const struct bot_call *call, const char (*rooms)[BOT_ID_SIZE],
	size_t count, size_t index, char label[BOT_ROOM_LINE_SIZE]);

/*
 * Writes the place of a match for somebody who is in the room, such as "in the room Fencing club",
 * or "in our room" if the room has no name that the bot may repeat.
 */
void bot_room_place(const struct bot_host *host, const struct bot_lang *lang, const char *room,
	char place[BOT_ROOM_LABEL_SIZE]);

/* How well a text names a room. */
enum bot_room_match {
	BOT_ROOM_OTHER,  /* it does not */
	BOT_ROOM_BEGINS, /* it is the beginning of the name or of the address */
	BOT_ROOM_EQUALS, /* it is the name, the address or the id */
};

/* Returns how well a text that somebody typed names the room. Ignores case and diacritics. */
enum bot_room_match bot_room_compare(
	const struct bot_host *host, const char *room, const char *typed);

#endif
