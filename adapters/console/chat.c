#include "adapters/console/chat.h"

#include "adapters/console/console.h"
#include "adapters/console/terminal_text.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/store/outbox_rows.h"
#include "bot/text/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The store's key for the number of the last event id. The number survives the process, so that no
 * event gets the id of an earlier event.
 */
static const char event_key[] = "console_event";

void con_chat_person_id(const char *name, char id[BOT_ID_SIZE])
{
	snprintf(id, BOT_ID_SIZE, "@%s:%s", name, CON_SERVER);
}

static void room_id(const char *name, char id[BOT_ID_SIZE])
{
	snprintf(id, BOT_ID_SIZE, "!%s:%s", name, CON_SERVER);
}

static void next_event(struct con_chat *chat, char event[BOT_ID_SIZE])
{
	char *last = NULL;
	char text[24];
	unsigned long long number = 1;

	if (bot_found(bot_store_get(chat->store, event_key, &last)))
		number = strtoull(last, NULL, 10) + 1;
	free(last);
	snprintf(text, sizeof(text), "%llu", number);
	snprintf(event, BOT_ID_SIZE, "$%llu:%s", number, CON_SERVER);
	bot_must(bot_store_set(chat->store, event_key, text));
}

#define PRIVATE_ROOM_SIZE (BOT_ID_SIZE + 8)

/* Writes the id of the room that a person and the bot have for themselves. */
static void private_room_of(const char *user, char room[PRIVATE_ROOM_SIZE])
{
	snprintf(room, PRIVATE_ROOM_SIZE, "!with-%s", user + 1);
}

/* Gives a person a private room, in which they always are. */
static void open_private_room(struct con_chat *chat, const char *user)
{
	char room[PRIVATE_ROOM_SIZE], known[BOT_ID_SIZE];

	if (bot_store_private_room(chat->store, user, known))
		return;
	private_room_of(user, room);
	bot_store_set_private_room(chat->store, user, room);
	bot_store_set_joined(chat->store, user, true);
}

/*
 * Tells the host the display name of a person who speaks for the first time, as other chat
 * platforms do.
 */
static void introduce(struct con_chat *chat, const char *user)
{
	struct bot_known_name known;
	char name[BOT_NAME_SIZE];

	con_port_add_person(&chat->port, user);
	if (bot_store_name(chat->store, user, &known))
		return;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(user + 1, ":"), user + 1);
	bot_must(bot_name_learn(chat->store, user, name));
}

static void introduce_mentioned(struct con_chat *chat, const char *text)
{
	static const char home[] = ":" CON_SERVER;
	char user[BOT_ID_SIZE];

	for (text = strchr(text, '@'); text; text = strchr(text + 1, '@')) {
		size_t length = strcspn(text, ":");
		if (length >= CON_NAME_MAX + 2 ||
			strncmp(text + length, home, sizeof(home) - 1) != 0)
			continue;
		snprintf(user, sizeof(user), "%.*s%s", (int)length, text, home);
		introduce(chat, user);
	}
}

/* The outbox row that is being sent. */
struct taking {
	struct con_chat *chat;
	bool found;    /* there is a row */
	bool sent;     /* the bot has sent the row as an event */
	bool remember; /* people can reply to the row's message */
	int64_t id;
	enum bot_outbox_kind kind;
	char to[BOT_ID_SIZE];
};

/* Adds the names of the users, without their server, such as " ann, bob". */
static void add_users(FILE *out, const char *users)
{
	for (const char *before = " "; *users; before = ", ") {
		fprintf(out, "%s%.*s", before, (int)strcspn(users + 1, ":"), users + 1);
		users += strcspn(users, " ");
		users += strspn(users, " ");
	}
}

/*
 * Returns a tag such as "room", "room, edited", "room, rings ann, bob" or "room, file match.txt".
 * The word "rings" means that the message notifies people. The caller frees the tag.
 */
static char *make_tag(const struct bot_outbox_row *row)
{
	const char *name = row->to[0] ? row->to + 1 : row->to;
	char *tag = NULL;
	size_t size;
	FILE *out = bot_memory_or_exit(open_memstream(&tag, &size));

	fprintf(out, "%s%.*s%s%s%s", row->private ? "to " : "", (int)strcspn(name, ":"), name,
		row->kind == BOT_OUT_EDIT ? ", edited" : "", row->file.name ? ", file " : "",
		row->file.name ? row->file.name : "");
	if (row->ring == BOT_RING && (row->private || row->mentions))
		fputs(", rings", out);
	if (row->ring == BOT_RING && row->mentions)
		add_users(out, row->mentions);
	bot_memory_or_exit(fclose(out) == 0 ? tag : NULL);
	return tag;
}

/*
 * Returns the content of a text file. For a file of another type, returns a text that describes it.
 */
static char *file_text(const struct bot_outbox_row *row)
{
	if (strncmp(row->file.media, "text/", strlen("text/")) != 0)
		return con_text_from_plain(row->body);
	char *copy = bot_strndup((const char *)row->file.data, row->file.size);
	char *text = con_text_from_plain(copy);
	free(copy);
	return text;
}

/* Returns the question of a poll, and the lines of the answers. */
static char *poll_text(const struct bot_outbox_row *row)
{
	char *list = NULL;
	size_t size;
	FILE *out = bot_memory_or_exit(open_memstream(&list, &size));

	fprintf(out, "%s\n%s", row->body, row->choices);
	bot_memory_or_exit(fclose(out) == 0 ? list : NULL);
	char *text = con_text_from_plain(list);
	free(list);
	return text;
}

static char *row_text(const struct con_chat *chat, const struct bot_outbox_row *row)
{
	if (row->file.name)
		return file_text(row);
	if (row->choices)
		return poll_text(row);
	return row->html && !chat->plain ? con_text_from_html(row->html)
					 : con_text_from_plain(row->body);
}

static void print_row(struct con_chat *chat, const struct bot_outbox_row *row)
{
	char *text = row_text(chat, row);
	char *tag = make_tag(row);

	con_printer_message(
		&chat->printer, row->private ? CON_PLACE_PRIVATE : CON_PLACE_ROOM, tag, text);
	free(tag);
	free(text);
}

static bool take(void *self, const struct bot_outbox_row *row)
{
	struct taking *taking = self;
	struct con_chat *chat = taking->chat;

	taking->found = true;
	taking->id = row->id;
	taking->kind = row->kind;
	taking->remember = row->kind == BOT_OUT_MESSAGE && row->private;
	snprintf(taking->to, sizeof(taking->to), "%s", row->to);
	switch (row->kind) {
	case BOT_OUT_MESSAGE:
	case BOT_OUT_EDIT:
	case BOT_OUT_FILE:
		taking->sent = true;
		print_row(chat, row);
		break;
	case BOT_OUT_REMOVE:
		con_printer_notice(&chat->printer, "the bot removes its poll to %s", row->to);
		break;
	case BOT_OUT_JOIN:
		con_printer_notice(&chat->printer, "the bot joins %s", row->to);
		break;
	case BOT_OUT_LEAVE:
		con_printer_notice(&chat->printer, "the bot leaves %s", row->to);
		break;
	case BOT_OUT_REACH:
		break;
	}
	return false;
}

static void answer_reach(struct con_chat *chat, const char *user)
{
	bot_must(con_port_refuses(&chat->port, user)
			 ? bot_host_user_unreachable(chat->host, user, BOT_REFUSED)
			 : bot_host_user_reached(chat->host, user, true));
}

static void done(struct con_chat *chat, const struct taking *taking)
{
	char event[BOT_ID_SIZE];

	if (taking->sent)
		next_event(chat, event);
	bot_outbox_done(chat->store, taking->id, taking->sent ? event : NULL);
	if (taking->kind == BOT_OUT_REACH)
		answer_reach(chat, taking->to);
	if (taking->remember) {
		struct con_post *post = &chat->post[chat->posts++ % CON_POSTS];
		memcpy(post->user, taking->to, sizeof(post->user));
		memcpy(post->event, event, sizeof(post->event));
	}
}

/* Sends the rows of the outbox. */
static void drain(struct con_chat *chat)
{
	struct taking taking;

	do {
		taking = (struct taking){.chat = chat};
		bot_outbox_heads(chat->store, take, &taking);
		if (!taking.found)
			bot_outbox_optional_heads(chat->store, take, &taking);
		if (taking.found)
			done(chat, &taking);
	} while (taking.found);
}

/* Sends the rows of the outbox, and commits the transaction. */
static void finish(struct con_chat *chat)
{
	bot_must(bot_host_update_time(chat->host));
	drain(chat);
	bot_must(bot_store_commit(chat->store));
}

void con_chat_enter(struct con_chat *chat, const char *room)
{
	char event[BOT_ID_SIZE + 8];

	bot_must(bot_store_begin(chat->store));
	room_id(room, chat->room);
	con_port_add_room(&chat->port, chat->room);
	snprintf(event, sizeof(event), "$join-%s:%s", room, CON_SERVER);
	if (!bot_store_handled(chat->store, event))
		bot_must(bot_host_room_joined(chat->host, chat->room));
	finish(chat);
}

/*
 * Finds the `back`th last private message to a user. Returns NULL if the user has got fewer
 * messages or if newer messages have replaced this message in the ring buffer.
 */
static const char *find_post(const struct con_chat *chat, const char *user, unsigned back)
{
	uint64_t oldest = chat->posts > CON_POSTS ? chat->posts - CON_POSTS : 0;

	for (uint64_t i = chat->posts; i > oldest && back; i--) {
		const struct con_post *post = &chat->post[(i - 1) % CON_POSTS];
		if (!strcmp(post->user, user) && !--back)
			return post->event;
	}
	return NULL;
}

static void hear(struct con_chat *chat, struct bot_message message)
{
	char event[BOT_ID_SIZE];

	next_event(chat, event);
	introduce(chat, message.sender);
	open_private_room(chat, message.sender);
	introduce_mentioned(chat, message.text);
	message.event = event;
	if (bot_host_is_command(chat->host, &message))
		bot_must(bot_host_message(chat->host, &message));
	else if (!message.private)
		bot_store_room_scrolled(chat->store, message.room, 1);
}

void con_chat_say(struct con_chat *chat, const struct con_input *input)
{
	char sender[BOT_ID_SIZE];
	char private_room[PRIVATE_ROOM_SIZE];

	free(chat->said);
	chat->said = con_input_with_ids(input->text);
	con_chat_person_id(input->name, sender);
	private_room_of(sender, private_room);
	struct bot_message message = {
		.room = input->kind == CON_INPUT_IN_PRIVATE ? private_room : chat->room,
		.sender = sender,
		.text = chat->said,
		.private = input->kind == CON_INPUT_IN_PRIVATE,
		.reply_to = find_post(chat, sender, input->back),
	};
	if (input->back && !message.reply_to)
		con_printer_notice(&chat->printer,
			"%s has no private message so far back to reply to", input->name);

	bot_must(bot_store_begin(chat->store));
	hear(chat, message);
	finish(chat);
}

void con_chat_rename(struct con_chat *chat, const char *person, const char *name)
{
	char user[BOT_ID_SIZE];

	con_chat_person_id(person, user);
	bot_must(bot_store_begin(chat->store));
	bot_must(bot_name_learn(chat->store, user, name));
	finish(chat);
}

void con_chat_set_reachable(struct con_chat *chat, const char *person, bool reachable)
{
	char user[BOT_ID_SIZE];

	con_chat_person_id(person, user);
	bot_must(bot_store_begin(chat->store));
	bot_must(reachable ? bot_host_user_reached(chat->host, user, true)
			   : bot_host_user_unreachable(chat->host, user, BOT_REFUSED));
	finish(chat);
}

int64_t con_chat_run_timers(struct con_chat *chat)
{
	int64_t next = -1;

	bot_must(bot_store_begin(chat->store));
	bot_must(bot_host_run_timers(chat->host, &next));
	finish(chat);
	return next;
}

void con_chat_work(struct con_chat *chat, bool all)
{
	while (bot_host_has_long_work(chat->host)) {
		bot_must(bot_store_begin(chat->store));
		bot_must(bot_host_do_long_work(chat->host));
		finish(chat);
		if (!all)
			break;
	}
}

/*
 * Uses one transaction for the whole wait, because a commit for each timer would be slow when days
 * pass.
 */
void con_chat_wait(struct con_chat *chat, int64_t ms)
{
	int64_t until = con_port_steady(&chat->port) + ms;
	int64_t next = 0;

	bot_must(bot_store_begin(chat->store));
	while (next >= 0 && con_port_steady(&chat->port) < until) {
		bot_must(bot_host_run_timers(chat->host, &next));
		drain(chat);
		int64_t now = con_port_steady(&chat->port);
		int64_t then = next < 0 || next > until ? until : next;
		/*
		 * Even if the host wants to be called again at once, a millisecond passes. So the
		 * loop ends.
		 */
		chat->port.passed += then > now ? then - now : 1;
	}
	bot_must(bot_host_run_timers(chat->host, &next));
	finish(chat);
}
