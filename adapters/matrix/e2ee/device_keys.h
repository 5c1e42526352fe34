/*
 * The keys of the bot's device (key_place.h says where they are): opens them, checks that they are
 * the ones of this device, and puts them aside for a new device.
 */
#ifndef ADAPTERS_MATRIX_E2EE_DEVICE_KEYS_H
#define ADAPTERS_MATRIX_E2EE_DEVICE_KEYS_H

#include <stdbool.h>

struct mx_crypto;

/*
 * Opens the keys of the device, or makes them. If that fails, ends the run or logs off, to begin as
 * a new device.
 */
void mx_device_keys_open(struct mx_crypto *crypto);

/*
 * Closes the keys, because the machine is ahead of the store: a transaction was undone. The caller
 * opens them again. Requests that were under way are forgotten; the machine makes them again.
 */
void mx_device_keys_reopen(struct mx_crypto *crypto);

/* Closes the keys and puts them aside, as mx_crypto_set_keys_aside says. */
bool mx_device_keys_set_aside(struct mx_crypto *crypto);

/*
 * Call this if the keys are as old as the store, which somebody has restored. Begins as a new
 * device if the bot can. Otherwise closes the keys, so that the bot makes new sessions with
 * everybody.
 */
void mx_device_keys_replace_older(struct mx_crypto *crypto);

#endif
