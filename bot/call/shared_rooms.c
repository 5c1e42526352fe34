#include "bot/call/shared_rooms.h"

#include "bot/call/people.h"
#include "bot/call/question.h"

#include <string.h>

/* The most rooms that one command looks at, with private rooms. */
#define READ_MOST 500

static bool is_private(const struct bot_call *call, const char *room)
{
	char owner[BOT_ID_SIZE];

	return bot_store_private_user(call->host->store, room, owner);
}

/* A walk through all rooms, which begins after the room `start`. */
struct walk {
	const struct bot_port *port;
	const char *start;
	char room[BOT_ID_SIZE];
	bool wrapped; /* the walk has begun again with the first of all rooms */
};

static bool go_on(struct walk *walk)
{
	const struct bot_port *port = walk->port;
	bool found = port->next_room(port->self, walk->room, walk->room);

	if (!found && !walk->wrapped && walk->start[0]) {
		walk->wrapped = true;
		found = port->next_room(port->self, "", walk->room);
	}
	return found && (!walk->wrapped || strcmp(walk->room, walk->start) <= 0);
}

static void note_room(
	const struct bot_host *host, const char *room, struct bot_shared_rooms *shared)
{
	enum bot_room_match match =
		shared->named ? bot_room_compare(host, room, shared->named) : BOT_ROOM_OTHER;

	if (match < shared->match || (shared->named && match == BOT_ROOM_OTHER))
		return;
	if (match > shared->match)
		shared->count = 0;
	shared->match = match;
	memcpy(shared->room[shared->count++], room, strlen(room) + 1);
}

static void look_at(const struct bot_call *call, const char *room, const char *user,
	struct bot_shared_rooms *shared)
{
	switch (bot_people_share_room(call, room, user)) {
	case BOT_PEOPLE_SHARE:
		note_room(call->host, room, shared);
		break;
	case BOT_PEOPLE_MAY_SHARE:
		shared->incomplete = true;
		break;
	case BOT_PEOPLE_DO_NOT_SHARE:
		break;
	}
}

/*
 * Chooses where the next search begins: after `last`, the last room of this one. If the adapter is
 * still finding out who is in the rooms, the next search looks at the same rooms once more.
 */
static void move_start(struct bot_host *host, const char last[BOT_ID_SIZE], bool incomplete)
{
	host->search_repeats = incomplete && !host->search_repeats;
	if (!host->search_repeats)
		memcpy(host->search_start, last, BOT_ID_SIZE);
}

static void search(const struct bot_call *call, const char *user, struct bot_shared_rooms *shared)
{
	struct bot_host *host = call->host;
	char start[BOT_ID_SIZE], last[BOT_ID_SIZE] = "";
	struct walk walk = {.port = host->port, .start = start};
	size_t rooms = 0;

	*shared = (struct bot_shared_rooms){.named = shared->named};
	if (!host->port->next_room || !host->port->each_person)
		return;
	memcpy(start, host->search_start, sizeof(start));
	memcpy(walk.room, start, sizeof(start));
	for (size_t i = 0; go_on(&walk); i++) {
		if (i == READ_MOST || rooms == BOT_SHARED_MOST) {
			move_start(host, last, shared->incomplete);
			shared->incomplete = true;
			return;
		}
		memcpy(last, walk.room, sizeof(last));
		if (is_private(call, walk.room))
			continue;
		rooms++;
		look_at(call, walk.room, user, shared);
	}
}

void bot_shared_rooms_find(
	const struct bot_call *call, const char *user, struct bot_shared_rooms *shared)
{
	search(call, user, shared);
	if (!shared->named || shared->count > 0)
		return;
	shared->named = NULL;
	search(call, user, shared);
}

static void write_line(const struct bot_call *call, const struct bot_shared_rooms *shared,
	size_t line, struct bot_page *page)
{
	size_t count = shared->count < BOT_SHARED_LISTED ? shared->count : BOT_SHARED_LISTED;
	char label[BOT_ROOM_LINE_SIZE];

	bot_room_label_among(call, shared->room, count, line, label);
	bot_page_say_below(page, BOT_MSG_SHARED_LINE,
		&(struct bot_args){.count = (int64_t)line + 1, .room = label});
}

void bot_shared_rooms_ask(
	const struct bot_call *call, struct bot_page *page, const struct bot_shared_rooms *shared)
{
	char words[BOT_QUESTION_SIZE], command[BOT_QUESTION_SIZE];

	bot_question_copy_words(call, 0, call->words.id, words);
	struct bot_text text = bot_text_in(command, sizeof(command));
	bot_text_add(&text, words);
	bot_text_add(&text, " in " BOT_BLANK "\n");
	for (size_t i = 0; i < shared->count && i < BOT_SHARED_LISTED; i++) {
		bot_text_add(&text, i > 0 ? " " : "");
		bot_text_add(&text, shared->room[i]);
		write_line(call, shared, i, page);
	}
	bot_ask_page(call, page, BOT_ASKS_ROOM, command);
}
