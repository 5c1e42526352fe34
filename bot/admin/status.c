#include "bot/admin/status.h"

#include "bot/base/attempt.h"
#include "bot/base/metrics.h"
#include "bot/call/question.h"
#include "bot/match/loading.h"
#include "bot/play/match_life.h"
#include "bot/store/files.h"
#include "bot/store/outbox_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SIZE_SIZE 32

/* Writes a number of bytes with a unit, such as 340 kB or 12 MB, rounded up. */
static void format_size(int64_t bytes, char size[SIZE_SIZE])
{
	static const char *const units[] = {"kB", "MB", "GB"};
	int64_t unit = 1000;
	size_t i = 0;

	while (i < 2 && bytes >= 1000 * unit) {
		unit *= 1000;
		i++;
	}
	snprintf(size, SIZE_SIZE, "%" PRId64 " %s", (bytes + unit - 1) / unit, units[i]);
}

static void say_size(struct bot_page *page, enum bot_msg msg, int64_t bytes)
{
	char size[SIZE_SIZE];

	format_size(bytes, size);
	bot_page_say_below(page, msg, &(struct bot_args){.words = size});
}

static void say_run(const struct bot_host *host, struct bot_page *page)
{
	bot_page_say(page, BOT_MSG_STATUS,
		&(struct bot_args){.version = ENGARDE_VERSION,
			.left = host->port->steady(host->port->self) - host->began});
}

static void say_platform(const struct bot_host *host, struct bot_page *page)
{
	struct bot_platform platform = {0};

	if (!host->port->describe)
		return;
	host->port->describe(host->port->self, &platform);
	bot_page_say_below(page,
		platform.connected ? BOT_MSG_STATUS_CONNECTED : BOT_MSG_STATUS_DISCONNECTED, NULL);
	bot_page_say_below(page,
		platform.encrypts ? BOT_MSG_STATUS_ENCRYPTS : BOT_MSG_STATUS_UNENCRYPTED, NULL);
	bot_page_line(page);
	bot_page_say(
		page, BOT_MSG_STATUS_ROOMS, &(struct bot_args){.count = (int64_t)platform.rooms});
}

static void say_matches(const struct bot_host *host, struct bot_page *page)
{
	size_t counts[BOT_PLAYING + 1] = {0};

	for (int i = BOT_CHALLENGE; i <= BOT_PLAYING; i++)
		counts[i] = bot_store_match_count(host->store, (enum bot_match_status)i);
	bot_page_say_below(page, BOT_MSG_STATUS_MATCHES,
		&(struct bot_args){.played = (int64_t)(counts[BOT_PLAYING] + counts[BOT_ACCEPTED]),
			.count = (int64_t)counts[BOT_CHALLENGE]});
}

static void say_waiting(const struct bot_host *host, struct bot_page *page)
{
	int64_t made = 0;

	size_t rows = bot_outbox_size(host->store);
	bool waits = bot_outbox_oldest(host->store, &made);
	int64_t age = waits ? host->port->now(host->port->self) - made : 0;
	bot_page_say_below(page, rows > 0 ? BOT_MSG_STATUS_WAITING : BOT_MSG_STATUS_NONE_WAIT,
		&(struct bot_args){.count = (int64_t)rows, .left = age > 0 ? age : 0});
}

/* Says which process answers, if another one could. */
static void say_leader(const struct bot_host *host, struct bot_page *page)
{
	const char *leader = bot_store_leader(host->store);

	if (!leader)
		return;
	bot_page_say_below(page, BOT_MSG_STATUS_LEADER, &(struct bot_args){.words = leader});
}

void bot_admin_show_status(struct bot_call *call)
{
	const struct bot_host *host = call->host;
	BOT_PAGE(page);
	int64_t size = 0;

	bot_page_init(&page, call->lang);
	say_run(host, &page);
	say_platform(host, &page);
	say_matches(host, &page);
	say_waiting(host, &page);
	bot_must(bot_store_size(host->store, &size));
	say_leader(host, &page);
	say_size(&page, BOT_MSG_STATUS_STORE, size);
	say_size(&page, BOT_MSG_STATUS_MEMORY, bot_process_memory());
	bot_reply_page(call, &page);
}

#define UNREPEATED  "\xE2\x80\xA6" /* an ellipsis, which replaces a word that is no id */
#define LISTED_MOST 30             /* the most rooms of one answer */
#define READ_MOST   500 /* the most rooms that one command looks at, private rooms included */

static size_t count_matches(struct bot_host *host, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = -1};

	return bot_match_list_load(host->store, &filter)->count;
}

/* Adds a line about a room, unless the room is somebody's private room. */
static void list_room(
	struct bot_host *host, const char *room, struct bot_page *page, size_t *listed)
{
	char user[BOT_ID_SIZE];

	if (bot_store_private_user(host->store, room, user))
		return;
	++*listed;
	bot_page_say_below(page, BOT_MSG_ROOMS_LINE,
		&(struct bot_args){.room = room, .count = (int64_t)count_matches(host, room)});
}

/* If the command names a room, lists only the rooms that come after this one in byte order. */
void bot_admin_list_rooms(struct bot_call *call)
{
	struct bot_host *host = call->host;
	const struct bot_port *port = host->port;
	char room[BOT_ID_SIZE] = "";
	BOT_PAGE(page);
	size_t listed = 0, read = 0;
	bool more = port->next_room != NULL;

	if (call->words.count > 1 && strlen(call->words.word[1]) < BOT_ID_SIZE)
		strcpy(room, call->words.word[1]);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_ROOMS, NULL);
	while (more && listed < LISTED_MOST && read < READ_MOST) {
		more = port->next_room(port->self, room, room);
		read++;
		if (more)
			list_room(host, room, &page, &listed);
	}
	if (listed == 0 && !more) {
		bot_reply(call, BOT_MSG_ROOMS_NONE, (struct bot_args){0});
		return;
	}
	bot_page_line(&page);
	if (more)
		bot_page_say(&page, BOT_MSG_ROOMS_MORE, &(struct bot_args){.room = room});
	else
		bot_page_say(&page, BOT_MSG_ROOMS_END, NULL);
	bot_reply_page(call, &page);
}

static void stop_in_left_room(struct bot_loaded_match *loaded)
{
	bot_match_stop(loaded, BOT_MSG_MATCH_ROOM_LEFT);
}

/*
 * Ends the matches and leaves the room. The messages about the ended matches come first in the
 * room's lane of the outbox, so they reach the room before the bot leaves it.
 */
static void leave(const struct bot_call *call, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = -1};

	bot_match_load_each(call->host, &filter, stop_in_left_room);
	bot_send(call->host, (struct bot_letter){.kind = BOT_OUT_LEAVE, .to = room}, NULL, NULL);
	bot_reply(call, BOT_MSG_LEAVE_DONE, (struct bot_args){.room = room});
}

/*
 * Returns the message that says why the bot can't leave the room, or BOT_MSG_COUNT if it can. The
 * bot keeps the private rooms of players, because their cards go there.
 */
static enum bot_msg find_obstacle(const struct bot_call *call, const char *room)
{
	const struct bot_port *port = call->host->port;
	char user[BOT_ID_SIZE];

	if (strlen(room) >= BOT_ID_SIZE || !port->is_inside || !port->is_inside(port->self, room))
		return BOT_MSG_LEAVE_UNKNOWN;
	return bot_store_private_user(call->host->store, room, user) ? BOT_MSG_LEAVE_PRIVATE
								     : BOT_MSG_COUNT;
}

/* Asks whether the bot should leave the room, although `count` matches there would end. */
static void ask_to_confirm(const struct bot_call *call, size_t count)
{
	const char *room = call->words.word[1];
	char command[BOT_QUESTION_SIZE];

	snprintf(command, sizeof(command), "leave %s yes", room);
	bot_ask(call, BOT_MSG_LEAVE_CONFIRM,
		(struct bot_args){.room = room, .count = (int64_t)count}, command);
}

void bot_admin_leave(struct bot_call *call)
{
	const struct bot_words *words = &call->words;

	if (words->count < 2) {
		bot_reply(call, BOT_MSG_LEAVE_WHICH, (struct bot_args){0});
		return;
	}
	enum bot_msg obstacle = find_obstacle(call, words->word[1]);
	if (obstacle != BOT_MSG_COUNT) {
		bot_reply(call, obstacle,
			(struct bot_args){.room = bot_user_id_is_plain(words->word[1])
							  ? words->word[1]
							  : UNREPEATED});
		return;
	}
	size_t count = count_matches(call->host, words->word[1]);
	if (count > 0 && !(words->count > 2 && bot_words_is_yes(words->word[2])))
		ask_to_confirm(call, count);
	else
		leave(call, words->word[1]);
}
