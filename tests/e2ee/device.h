/*
 * A device with its keys for tests. A few JSON objects replace the homeserver between two devices.
 */
#ifndef TESTS_E2EE_DEVICE_H
#define TESTS_E2EE_DEVICE_H

#include "adapters/matrix/e2ee/crypto/engarde_crypto.h"
#include "tests/support/temp.h"

#include <jansson.h>
#include <stdbool.h>

#define ALICE "@alice:example.org"
#define BOB   "@bob:example.org"
#define ROOM  "!room:example.org"

struct device {
	char folder[TEMP_PATH_SIZE + 16];
	const char *user, *name;
	struct mx_olm *olm;
	json_t *keys; /* the keys that the device has uploaded */
	bool hostile; /* every answer to the device also has malformed parts from strangers */
};

/* The argument of mx_olm_requests for a room whose keys both users get, signed or not. */
extern const char device_circle[];

void device_open(
	struct device *device, const struct temp *temp, const char *user, const char *name);
/* Opens a device that replaces the closed device `old`. */
void device_open_after(
	struct device *device, const struct temp *temp, const struct device *old, const char *name);
void device_close(struct device *device);

/* Asserts success and returns the answer. */
json_t *device_good(enum mx_olm_status status, char *text);

/* Asserts that the call failed with a message. */
void device_bad(enum mx_olm_status status, char *text);

/* These macros use the variables `status` and `text` of the caller. */
#define GOOD(call, ...) (status = call(__VA_ARGS__, &text), device_good(status, text))
#define BAD(call, ...)  (status = call(__VA_ARGS__, &text), device_bad(status, text))

/* Returns arrays that are nested `depth` levels deep. */
json_t *device_deep(int depth);

/* Sends a to-device event to the device. */
void device_give(struct device *to, const char *sender, const char *type, json_t *content);

/*
 * Answers all requests of the device `from` until none is left. `whose` selects the requests for a
 * room; NULL: the general requests.
 */
void device_settle(struct device *from, struct device *other, const char *whose);

#endif
