/* An answer to /sync: handled in one transaction, whatever it holds. */
#include "adapters/matrix/batch.h"
#include "adapters/matrix/context.h"
#include "config/config.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static int64_t now(void *self)
{
	(void)self;
	return 1000000;
}

static void zeros(void *self, void *out, size_t size)
{
	(void)self;
	memset(out, 0, size);
}

static bool nobody_moderates(void *self, const char *room, const char *user)
{
	(void)self, (void)room, (void)user;
	return false;
}

static void handle(struct mx *mx, const json_t *batch)
{
	struct mx_fill fill;

	FUZZ_EXPECT(mx_fill_init(&fill, batch, "s1"));
	FUZZ_EXPECT(bot_store_begin(mx->store) == BOT_OK);
	FUZZ_EXPECT(mx_batch_handle(mx, batch, &fill, MX_SYNCED) == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(mx->store) == BOT_OK);
	mx_fill_finish(&fill);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char user[] = "@engarde:x", prefix[] = "!eg";
	static char *prefixes[] = {prefix};
	struct cfg config = {
		.matrix.user = user,
		.prefixes = prefixes,
		.prefixes_count = 1,
		.invites.max_rooms = 3,
		.matches = {.per_room = 3, .challenge_expires_h = 1},
	};
	struct mx mx = {
		.config = &config, .me = user, .port = {&mx, now, now, zeros, nobody_moderates}};
	json_t *batch = json_loadb((const char *)data, size, 0, NULL);

	if (!batch)
		return 0;
	FUZZ_EXPECT(bot_store_open(":memory:", &mx.store) == BOT_OK);
	FUZZ_EXPECT(mx_drain_init(&mx.drain));
	FUZZ_EXPECT(bot_host_create(mx.store, &mx.port, &config, &mx.host) == BOT_OK);
	handle(&mx, batch);
	handle(&mx, batch); /* the same batch again, as after a crash */
	mx_drain_finish(&mx.drain);
	mx_direct_finish(&mx.direct);
	bot_host_destroy(mx.host);
	bot_store_close(mx.store);
	json_decref(batch);
	return 0;
}
