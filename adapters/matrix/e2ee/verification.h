/*
 * Verification of the bot's device by the clients of the users whom the configuration names. These
 * users compare emoji and numbers, which the bot writes only to the log. If the bot sent these to a
 * room or a device, whoever controls the homeserver could replace them.
 */
#ifndef ADAPTERS_MATRIX_E2EE_VERIFICATION_H
#define ADAPTERS_MATRIX_E2EE_VERIFICATION_H

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;
struct mx_event;

/*
 * Tells the crypto machine who may verify the device. On failure, logs the error and returns false.
 */
bool mx_verification_start(struct mx_crypto *crypto);

/*
 * If an event of a room belongs to a verification, gives it to the machine. A relation in clear
 * counts here: it says only to which verification the event belongs, and people compare the result.
 */
void mx_verification_take_event(
	struct mx_crypto *crypto, const char *room, const struct mx_event *event);

/* Takes the next step of each verification. Call it while MX_KEY_QUEUE_OWN is idle. */
void mx_verification_advance(struct mx_crypto *crypto);

/* Queues the next message of a verification, if the bot can send the message to its room now. */
void mx_verification_send(struct mx_crypto *crypto);

#endif
