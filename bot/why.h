/* Why an action is not legal. It speaks of a hand: the answer is for the player alone. */
#ifndef BOT_WHY_H
#define BOT_WHY_H

#include "bot/page.h"
#include "bot/pattern.h"

/* `view` is the view of the player who is to act; no legal action fits the pattern. */
void bot_why(struct bot_page *page, const struct bot_pattern *pattern, const struct eg_view *view);

/* Writes `count` cards of a value as "5 5"; the longest is that of all 25. */
#define BOT_CARDS_SIZE ((size_t)2 * EG_DECK)
void bot_cards_print(uint8_t card, uint8_t count, char cards[BOT_CARDS_SIZE]);

#endif
