#include "bot/show/news.h"

/* Adds what an action did. `seat` is the player who reads it, or EG_NOBODY. */
static void add_action(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news_item *item, enum eg_seat seat)
{
	if (item->automatic && item->seat == seat)
		bot_board_own_action(page, item->action);
	else
		bot_board_action(page, &loaded->cast, item->seat, item->action, item->automatic);
}

void bot_news_add(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round)
{
	for (size_t i = 0; i < news->count; i++) {
		const struct bot_news_item *item = &news->item[i];
		const struct eg_match_view *view = &item->view;
		bool ended = view->round.phase == EG_OVER;
		/* the player's hand begins with this attack */
		bool told = i + 1 == news->count && seat == view->round.to_act &&
			    view->round.phase == EG_DEFEND;
		bool known = item->seat == seat && !ended && !item->automatic;

		if (view->rounds < round || told || known)
			continue;
		add_action(page, loaded, item, seat);
		if (ended) {
			bot_page_space(page);
			bot_board_ending(page, &loaded->cast, view);
		}
		bot_page_line(page);
	}
}
