#include "bot/table/round_news.h"

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
	const struct bot_public_round round = bot_match_public_round(loaded, number);
	struct bot_page page;

	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_BOARD_NEXT,
		&(struct bot_args){.round = number, .name = loaded->cast.name[round.first]});
	if (number > 1)
		append(news, &page);
	for (size_t i = 0; i < round.count; i++) {
		const struct bot_played *played = &round.played[i];

		bot_page_init(&page, lang);
		bot_board_action(
			&page, &loaded->cast, played->seat, played->action, played->automatic);
		append(news, &page);
	}
	if (round.after.round.phase != EG_OVER)
		return;
	bot_page_init(&page, lang);
	bot_board_ending(&page, &loaded->cast, &round.after);
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
