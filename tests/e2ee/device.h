/* A device with its keys, for tests, and a homeserver between two that is a few JSON objects. */
#ifndef TESTS_E2EE_DEVICE_H
#define TESTS_E2EE_DEVICE_H

#include "adapters/matrix/crypto/engarde_crypto.h"
#include "tests/support/temp.h"

#include <jansson.h>

#define ALICE "@alice:example.org"
#define BOB   "@bob:example.org"
#define ROOM  "!room:example.org"

struct device {
	char folder[TEMP_PATH_SIZE + 16];
	const char *user, *name;
	struct mx_olm *olm;
	json_t *keys; /* what it has uploaded */
};

/* As the requests of a room have it: both get the keys, signed or not. */
extern const char device_circle[];

void device_open(
	struct device *device, const struct temp *temp, const char *user, const char *name);
void device_close(struct device *device);

/* The call succeeded: what it answers. */
json_t *device_good(enum mx_olm_status status, char *text);

/* It failed, and says why. */
void device_bad(enum mx_olm_status status, char *text);

/* With the variables `status` and `text` where they are used. */
#define GOOD(call, ...) (status = call(__VA_ARGS__, &text), device_good(status, text))
#define BAD(call, ...)  (status = call(__VA_ARGS__, &text), device_bad(status, text))

/* An event to the device. */
void device_give(struct device *to, const char *sender, const char *type, json_t *content);

/* Answers all that a device asks, in a circle or (NULL) in general, until it asks no more. */
void device_settle(struct device *from, struct device *other, const char *whose);

#endif
