/*
 * Opens the keys of the device that is logged in. If they are lost, the bot begins as a new device.
 * The keys are in a folder beside the store: see key_files.h.
 */
#ifndef MX_DEVICE_KEYS_H
#define MX_DEVICE_KEYS_H

#include <stdbool.h>

struct mx_crypto;

/* Opens the keys. If that fails, ends the run or logs off to begin as a new device. */
void mx_device_keys_open(struct mx_crypto *crypto);

/*
 * Closes the keys and renames their folder. The next device makes its own keys and copies the room
 * keys from the renamed folder. Returns false if the folder can't be renamed; that ends the run.
 */
bool mx_device_keys_set_aside(struct mx_crypto *crypto);

#endif
