/* The reactions with which people answer the bot's messages (bot/host/reactions.h). */
#ifndef BOT_CALL_REACTION_KEYS_H
#define BOT_CALL_REACTION_KEYS_H

/* The bot adds these reactions to its own messages, so that people can answer with one tap. */
#define BOT_REACTION_YES   "\xE2\x9C\x85"     /* a check mark */
#define BOT_REACTION_NO    "\xE2\x9D\x8C"     /* a cross */
#define BOT_REACTION_AGAIN "\xF0\x9F\x94\x81" /* two arrows that form a circle */

/* After the digit of a card, this makes the reaction that plays the card: a keycap. */
#define BOT_REACTION_KEYCAP "\xEF\xB8\x8F\xE2\x83\xA3"

/*
 * The cards that the bot adds to a list of choices, one in each line, for players who tap. These
 * are always all cards: reactions are never encrypted, so a choice of them would show the hand.
 */
#define BOT_REACTION_CARDS                                                                         \
	"1" BOT_REACTION_KEYCAP "\n2" BOT_REACTION_KEYCAP "\n3" BOT_REACTION_KEYCAP                \
	"\n4" BOT_REACTION_KEYCAP "\n5" BOT_REACTION_KEYCAP

/* People also answer with these. In plain form, a thumb has no skin tone. */
#define BOT_REACTION_THUMB_UP   "\xF0\x9F\x91\x8D"
#define BOT_REACTION_THUMB_DOWN "\xF0\x9F\x91\x8E"

#endif
