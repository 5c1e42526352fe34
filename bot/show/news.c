#include "bot/show/news.h"

void bot_news_add(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round)
{
	for (size_t i = 0; i < news->count; i++) {
		const struct eg_match_view *view = &news->item[i].view;
		bool ended = view->round.phase == EG_OVER;
		/* the player's hand begins with this attack */
		bool told = i + 1 == news->count && seat == view->round.to_act &&
			    view->round.phase == EG_DEFEND;

		if (view->rounds < round || told || (news->item[i].seat == seat && !ended))
			continue;
		bot_board_action(page, &loaded->cast, news->item[i].seat, news->item[i].action);
		if (ended) {
			bot_page_space(page);
			bot_board_ending(page, &loaded->cast, view);
		}
		bot_page_line(page);
	}
}
