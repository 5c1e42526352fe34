#include "bot/call/room_label.h"

#include "bot/text/name.h"
#include "bot/text/name_skeleton.h"
#include "bot/text/plain.h"
#include "bot/text/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PEOPLE_MOST 3 /* how many people a label lists */

/*
 * Whether the bot can repeat an address of a room. A server can send any text as one, such as a
 * link to a website.
 */
static bool is_plain(const char *alias)
{
	if (alias[0] != '#' || !strchr(alias, ':') || strstr(alias, "//"))
		return false;
	for (; *alias; alias++)
		if (*alias <= ' ' || *alias > '~' || strchr("<>`*\"", *alias))
			return false;
	return true;
}

/* Reads what people call the room, as far as the bot may repeat it. */
static void read_name(const struct bot_host *host, const char *room, char clean[BOT_NAME_SIZE],
	char alias[BOT_ID_SIZE])
{
	const struct bot_port *port = host->port;
	struct bot_room_name found = {.name = ""};

	if (port->room_name)
		port->room_name(port->self, room, &found);
	bot_name_clean(found.name, clean);
	if (!is_plain(found.alias))
		found.alias[0] = '\0';
	memcpy(alias, found.alias, sizeof(found.alias));
}

/* The people in a room other than the sender and the bot. */
struct others {
	const struct bot_call *call;
	char last[BOT_ID_SIZE]; /* each_person may give a person twice */
	size_t count;
	struct bot_text text;
};

static void note_other(void *taker, const char *user, const char *name)
{
	struct others *others = taker;

	(void)name;
	if (strcmp(user, others->call->message->sender) == 0 || !bot_user_id_is_plain(user) ||
		bot_call_is_bot(others->call->host, user) || strcmp(user, others->last) == 0)
		return;
	memcpy(others->last, user, strlen(user) + 1);
	if (others->count++ >= PEOPLE_MOST)
		return;
	bot_text_add(&others->text,
		others->count > 1 ? others->call->lang->messages[BOT_MSG_LIST_COMMA] : "");
	bot_text_add(&others->text, user);
}

static bool list_others(const struct bot_call *call, const char *room, char *list, size_t size)
{
	const struct bot_port *port = call->host->port;
	struct others others = {.call = call};

	others.text = bot_text_in(list, size);
	if (port->each_person)
		port->each_person(port->self, room, note_other, &others);
	if (others.count > PEOPLE_MOST) {
		bot_text_add(&others.text, call->lang->messages[BOT_MSG_LIST_COMMA]);
		bot_text_add(&others.text, "\xE2\x80\xA6");
	}
	return others.count > 0 && !others.text.cut;
}

bool bot_room_name(const struct bot_host *host, const char *room, char name[BOT_ROOM_LABEL_SIZE])
{
	char clean[BOT_NAME_SIZE], alias[BOT_ID_SIZE];

	read_name(host, room, clean, alias);
	snprintf(name, BOT_ROOM_LABEL_SIZE, "%s", clean[0] ? clean : alias);
	return name[0] != '\0';
}

void bot_room_label(const struct bot_call *call, const char *room, char label[BOT_ROOM_LABEL_SIZE])
{
	char people[BOT_ROOM_LABEL_SIZE - 64];

	if (bot_room_name(call->host, room, label))
		return;
	if (list_others(call, room, people, sizeof(people)))
		bot_page_string(call->lang, BOT_MSG_ROOM_WITH, &(struct bot_args){.words = people},
			label, BOT_ROOM_LABEL_SIZE);
	else
		snprintf(label, BOT_ROOM_LABEL_SIZE, "%s", room);
}

/* Whether people may take one label for the other: whoever names a room may imitate another one. */
static bool look_alike(const char *one, const char *other)
{
	char a[BOT_NAME_SIZE], b[BOT_NAME_SIZE];

	if (strcasecmp(one, other) == 0)
		return true;
	bot_name_skeleton(one, a);
	bot_name_skeleton(other, b);
	return a[0] && strcmp(a, b) == 0;
}

void bot_room_label_among(const struct bot_call *call, const char (*rooms)[BOT_ID_SIZE],
	size_t count, size_t index, char label[BOT_ROOM_LINE_SIZE])
{
	char other[BOT_ROOM_LABEL_SIZE];
	bool same = false;

	bot_room_label(call, rooms[index], label);
	for (size_t i = 0; i < count; i++) {
		bot_room_label(call, rooms[i], other);
		same = same || (i != index && look_alike(label, other));
	}
	if (same) {
		size_t used = strlen(label);

		snprintf(label + used, BOT_ROOM_LINE_SIZE - used, " (%s)", rooms[index]);
	}
}

void bot_room_place(const struct bot_host *host, const struct bot_lang *lang, const char *room,
	char place[BOT_ROOM_LABEL_SIZE])
{
	char clean[BOT_NAME_SIZE], alias[BOT_ID_SIZE];

	read_name(host, room, clean, alias);
	bot_page_string(lang, clean[0] ? BOT_MSG_NAMED_ROOM : BOT_MSG_OUR_ROOM,
		&(struct bot_args){.room = clean}, place, BOT_ROOM_LABEL_SIZE);
}

static enum bot_room_match compare(const char *typed, const char *name)
{
	char one[BOT_FOLDED_SIZE], other[BOT_FOLDED_SIZE];

	if (!typed[0] || !name[0])
		return BOT_ROOM_OTHER;
	if (strcasecmp(typed, name) == 0)
		return BOT_ROOM_EQUALS;
	if (strncasecmp(typed, name, strlen(typed)) == 0)
		return BOT_ROOM_BEGINS;
	bot_words_fold(typed, one);
	bot_words_fold(name, other);
	size_t length = strlen(one);
	if (length == 0 || length == BOT_FOLDED_SIZE - 1 || strncmp(one, other, length) != 0)
		return BOT_ROOM_OTHER;
	return strcmp(one, other) == 0 ? BOT_ROOM_EQUALS : BOT_ROOM_BEGINS;
}

/* Compares with an address, whose # and whose server may be left out. */
static enum bot_room_match compare_alias(const char *typed, const char *alias)
{
	char local[BOT_ID_SIZE];

	if (!alias[0])
		return BOT_ROOM_OTHER;
	if (typed[0] != '#')
		alias++;
	size_t length = strcspn(alias, ":");
	memcpy(local, alias, length);
	local[length] = '\0';
	return strcasecmp(typed, local) == 0 ? BOT_ROOM_EQUALS : compare(typed, alias);
}

enum bot_room_match bot_room_compare(
	const struct bot_host *host, const char *room, const char *typed)
{
	char clean[BOT_NAME_SIZE], plain[4 * BOT_NAME_SIZE], alias[BOT_ID_SIZE];

	if (strcmp(room, typed) == 0)
		return BOT_ROOM_EQUALS;
	read_name(host, room, clean, alias);
	if (!bot_plain_write(clean, plain, sizeof(plain)))
		plain[0] = '\0';
	enum bot_room_match name = compare(typed, plain), address = compare_alias(typed, alias);
	return name > address ? name : address;
}
