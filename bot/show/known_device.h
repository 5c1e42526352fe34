/*
 * Remembers which users have had a verified device that wrote to the bot. A server can hide the
 * devices of its users from the bot. It must not gain anything by that: what only a verified device
 * may say (`hand in clear`), and what no longer counts once a user has one (reactions), stays so.
 */
#ifndef BOT_SHOW_KNOWN_DEVICE_H
#define BOT_SHOW_KNOWN_DEVICE_H

#include "bot/call/call.h"

/* Remembers that the sender has a verified device, if such a device has written the message. */
void bot_known_device_note(struct bot_host *host, const struct bot_message *message);

/* Whether a verified device of the user has written to the bot. */
bool bot_known_device_find(struct bot_host *host, const char *user);

#endif
