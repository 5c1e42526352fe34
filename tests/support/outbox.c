#include "bot/store/outbox_rows.h"
#include "tests/support/cmocka.h"
#include "tests/support/outbox.h"

#include <stdio.h>
#include <string.h>

static void copy(char *out, size_t size, const char *text)
{
	snprintf(out, size, "%s", text ? text : "");
}

bool outbox_take(void *self, const struct bot_outbox_row *row)
{
	struct outbox_heads *heads = self;
	assert_true(heads->count < 16);
	struct outbox_head *head = &heads->head[heads->count++];
	head->id = row->id;
	head->kind = row->kind;
	copy(head->to, sizeof(head->to), row->to);
	copy(head->body, sizeof(head->body), row->body);
	copy(head->edits, sizeof(head->edits), row->edits);
	copy(head->txn, sizeof(head->txn), row->txn);
	return heads->count < heads->wanted;
}

struct outbox_heads outbox_look(struct bot_store *store)
{
	struct outbox_heads heads = {.wanted = 16};
	bot_outbox_heads(store, outbox_take, &heads);
	return heads;
}

struct bot_letter outbox_text(const char *to, const char *body)
{
	static unsigned number;
	static char txn[8][BOT_TXN_SIZE];
	char *unique = txn[number % 8];
	snprintf(unique, BOT_TXN_SIZE, "t%u", number++);
	return (struct bot_letter){.kind = BOT_OUT_MESSAGE, .to = to, .body = body, .txn = unique};
}

int64_t outbox_say(struct bot_store *store, const char *to, const char *body)
{
	struct bot_letter letter = outbox_text(to, body);
	int64_t post = 0;
	assert_true(bot_outbox_add(store, &letter, &post));
	assert_true(post > 0);
	return post;
}

void outbox_edit(struct bot_store *store, const char *to, int64_t post, const char *body)
{
	struct bot_letter letter = outbox_text(to, body);
	int64_t same = 0;
	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	assert_true(bot_outbox_add(store, &letter, &same));
	assert_int_equal(same, post);
}

size_t outbox_waiting(struct bot_store *store)
{
	return bot_outbox_size(store);
}

void outbox_sent(struct bot_store *store, const char *body, const char *event)
{
	struct outbox_heads heads = outbox_look(store);
	for (size_t i = 0; i < heads.count; i++)
		if (strcmp(heads.head[i].body, body) == 0) {
			bot_outbox_done(store, heads.head[i].id, event);
			return;
		}
	fail_msg("no head says %s", body);
}

void assert_head(const struct outbox_head *head, enum bot_outbox_kind kind, const char *body,
	const char *edits)
{
	assert_int_equal(head->kind, kind);
	assert_string_equal(head->body, body);
	assert_string_equal(head->edits, edits);
}
