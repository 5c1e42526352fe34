#include "bot/competition/new_start.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/call/time.h"
#include "bot/competition/loading.h"
#include "bot/competition/progress.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"

/* Writes the ids of all who have signed up, with a space between two of them. */
static void write_entrants(const struct bot_contest *night, char *ids, size_t size)
{
	struct bot_text text;

	bot_text_init(&text, ids, size);
	for (size_t i = 0; i < night->entrants; i++) {
		if (night->entrant[i].state != BOT_ENTRANT_SIGNED_UP)
			continue;
		bot_text_add(&text, text.used > 0 ? " " : "");
		bot_text_add(&text, night->entrant[i].user);
	}
}

/*
 * Says in the room when the night begins now, and mentions those who have signed up. A second move
 * soon after the first one rings nobody: 64 people are not to hear of each change of mind.
 */
static void tell(struct bot_host *host, const struct bot_contest *night)
{
	const struct bot_competition *competition = &night->competition;
	char *ids = bot_scratch(BOT_CONTEST_ROWS * BOT_ID_SIZE);
	struct bot_letter letter = {.to = competition->room};
	char until[BOT_INSTANT_SIZE];
	struct bot_page page;

	if (bot_allowance_take(host, BOT_ALLOW_MOVE, BOT_EVERYONE, competition->room) == 0) {
		write_entrants(night, ids, BOT_CONTEST_ROWS * BOT_ID_SIZE);
		letter.ring = BOT_RING;
		letter.mentions = ids;
	}
	const struct bot_lang *lang = bot_language_of_room(host, competition->room);
	bot_room_time_write(host, NULL, competition->room, lang, competition->starts,
		competition->starts - host->time, until);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_NIGHT_MOVED, &(struct bot_args){.until = until});
	bot_send(host, letter, &page, NULL);
}

/*
 * Moves the plan of a weekly night, too. Otherwise the night would go back to the usual time when
 * the bot sets its start again. A night that begins earlier may keep its plan.
 */
static void move_plan(struct bot_host *host, const struct bot_competition *competition)
{
	int64_t now = bot_time_wall(host);
	int64_t starts = now + competition->starts - host->time;
	struct bot_weekly_night weekly;

	if (!bot_sound(bot_weekly_night_get(host->store, competition->room, &weekly)))
		return;
	if (!weekly.open || weekly.competition != competition->id || starts <= weekly.starts)
		return;
	weekly.starts = starts;
	weekly.due = starts - BOT_HOUR > now ? starts - BOT_HOUR : starts;
	bot_must(bot_weekly_night_save(host->store, &weekly));
}

static void move(struct bot_host *host, struct bot_contest *night, int64_t starts)
{
	struct bot_competition *competition = &night->competition;

	competition->starts = starts;
	bot_competition_set_due(host, &bot_night_kind, competition);
	bot_shown_message_show(host, &bot_night_kind, night, false);
	move_plan(host, competition);
	tell(host, night);
}

bool bot_night_move_start(const struct bot_call *call, int64_t starts)
{
	struct bot_competition competition;

	if (!bot_competition_find_live(call, BOT_KIND_NIGHT, &competition) ||
		competition.stage != BOT_STAGE_SIGN_UP || !bot_call_moderates(call))
		return false;
	struct bot_contest *night = bot_competition_load(call->host, competition.id);
	if (night)
		move(call->host, night, starts);
	return night != NULL;
}
