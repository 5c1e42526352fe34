/* A transaction of an application service: handled once, whatever it holds. */
#include "adapters/matrix/batch.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "config/config.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* The bot is in a room and knows who plays there. */
#define BEGINNING                                                                                  \
	"{\"rooms\":{\"join\":{\"!r:x\":{\"timeline\":{\"events\":[{\"type\":\"m.room.member\","   \
	"\"sender\":\"@engarde:x\",\"state_key\":\"@engarde:x\",\"event_id\":\"$1\","              \
	"\"content\":{\"membership\":\"join\"}}]}}}}}"

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

static void begin(struct mx *mx)
{
	json_t *batch = json_loads(BEGINNING, 0, NULL);
	struct mx_fill fill;

	FUZZ_EXPECT(batch && mx_fill_init(&fill, batch, "s1"));
	FUZZ_EXPECT(bot_store_begin(mx->store) == BOT_OK);
	FUZZ_EXPECT(mx_batch_handle(mx, batch, &fill, MX_SYNCED) == BOT_OK);
	FUZZ_EXPECT(bot_store_set_name(mx->store, "@a:x", "Ann") == BOT_OK);
	FUZZ_EXPECT(bot_store_set_name(mx->store, "@b:x", "Bob") == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(mx->store) == BOT_OK);
	mx->sync.handled = 1;
	mx_fill_finish(&fill);
	json_decref(batch);
}

static bool count(void *self, const struct bot_outbox_row *row)
{
	(void)row;
	++*(unsigned *)self;
	return true;
}

static unsigned waiting(const struct mx *mx)
{
	unsigned rows = 0;

	FUZZ_EXPECT(bot_outbox_heads(mx->store, count, &rows) == BOT_OK);
	return rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char user[] = "@engarde:x", prefix[] = "!eg", text[FUZZ_SIZE_MAX];
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
	unsigned rows;
	json_t *body;

	if (size > sizeof text)
		return 0;
	memcpy(text, data, size);
	body = mx_json_parse(text, size);
	if (!body)
		return 0;
	FUZZ_EXPECT(bot_store_open(":memory:", &mx.store) == BOT_OK);
	FUZZ_EXPECT(mx_drain_init(&mx.drain) && mx_left_init(&mx.service.left));
	FUZZ_EXPECT(bot_host_create(mx.store, &mx.port, &config, &mx.host) == BOT_OK);
	begin(&mx);
	FUZZ_EXPECT(mx_transaction_handle(&mx, "1", body));
	rows = waiting(&mx);
	FUZZ_EXPECT(mx_transaction_handle(&mx, "1", body));
	FUZZ_EXPECT(waiting(&mx) == rows);
	mx_drain_finish(&mx.drain);
	mx_direct_finish(&mx.direct);
	mx_left_finish(&mx.service.left);
	bot_host_destroy(mx.host);
	bot_store_close(mx.store);
	json_decref(body);
	return 0;
}
