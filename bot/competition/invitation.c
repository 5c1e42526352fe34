#include "bot/competition/invitation.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reaction_keys.h"
#include "bot/club/elimination.h"
#include "bot/competition/entry.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/match/loading.h"
#include "bot/text/typography.h"

#include <string.h>

#define LIST_SIZE 4096

/* Writes the places of last time by the index of the entrant, or 0 for those without one. */
static void find_places(
	const struct bot_kind *kind, struct bot_contest *last, uint8_t place[BOT_CONTEST_ROWS])
{
	memset(place, 0, BOT_CONTEST_ROWS);
	if (last->competition.stage != BOT_STAGE_ENDED || last->bouts == 0 ||
		!kind->has_result(last))
		return;
	if (kind->id == BOT_KIND_NIGHT) {
		bot_night_places(last, place);
		return;
	}
	for (size_t i = 0; i < last->entrants; i++) /* each division has its own places */
		place[i] = bot_contest_pools(last) == 1 ? last->entrant[i].rank : 0;
}

/* Whoever has left the last time has shown that they do not want to be asked. */
static bool is_invited(struct bot_host *host, const struct bot_entrant *entrant)
{
	return (bot_entrant_takes_part(entrant) || bot_entrant_is_timed_out(entrant)) &&
	       !bot_entry_is_barred(host, entrant);
}

/* Adds an entrant to the names and the mentions, with their place unless it is 0. */
static void add(struct bot_host *host, const struct bot_contest *last,
	const struct bot_entrant *entrant, uint8_t place, struct bot_text *names,
	struct bot_text *mentions)
{
	bot_text_add(names, names->used > 0 ? BOT_BETWEEN_LINES : "");
	if (place > 0) {
		bot_text_add_number(names, place);
		bot_text_add(names, "." BOT_NO_BREAK);
	}
	bot_entrant_add_label(host, last, entrant, names);
	bot_text_add(mentions, mentions->used > 0 ? " " : "");
	bot_text_add(mentions, entrant->user);
}

/*
 * Adds all of a contest who are invited: the best first, and those without a place at the end. Who
 * is in the other contest, too, is added once, and only if they are invited after the newest one.
 */
static void add_all(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest,
	struct bot_contest *other, bool newest, struct bot_text *names, struct bot_text *mentions)
{
	uint8_t place[BOT_CONTEST_ROWS];

	find_places(kind, contest, place);
	for (unsigned at = 1; at <= BOT_ENTRANTS_MOST + 1; at++) {
		for (size_t i = 0; i < contest->entrants; i++) {
			const struct bot_entrant *one = &contest->entrant[i];
			const struct bot_entrant *also =
				other ? bot_contest_find(other, one->user) : NULL;
			unsigned own = place[i] > 0 ? place[i] : BOT_ENTRANTS_MOST + 1;

			if (own == at && is_invited(host, one) &&
				!(also && is_invited(host, also) == newest))
				add(host, contest, &contest->entrant[i], place[i], names, mentions);
		}
	}
	bot_text_show_cut(names);
}

/* Whether they have asked to take part in the next one, and can. */
static bool enters(struct bot_host *host, const struct bot_entrant *entrant)
{
	return entrant->stays && bot_entrant_takes_part(entrant) &&
	       !bot_entry_is_barred(host, entrant);
}

/* Enters those who stay. An event that follows from their own one stands for their sign-up. */
static void enter_all(struct bot_host *host, const struct bot_kind *kind, int64_t id,
	const struct bot_contest *last)
{
	struct bot_contest *contest = bot_competition_load(host, id);
	size_t before = contest ? contest->entrants : 0;
	char event[BOT_ID_SIZE];

	for (size_t i = 0; contest && i < last->entrants; i++) {
		const struct bot_entrant *old = &last->entrant[i];

		if (!enters(host, old) || bot_entry_count(contest) >= BOT_ENTRANTS_MOST)
			continue;
		bot_lots_next_event(old->event, contest->competition.event, event);
		struct bot_entrant *entrant = bot_contest_add(contest, old->user, event);
		entrant->joined = host->time;
		kind->enter(host, &contest->competition, entrant);
		entrant->stays = true;
		entrant->at_once = old->at_once;
		bot_entrant_save(host->store, id, entrant);
	}
	if (contest && contest->entrants > before)
		bot_shown_message_show(host, kind, contest, false);
}

void bot_invitation_send(struct bot_host *host, const struct bot_kind *kind,
	const struct bot_competition *competition, int64_t last)
{
	const struct bot_lang *lang = bot_language_of_room(host, competition->room);
	struct bot_contest *contest = last != 0 ? bot_competition_load(host, last) : NULL;
	struct bot_contest *held = NULL; /* the last one with a result, if `contest` has none */
	char *ids = bot_scratch(2 * BOT_CONTEST_ROWS * BOT_ID_SIZE), list[LIST_SIZE];
	char until[BOT_INSTANT_SIZE], command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(lang, kind->id, command);
	struct bot_letter letter = {.to = competition->room,
		.ring = BOT_RING,
		.mentions = ids,
		.reactions = BOT_REACTION_YES,
		.role = kind->role};
	struct bot_text names = bot_text_in(list, sizeof(list));
	struct bot_text mentions = bot_text_in(ids, 2 * BOT_CONTEST_ROWS * BOT_ID_SIZE);
	BOT_PAGE(page);
	int64_t post;

	if (contest && !kind->has_result(contest) && competition->previous != 0)
		held = bot_competition_load(host, competition->previous);
	if (held)
		add_all(host, kind, held, contest, false, &names, &mentions);
	if (contest)
		add_all(host, kind, contest, held, true, &names, &mentions);
	if (!contest || mentions.used == 0)
		return;
	enter_all(host, kind, competition->id, contest);
	/* with the day, however near the start is */
	bot_sheet_write_time(
		host, NULL, competition->room, lang, competition->starts, BOT_WEEK, until);
	args.until = until;
	args.words = list;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_CONTEST_INVITATION, &args);
	bot_send(host, letter, &page, &post);
}
