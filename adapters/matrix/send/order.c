#include "adapters/matrix/send/order.h"

#include "adapters/matrix/client/clock.h"

#include <sodium.h>

enum bot_error mx_order(
	struct bot_store *store, enum bot_outbox_kind kind, const char *to, const char *via)
{
	return mx_order_letter(store,
		(struct bot_letter){
			.kind = kind, .private = kind == BOT_OUT_REACH, .to = to, .via = via});
}

enum bot_error mx_order_letter(struct bot_store *store, struct bot_letter letter)
{
	unsigned char random[(BOT_TXN_SIZE - 1) / 2];
	char txn[BOT_TXN_SIZE];
	enum bot_error error = BOT_OK;

	if (letter.kind != BOT_OUT_REACH)
		error = bot_outbox_withdraw(store, letter.to);
	if (error)
		return error;
	randombytes_buf(random, sizeof random);
	letter.txn = sodium_bin2hex(txn, sizeof txn, random, sizeof random);
	letter.made = mx_clock_wall();
	return bot_outbox_add(store, &letter, NULL);
}
