#include "bot/admin/announcement.h"

#include "bot/admin/admin_news.h"
#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/store/outbox_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIRM_FOR (10 * BOT_MINUTE) /* how long an admin has to confirm their text */
/*
 * The announcement goes on if a message has waited for this long. The bot may not be able to reach
 * a single player, and this must not keep the others from the announcement.
 */
#define WAIT_MOST BOT_MINUTE

#define DRAFT_KEY   "announcement draft"
#define RUNNING_KEY "announcement"

/* A text that its admin has not confirmed yet. The store keeps these fields as three lines. */
struct draft {
	char admin[BOT_ID_SIZE];
	int64_t made; /* wall time */
	char text[BOT_ANNOUNCEMENT_MOST + 1];
};

/* The announcement that is on its way. The store keeps these fields as five lines. */
struct announcement {
	int64_t written;        /* the host's time when the last message was added to the outbox */
	int64_t count;          /* how many rooms have got it */
	int64_t row;            /* the outbox row of the last message, or 0 */
	char room[BOT_ID_SIZE]; /* the room that got it last, or "" */
	char text[BOT_ANNOUNCEMENT_MOST + 1];
};

/* Copies one line of `text`, and returns what follows it. Cuts a line that is too long. */
static const char *take_line(const char *text, char *line, size_t size)
{
	size_t length = strcspn(text, "\n");

	snprintf(line, size, "%.*s", (int)length, text);
	return text + length + (text[length] == '\n');
}

static bool load_draft(struct bot_host *host, struct draft *draft)
{
	char *value = NULL, made[24];

	if (!bot_found(bot_store_get(host->store, DRAFT_KEY, &value)))
		return false;
	const char *rest = take_line(value, draft->admin, sizeof(draft->admin));
	rest = take_line(rest, made, sizeof(made));
	draft->made = strtoll(made, NULL, 10);
	take_line(rest, draft->text, sizeof(draft->text));
	free(value);
	return true;
}

static void store_draft(struct bot_host *host, const char *admin, const char *text)
{
	char value[BOT_ID_SIZE + BOT_ANNOUNCEMENT_MOST + 32];

	snprintf(value, sizeof(value), "%s\n%" PRId64 "\n%s", admin,
		host->port->now(host->port->self), text);
	bot_must(bot_store_set(host->store, DRAFT_KEY, value));
}

static bool load(struct bot_host *host, struct announcement *announcement)
{
	char *value = NULL, number[24];

	if (!bot_found(bot_store_get(host->store, RUNNING_KEY, &value)))
		return false;
	const char *rest = take_line(value, number, sizeof(number));
	announcement->written = strtoll(number, NULL, 10);
	rest = take_line(rest, number, sizeof(number));
	announcement->count = strtoll(number, NULL, 10);
	rest = take_line(rest, number, sizeof(number));
	announcement->row = strtoll(number, NULL, 10);
	rest = take_line(rest, announcement->room, sizeof(announcement->room));
	take_line(rest, announcement->text, sizeof(announcement->text));
	free(value);
	return true;
}

static void store(struct bot_host *host, const struct announcement *announcement)
{
	char value[BOT_ID_SIZE + BOT_ANNOUNCEMENT_MOST + 96];

	snprintf(value, sizeof(value), "%" PRId64 "\n%" PRId64 "\n%" PRId64 "\n%s\n%s",
		announcement->written, announcement->count, announcement->row, announcement->room,
		announcement->text);
	bot_must(bot_store_set(host->store, RUNNING_KEY, value));
}

/* Going from room to room */

/* Writes into a room. If it is the private room of `player`, uses the player's language. */
static void write_to(struct bot_host *host, const char *text, const char *room, const char *player)
{
	struct bot_letter letter = {.private = player[0], .to = player[0] ? player : room};
	const struct bot_lang *lang = bot_language_of_room(host, room);

	if (player[0])
		lang = bot_language_chosen(host, BOT_OF_USER, player, lang);
	bot_send_message(
		host, letter, lang, BOT_MSG_ANNOUNCEMENT, (struct bot_args){.words = text});
}

static void finish(struct bot_host *host, const struct announcement *announcement)
{
	bot_must(bot_store_set(host->store, RUNNING_KEY, NULL));
	bot_admin_notify(
		host, BOT_MSG_ANNOUNCE_DONE, (struct bot_args){.count = announcement->count});
}

static void write_to_next(struct bot_host *host, struct announcement *announcement)
{
	char player[BOT_ID_SIZE];

	if (!bot_store_next_match_room(
		    host->store, announcement->room, announcement->room, player)) {
		finish(host, announcement);
		return;
	}
	write_to(host, announcement->text, announcement->room, player);
	announcement->row = bot_outbox_last(host->store);
	announcement->count++;
	announcement->written = host->time;
	store(host, announcement);
}

bool bot_announcement_continue(struct bot_host *host)
{
	struct announcement announcement;

	if (!load(host, &announcement))
		return false;
	if (bot_outbox_has(host->store, announcement.row) &&
		host->time - announcement.written < WAIT_MOST)
		return true;
	bot_cause_enter(host->store, "announcement", announcement.text, 0);
	write_to_next(host, &announcement);
	return true;
}

/* The command */

/* Replaces line ends and other control characters by spaces, because a room gets one line. */
static void clean(const char *rest, char text[BOT_ANNOUNCEMENT_MOST + 1])
{
	size_t i = 0;

	for (; rest[i]; i++) {
		text[i] = rest[i];
		if ((unsigned char)rest[i] < ' ' || rest[i] == 0x7f)
			text[i] = ' ';
	}
	text[i] = '\0';
}

static void confirm(struct bot_call *call, const char *rest)
{
	char text[BOT_ANNOUNCEMENT_MOST + 1];
	size_t count = 0;

	if (strlen(rest) > BOT_ANNOUNCEMENT_MOST) {
		bot_reply(call, BOT_MSG_ANNOUNCE_LONG,
			(struct bot_args){.count = BOT_ANNOUNCEMENT_MOST});
		return;
	}
	clean(rest, text);
	count = bot_store_match_rooms(call->host->store);
	if (count == 0) {
		bot_reply(call, BOT_MSG_ANNOUNCE_NOWHERE, (struct bot_args){0});
		return;
	}
	store_draft(call->host, call->message->sender, text);
	bot_reply(call, BOT_MSG_ANNOUNCE_CONFIRM,
		(struct bot_args){.count = (int64_t)count, .words = text});
}

static void begin(struct bot_call *call)
{
	struct bot_host *host = call->host;
	struct draft draft;
	struct announcement announcement = {0};

	int64_t age =
		load_draft(host, &draft) ? host->port->now(host->port->self) - draft.made : -1;
	if (age < 0 || age > CONFIRM_FOR || strcmp(draft.admin, call->message->sender) != 0) {
		bot_reply(call, BOT_MSG_ANNOUNCE_NOTHING, (struct bot_args){0});
		return;
	}
	memcpy(announcement.text, draft.text, sizeof(draft.text));
	bot_must(bot_store_set(host->store, DRAFT_KEY, NULL));
	size_t count = bot_store_match_rooms(host->store);
	store(host, &announcement);
	bot_reply(call, BOT_MSG_ANNOUNCE_BEGUN, (struct bot_args){.count = (int64_t)count});
}

static void stop(struct bot_call *call, const struct announcement *announcement)
{
	bot_must(bot_store_set(call->host->store, RUNNING_KEY, NULL));
	bot_reply(call, BOT_MSG_ANNOUNCE_STOPPED, (struct bot_args){.count = announcement->count});
}

void bot_admin_announce(struct bot_call *call, const char *rest)
{
	struct announcement running = {0};

	if (!*rest) {
		bot_reply(call, BOT_MSG_ANNOUNCE_WHAT, (struct bot_args){0});
		return;
	}
	bool runs = load(call->host, &running);
	if (bot_words_mean(rest, "stop")) {
		if (runs)
			stop(call, &running);
		else
			bot_reply(call, BOT_MSG_ANNOUNCE_NOTHING, (struct bot_args){0});
		return;
	}
	if (runs)
		bot_reply(
			call, BOT_MSG_ANNOUNCE_RUNNING, (struct bot_args){.count = running.count});
	else if (bot_words_is_yes(rest))
		begin(call);
	else
		confirm(call, rest);
}
