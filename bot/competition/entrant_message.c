#include "bot/competition/entrant_message.h"

#include "bot/club/elimination.h"
#include "bot/competition/loading.h"
#include "bot/competition/pause.h"
#include "bot/competition/sheet_text.h"
#include "bot/match/loading.h"

#define RESULT_SIZE 64
#define LINE_SIZE   1024

static void begin(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	const struct bot_lang *lang = bot_language_of_room(host, contest->competition.room);

	bot_page_init(page, bot_language_chosen(host, BOT_OF_USER, entrant->user, lang));
}

static void send(
	struct bot_host *host, const struct bot_entrant *entrant, const struct bot_page *page)
{
	const struct bot_letter letter = {.private = true, .to = entrant->user};

	bot_send(host, letter, page, NULL);
}

void bot_entrant_tell_out(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, enum bot_msg why)
{
	char command[BOT_WORDS_SIZE];
	BOT_PAGE(page);

	begin(host, contest, entrant, &page);
	const struct bot_args args = bot_kind_args(page.lang, contest->competition.kind, command);
	bot_page_say(&page, why, &args);
	send(host, entrant, &page);
}

void bot_entrant_tell_lots(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, const struct bot_entrant *winner, int64_t match)
{
	char label[BOT_LABEL_SIZE];
	BOT_PAGE(page);

	if (entrant->state != BOT_ENTRANT_PRESENT)
		return;
	begin(host, contest, entrant, &page);
	bot_entrant_label(host, winner, label);
	bot_page_say(&page, BOT_MSG_BOUT_BY_LOTS, &(struct bot_args){.id = match, .winner = label});
	send(host, entrant, &page);
}

void bot_entrant_tell_annulled(
	struct bot_host *host, struct bot_contest *contest, const struct bot_bout *bout)
{
	const struct bot_entrant *one = bot_contest_entrant(contest, bout->entrant[0]);
	const struct bot_entrant *other = bot_contest_entrant(contest, bout->entrant[1]);
	bool first = one->state == BOT_ENTRANT_PRESENT;
	const struct bot_entrant *present = first ? one : other, *gone = first ? other : one;
	char label[BOT_LABEL_SIZE];
	BOT_PAGE(page);

	if (present->state != BOT_ENTRANT_PRESENT || gone->state == BOT_ENTRANT_PRESENT)
		return;
	begin(host, contest, present, &page);
	bot_entrant_label(host, gone, label);
	bot_page_say(&page, BOT_MSG_CONTEST_BOUT_ANNULLED,
		&(struct bot_args){.id = bout->match, .name = label});
	send(host, present, &page);
}

/* The next bout */

/* Adds whom the entrant fences next, or the message `none` if no bout of theirs waits. */
static void add_next(struct bot_host *host, struct bot_contest *night,
	const struct bot_entrant *entrant, enum bot_msg none, struct bot_page *page)
{
	const struct bot_bout *bout = bot_contest_bout_of(night, entrant->number, BOT_BOUT_WAITS);
	char label[BOT_LABEL_SIZE];
	uint8_t other;

	bot_page_line(page);
	if (!bout) {
		bot_page_say(page, none, NULL);

		return;
	}
	other = bout->entrant[bout->entrant[0] == entrant->number];
	bot_entrant_label(host, bot_contest_entrant(night, other), label);
	bot_page_say(page, BOT_MSG_NIGHT_NEXT, &(struct bot_args){.name = label});
	bot_pause_add(host, &night->competition, page);
}

/* Adds the entrant's place and result in their pool. */
static void add_pool_place(
	struct bot_contest *night, const struct bot_entrant *entrant, struct bot_page *page)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_contest_standings(night, entrant->pool, standings), place = 0;
	char result[RESULT_SIZE];

	while (place < count && &night->entrant[standings[place].entrant] != entrant)
		place++;
	if (place == count)
		return;
	if (standings[place].bouts == 0) { /* a place says nothing yet */
		bot_page_say(
			page, BOT_MSG_NIGHT_IN_POOL, &(struct bot_args){.round = entrant->pool});
		return;
	}
	struct bot_text text = bot_text_in(result, sizeof(result));
	bot_sheet_write_result(&standings[place], &text);
	bot_page_say(page, BOT_MSG_NIGHT_POOL_PLACE,
		&(struct bot_args){
			.round = entrant->pool, .place = (int64_t)place + 1, .words = result});
}

static void add_in_pools(struct bot_host *host, struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	bool is_last = bot_contest_fencers(night) <= BOT_NIGHT_ONE_POOL; /* the pool decides */

	add_pool_place(night, entrant, page);
	add_next(host, night, entrant,
		is_last ? BOT_MSG_NIGHT_ONE_POOL_DONE : BOT_MSG_NIGHT_POOL_DONE, page);
}

/* Returns the last bout of the tableau that the entrant has fenced, or NULL. */
static const struct bot_bout *find_last(const struct bot_contest *night, uint8_t number)
{
	for (size_t i = night->bouts; i > 0 && night->bout[i - 1].round > 0; i--) {
		const struct bot_bout *bout = &night->bout[i - 1];

		if (bout->state == BOT_BOUT_ENDED &&
			(bout->entrant[0] == number || bout->entrant[1] == number))
			return bout;
	}
	return NULL;
}

/* Whether the entrant has lost the bout, or nobody has won it. */
static bool has_lost(const struct bot_bout *bout, uint8_t number)
{
	return bout->winner == BOT_BOUT_NOBODY || bout->entrant[bout->winner] != number;
}

/*
 * Whether the loser of the bout still fences for the third place: it is a semi-final, and the other
 * one has not ended without a loser.
 */
static bool goes_for_third(struct bot_contest *night, const struct bot_bout *bout)
{
	struct bot_tableau tableau;

	if (!night->competition.third_place || bout->winner == BOT_BOUT_NOBODY)
		return false;
	bot_night_tableau(night, &tableau);
	return bout->round + 1 == tableau.rounds &&
	       (bot_night_third_place_bout(night) ||
		       tableau.winner[bout->round - 1][1 - bout->place] == BOT_TABLEAU_OPEN);
}

/* Tells somebody that the night is over for them, and in which round. */
static void add_out(struct bot_contest *night, const struct bot_bout *last, struct bot_page *page)
{
	char name[BOT_ROUND_NAME_SIZE];

	bot_sheet_round_name(night, last->round, page->lang, name, sizeof(name));
	bot_page_say(page, BOT_MSG_NIGHT_OUT, &(struct bot_args){.name = name});
}

static void add_in_tableau(struct bot_host *host, struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	const struct bot_bout *last = find_last(night, entrant->number);
	uint8_t place = last ? bot_night_place_after(night, last, entrant->number) : 0;

	if (place > 0) {
		bot_page_say(page, BOT_MSG_NIGHT_PLACED, &(struct bot_args){.place = place});

		return;
	}
	if (last && has_lost(last, entrant->number) && !goes_for_third(night, last)) {
		add_out(night, last, page);

		return;
	}
	if (!last)
		bot_page_say(page, BOT_MSG_NIGHT_RANK,
			&(struct bot_args){.place = entrant->rank,
				.count = (int64_t)bot_contest_ranked(night)});
	else
		bot_page_say(page,
			has_lost(last, entrant->number) ? BOT_MSG_NIGHT_FOR_THIRD
							: BOT_MSG_NIGHT_GO_ON,
			NULL);
	add_next(host, night, entrant, BOT_MSG_NIGHT_OPPONENT_LATER, page);
}

void bot_entrant_add_next(struct bot_host *host, struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	if (night->competition.stage == BOT_STAGE_TABLEAU)
		add_in_tableau(host, night, entrant, page);
	else
		add_in_pools(host, night, entrant, page);
}

void bot_entrant_tell_next(
	struct bot_host *host, struct bot_contest *night, const struct bot_entrant *entrant)
{
	BOT_PAGE(page);

	if (entrant->state != BOT_ENTRANT_PRESENT ||
		bot_contest_bout_of(night, entrant->number, BOT_BOUT_FENCED))
		return;
	begin(host, night, entrant, &page);
	bot_entrant_add_next(host, night, entrant, &page);
	send(host, entrant, &page);
}

void bot_entrant_add_own_bout(
	const struct bot_call *call, struct bot_contest *night, struct bot_page *page)
{
	const struct bot_entrant *own = bot_contest_find(night, call->message->sender);
	const struct bot_bout *now =
		own ? bot_contest_bout_of(night, own->number, BOT_BOUT_FENCED) : NULL;
	const struct bot_bout *bout =
		own && !now ? bot_contest_bout_of(night, own->number, BOT_BOUT_WAITS) : now;
	char line[LINE_SIZE];

	if (!bout)
		return;
	struct bot_text text = bot_text_in(line, sizeof(line));
	bot_sheet_write_bout(call->host, night, bout, &text);
	bot_page_say_below(page, now ? BOT_MSG_NIGHT_OWN_NOW : BOT_MSG_NIGHT_OWN_NEXT,
		&(struct bot_args){.words = line});
}
