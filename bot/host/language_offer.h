/*
 * The bot understands the words of each language, but answers in the language of the room or the
 * user. So once for each person, it says how to change this, in the language of their words.
 */
#ifndef BOT_HOST_LANGUAGE_OFFER_H
#define BOT_HOST_LANGUAGE_OFFER_H

#include "bot/call/call.h"

/*
 * If the command of the call is a word of another language than that of the answers, offers that
 * language, once for each person. Says nothing in a room to people who can't choose its language.
 */
void bot_language_offer(const struct bot_call *call);

#endif
