#include "tests/fuzz/bot.h"

#include "adapters/matrix/batch.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/store.h"

#include <string.h>

static char user[] = "@engarde:x", prefix[] = "!eg";
static char *prefixes[] = {prefix};

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

static bool nobody_moderates(void *self, const char *room, const char *someone)
{
	(void)self, (void)room, (void)someone;
	return false;
}

void fuzz_bot_init(struct fuzz_bot *bot)
{
	struct mx *mx = &bot->mx;

	*bot = (struct fuzz_bot){
		.config =
			{
				.matrix.user = user,
				.prefixes = prefixes,
				.prefixes_count = 1,
				.invites.max_rooms = 3,
				.matches = {.per_room = 3, .challenge_expires_h = 1},
			},
		.mx =
			{
				.config = &bot->config,
				.me = user,
				.store = fuzz_store(),
				.port = {mx, now, now, zeros, nobody_moderates},
			},
	};
	FUZZ_EXPECT(mx_drain_init(&mx->drain) && mx_left_init(&mx->service.left));
	FUZZ_EXPECT(bot_host_create(mx->store, &mx->port, &bot->config, &mx->host) == BOT_OK);
}

void fuzz_bot_finish(struct fuzz_bot *bot)
{
	struct mx *mx = &bot->mx;

	bot_host_destroy(mx->host);
	mx_drain_finish(&mx->drain);
	mx_direct_finish(&mx->direct);
	mx_left_finish(&mx->service.left);
}

void fuzz_bot_sync(struct fuzz_bot *bot, const json_t *batch)
{
	struct mx *mx = &bot->mx;
	struct mx_fill fill;

	FUZZ_EXPECT(mx_fill_init(&fill, mx->store, batch, "s1"));
	FUZZ_EXPECT(bot_store_begin(mx->store) == BOT_OK);
	FUZZ_EXPECT(mx_batch_handle(mx, batch, &fill, MX_SYNCED) == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(mx->store) == BOT_OK);
	mx_fill_finish(&fill);
}
