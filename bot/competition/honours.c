#include "bot/competition/honours.h"

#include "bot/base/attempt.h"
#include "bot/call/time_zone.h"
#include "bot/match/loading.h"
#include "bot/store/ratings.h"
#include "bot/text/name.h"

#include <string.h>
#include <time.h>

#define SHOWN     12 /* the newest ones */
#define DATE_SIZE 16

static void add_honour(
	const struct bot_call *call, const struct bot_honour *honour, struct bot_page *page)
{
	char date[DATE_SIZE], label[BOT_LABEL_SIZE], command[BOT_WORDS_SIZE];
	time_t seconds = (time_t)(honour->won / 1000);
	struct tm utc;

	gmtime_r(&seconds, &utc);
	strftime(date, sizeof(date), "%Y-%m-%d", &utc);
	bot_name_label(call->host->store, honour->user, label);
	bot_page_line(page);
	struct bot_args args = bot_kind_args(page->lang, honour->kind, command);
	args.date = date;
	args.name = label;
	args.count = honour->fencers;
	bot_page_say(page, BOT_MSG_HONOUR, &args);
}

void bot_honours_add(const struct bot_call *call, struct bot_page *page)
{
	struct bot_honour honours[SHOWN];

	size_t count = bot_honour_list(call->host->store, call->message->room, honours, SHOWN);
	bot_page_say(page, count == 0 ? BOT_MSG_HONOURS_NONE : BOT_MSG_HONOURS,
		&(struct bot_args){.prefix = call->message->private ? call->host->prefix
								    : bot_call_prefix(call)});
	for (size_t i = 0; i < count; i++)
		add_honour(call, &honours[i], page);
}

static void note_winner(struct bot_host *host, const struct bot_contest *contest, const char *user)
{
	struct bot_honour honour = {.kind = contest->competition.kind,
		.won = host->port->now(host->port->self),
		.fencers = (uint8_t)bot_contest_fencers(contest)};

	memcpy(honour.user, user, strlen(user) + 1);
	bot_honour_add(host->store, contest->competition.room, &honour);
}

/* Counts the contest in the table of the year. Nothing counts for somebody who is forgotten. */
static void note_points(struct bot_host *host, const struct bot_contest *contest,
	const uint8_t place[BOT_CONTEST_ROWS], size_t i)
{
	const char *room = contest->competition.room, *user = contest->entrant[i].user;
	char year[BOT_MONTH_SIZE];
	int64_t points = 1;

	for (size_t j = 0; j < contest->entrants; j++)
		points += place[j] > place[i];
	bot_zone_month(host, room, host->port->now(host->port->self), 0, year);
	year[strlen("2026")] = '\0';
	const struct bot_tally_key key = {BOT_TALLY_YEAR, year, room};
	if (user[0] == '@')
		bot_tally_add(host->store, user, &key, points);
}

void bot_honours_note(struct bot_host *host, const struct bot_contest *contest,
	const uint8_t place[BOT_CONTEST_ROWS])
{
	for (size_t i = 0; i < contest->entrants; i++) {
		if (place[i] == 1)
			note_winner(host, contest, contest->entrant[i].user);
		if (place[i] > 0)
			note_points(host, contest, place, i);
	}
}
