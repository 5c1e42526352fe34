/*
 * The reactions that the bot puts under a list of choices, for players who tap: the cards that they
 * can play, or the letters of some choices.
 */
#ifndef BOT_SHOW_TAP_KEYS_H
#define BOT_SHOW_TAP_KEYS_H

#include "bot/call/reaction_keys.h"
#include "engine/engarde.h"

#define BOT_CARD_KEYS_SIZE   (EG_VALUES * sizeof("1\n" BOT_REACTION_KEYCAP))
#define BOT_LETTER_BYTES     4 /* the bytes of a regional indicator in UTF-8 */
#define BOT_LETTER_KEYS_SIZE (EG_CHOICES_MAX * (BOT_LETTER_BYTES + 1))

/*
 * Writes the reactions that play a card, one in each line. There is at least one: a pass is never
 * the only legal action.
 */
void bot_tap_keys_cards(const struct eg_view *view, char keys[BOT_CARD_KEYS_SIZE]);

/* Writes the letters of the choices in chosen[] as reactions, one in each line. */
void bot_tap_keys_letters(const bool chosen[EG_LEGAL_MAX], char keys[BOT_LETTER_KEYS_SIZE]);

#endif
