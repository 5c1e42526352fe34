#include "bot/table/round_news.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/table/position.h"

static void append(json_t *news, const struct bot_page *page)
{
	json_array_append_new(news, bot_text_json(page->body.data));
}

/*
 * Appends a sentence about each action of a round, and one about its end. Before them stands a
 * sentence that says who begins the round, except in the first round.
 */
static void append_round(const struct bot_loaded_match *loaded, uint16_t number,
	const struct bot_lang *lang, json_t *news)
{
	struct eg_match match;
	struct eg_match_view view;
	struct bot_round round;
	struct bot_page page;

	bot_match_deal_stored_round(loaded, number, &round, &match);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_BOARD_NEXT,
		&(struct bot_args){.round = number, .name = loaded->cast.name[match.round.to_act]});
	if (number > 1)
		append(news, &page);
	for (size_t i = 0; i < round.actions; i++) {
		bot_page_init(&page, lang);
		bot_board_action(&page, &loaded->cast, match.round.to_act, round.action[i],
			round.automatic[i]);
		append(news, &page);
		if (eg_match_play(&match, round.action[i]))
			bot_fail(bot_store_damaged(loaded->host->store, loaded->match.id));
	}
	if (match.round.phase != EG_OVER)
		return;
	eg_match_view(&match, EG_NOBODY, &view);
	bot_page_init(&page, lang);
	bot_board_ending(&page, &loaded->cast, &view);
	append(news, &page);
}

json_t *bot_round_news(const struct bot_loaded_match *loaded, const struct bot_lang *lang)
{
	uint16_t last = loaded->state.rounds;
	json_t *all = bot_scratch_json(json_array());

	if (last > 1)
		append_round(loaded, (uint16_t)(last - 1), lang, all);
	append_round(loaded, last, lang, all);
	while (json_array_size(all) > BOT_ROUND_NEWS_MOST)
		json_array_remove(all, 0);
	return json_incref(all);
}
