/*
 * Whether a user gets their cards in an encrypted or in a plain private room. The configuration
 * decides, unless the user has chosen: by `hand in clear` or `hand encrypted`. And which users have
 * a verified device.
 *
 * A server might forge `hand in clear` to read a hand: it can forge each message of its users that
 * no verified device has encrypted. So the bot believes such a message only as long as the user has
 * no verified device that can read the private room. Afterwards only such a device may ask, even if
 * the server hides it.
 */
#ifndef BOT_COMMANDS_PRIVATE_FORM_H
#define BOT_COMMANDS_PRIVATE_FORM_H

#include "bot/call/call.h"

/* Returns the form that the words of a `hand` command ask for, else BOT_FORM_CONFIGURED. */
enum bot_private_form bot_private_form_asked(const struct bot_words *words);

/* Returns which form the user has chosen, or BOT_FORM_CONFIGURED. */
enum bot_private_form bot_private_form_chosen(struct bot_host *host, const char *user);

/*
 * Returns how the user's private room is protected. If there is none yet, this is a room of the
 * form that they have chosen. The port must have `protection`.
 */
enum bot_protection bot_private_form_protection(struct bot_host *host, const char *user);

/*
 * Stores the form for the sender. If their private room has another form, the bot leaves it and
 * makes another one. Answers in the room where the sender asked, unencrypted.
 */
void bot_private_form_choose(struct bot_call *call, enum bot_private_form form);

/*
 * Remembers which users have had a verified device that wrote to the bot. A server can hide the
 * devices of its users from the bot, but it gains nothing by that: only a verified device may write
 * `hand in clear`, and reactions do not count, as if the device were still there.
 */

/* Remembers that the sender has a verified device, if such a device has written the message. */
void bot_private_form_note_device(struct bot_host *host, const struct bot_message *message);

/* Whether a verified device of the user has written to the bot. */
bool bot_private_form_has_device(struct bot_host *host, const char *user);

#endif
