#include "bot/store/outbox_rows.h"
#include "tests/fuzz/good_room.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/gap_list.h"
#include "adapters/matrix/receive/progress.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

#define COMMAND "$good-command"

#define ENTERED                                                                                    \
	"{\"timeline\":{\"events\":[{\"type\":\"m.room.member\",\"sender\":\"@engarde:x\","        \
	"\"state_key\":\"@engarde:x\",\"event_id\":\"$1\",\"content\":{\"membership\":\"join\"}}]" \
	"}}"
#define BEGINNING                                                                                  \
	"{\"next_batch\":\"s1\",\"rooms\":{\"join\":{\"" FUZZ_GOOD_ROOM "\":" ENTERED              \
	",\"" FUZZ_BAD_ROOM "\":" ENTERED "}}}"

void fuzz_enter_rooms(struct fuzz_bot *bot)
{
	json_t *batch = json_loads(BEGINNING, 0, NULL);

	FUZZ_EXPECT(batch);
	fuzz_handle(bot, batch);
	json_decref(batch);
	/* Marks as sent all messages that the bot wrote when it joined. */
	FUZZ_EXPECT(bot_store_begin(bot->account.store) == BOT_OK);
	while (fuzz_is_answered(bot))
		bot_outbox_done(bot->account.store, bot->answer, "$hello");
	FUZZ_EXPECT(bot_store_commit(bot->account.store) == BOT_OK);
	bot->account.batches = 1;
}

/*
 * Returns the member of that name. If the member is not a JSON object, replaces it by a new object.
 */
static json_t *object(json_t *parent, const char *name)
{
	if (!json_is_object(json_object_get(parent, name)))
		FUZZ_EXPECT(json_object_set_new(parent, name, json_object()) == 0);
	return json_object_get(parent, name);
}

bool fuzz_put_command(json_t *body)
{
	json_t *rooms = object(body, "rooms");
	json_t *room = json_pack("{s:{s:[{s:s, s:s, s:s, s:{s:s, s:s}}]}}", "timeline", "events",
		"type", "m.room.message", "sender", "@good:x", "event_id", COMMAND, "content",
		"msgtype", "m.text", "body", "!eg about");

	(void)json_object_del(json_object_get(rooms, "leave"), FUZZ_GOOD_ROOM);
	(void)json_object_del(json_object_get(rooms, "invite"), FUZZ_GOOD_ROOM);
	/* The bot accepts an answer to /sync only with a sync token. */
	(void)json_object_set_new(body, "next_batch", json_string("s2"));
	return room && json_object_set_new(object(rooms, "join"), FUZZ_GOOD_ROOM, room) == 0;
}

void fuzz_handle(struct fuzz_bot *bot, const json_t *body)
{
	struct bot_store *store = bot->account.store;

	json_t *progress = mx_progress_begin(NULL, body);
	bool finished = false;

	FUZZ_EXPECT(bot_store_begin(store) == BOT_OK);
	FUZZ_EXPECT(mx_gaps_note(&bot->receiver, body, progress) == BOT_OK);
	while (!finished)
		FUZZ_EXPECT(mx_batch_handle(&bot->receiver, body, MX_FROM_SYNC, progress,
				    &finished) == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(store) == BOT_OK);
	json_decref(progress);
}

static bool note(void *self, const struct bot_outbox_row *row)
{
	int64_t *answer = self;

	if (!row->private && strcmp(row->to, FUZZ_GOOD_ROOM) == 0 && bot_outbox_is_text(row->kind))
		*answer = row->id;
	return true;
}

bool fuzz_is_answered(struct fuzz_bot *bot)
{
	bot->answer = 0;
	bot_outbox_heads(bot->account.store, note, &bot->answer);
	return bot->answer != 0;
}

json_t *fuzz_read(const uint8_t *data, size_t size)
{
	static char text[FUZZ_SIZE_MAX];
	json_t *json;

	if (size >= sizeof(text))
		return NULL;
	memcpy(text, data, size);
	text[size] = '\0';
	if (memmem(text, size, COMMAND, strlen(COMMAND)))
		return NULL;
	json = mx_json_parse(text, size);
	if (json_is_object(json))
		return json;
	json_decref(json);
	return NULL;
}
