#include "adapters/matrix/context.h"

#include "adapters/matrix/clock.h"
#include "bot/log.h"
#include "bot/meter.h"

#include <sodium.h>

static bool can_pass(enum bot_error error)
{
	return error == BOT_NO_MEMORY || error == BOT_STORE_FAILED;
}

static enum bot_error commit(struct mx *mx)
{
	int64_t began = mx_clock_fine();
	enum bot_error error = bot_store_commit(mx->store);

	bot_meter_observe(BOT_TIME_COMMIT, mx_clock_since(began));
	return error;
}

/* Gives up what is damaged; false: it is where nothing can be given up. */
static bool mend(struct mx *mx)
{
	bool mended = false;
	enum bot_error error = bot_store_begin(mx->store);

	if (!error)
		error = bot_host_mend(mx->host, &mended);
	if (!error)
		error = commit(mx);
	if (error)
		bot_store_rollback(mx->store);
	return !error && mended;
}

void mx_store_failed(struct mx *mx, enum bot_error error, const char *what)
{
	bot_meter_set(BOT_WRITABLE, false);
	bot_meter_count(BOT_STORE_FAULTS);
	bot_store_rollback(mx->store);
	mx_pause_fail(&mx->lull);
	bot_log_write(BOT_LOG_ERROR, "store_failed",
		BOT_LOG_FIELDS({"during", .text = what}, {"why", .text = bot_error_text(error)}));
	if (!can_pass(error) && !(error == BOT_STORE_CORRUPT && mend(mx)))
		mx->fatal = MX_STORE_FAILED;
}

bool mx_commit(struct mx *mx, enum bot_error error, const char *what)
{
	if (!error)
		error = commit(mx);
	if (error) {
		mx_store_failed(mx, error, what);
		return false;
	}
	bot_meter_set(BOT_WRITABLE, true);
	mx_pause_clear(&mx->lull);
	return true;
}

void mx_log_answer(const char *event, const char *subject, const struct mx_answer *answer)
{
	const char *text = mx_answer_code(answer);

	/* Being told to wait is how a homeserver paces a bot, and no fault. */
	bot_log_write(answer->status == 429 ? BOT_LOG_INFO : BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"of", .text = subject}, {"status", .number = answer->status},
			{"why", .text = answer->trouble ? answer->trouble : text}));
}

enum bot_error mx_order(struct mx *mx, enum bot_outbox_kind kind, const char *to, const char *via)
{
	unsigned char random[(BOT_TXN_SIZE - 1) / 2];
	char txn[BOT_TXN_SIZE];
	struct bot_letter letter = {.kind = kind,
		.private = kind == BOT_OUT_REACH,
		.to = to,
		.via = via,
		.made = mx_clock_date()};

	randombytes_buf(random, sizeof random);
	letter.txn = sodium_bin2hex(txn, sizeof txn, random, sizeof random);
	return bot_outbox_add(mx->store, &letter, NULL);
}
