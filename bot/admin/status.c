#include "bot/admin/status.h"

#include "bot/base/attempt.h"
#include "bot/base/metrics.h"
#include "bot/call/time.h"
#include "bot/store/files.h"
#include "bot/store/outbox_counts.h"

#include <inttypes.h>
#include <stdio.h>

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
	bot_page_line(page);
	bot_page_say(page, msg, &(struct bot_args){.words = size});
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
	bot_page_line(page);
	bot_page_say(page,
		platform.connected ? BOT_MSG_STATUS_CONNECTED : BOT_MSG_STATUS_DISCONNECTED, NULL);
	bot_page_line(page);
	bot_page_say(page, platform.encrypts ? BOT_MSG_STATUS_ENCRYPTS : BOT_MSG_STATUS_UNENCRYPTED,
		NULL);
	bot_page_line(page);
	bot_page_say(
		page, BOT_MSG_STATUS_ROOMS, &(struct bot_args){.count = (int64_t)platform.rooms});
}

static void say_matches(const struct bot_host *host, struct bot_page *page)
{
	size_t counts[BOT_PLAYING + 1] = {0};

	for (int i = BOT_CHALLENGE; i <= BOT_PLAYING; i++)
		bot_must(bot_store_match_count(host->store, (enum bot_match_status)i, &counts[i]));
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_STATUS_MATCHES,
		&(struct bot_args){.played = (int64_t)(counts[BOT_PLAYING] + counts[BOT_ACCEPTED]),
			.count = (int64_t)counts[BOT_CHALLENGE]});
}

static void say_waiting(const struct bot_host *host, struct bot_page *page)
{
	int64_t made = 0;
	size_t rows = 0;

	bot_must(bot_outbox_size(host->store, &rows));
	bool waits = bot_found(bot_outbox_oldest(host->store, &made));
	int64_t age = waits ? host->port->now(host->port->self) - made : 0;
	bot_page_line(page);
	bot_page_say(page, rows > 0 ? BOT_MSG_STATUS_WAITING : BOT_MSG_STATUS_NONE_WAIT,
		&(struct bot_args){.count = (int64_t)rows, .left = age > 0 ? age : 0});
}

/* Says which process answers, if another one could. */
static void say_leader(const struct bot_host *host, struct bot_page *page)
{
	const char *leader = bot_store_leader(host->store);

	if (!leader)
		return;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_STATUS_LEADER, &(struct bot_args){.words = leader});
}

void bot_admin_show_status(struct bot_call *call)
{
	const struct bot_host *host = call->host;
	struct bot_page page;
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
