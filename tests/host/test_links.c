/* Links to the web page: who gets one, what it opens, when it ends, and that no token stays. */
#include "bot/call/web_link.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define PAGE       "https://page.test/engarde/"
#define OTHER_ROOM "!garden:test"
#define PRIVATE    "!private-ann:test" /* Ann's private room */
#define TOKEN_SIZE 33
#define ADMIN      "@admin:test"

SCENE_SET_UP(setup)
{
	static char url[] = PAGE, listen[] = "127.0.0.1:8010", admin[] = ADMIN;
	static char *admins[] = {admin};

	scene->config.web = (struct cfg_web){.listen = listen, .url = url};
	scene->config.admins.users = admins;
	scene->config.admins.users_count = 1;
}

/* Finds the token after `mark` in the last row with a link since the scene's mark. */
static bool find_token(
	const struct scene *scene, const char *to, const char *mark, char token[TOKEN_SIZE])
{
	for (size_t i = scene->count; i > scene->mark; i--) {
		const struct scene_row *row = &scene->row[i - 1];
		const char *at = strcmp(row->to, to) == 0 ? strstr(row->body, mark) : NULL;

		if (at) {
			snprintf(token, TOKEN_SIZE, "%s", at + strlen(mark));
			return true;
		}
	}
	return false;
}

/* Copies the token of the link that `to` has just got. */
static void take_token(
	const struct scene *scene, const char *to, const char *mark, char token[TOKEN_SIZE])
{
	if (!find_token(scene, to, mark, token))
		fail_msg("%s got no link", to);
	assert_int_equal(strspn(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "0123456789-_"),
		TOKEN_SIZE - 1);
}

/* Writes `link` as Ann, in private, and copies the token that she gets. */
static void get_table(struct scene *scene, char token[TOKEN_SIZE])
{
	scene_ask(scene, ANN, "link", "Your table (" PAGE "#t=");
	take_token(scene, ANN, PAGE "#t=", token);
}

static enum bot_error open_link(struct scene *scene, const char *token, struct bot_web_link *link)
{
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	enum bot_error error = bot_host_open_web_link(scene->host, token, link);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	return error;
}

static void assert_opens(struct scene *scene, const char *token, enum bot_web_link_kind kind)
{
	struct bot_web_link link;

	assert_int_equal(open_link(scene, token, &link), BOT_OK);
	assert_int_equal(link.kind, kind);
}

static void assert_dead(struct scene *scene, const char *token)
{
	struct bot_web_link link;

	assert_int_equal(open_link(scene, token, &link), BOT_NOT_FOUND);
}

SCENE_TEST_FROM(setup, test_without_a_page_there_are_no_links)
{
	static const char *const texts[] = {
		"!eg link", "!eg link off", "!eg board link", "!eg board link off"};

	scene->config.web = (struct cfg_web){0};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		scene_ask_in(scene, ROOM, EVE, texts[i], "I have no web page");
	scene_ask_in(
		scene, ROOM, EVE, "!eg replay", "No match has ended here yet. !engarde record");
	scene_tell(scene, ANN, "help all");
	assert_null(strstr(scene_last(scene, ANN)->body, "link ["));
	assert_null(strstr(scene_last(scene, ANN)->body, "replay"));
	scene_tell(scene, ANN, "privacy");
	assert_null(strstr(scene_last(scene, ANN)->body, "link"));
	scene_begin(scene, "");
	for (size_t i = 0; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, "#t="));
}

/* Nobody should read a caution about a link before they know who writes to them. */
SCENE_TEST_FROM(setup, test_introduction_and_hand_stand_above_the_first_link)
{
	static const char introduction[] = "Only you and I read this room.";
	const struct scene_row *first = NULL, *last = NULL;
	unsigned count = 0;

	scene_begin(scene, "first white");
	for (size_t i = 0; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (strcmp(row->to, BOB) != 0 || row->kind != BOT_OUT_MESSAGE)
			continue;
		first = first ? first : row;
		last = row;
		count += strstr(row->body, introduction) != NULL;
	}
	assert_non_null(first);
	assert_memory_equal(first->body, introduction, sizeof(introduction) - 1);
	assert_non_null(strstr(first->body, "\nYour hand: "));
	assert_non_null(strstr(last->body, "Your table (" PAGE "#t="));
	assert_int_equal(count, 1);
}

SCENE_TEST_FROM(setup, test_link_opens_the_table_of_its_owner)
{
	char token[TOKEN_SIZE];
	struct bot_web_link link;

	get_table(scene, token);
	assert_true(scene_last(scene, ANN)->private);
	assert_non_null(strstr(scene_last(scene, ANN)->html, "<a href=\"" PAGE "#t="));
	assert_int_equal(open_link(scene, token, &link), BOT_OK);
	assert_int_equal(link.kind, BOT_WEB_LINK_TABLE);
	assert_string_equal(link.user, ANN);
	assert_string_equal(link.room, "");
	assert_int_equal(link.match, 0);
	scene_tell(scene, ANN, "help all");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "link"));
	scene_tell(scene, ANN, "privacy");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "not the link itself"));
}

SCENE_TEST_FROM(setup, test_other_tokens_open_nothing)
{
	char token[TOKEN_SIZE], longer[TOKEN_SIZE + 1];

	get_table(scene, token);
	snprintf(longer, sizeof(longer), "%sA", token);
	assert_dead(scene, longer);
	assert_dead(scene, token + 1);
	assert_dead(scene, "");
	token[7] = token[7] == 'A' ? 'B' : 'A';
	assert_dead(scene, token);
}

/* In a room nobody but the asker gets the link, and the room learns only that there is one. */
SCENE_TEST_FROM(setup, test_link_asked_for_in_a_room_comes_in_private)
{
	char token[TOKEN_SIZE];

	scene_say(scene, ROOM, ANN, "!eg link");
	scene_assert_said(scene, ROOM, "I have sent you the link to your table in private.");
	assert_null(strstr(scene_last(scene, ROOM)->body, PAGE));
	take_token(scene, ANN, "#t=", token);
	assert_true(scene_last(scene, ANN)->private);
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
}

SCENE_TEST_FROM(setup, test_new_link_ends_the_old_one)
{
	char first[TOKEN_SIZE], second[TOKEN_SIZE];
	uint64_t ended;

	get_table(scene, first);
	ended = bot_host_web_links_ended(scene->host);
	get_table(scene, second);
	assert_string_not_equal(first, second);
	assert_true(bot_host_web_links_ended(scene->host) > ended);
	assert_dead(scene, first);
	assert_opens(scene, second, BOT_WEB_LINK_TABLE);
}

SCENE_TEST_FROM(setup, test_link_off_ends_the_link)
{
	char token[TOKEN_SIZE];
	uint64_t ended;

	scene_ask(scene, ANN, "link off", "You have no link.");
	get_table(scene, token);
	scene_tell(scene, BOB, "link off"); /* Bob's, not Ann's */
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	scene_ask(scene, ANN, "link on", "Write link for a new link");
	ended = bot_host_web_links_ended(scene->host);
	scene_ask(scene, ANN, "link off", "Your link no longer works.");
	assert_true(bot_host_web_links_ended(scene->host) > ended);
	assert_dead(scene, token);
}

SCENE_TEST_FROM(setup, test_link_is_understood_in_each_language)
{
	char token[TOKEN_SIZE];

	for (size_t i = 0; i < bot_langs_count; i++) {
		const struct bot_lang *lang = &bot_langs[i];
		const char *link = scene_word(lang, "link");

		scene_tellf(scene, ANN, "language %s", lang->code);
		scene_tell(scene, ANN, link);
		take_token(scene, ANN, PAGE "#t=", token);
		assert_opens(scene, token, BOT_WEB_LINK_TABLE);
		scene_tellf(scene, ANN, "%s %s", link, scene_word(lang, "off"));
		assert_dead(scene, token);
	}
}

SCENE_TEST_FROM(setup, test_link_ends_after_thirty_days_without_use)
{
	char token[TOKEN_SIZE];
	struct bot_web_link link;

	get_table(scene, token);
	for (int i = 0; i < 3; i++) { /* each use begins the thirty days again */
		scene_wait(scene, 29 * DAY);
		assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	}
	scene_wait(scene, 30 * DAY - 1);
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	scene->now += 30 * DAY;
	assert_dead(scene, token); /* the row is still there */
	assert_true(bot_store_web_link_of_user(scene->store, ANN, &link));
	SCENE_HOST(scene, bot_store_prune(scene->store, scene->now));
	assert_false(bot_store_web_link_of_user(scene->store, ANN, &link));
}

/* The time of the last use is written once a day only: an open page uses its link all the time. */
SCENE_TEST_FROM(setup, test_use_is_noted_once_a_day)
{
	struct bot_web_link link;
	char token[TOKEN_SIZE];

	get_table(scene, token);
	int64_t made = scene->now;
	scene->now += DAY - 1;
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	assert_true(bot_store_web_link_of_user(scene->store, ANN, &link));
	assert_int_equal(link.used, made);
	scene->now += 1;
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	assert_true(bot_store_web_link_of_user(scene->store, ANN, &link));
	assert_int_equal(link.made, made);
	assert_int_equal(link.used, scene->now);
}

SCENE_TEST_FROM(setup, test_link_ends_when_its_owner_leaves_the_private_room)
{
	char token[TOKEN_SIZE];

	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, PRIVATE));
	SCENE_HOST(scene, bot_store_set_joined(scene->store, ANN, true));
	get_table(scene, token);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, ANN));
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	SCENE_CALL(scene, bot_host_user_left(scene->host, PRIVATE, ANN));
	assert_dead(scene, token);
}

SCENE_TEST_FROM(setup, test_link_ends_with_a_ban)
{
	char token[TOKEN_SIZE];

	get_table(scene, token);
	scene_tell(scene, ADMIN, "ban " ANN);
	assert_dead(scene, token);
	scene_tell(scene, ADMIN, "unban " ANN);
	assert_dead(scene, token);
	/* A ban of a server deletes no links, but none of its users' links opens anything. */
	get_table(scene, token);
	SCENE_HOST(scene, bot_store_ban(scene->store, ANN));
	assert_dead(scene, token);
}

static void note(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	char *text = self;

	for (size_t i = 0; i < count; i++)
		if (columns[i].type == BOT_TEXT)
			snprintf(text + strlen(text), 4096 - strlen(text), "%s.%s=%s ", kind,
				columns[i].name, columns[i].text);
		else
			snprintf(text + strlen(text), 4096 - strlen(text), "%s.%s ", kind,
				columns[i].name);
}

SCENE_TEST_FROM(setup, test_export_and_erasure_know_the_link)
{
	char token[TOKEN_SIZE], known[4096] = "";

	scene_handle(
		scene, &(struct bot_message){
			       .room = PRIVATE, .sender = ANN, .text = "link", .private = true});
	bot_store_person_rows(scene->store, ANN, note, known);
	assert_non_null(strstr(known, "links.kind=table links.made links.used "));
	assert_non_null(strstr(known, "(" PAGE "#t=...)")); /* the message waits in the outbox */
	scene_drain(scene);
	take_token(scene, ANN, "#t=", token);
	assert_null(strstr(known, token));
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
	scene_tell(scene, ANN, "forget me yes");
	assert_dead(scene, token);
	known[0] = '\0';
	bot_store_person_rows(scene->store, ANN, note, known);
	assert_null(strstr(known, "links."));
}

/* Asserts that the store's bytes have, or don't have, the text. */
static bool store_has(const struct scene *scene, const char *text)
{
	sqlite3_int64 size = 0;
	unsigned char *bytes = sqlite3_serialize(bot_connection_of(scene->store), "main", &size, 0);
	bool has = false;

	assert_non_null(bytes);
	for (sqlite3_int64 i = 0; !has && i + (sqlite3_int64)strlen(text) <= size; i++)
		has = memcmp(bytes + i, text, strlen(text)) == 0;
	sqlite3_free(bytes);
	return has;
}

SCENE_TEST_FROM(setup, test_store_forgets_the_token_once_it_is_sent)
{
	char token[TOKEN_SIZE];

	scene_handle(
		scene, &(struct bot_message){
			       .room = PRIVATE, .sender = ANN, .text = "link", .private = true});
	assert_true(store_has(scene, PAGE "#t="));
	scene_drain(scene);
	take_token(scene, ANN, "#t=", token);
	assert_false(store_has(scene, token));
	assert_false(store_has(scene, "#t="));
	assert_true(store_has(scene, ANN));
}

/*
 * The link is a message of its own: the bot edits the message with the hand, and can't repeat the
 * token. It stands behind the cards, for which people wait.
 */
SCENE_TEST_FROM(setup, test_first_hand_of_a_match_offers_the_link)
{
	char ann[TOKEN_SIZE], bob[TOKEN_SIZE], again[TOKEN_SIZE];

	scene_begin(scene, "first white");
	take_token(scene, BOB, PAGE "#t=", bob); /* in his introduction */
	take_token(scene, ANN, PAGE "#t=", ann);
	assert_non_null(strstr(scene_last(scene, ANN)->body, ann));
	assert_opens(scene, ann, BOT_WEB_LINK_TABLE);
	assert_opens(scene, bob, BOT_WEB_LINK_TABLE);
	scene_play(scene);
	scene_play(scene);
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");
	scene->mark = scene->count;
	scene_begin(scene, "");
	assert_false(find_token(scene, ANN, "#t=", again)); /* they have links that live */
	assert_opens(scene, ann, BOT_WEB_LINK_TABLE);
	scene_say(scene, ROOM, ANN, "!eg abort");
	scene_tell(scene, ANN, "link off");
	scene_begin(scene, "");
	assert_true(find_token(scene, ANN, "#t=", again));
	assert_false(find_token(scene, BOB, "#t=", bob));
}

/* The link is far above, and the bot can't repeat it. */
SCENE_TEST_FROM(setup, test_hand_of_a_later_match_names_the_page_once)
{
	scene_begin(scene, "first white");
	for (size_t i = 0; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, "shows this match, too"));
	scene_tell(scene, ANN, "resign yes");
	scene_begin(scene, "first white");
	scene_assert_said(scene, ANN,
		"Your table in the browser shows this match, too; link sends a new link.\nYour "
		"hand");
	scene_assert_said(scene, BOB, "shows this match, too");
	scene_tell(scene, ANN, "hand");
	assert_null(strstr(scene_last(scene, ANN)->body, "shows this match, too"));
}

SCENE_TEST_FROM(setup, test_practice_and_polls_offer_the_link)
{
	char token[TOKEN_SIZE];

	scene_tell(scene, ANN, "choices poll");
	scene_tell(scene, ANN, "practice");
	take_token(scene, ANN, PAGE "#t=", token);
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
}

SCENE_TEST_FROM(setup, test_board_link_shows_the_room)
{
	char token[TOKEN_SIZE];
	struct bot_web_link link;

	scene_ask(scene, ANN, "board link", "That works only in a room");
	scene_ask_in(scene, ROOM, ANN, "!eg board link", "The board (" PAGE "#b=");
	take_token(scene, ROOM, "#b=", token);
	assert_int_equal(open_link(scene, token, &link), BOT_OK);
	assert_int_equal(link.kind, BOT_WEB_LINK_BOARD);
	assert_string_equal(link.room, ROOM);
	assert_string_equal(link.user, "");
	assert_false(store_has(scene, token));
}

SCENE_TEST_FROM(setup, test_only_moderators_end_the_links_of_a_room)
{
	char first[TOKEN_SIZE], second[TOKEN_SIZE], other[TOKEN_SIZE];

	scene_say(scene, ROOM, ANN, "!eg board link");
	take_token(scene, ROOM, "#b=", first);
	scene_say(scene, ROOM, BOB, "!eg board link");
	take_token(scene, ROOM, "#b=", second);
	scene_say(scene, OTHER_ROOM, BOB, "!eg board link");
	take_token(scene, OTHER_ROOM, "#b=", other);
	assert_opens(scene, first, BOT_WEB_LINK_BOARD); /* people may be using it */
	scene_ask_in(scene, ROOM, ANN, "!eg board link off", "Only moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg board link on", "Moderators end all such links");
	assert_opens(scene, second, BOT_WEB_LINK_BOARD);
	scene_ask_in(scene, ROOM, EVE, "!eg board link off", "no longer work");
	assert_dead(scene, first);
	assert_dead(scene, second);
	assert_opens(scene, other, BOT_WEB_LINK_BOARD);
}

SCENE_TEST_FROM(setup, test_room_keeps_its_newest_links)
{
	char token[BOT_WEB_LINKS_KEPT + 2][TOKEN_SIZE];

	for (size_t i = 0; i < BOT_WEB_LINKS_KEPT + 2; i++) {
		scene->now += SECOND;
		scene_say(scene, ROOM, ANN, "!eg board link");
		take_token(scene, ROOM, "#b=", token[i]);
	}
	assert_dead(scene, token[0]);
	assert_dead(scene, token[1]);
	for (size_t i = 2; i < BOT_WEB_LINKS_KEPT + 2; i++)
		assert_opens(scene, token[i], BOT_WEB_LINK_BOARD);
}

SCENE_TEST_FROM(setup, test_board_link_ends_when_the_bot_leaves_and_moves_with_the_room)
{
	char token[TOKEN_SIZE];
	struct bot_web_link link;

	scene_say(scene, ROOM, ANN, "!eg board link");
	take_token(scene, ROOM, "#b=", token);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, OTHER_ROOM));
	SCENE_CALL(scene, bot_host_room_left(scene->host, ROOM));
	assert_int_equal(open_link(scene, token, &link), BOT_OK);
	assert_string_equal(link.room, OTHER_ROOM);
	SCENE_CALL(scene, bot_host_room_left(scene->host, OTHER_ROOM));
	assert_dead(scene, token);
}

static void end_match(struct scene *scene)
{
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST_FROM(setup, test_replay_shows_a_match_that_has_ended)
{
	char token[TOKEN_SIZE];
	struct bot_web_link link;

	scene_ask_in(scene, ROOM, ANN, "!eg replay", "No match has ended here yet");
	end_match(scene);
	scene_ask_in(scene, ROOM, EVE, "!eg replay", "The replay (" PAGE "#r=");
	take_token(scene, ROOM, "#r=", token);
	assert_int_equal(open_link(scene, token, &link), BOT_OK);
	assert_int_equal(link.kind, BOT_WEB_LINK_REPLAY);
	assert_int_equal(link.match, 1);
	scene_tell(scene, BOB, "replay #1");
	take_token(scene, BOB, "#r=", token);
	assert_opens(scene, token, BOT_WEB_LINK_REPLAY);
	scene_ask_in(scene, ROOM, ANN, "!eg record", "The record of #1");
	take_token(scene, ROOM, "#r=", token);
	assert_opens(scene, token, BOT_WEB_LINK_REPLAY);
}

/* Nobody gets the replay of a match whose record they could not get. */
SCENE_TEST_FROM(setup, test_replay_of_other_matches_is_refused)
{
	char token[TOKEN_SIZE];

	scene_begin(scene, "");
	scene_ask_in(scene, ROOM, ANN, "!eg replay #1", "#1 is still being played");
	scene_say(scene, ROOM, ANN, "!eg record #1");
	assert_false(find_token(scene, ROOM, "#r=", token));
	scene_play(scene);
	scene_play(scene);
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");
	scene_ask_in(scene, OTHER_ROOM, ANN, "!eg replay #1", "There is no match #1 here");
	scene_ask(scene, EVE, "replay #1", "There is no match #1 here");
	scene_ask_in(scene, ROOM, ANN, "!eg replay #99", "There is no match #99 here");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg cancel #2");
	scene_say(scene, ROOM, BOB, "!eg replay #2"); /* never dealt */
	scene_assert_answer(scene, ROOM, "There is no match #2 here");
}

SCENE_TEST_FROM(setup, test_replay_ends_with_its_match)
{
	char token[TOKEN_SIZE];

	end_match(scene);
	scene_say(scene, ROOM, ANN, "!eg replay");
	take_token(scene, ROOM, "#r=", token);
	scene_drain_optional(scene);
	SCENE_HOST(scene, bot_store_forget_matches(scene->store, scene->now));
	assert_dead(scene, token);
}

/* The older copy may have links that have been ended since it was made. */
SCENE_TEST_FROM(setup, test_links_end_when_an_older_store_is_restored)
{
	char ann[TOKEN_SIZE], again[TOKEN_SIZE], board[TOKEN_SIZE];

	scene_begin(scene, "first white");
	take_token(scene, ANN, "#t=", ann);
	scene_say(scene, ROOM, ANN, "!eg board link");
	take_token(scene, ROOM, "#b=", board);
	SCENE_CALL(scene, bot_host_restored(scene->host));
	assert_dead(scene, ann);
	assert_dead(scene, board);
	take_token(scene, ANN, "#t=", again); /* behind her hand */
	assert_opens(scene, again, BOT_WEB_LINK_TABLE);
}

/* While the limit is reached, the bot does not answer, so it must not end the link either. */
SCENE_TEST_FROM(setup, test_rate_limit_holds_for_links)
{
	char token[TOKEN_SIZE], none[TOKEN_SIZE];

	scene->config.limits.sender_per_minute = 5; /* a link counts as two commands */
	get_table(scene, token);
	get_table(scene, token);
	scene_tell(scene, ANN, "link");
	assert_false(find_token(scene, ANN, "#t=", none));
	scene_tell(scene, ANN, "link");
	scene_assert_quiet(scene);
	assert_opens(scene, token, BOT_WEB_LINK_TABLE);
}
