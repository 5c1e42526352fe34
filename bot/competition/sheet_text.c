#include "bot/competition/sheet_text.h"

#include "bot/club/elimination.h"
#include "bot/competition/loading.h"
#include "bot/text/signs.h"

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

void bot_sheet_write_bout(struct bot_host *host, struct bot_contest *night,
	const struct bot_bout *bout, struct bot_text *text)
{
	bot_entrant_add_label(host, night, bot_contest_entrant(night, bout->entrant[0]), text);

	bot_text_add(text, AGAINST);
	bot_entrant_add_label(host, night, bot_contest_entrant(night, bout->entrant[1]), text);
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
