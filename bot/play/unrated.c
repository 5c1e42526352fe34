#include "bot/play/unrated.h"

/* A player begins with touches or has a longer clock. */
static void explain_handicap(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;
	enum eg_seat ahead = match->rules.start[EG_WHITE] > 0 ? EG_WHITE : EG_BLACK;
	bool start = match->rules.start[ahead] > 0;

	if (!start)
		ahead = match->extra[EG_WHITE] > 0 ? EG_WHITE : EG_BLACK;
	bot_page_say(page, start ? BOT_MSG_UNRATED_START : BOT_MSG_UNRATED_TWO_CLOCKS,
		&(struct bot_args){
			.name = loaded->cast.name[ahead], .count = match->rules.start[ahead]});
}

bool bot_unrated_explain(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;

	if (bot_match_may_be_rated(match))
		return false;
	if (match->practice)
		bot_page_say(page, BOT_MSG_UNRATED_PRACTICE, NULL);
	else if (match->restored)
		bot_page_say(page, BOT_MSG_UNRATED_RESTORED, NULL);
	else if (bot_match_has_handicap(match))
		explain_handicap(loaded, page);
	else
		bot_page_say(page,
			match->clock == 0 ? BOT_MSG_UNRATED_NO_CLOCK : BOT_MSG_UNRATED_CASUAL,
			NULL);
	return true;
}
