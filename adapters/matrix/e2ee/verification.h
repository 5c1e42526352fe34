/*
 * Verification of the bot's device by the clients of the users whom the configuration names. The
 * bot writes the emoji and numbers that these users compare only to the log. If the bot sent them
 * to a room or a device, whoever controls the homeserver could replace them.
 */
#ifndef MX_VERIFICATION_H
#define MX_VERIFICATION_H

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/* Tells the crypto machine who may verify the device. Returns false and logs if that fails. */
bool mx_verification_start(struct mx_crypto *crypto);

/* Gives an event of a room to the machine if the event belongs to a verification. */
void mx_verification_take_event(struct mx_crypto *crypto, const char *room, const json_t *event);

/* Takes the next step of each verification. Call it while mx_key_requests_is_idle is true. */
void mx_verification_advance(struct mx_crypto *crypto);

/* Queues the next message of a verification for its room, if it can be sent now. */
void mx_verification_send(struct mx_crypto *crypto);

#endif
