/* Tests how the adapter reads events and message texts, including malformed and hostile texts. */
#include "adapters/matrix/receive/message.h"
#include "adapters/matrix/room/event.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define ME "@bot:here"
#define EVENT(content)                                                                             \
	"{\"type\":\"m.room.message\",\"event_id\":\"$e\",\"sender\":\"@a:b\",\"content\":"        \
	"{" content "}}"
#define TEXT "\"msgtype\":\"m.text\",\"body\":"

/* Reads an event that the bot has decrypted, beside whose encrypted part a relation stood in clear.
 */
static struct mx_event read_decrypted(const json_t *json, enum mx_writer writer, json_t *relation)
{
	struct mx_event event = mx_event_read(json);

	event.writer = writer;
	event.clear_relation = relation;
	return event;
}

/* Reads an event that nobody encrypted. */
static bool read_message(struct mx_message *message, const json_t *json)
{
	const struct mx_event event = mx_event_read(json);

	return mx_message_init(message, &event, ME);
}

static bool is_shown(const json_t *json)
{
	const struct mx_event event = mx_event_read(json);

	return mx_event_is_shown(&event, ME);
}

UNIT_TEST(test_message_is_read)
{
	static const struct {
		const char *event, *text, *reply_to;
	} cases[] = {
		{EVENT(TEXT "\"hi\""), "hi", NULL},
		{EVENT(TEXT "\"\""), "", NULL},
		{EVENT(TEXT "\"hi\",\"formatted_body\":7,\"m.relates_to\":[]"), "hi", NULL},
		{EVENT(TEXT "\"> <@x:y> old\\n> more\\n\\nhi\\n> kept\","
			    "\"m.relates_to\":{\"m.in_reply_to\":{\"event_id\":\"$o\"}}"),
			"hi\n> kept", "$o"},
		{EVENT(TEXT "\"> not a reply\""), "> not a reply", NULL},
		{EVENT(TEXT "\">\",\"m.relates_to\":{\"m.in_reply_to\":{\"event_id\":\"$o\"}}"), "",
			"$o"},
		{EVENT(TEXT "\"hi\",\"m.relates_to\":{\"m.in_reply_to\":{\"event_id\":7}}"), "hi",
			NULL},
		{EVENT(TEXT
			 "\"hi\",\"m.relates_to\":{\"rel_type\":\"m.thread\",\"event_id\":\"$t\","
			 "\"is_falling_back\":true,\"m.in_reply_to\":{\"event_id\":\"$o\"}}"),
			"hi", NULL},
		{EVENT(TEXT "\"Bob, hi\",\"format\":\"org.matrix.custom.html\",\"formatted_body\":"
			    "\"<a href=\\\"https://matrix.to/#/@b:c\\\">Bob</a>, hi\""),
			"@b:c, hi", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = json_loads(cases[i].event, 0, NULL);
		struct mx_message message;

		assert_true(read_message(&message, event));
		mx_message_read_mentions(&message);
		assert_string_equal(message.origin, "b");
		assert_string_equal(message.text, cases[i].text);
		assert_string_equal(message.event, "$e");
		assert_string_equal(message.sender, "@a:b");
		if (cases[i].reply_to)
			assert_string_equal(message.reply_to, cases[i].reply_to);
		else
			assert_null(message.reply_to);
		mx_message_finish(&message);
		json_decref(event);
	}
}

/* Whatever an event says about itself, only what stands beside it proves it. */
UNIT_TEST(test_event_can_not_prove_itself)
{
	json_t *json = json_loads(EVENT(TEXT "\"hi\""), 0, NULL);
	static const char *const marks[] = {
		"engarde.opened", "engarde.unsigned", "writer", "decrypted", "proven"};
	struct mx_message message;

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		(void)json_object_set_new(json, marks[i], json_true());
	for (enum mx_writer i = MX_WRITER_UNKNOWN; i <= MX_WRITER_TRUSTED; i++) {
		const struct mx_event event = read_decrypted(json, i, NULL);

		assert_true(mx_message_init(&message, &event, ME));
		assert_int_equal(message.proven, i == MX_WRITER_TRUSTED);
		mx_message_finish(&message);
	}
	json_decref(json);
}

#define NEW(TEXT)                                                                                  \
	"\"m.new_content\":{\"msgtype\":\"m.text\",\"body\":\"" TEXT "\"},\"m.relates_to\":"
#define REPLACES(ID) "{\"rel_type\":\"m.replace\",\"event_id\":" ID "}"

UNIT_TEST(test_edit_has_its_new_text)
{
	static const struct {
		const char *event, *text; /* NULL if it is no edit that the bot reads */
	} cases[] = {
		{EVENT(TEXT "\"* old\"," NEW("new") REPLACES("\"$o\"")), "new"},
		{EVENT(TEXT "\"* > a\"," NEW("> new") REPLACES("\"$o\"")), "> new"},
		{EVENT(TEXT "\"* old\"," NEW("new") REPLACES("\"o\"")), NULL},
		{EVENT(TEXT "\"* old\"," NEW("new") REPLACES("7")), NULL},
		{EVENT(TEXT "\"* old\",\"m.relates_to\":" REPLACES("\"$o\"")), NULL},
		{EVENT(TEXT "\"* old\",\"m.new_content\":7,\"m.relates_to\":" REPLACES("\"$o\"")),
			NULL},
		{EVENT(TEXT
			 "\"* old\",\"m.new_content\":{\"msgtype\":\"m.notice\",\"body\":\"new\"},"
			 "\"m.relates_to\":" REPLACES("\"$o\"")),
			NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *json = json_loads(cases[i].event, 0, NULL);
		struct mx_event event = read_decrypted(json, MX_WRITER_TRUSTED, NULL);
		struct mx_message message;

		assert_non_null(json);
		assert_int_equal(mx_message_init(&message, &event, ME), cases[i].text != NULL);
		assert_false(mx_event_is_shown(&event, ME));
		if (cases[i].text) {
			assert_string_equal(message.text, cases[i].text);
			assert_string_equal(message.edits, "$o");
			assert_true(message.proven);
			mx_message_finish(&message);
		}
		json_decref(json);
	}
}

/* A homeserver can change a relation in clear. Only what was encrypted decides. */
UNIT_TEST(test_relation_in_clear_changes_no_encrypted_message)
{
	static const char *const relations[] = {
		"{\"rel_type\":\"m.replace\",\"event_id\":\"$o\"}",
		"{\"rel_type\":\"m.thread\",\"event_id\":\"$o\"}",
		"{\"m.in_reply_to\":{\"event_id\":\"$o\"}}",
		"{\"rel_type\":\"m.annotation\",\"event_id\":\"$o\",\"key\":\"1\"}",
		"7",
	};
	json_t *json = json_loads(EVENT(TEXT "\"hi\""), 0, NULL);
	json_t *edit = json_loads(EVENT(TEXT "\"* hi\",\"m.new_content\":{}"), 0, NULL);
	struct mx_message message;

	for (size_t i = 0; i < sizeof(relations) / sizeof(*relations); i++) {
		json_t *relation = json_loads(relations[i], JSON_DECODE_ANY, NULL);
		struct mx_event event = read_decrypted(json, MX_WRITER_TRUSTED, relation);

		assert_true(mx_message_init(&message, &event, ME));
		assert_string_equal(message.text, "hi");
		/* a reply in clear counts for less than an encrypted one */
		assert_true(!message.reply_to || message.reply_in_clear);
		assert_null(message.thread);
		assert_true(mx_event_is_shown(&event, ME));
		mx_message_finish(&message);
		event = read_decrypted(edit, MX_WRITER_TRUSTED,
			relation); /* an edit stays an edit, whatever the homeserver does with it */
		assert_false(mx_message_init(&message, &event, ME));
		assert_false(mx_event_is_shown(&event, ME));
		json_decref(relation);
	}
	json_decref(json);
	json_decref(edit);
}

/* Some apps encrypt a vote but not its relation, which a homeserver can then change. */
UNIT_TEST(test_vote_with_a_relation_in_clear_is_marked)
{
	json_t *vote = json_loads("{\"type\":\"m.poll.response\",\"event_id\":\"$e\",\"sender\":"
				  "\"@a:b\",\"content\":{\"m.selections\":[\"4\"]}}",
		0, NULL);
	json_t *reaction = json_loads(
		"{\"type\":\"m.reaction\",\"event_id\":\"$e\",\"sender\":\"@a:b\",\"content\":{}}",
		0, NULL);
	json_t *relation = json_loads(
		"{\"rel_type\":\"m.reference\",\"event_id\":\"$o\",\"key\":\"1\"}", 0, NULL);
	struct mx_event event = read_decrypted(vote, MX_WRITER_TRUSTED, relation);
	struct mx_message message;

	assert_true(mx_message_init(&message, &event, ME));
	assert_string_equal(message.reply_to, "$o");
	assert_true(message.reply_in_clear);
	mx_message_finish(&message);
	event = read_decrypted(
		reaction, MX_WRITER_TRUSTED, relation); /* nothing of it was encrypted */
	assert_false(mx_message_init(&message, &event, ME));
	json_decref(vote);
	json_decref(reaction);
	json_decref(relation);
}

UNIT_TEST(test_event_that_is_no_message_is_refused)
{
	static const char *const cases[] = {
		"{}",
		"[]",
		"null",
		"7",
		EVENT(""),
		EVENT("\"msgtype\":\"m.text\""),
		EVENT(TEXT "7"),
		EVENT(TEXT "{}"),
		EVENT("\"msgtype\":\"m.notice\",\"body\":\"x\""),
		EVENT("\"msgtype\":\"m.image\",\"body\":\"x\""),
		EVENT("\"msgtype\":[],\"body\":\"x\""),
		EVENT(TEXT "\"* "
			   "x\",\"m.relates_to\":{\"rel_type\":\"m.replace\",\"event_id\":\"$o\"}"),
		"{\"type\":\"m.room.message\",\"event_id\":\"$e\",\"sender\":\"@bot:here\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"own\"}}",
		"{\"type\":\"m.room.message\",\"event_id\":\"$e\",\"sender\":\"a\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
		"{\"type\":\"m.room.message\",\"event_id\":\"$e\",\"sender\":{},"
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
		"{\"type\":\"m.room.message\",\"event_id\":\"e\",\"sender\":\"@a:b\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"@a:b\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
		"{\"type\":\"m.room.message\",\"event_id\":\"$e\",\"sender\":\"@a:b\",\"content\":["
		"]}",
		"{\"type\":\"m.room.message\",\"state_key\":\"\",\"event_id\":\"$e\",\"sender\":\"@"
		"a:b\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
		"{\"type\":\"m.room.encrypted\",\"event_id\":\"$e\",\"sender\":\"@a:b\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\"}}",
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = json_loads(cases[i], JSON_DECODE_ANY, NULL);
		struct mx_message message;

		assert_non_null(event);
		assert_false(read_message(&message, event));
		json_decref(event);
	}
}

#define CHOICE(type, content)                                                                      \
	"{\"type\":\"" type "\",\"event_id\":\"$e\",\"sender\":\"@a:b\",\"content\":{" content "}" \
	"}"
#define RELATES(type, more)                                                                        \
	"\"m.relates_to\":{\"rel_type\":\"" type "\",\"event_id\":\"$o\"" more "}"
#define VOTE "org.matrix.msc3381.poll.response"

UNIT_TEST(test_choice_is_read)
{
	static const struct {
		const char *event, *text;
		enum bot_message_kind kind;
	} cases[] = {
		{CHOICE("m.reaction", RELATES("m.annotation", ",\"key\":\"1\"")), "1",
			BOT_REACTION},
		{CHOICE(VOTE, RELATES("m.reference", "") ",\"" VOTE "\":{\"answers\":[\"2\"]}"),
			"2", BOT_VOTE},
		{CHOICE(VOTE,
			 RELATES("m.reference", "") ",\"" VOTE "\":{\"answers\":[\"3\",\"4\",5]}"),
			"3", BOT_VOTE},
		{CHOICE("m.poll.response", RELATES("m.reference", "") ",\"m.selections\":[\"4\"]"),
			"4", BOT_VOTE},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = json_loads(cases[i].event, 0, NULL);
		struct mx_message message;

		assert_true(read_message(&message, event));
		assert_int_equal(message.kind, cases[i].kind);
		assert_string_equal(message.text, cases[i].text);
		assert_string_equal(message.reply_to, "$o");
		assert_false(is_shown(event));
		mx_message_finish(&message);
		json_decref(event);
	}
}

UNIT_TEST(test_event_that_is_no_choice_is_refused)
{
	static const char *const cases[] = {
		CHOICE("m.reaction", ""), /* a redacted event */
		CHOICE("m.reaction", "\"m.relates_to\":7"),
		CHOICE("m.reaction", RELATES("m.annotation", "")),
		CHOICE("m.reaction", RELATES("m.annotation", ",\"key\":1")),
		CHOICE("m.reaction", RELATES("m.thread", ",\"key\":\"1\"")),
		CHOICE("m.reaction", "\"m.relates_to\":{\"rel_type\":\"m.annotation\","
				     "\"event_id\":\"o\",\"key\":\"1\"}"),
		CHOICE("m.reaction", "\"m.relates_to\":{\"rel_type\":\"m.annotation\","
				     "\"key\":\"1\"}"),
		CHOICE("m.room.redaction", RELATES("m.annotation", ",\"key\":\"1\"")),
		CHOICE(VOTE, RELATES("m.reference", "")),
		CHOICE(VOTE, RELATES("m.reference", "") ",\"" VOTE "\":{\"answers\":[]}"),
		CHOICE(VOTE, RELATES("m.reference", "") ",\"" VOTE "\":{\"answers\":[1]}"),
		CHOICE(VOTE, RELATES("m.reference", "") ",\"" VOTE "\":{\"answers\":\"1\"}"),
		CHOICE(VOTE, RELATES("m.reference", "") ",\"" VOTE "\":[]"),
		CHOICE(VOTE, RELATES("m.annotation", "") ",\"" VOTE "\":{\"answers\":[\"1\"]}"),
		CHOICE("m.poll.response", RELATES("m.reference", "") ",\"m.selections\":{}"),
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = json_loads(cases[i], 0, NULL);
		struct mx_message message;

		assert_non_null(event);
		assert_false(read_message(&message, event));
		json_decref(event);
	}
}

UNIT_TEST(test_only_new_messages_of_others_are_shown)
{
	static const struct {
		const char *event;
		bool shown;
	} cases[] = {
		{EVENT("\"msgtype\":\"m.image\",\"body\":\"x\""), true},
		{EVENT("\"msgtype\":\"m.notice\",\"body\":\"x\""), true},
		{EVENT(""), false}, /* a redacted event */
		{EVENT(TEXT "\"x\",\"m.relates_to\":{\"rel_type\":\"m.replace\"}"), false},
		{"{\"type\":\"m.room.message\",\"sender\":\"@bot:here\","
		 "\"content\":{\"msgtype\":\"m.text\"}}",
			false},
		{"{\"type\":\"m.room.topic\",\"content\":{\"msgtype\":\"m.text\"}}", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = json_loads(cases[i].event, 0, NULL);

		assert_int_equal(is_shown(event), cases[i].shown);
		json_decref(event);
	}
}

/* Reads the text of a message, or NULL; `mentioned` is the user in its m.mentions, or NULL. */
static char *read_text(const char *body, const char *html, const char *mentioned)
{
	json_t *content = json_pack("{s:s}", "body", body);
	struct mx_message message = {.text = body, .content = content};
	char *text;

	if (html)
		json_object_set_new(content, "formatted_body", json_string(html));
	if (mentioned)
		json_object_set_new(
			content, "m.mentions", json_pack("{s:[s]}", "user_ids", mentioned));
	mx_message_read_mentions(&message);
	text = strdup(message.text);
	mx_message_finish(&message);
	json_decref(content);
	if (text[strspn(text, " \n")])
		return text;
	free(text);
	return NULL;
}

UNIT_TEST(test_mentions_become_ids)
{
	static const struct {
		const char *body, *html, *expected;
	} cases[] = {
		{"x Bob", NULL, "x Bob"},
		{"x Bob", "x <a href=\"https://matrix.to/#/@bob:b.org\">Bob</a>", "x @bob:b.org"},
		{"En Garde: help", "<a href=\"https://matrix.to/#/@bot:b.org\">En Garde</a>: help",
			"@bot:b.org: help"},
		{"x Bob", "x <a href=\"https://matrix.to/#/%40bob%3Ab.org?via=b.org\">Bob</a>",
			"x @bob:b.org"},
		{"x Bob", "x <A class='y' HREF='matrix:u/bob:b.org?action=chat'>Bob</A>",
			"x @bob:b.org"},
		{"B & C", "<a href=\"https://matrix.to/#/@bc:d\"><b>B</b> &amp; C</a>", "@bc:d"},
		{"x @bob:b.org", "x <a href=\"https://matrix.to/#/@bob:b.org\">Bob</a>",
			"x @bob:b.org"},
		{"x @bob:b.org", "x <a href=\"https://matrix.to/#/@bob:b.org\">bob</a>",
			"x @bob:b.org"},
		{"x [Bob](https://matrix.to/#/@bob:b.org) to 3",
			"x <a href=\"https://matrix.to/#/@bob:b.org\">Bob</a> to 3",
			"x @bob:b.org to 3"},
		/*
		 * Two users have the same name, so the order of the links decides which name means
		 * which user.
		 */
		{"Al and Al",
			"<a href=\"https://matrix.to/#/@a:x\">Al</a> and "
			"<a href=\"https://matrix.to/#/@b:x\">Al</a>",
			"@a:x and @b:x"},
		/* Links that do not lead to a user, and broken links. */
		{"x Bob", "x <a href=\"https://matrix.to/#/!room:b\">Bob</a>", "x Bob"},
		{"x Bob", "x <a href=\"https://matrix.to/#/@bob:b.org/$e\">Bob</a>",
			"x @bob:b.org"},
		{"x Bob", "x <a href=\"https://evil.example/#/@bob:b.org\">Bob</a>", "x Bob"},
		{"x Bob", "x <a href=\"https://matrix.to/#/%4\">Bob</a>", "x Bob"},
		{"x Bob", "x <a href=\"https://matrix.to/#/@b%00:c\">Bob</a>", "x Bob"},
		{"x Bob", "x <a href=\"https://matrix.to/#/@bob:b.org\">Bob", "x Bob"},
		{"x Bob", "x <a href=\"https://matrix.to/#/@bob:b.org", "x Bob"},
		{"x Bob", "x <a href=", "x Bob"},
		{"x Bob", "x <a ", "x Bob"},
		{"x", "<a href=\"https://matrix.to/#/@bob:b.org\"></a>", "x"},
		{"x", "<a href=\"https://matrix.to/#/@bob:b.org\"><b</a>", "@bob:b.org"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = read_text(cases[i].body, cases[i].html, NULL);

		assert_string_equal(text, cases[i].expected);
		free(text);
	}
}

#define PILL(NAME) "<a href=\"https://matrix.to/#/@al:x\">" NAME "</a>"

/* The name of the mentioned person also stands in the other words, or is no plain text. */
UNIT_TEST(test_mention_is_found_by_its_place)
{
	static const struct {
		const char *body, *html, *expected;
	} cases[] = {
		{"!eg challenge al", "!eg challenge " PILL("al"), "!eg challenge @al:x"},
		{"!eg challenge e", "!eg challenge " PILL("e"), "!eg challenge @al:x"},
		{"!eg challenge !eg", "!eg challenge " PILL("!eg"), "!eg challenge @al:x"},
		{"!eg challenge basic", "!eg challenge " PILL("basic"), "!eg challenge @al:x"},
		{"!eg challenge 3 to 3", "!eg challenge " PILL("3") " to 3",
			"!eg challenge @al:x to 3"},
		{"x :-)", "x " PILL("<img alt=\":-)\" src=\"mxc://x/y\">"), "x @al:x"},
		{":-) al", "<img alt=\":-)\" src=\"mxc://x/y\"> " PILL("al"), ":-) @al:x"},
		{"x O'Brien & Co", "x " PILL("O&#39;Brien &amp; Co"), "x @al:x"},
		{"x \xD7\xA9", "x " PILL("<b>\xD7\xA9</b>"), "x @al:x"},
		{"x al", "<p>x " PILL("al") "</p>", "\nx @al:x\n"},
		{"x al!", "x " PILL("al") "!", "x @al:x!"},
		{"x al's", "x " PILL("al") "s", "x @al:x s"},
		{"xal", "x" PILL("al"), "x @al:x"},
		/* the quotation before a reply mentions somebody, too */
		{"> <@b:x> al\n\nx al",
			"<mx-reply><blockquote><a href=\"https://matrix.to/#/@b:x\">b</a> al"
			"</blockquote></mx-reply>x " PILL("al"),
			"x @al:x"},
		{"x al", "x <code>" PILL("al") "</code> " PILL("al"), "x al @al:x"},
		{"x al", "<!-- " PILL("b") " -->x " PILL("al"), "x @al:x"},
		{"x al", "x <a title=\"a > b\" href='https://matrix.to/#/@al:x'>al</a>", "x @al:x"},
		{"x al", "x <a href=https://matrix.to/#/@al:x rel=n>al</a>", "x @al:x"},
		{"x", "<style>" PILL("y") "</style>x " PILL("&#x1F93A;"), "x @al:x"},
		{"x", "1 < 2 &lt; 3 &#0; &#xD800; &bogus; " PILL("al"),
			"1 < 2 < 3 \xEF\xBF\xBD \xEF\xBF\xBD &bogus; @al:x"},
		/* an id that is no ASCII must not become another user's id */
		{"x b", "x <a href=\"https://matrix.to/#/@%EF%BD%82ob:x\">b</a>",
			"x @\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDob:x"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = read_text(cases[i].body, cases[i].html, "@al:x");

		assert_string_equal(text, cases[i].expected);
		free(text);
	}
}

/* A command that somebody quotes, has struck out or hides is no command. */
UNIT_TEST(test_asides_are_no_commands)
{
	static const struct {
		const char *body, *html, *expected; /* NULL if the message says nothing */
	} cases[] = {
		{"> !eg challenge al", "<blockquote>!eg challenge " PILL("al") "</blockquote>",
			NULL},
		{"!eg challenge al", "<del>!eg challenge " PILL("al") "</del>", NULL},
		{"!eg challenge al", "<S>!eg challenge " PILL("al") "</S>\n", NULL},
		{"!eg resign", "<strike>!eg resign</strike>", NULL},
		{"!eg resign yes", "<span data-mx-spoiler>!eg resign yes</span>", NULL},
		{"x", "<p><span data-mx-spoiler=\"why\">a <span>b</span> c</span>x</p>", "\nx\n"},
		{"!eg resign", "<blockquote>a<blockquote>b</blockquote>!eg resign</blockquote>",
			NULL},
		{"!eg resign", "<blockquote>!eg resign", NULL},
		{"> q\n\n!eg board", "<blockquote>q</blockquote>!eg board", "\n!eg board"},
		{"!eg challenge bob al", "!eg challenge <del>bob</del> " PILL("al"),
			"!eg challenge  @al:x"},
		/* what is shown stays as it was */
		{"x", "<span data-mx-color=\"#fff\">y</span>", "x"},
		{"x", "<mx-reply><blockquote>q</blockquote></mx-reply>y", "x"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = read_text(cases[i].body, cases[i].html, "@al:x");

		if (cases[i].expected)
			assert_string_equal(text, cases[i].expected);
		else
			assert_null(text);
		free(text);
	}
}

UNIT_TEST(test_links_of_every_client_are_mentions)
{
	static const struct {
		const char *url, *user; /* NULL if the link is no mention */
		bool mentioned;         /* m.mentions names the user */
	} cases[] = {
		{"https://matrix.to/#/@bob:x", "@bob:x", false},
		{"HTTPS://Matrix.To/#/@bob:x", "@bob:x", false},
		{"https://matrix.to/#/%40bob%3Ax", "@bob:x", false},
		{"https://matrix.to/#/@bob:x?via=x&amp;via=y", "@bob:x", false},
		{"https://matrix.to/#/@team/bob:x", "@team/bob:x", false},
		{"https://matrix.to/#/@team%2Fbob:x", "@team/bob:x", false},
		{"https://matrix.to/#/@Bob:x:8448", "@Bob:x:8448", false},
		{"https://matrix.to/#/@bob:[::1]:8448", "@bob:[::1]:8448", false},
		{"matrix:u/bob:x", "@bob:x", false},
		{"matrix:user/bob:x?action=chat", "@bob:x", false},
		{"https://chat.example.org/#/user/@bob:x", "@bob:x", false},
		{"https://chat.example.org/app/#/user/%40bob:x?via=x", "@bob:x", false},
		{"http://chat.example.org:8080/#/@bob:x", "@bob:x", true},
		{"http://chat.example.org:8080/#/@bob:x", NULL, false},
		{"https://social.example.org/@bob:x", "@bob:x", true},
		{"https://social.example.org/@bob:x", NULL, false},
		{"https://matrix.to/#/#room:x", NULL, true},
		{"https://matrix.to/#/!room:x/$event", NULL, true},
		{"https://matrix.to/#/@bob", NULL, true},
		{"https://matrix.to/#/@bob:", NULL, true},
		{"matrix:r/room:x", NULL, true},
		{"mailto:@bob:x", NULL, true},
		{"https://@bob:x", NULL, true},
		{"", NULL, true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char html[256];

		snprintf(html, sizeof(html), "<a href=\"%s\">Bob</a>", cases[i].url);
		char *text = read_text("body", html, cases[i].mentioned ? "@bob:x" : NULL);

		if (strcmp(text, cases[i].user ? cases[i].user : "body") != 0)
			fail_msg("%s: %s", cases[i].url, text);
		free(text);
	}
}

UNIT_TEST(test_only_sixteen_mentions_become_ids)
{
	static const char link[] = "<a href=\"https://matrix.to/#/@bob:b.org\">B</a>";
	enum { LINKS = 1000 };
	char *html = calloc(LINKS, sizeof(link));
	char *body = calloc(LINKS + 1, 1);
	char *text;

	for (int i = 0; i < LINKS; i++)
		memcpy(html + (size_t)i * (sizeof(link) - 1), link, sizeof(link));
	memset(body, 'B', LINKS);
	text = read_text(body, html, NULL);
	assert_int_equal(strlen(text), LINKS - 16 + 16 * strlen("@bob:b.org "));
	free(text);
	free(body);
	free(html);
}

UNIT_TEST(test_membership_is_read_for_one_user)
{
	json_t *event = json_loads("{\"type\":\"m.room.member\",\"sender\":\"@a:b\",\"state_key\":"
				   "\"@bot:here\",\"content\":{\"membership\":\"invite\"}}",
		0, NULL);

	struct mx_event read = mx_event_read(event);
	assert_string_equal(mx_event_membership(&read, ME), "invite");
	assert_null(mx_event_membership(&read, "@a:b"));
	json_object_set_new(event, "sender", json_string("nobody"));
	read = mx_event_read(event);
	assert_null(mx_event_membership(&read, ME));
	json_decref(event);
	read = mx_event_read(NULL);
	assert_null(mx_event_membership(&read, ME));
}

UNIT_TEST(test_sender_of_own_homeserver_has_no_origin)
{
	static const struct {
		const char *sender, *origin;
	} cases[] = {
		{"@a:here", ""},
		{"@a:Here", "here"},
		{"@a:here:8448", "here"},
		{"@a:There:8448", "there"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = json_loads(EVENT(TEXT "\"hi\""), 0, NULL);
		struct mx_message message;

		(void)json_object_set_new(event, "sender", json_string(cases[i].sender));
		assert_true(read_message(&message, event));
		assert_string_equal(message.origin, cases[i].origin);
		mx_message_finish(&message);
		json_decref(event);
	}
}
