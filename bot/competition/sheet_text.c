#include "bot/competition/sheet_text.h"

#include "bot/call/reader_zone.h"
#include "bot/call/time.h"
#include "bot/club/elimination.h"
#include "bot/competition/loading.h"
#include "bot/text/typography.h"

#define LIST_SIZE 4096
/* On a phone a line must not begin with a sign, or break between a name and its result. */
#define AGAINST BOT_NO_BREAK "\xE2\x80\x93 " /* U+2013 EN DASH */

void bot_sheet_write_result(const struct bot_standing *standing, struct bot_text *text)
{
	int indicator = bot_ranking_indicator(standing);

	bot_text_add_number(text, standing->victories);
	bot_text_add(text, "/");
	bot_text_add_number(text, standing->bouts);
	bot_text_add(text, BOT_NO_BREAK);
	bot_text_add(text, indicator > 0 ? "+" : indicator < 0 ? BOT_MINUS : "");
	bot_text_add_number(text, indicator < 0 ? -indicator : indicator);
}

void bot_sheet_write_bout(struct bot_host *host, struct bot_contest *contest,
	const struct bot_bout *bout, struct bot_text *text)
{
	bot_entrant_add_label(host, contest, bot_contest_entrant(contest, bout->entrant[0]), text);
	bot_text_add(text, AGAINST);
	bot_entrant_add_label(host, contest, bot_contest_entrant(contest, bout->entrant[1]), text);
	if (bout->state == BOT_BOUT_FENCED) {
		bot_text_add(text, BOT_NO_BREAK "#");
		bot_text_add_number(text, bout->match);
	}
	if (bout->state == BOT_BOUT_ENDED && bout->winner != BOT_BOUT_NOBODY) {
		/* time, lots or an exclusion can decide: V is for victory, as on sheets */
		bool shown = bout->touches[bout->winner] <= bout->touches[1 - bout->winner];

		bot_text_add(text, shown && bout->winner == 0 ? BOT_NO_BREAK "V" : BOT_NO_BREAK);
		bot_text_add_number(text, bout->touches[0]);
		bot_text_add(text, shown && bout->winner == 1 ? ":V" : ":");
		bot_text_add_number(text, bout->touches[1]);
	}
}

struct bot_args bot_sheet_terms(const struct eg_match_rules *rules, int64_t clock, bool third_place,
	const struct bot_lang *lang, struct bot_terms_text *terms)
{
	const struct bot_match match = {.rules = *rules, .clock = clock, .challenger = EG_NOBODY};

	bot_challenge_write_terms(&match, NULL, lang, terms);
	return (struct bot_args){.touches = rules->touches,
		.rules = terms->rules,
		.clock = terms->clock,
		.words = third_place ? lang->messages[BOT_MSG_NIGHT_WITH_THIRD_PLACE] : ""};
}

void bot_sheet_round_name(struct bot_contest *night, uint8_t round, const struct bot_lang *lang,
	char *name, size_t size)
{
	static const enum bot_msg names[] = {
		BOT_MSG_NIGHT_FINAL, BOT_MSG_NIGHT_SEMI_FINALS, BOT_MSG_NIGHT_QUARTER_FINALS};
	struct bot_tableau tableau;

	bot_night_tableau(night, &tableau);
	size_t left = tableau.rounds - round;
	bot_page_string(lang,
		left < sizeof(names) / sizeof(names[0]) ? names[left] : BOT_MSG_NIGHT_TABLEAU_OF,
		&(struct bot_args){.count = (int64_t)2 << left}, name, size);
}

void bot_sheet_list_bouts(struct bot_host *host, struct bot_contest *contest,
	struct bot_bout_filter filter, struct bot_text *text)
{
	const struct bot_bout *third = bot_night_third_place_bout(contest);

	for (size_t i = 0, count = 0; i < contest->bouts && count < filter.most; i++) {
		const struct bot_bout *bout = &contest->bout[i];

		if ((filter.state >= 0 && bout->state != (enum bot_bout_state)filter.state) ||
			(filter.round >= 0 && (bout->round != filter.round || bout == third)))
			continue;
		bot_text_add(text, count++ > 0 ? "\n" : "");
		bot_sheet_write_bout(host, contest, bout, text);
	}
	bot_text_show_cut(text);
}

void bot_sheet_add_line(struct bot_page *page, enum bot_msg msg, enum bot_msg name, int64_t number,
	const char *words)
{
	char shown[BOT_ROUND_NAME_SIZE];

	bot_page_string(
		page->lang, name, &(struct bot_args){.round = number}, shown, sizeof(shown));
	bot_page_say(page, msg, &(struct bot_args){.name = shown, .words = words});
}

void bot_sheet_add_entrants(struct bot_host *host, const struct bot_contest *contest,
	enum bot_entrant_state state, enum bot_msg msg, struct bot_page *page)
{
	size_t count = bot_contest_count(contest, state);
	char list[LIST_SIZE];

	if (count == 0)
		return;
	struct bot_text text = bot_text_in(list, sizeof(list));
	for (size_t i = 0; i < contest->entrants; i++) {
		if (contest->entrant[i].state != state)
			continue;
		bot_text_add(&text, text.used > 0 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(host, contest, &contest->entrant[i], &text);
	}
	bot_text_show_cut(&text);
	bot_page_say_below(page, msg, &(struct bot_args){.count = (int64_t)count, .words = list});
}

void bot_sheet_write_time(struct bot_host *host, const char *reader, const char *room,
	const struct bot_lang *lang, int64_t time, int64_t span, char until[BOT_INSTANT_SIZE])
{
	struct bot_instant instant = bot_time_instant(host, time, span);

	bot_reader_localise_in(host, reader, room, &instant);
	bot_instant_write(lang, &instant, until);
}
