#include "tests/fuzz/bot.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/progress.h"
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

static enum bot_user_word read_user(
	void *self, const char *word, const char *sender, char id[BOT_ID_SIZE])
{
	(void)self;
	if (word[0] != '@')
		return BOT_NOT_A_USER;
	return mx_id_read_user(word, sender, id) ? BOT_USER : BOT_BAD_USER;
}

void fuzz_bot_init(struct fuzz_bot *bot)
{
	struct mx_account *account = &bot->account;

	*bot = (struct fuzz_bot){
		.config =
			{
				.matrix.user = user,
				.prefixes = prefixes,
				.prefixes_count = 1,
				.invites.max_rooms = 3,
				.invites.inviter_share = 50,
				.invites.server_share = 100,
				.matches = {.per_room = 3,
					.challenge_expires_h = 1,
					.idle_days = 1},
			},
		.port = {.self = bot,
			.user = user,
			.now = now,
			.steady = now,
			.random = zeros,
			.moderates = nobody_moderates,
			.read_user = read_user},
		.account = {.config = &bot->config, .user = user, .store = fuzz_store()},
		.session = {.account = account},
	};
	mx_sender_init(&bot->sender, &bot->session, NULL);
	mx_receiver_init(&bot->receiver, &bot->session, &bot->sender);
	bot->receiver.policy_lists = &bot->policy_lists;
	mx_sync_begin_push(&bot->receiver);
	account->host = bot_host_create(account->store, &bot->port, &bot->config);
}

void fuzz_bot_finish(struct fuzz_bot *bot)
{
	struct mx_account *account = &bot->account;

	bot_host_destroy(account->host);
	mx_receiver_finish(&bot->receiver);
	mx_sender_finish(&bot->sender);
}

void fuzz_bot_sync(struct fuzz_bot *bot, const json_t *batch)
{
	struct mx_account *account = &bot->account;
	json_t *progress = mx_progress_begin(NULL, batch);
	bool finished = false;

	FUZZ_EXPECT(bot_store_begin(account->store) == BOT_OK);
	while (!finished)
		FUZZ_EXPECT(mx_batch_handle(&bot->receiver, batch, MX_FROM_SYNC, progress,
				    &finished) == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(account->store) == BOT_OK);
	json_decref(progress);
}
