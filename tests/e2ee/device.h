/*
 * A device with encryption keys, for tests. A few JSON objects replace the homeserver between two
 * devices.
 */
#ifndef TESTS_E2EE_DEVICE_H
#define TESTS_E2EE_DEVICE_H

#include "adapters/matrix/e2ee/key_place.h"
#include "tests/support/temp.h"

#include <jansson.h>
#include <stdbool.h>

#define ALICE "@alice:example.org"
#define BOB   "@bob:example.org"
#define ROOM  "!room:example.org"

struct device {
	/* The place of the keys: a folder, or a store in memory. */
	char folder[TEMP_PATH_SIZE + 16];
	struct bot_store *store; /* NULL if the keys are in the folder */
	struct mx_key_table_owner owner;
	struct mx_key_table table;
	struct mx_machine_keys place;
	const char *user, *name;
	struct mx_machine *machine;
	json_t *keys;      /* the keys that the device has uploaded */
	json_t *delivered; /* the last answer to /sync that the device got */
	int64_t now;       /* the device's time in milliseconds */
	/* every answer to the device also contains malformed parts that strangers sent */
	bool hostile;
};

/*
 * The argument of mx_machine_requests for a room of both users. Their devices get the keys even if
 * the devices are not signed.
 */
extern const char device_both_users[];

/*
 * Chooses where the devices have their keys: in folders, or, if the program has the argument
 * "store", in stores in memory.
 */
void device_choose_place(int argc, char **argv);

void device_open(
	struct device *device, const struct temp *temp, const char *user, const char *name);
/* Opens a device that replaces the closed device `old`. */
void device_open_after(
	struct device *device, const struct temp *temp, const struct device *old, const char *name);
/*
 * Opens the machine of a device again after the test has closed it. Returns the machine's status.
 */
enum mx_machine_status device_open_again(struct device *device, const char *user, const char *name);
void device_close(struct device *device);

/* Asserts that the call succeeded, and returns its answer. */
json_t *device_good(enum mx_machine_status status, char *text);

/* Asserts that the call failed with a message. */
void device_bad(enum mx_machine_status status, char *text);

/* These macros use the variables `status` and `text` of the caller. */
#define GOOD(call, ...) (status = call(__VA_ARGS__, &text), device_good(status, text))
#define BAD(call, ...)  (status = call(__VA_ARGS__, &text), device_bad(status, text))

/* Returns arrays that are nested `depth` levels deep. */
json_t *device_deep(int depth);

/* Sends a to-device event to the device. */
void device_deliver(struct device *to, const char *sender, const char *type, json_t *content);
/* Gives the device the last answer to /sync again. */
void device_deliver_again(struct device *to);

/*
 * Answers requests of the device `from` until it has no more requests. `whose` is the argument of
 * mx_machine_requests and names a room: only requests for this room are answered. If `whose` is
 * NULL, only requests that belong to no room are answered.
 */
void device_answer_requests(struct device *from, struct device *other, const char *whose);

/* Opens the devices ALICES of Alice and BOBS of Bob. */
void device_open_pair(struct device *alice, struct device *bob, const struct temp *temp);
void device_close_pair(struct device *alice, struct device *bob);

/* Answers all requests of both devices. Then Bob's device has the keys of Alice's messages. */
void device_share_keys(struct device *alice, struct device *bob);

/* Encrypts a message for ROOM. Returns its event as JSON, which the caller frees. */
char *device_send(struct device *from, const char *content);

/* These functions assert that the device can, or can't, decrypt the event. */
void device_assert_read(struct device *device, const char *event);
void device_assert_unreadable(struct device *device, const char *event);

/*
 * Make and remove the folder of a test. cmocka calls these functions. The state of the test is a
 * struct temp.
 */
int device_set_up(void **state);
int device_tear_down(void **state);
#define DEVICE_TEST(name) cmocka_unit_test_setup_teardown(name, device_set_up, device_tear_down)

#endif
