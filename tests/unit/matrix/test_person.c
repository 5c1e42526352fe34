/*
 * Tests the export and the erasure of one person's data: the rows of the store, and the values that
 * the Matrix adapter keeps.
 */
#include "adapters/matrix/room/person.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/attempt.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"

#include <stdio.h>
#include <string.h>

static void change(struct bot_store *store, const char *sql)
{
	char *why = NULL;

	if (sqlite3_exec(bot_connection_of(store), sql, NULL, NULL, &why))
		fail_msg("%s", why);
}

#define ANN   "@ann:x"
#define BOB   "@bob:x"
#define TOKEN "abcdefghijklmnopqrstuvwxyz-_0123" /* of a link to the web page */

static void fill(struct bot_store *store)
{
	change(store,
		"INSERT INTO matches (id, status, room, white, black, white_reached, black_reached,"
		" rules, touches, first, unseen, board, edits, scrolled, ending, winner, ended) "
		"VALUES"
		" (1, 'ended', '!r:x', '" ANN "', '" BOB "', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0,"
		" 'won', 'white', 7),"
		" (2, 'ended', '!r:x', '" BOB "', '" ANN "', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0,"
		" 'won', 'white', 8),"
		" (3, 'playing', '!r:x', '" BOB
		"', '@eve:x', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0,"
		" 'unknown', 'nobody', 0);"
		"INSERT INTO rounds VALUES (1, 1, '1234', '+1'), (3, 1, '4321', '+2');"
		"INSERT INTO analyses VALUES (1, 1, '1 result'), (2, 3, '1 other');"
		"INSERT INTO analysis_requests VALUES (1, 1, '" ANN "', NULL, 1, NULL),"
		" (1, 1, '" BOB "', NULL, 2, '" BOB "'), (2, 0, '!r:x', NULL, 3, '" ANN "');"
		"INSERT INTO shuffles VALUES (1, 'secret', '$c', '$a', 0);"
		"INSERT INTO names VALUES ('" ANN "', 'Ann', 'ann'), ('" BOB "', 'Bob', 'bob');"
		"INSERT INTO settings VALUES ('user', '" ANN "', 'language', 'nl'),"
		" ('room', '!r:x', 'language', 'de');"
		"INSERT INTO private_rooms (user_id, room) VALUES ('" ANN "', '!pa:x'), ('" BOB
		"', '!pb:x');"
		"INSERT INTO ratings VALUES ('', '" ANN "', 1500.5, 200, 0.06, 2, 1, 0, 1, 1),"
		" ('', '" BOB "', 1480, 200, 0.06, 2, 1, 0, -1, 1);"
		"INSERT INTO results VALUES ('" ANN "', 5, 1, 1, 1500), ('" BOB "', 5, 1, 0, NULL);"
		"INSERT INTO tallies VALUES ('" ANN "', 'rules', 'basic', '', 2, 1),"
		" ('" BOB "', 'rules', 'basic', '', 2, 1);"
		"INSERT INTO posts (id, match_id, private, lane, event) VALUES (1, 1, 1, '" ANN
		"', '$e');"
		"INSERT INTO outbox (kind, private, lane, txn, body, ring, mentions, post_id) "
		"VALUES"
		" ('message', 1, '" ANN "', 't1', 'your hand', 0, NULL, 1),"
		" ('message', 0, '!r:x', 't2', 'hello', 1, '" BOB " " ANN "', NULL),"
		" ('message', 0, '!r:x', 't3', 'hello', 1, '" ANN "', NULL);"
		"INSERT INTO quotas VALUES ('user', '" ANN "', 5, 0);"
		"INSERT INTO allowances VALUES ('rings', '" BOB "', '" ANN "', 6);"
		"INSERT INTO blocks VALUES ('" ANN "', '@mal:x'), ('" BOB "', '" ANN "'), ('" BOB
		"', '@mal:x');"
		"INSERT INTO bans VALUES ('" ANN "'), ('x'), ('@ann:xy');"
		"INSERT INTO links VALUES (x'0a', 'table', '" ANN "', NULL, NULL, 7, 8),"
		" (x'0b', 'table', '" BOB "', NULL, NULL, 7, 8),"
		" (x'0c', 'board', NULL, '!r:x', NULL, 7, 8);"
		"INSERT INTO outbox (kind, private, lane, txn, body, ring) VALUES"
		" ('message', 1, '" ANN "', 't4', 'Your table (https://x/#t=" TOKEN "): tap', 0);"
		"INSERT INTO streams VALUES (1, '" ANN "', 'key', 0, '1');"
		"INSERT INTO adapter_values VALUES ('matrix.room.!r:x',"
		" '{\"moderators\":[\"" ANN "\",\"@ann:xy\"],\"invited_by\":\"" ANN "\"}'),"
		" ('matrix.rooms.of." ANN "', '1'),"
		" ('matrix.unsigned." ANN "', ''), ('matrix.unsigned." BOB "', ''),"
		" ('matrix.sealed', '{\"events\":["
		"{\"room\":\"!r:x\",\"event\":{\"sender\":\"" ANN "\"},\"since\":1},"
		"{\"room\":\"!r:x\",\"event\":{\"sender\":\"" BOB "\"},\"since\":2},"
		"{\"room\":\"!r:x\",\"sender\":\"" ANN "\",\"number\":5,\"since\":3}],"
		"\"told\":[{\"room\":\"!r:x\",\"user\":\"" ANN "\"},"
		"{\"room\":\"!r:x\",\"user\":\"" BOB "\"}]}'),"
		" ('matrix.sealed.5', '{\"sender\":\"" ANN "\"}');");
}

/* Appends the kind of a row, and its values in parentheses. */
static void note(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	char *text = self;

	sprintf(text + strlen(text), "%s(", kind);
	for (size_t i = 0; i < count; i++) {
		char *end = text + strlen(text);

		switch (columns[i].type) {
		case BOT_BLOB:
			fail();
			break;
		case BOT_NOTHING:
			sprintf(end, "%s=- ", columns[i].name);
			break;
		case BOT_INTEGER:
			sprintf(end, "%s=%d ", columns[i].name, (int)columns[i].number);
			break;
		case BOT_REAL:
			sprintf(end, "%s=%.2f ", columns[i].name, columns[i].real);
			break;
		case BOT_TEXT:
			sprintf(end, "%s=%s ", columns[i].name, columns[i].text);
			break;
		}
	}
	strcat(text, ")\n");
}

static const char *known(struct bot_store *store, const char *user)
{
	static char text[4096];

	text[0] = '\0';
	bot_store_person_rows(store, user, note, text);
	assert_int_equal(mx_person_rows(store, user, note, text), BOT_OK);
	return text;
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_rows_are_all_about_the_person)
{
	struct bot_store *store = file_store_open();
	const char *text;

	fill(store);
	text = known(store, ANN);
	static const char *const parts[] = {"names(name=Ann )", "settings(key=language value=nl )",
		"private_rooms(room=!pa:x joined=1 )", "ratings(room= rating=1500.50 ",
		"results(ended=5 match_id=1 won=1 rating=1500 )",
		"tallies(kind=rules name=basic room= played=2 won=1 )", "matches(id=1 ",
		"matches(id=2 ", "rounds(match_id=1 number=1 deck=1234 actions=+1 )",
		"analyses(match_id=1 result=1 result )", "analyses_asked(match_id=1 private=1 )",
		"analyses_asked(match_id=2 private=0 )",
		"shuffles(match_id=1 challenge=$c acceptance=$a )",
		"waiting_messages(kind=message body=your hand ", "mentions_waiting(messages=2 )",
		"sent_messages(match_id=1 event=$e )", "quotas(until=5 told=0 )",
		"allowances(kind=rings sender=@bob:x receiver=@ann:x full_at=6 )",
		"blocks(blocked=@mal:x )", "blocked_by(users=1 )", "bans(banned=" ANN " )",
		"links(kind=table made=7 used=8 )",
		"waiting_messages(kind=message body=Your table (https://x/#t=...): tap ",
		"encryption_keys_read(keys=1 )", "rooms(room=!r:x )", "rooms_invited_to(rooms=1 )",
		"not_reached(why=no signed device )",
		"unread_events(room=!r:x event={\"sender\":\"" ANN "\"} )",
		"told_unreadable(room=!r:x )"};
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (!strstr(text, parts[i]))
			fail_msg("%s is not in\n%s", parts[i], text);
	assert_null(strstr(text, "matches(id=3"));
	assert_null(strstr(text, TOKEN));
	assert_string_equal(known(store, "@nobody:x"), "");
	bot_store_close(store);
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_rows_leave_out_decks_that_are_in_play)
{
	struct bot_store *store = file_store_open();

	fill(store);
	assert_non_null(strstr(known(store, "@eve:x"), "matches(id=3"));
	assert_null(strstr(known(store, "@eve:x"), "4321"));
	assert_null(strstr(known(store, ANN), "secret"));
	bot_store_close(store);
}

/* A user who asks to be forgotten gets no fresh limits. */
UNIT_TEST_FROM(file_store_begin, file_store_end, test_forget_keeps_what_limits_the_person)
{
	struct bot_store *store = file_store_open();

	fill(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_person_forget(store, ANN, "erased-1");
	assert_int_equal(mx_person_forget(store, ANN), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	const char *text = known(store, ANN);
	static const char *const kept[] = {"quotas(", "allowances(", "blocked_by(users=1 )",
		"bans(", "encryption_keys_read(", "rooms(room=!r:x )", "rooms_invited_to(",
		"told_unreadable("};
	static const char *const erased[] = {"names(", "settings(", "private_rooms(", "ratings(",
		"results(", "tallies(", "matches(", "rounds(", "messages(", "mentions_waiting(",
		"blocks(", "not_reached(", "unread_events(", "links("};
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		if (!strstr(text, kept[i]))
			fail_msg("%s is not in\n%s", kept[i], text);
	for (size_t i = 0; i < sizeof(erased) / sizeof(*erased); i++)
		if (strstr(text, erased[i]))
			fail_msg("%s is in\n%s", erased[i], text);
	bot_store_close(store);
}

static bool file_has(const char *path, const char *text)
{
	FILE *file = fopen(path, "rb");
	static char bytes[1 << 20];
	size_t size = fread(bytes, 1, sizeof(bytes), file), length = strlen(text);
	bool found = false;

	fclose(file);
	for (size_t i = 0; i + length <= size && !found; i++)
		found = memcmp(bytes + i, text, length) == 0;
	return found;
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_erase_leaves_nothing_in_the_file)
{
	struct bot_store *store = file_store_open();
	struct bot_match match;

	fill(store);
	assert_error(bot_store_person_erase(store, ANN, "erased-1"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_person_erase(store, ANN, "erased-1");
	assert_int_equal(mx_person_erase(store, ANN, "erased-1"), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_string_equal(known(store, ANN), "");
	/*
	 * The data of other users does not change, even if another user's id begins with Ann's id.
	 */
	assert_true(bot_store_match_get(store, 1, &match));
	assert_string_equal(match.player[EG_WHITE], "erased-1");
	assert_string_equal(match.player[EG_BLACK], BOB);
	assert_non_null(strstr(known(store, BOB), "ratings(room= rating=1480.00"));
	assert_non_null(strstr(known(store, "@ann:xy"), "rooms(room=!r:x )"));
	assert_non_null(strstr(known(store, BOB), "not_reached("));
	assert_non_null(strstr(known(store, "@ann:xy"), "bans("));
	assert_non_null(strstr(known(store, BOB), "blocks(blocked=@mal:x )"));
	assert_non_null(strstr(known(store, BOB), "links(kind=table"));
	assert_non_null(strstr(known(store, BOB), "mentions_waiting(messages=1 )"));
	file_store_holds(store, "matrix.sealed",
		"{\"events\":[{\"room\":\"!r:x\",\"event\":{\"sender\":\"" BOB "\"},\"since\":2}],"
		"\"told\":[{\"room\":\"!r:x\",\"user\":\"" BOB "\"}]}");
	/*
	 * The alias keeps the inviter's server. So the bot still counts the room for the inviter
	 * and for this server.
	 */
	file_store_holds(store, "matrix.room.!r:x",
		"{\"moderators\":[\"@erased-1:x\",\"@ann:xy\"],"
		"\"invited_by\":\"@erased-1:x\"}");
	file_store_holds(store, "matrix.rooms.of.@erased-1:x", "1");
	bot_store_close(store);
	assert_true(file_has(file_store.path, BOB));
	assert_false(file_has(file_store.path, ANN "\""));
	assert_false(file_has(file_store.path, "unsigned." ANN));
	assert_false(file_has(file_store.path, "rooms.of." ANN));
	assert_false(file_has(file_store.path, "Ann"));
	assert_false(file_has(file_store.path, "your hand"));
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_erase_refuses_a_person_who_plays)
{
	struct bot_store *store = file_store_open();

	fill(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_error(bot_store_person_erase(store, BOB, "erased-1"), BOT_INVALID);
	assert_non_null(strstr(known(store, BOB), "names(name=Bob )"));
	bot_store_rollback(store);
	bot_store_close(store);
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_erase_of_an_unknown_person_changes_nothing)
{
	struct bot_store *store = file_store_open();

	fill(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_person_erase(store, "@an:x", "erased-1");
	assert_int_equal(mx_person_erase(store, "@an:x", "erased-1"), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	file_store_holds(store, "matrix.rooms.of." ANN, "1");
	file_store_holds(store, "matrix.unsigned." ANN, "");
	assert_non_null(strstr(known(store, ANN), "rooms(room=!r:x )"));
	bot_store_close(store);
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_id_that_is_no_text_names_nobody)
{
	struct bot_store *store = file_store_open();

	fill(store);
	assert_string_equal(known(store, "@\xFF:x"), "");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(mx_person_erase(store, "@\xFF:x", "erased-1"), BOT_OK);
	bot_store_rollback(store);
	bot_store_close(store);
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_values_that_are_no_json_are_corrupt)
{
	static char text[4096];
	struct bot_store *store = file_store_open();

	file_store_put(store, "matrix.sealed", "{");
	assert_int_equal(mx_person_rows(store, ANN, note, text), BOT_STORE_CORRUPT);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(mx_person_erase(store, ANN, "erased-1"), BOT_STORE_CORRUPT);
	bot_store_rollback(store);
	bot_store_close(store);
}
