/* Tests the content of the events that the bot sends. */
#include "adapters/matrix/send/outbox_row.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static void check(const struct bot_outbox_row *row, const char *expected)
{
	json_t *content = mx_outbox_row_message_content(row);
	json_t *wanted = json_loads(expected, 0, NULL);

	assert_non_null(wanted);
	assert_true(json_equal(content, wanted));
	json_decref(content);
	json_decref(wanted);
}

UNIT_TEST(test_quiet_message_is_a_notice_without_mentions)
{
	check(&(struct bot_outbox_row){.body = "hi"},
		"{\"msgtype\":\"m.notice\",\"body\":\"hi\",\"m.mentions\":{}}");
}

UNIT_TEST(test_ringing_message_is_text_with_a_mention)
{
	check(
		&(struct bot_outbox_row){
			.body = "hi", .html = "<p>hi</p>", .ring = BOT_RING, .mentions = "@a:b"},
		"{\"msgtype\":\"m.text\",\"body\":\"hi\",\"format\":\"org.matrix.custom.html\","
		"\"formatted_body\":\"<p>hi</p>\",\"m.mentions\":{\"user_ids\":[\"@a:b\"]}}");
}

UNIT_TEST(test_message_may_mention_several_users)
{
	check(&(struct bot_outbox_row){.body = "hi", .ring = BOT_RING, .mentions = "@a:b @c:d"},
		"{\"msgtype\":\"m.text\",\"body\":\"hi\","
		"\"m.mentions\":{\"user_ids\":[\"@a:b\",\"@c:d\"]}}");
}

UNIT_TEST(test_edit_mentions_users_only_in_its_new_content)
{
	check(&(struct bot_outbox_row){.kind = BOT_OUT_EDIT,
		      .body = "new",
		      .html = "<p>new</p>",
		      .ring = BOT_RING,
		      .mentions = "@a:b",
		      .edits = "$old"},
		"{\"msgtype\":\"m.text\",\"body\":\"* new\",\"format\":\"org.matrix.custom.html\","
		"\"formatted_body\":\"* <p>new</p>\",\"m.mentions\":{},\"m.relates_to\":{"
		"\"rel_type\":\"m.replace\",\"event_id\":\"$old\"},\"m.new_content\":{"
		"\"msgtype\":\"m.text\",\"body\":\"new\",\"format\":\"org.matrix.custom.html\","
		"\"formatted_body\":\"<p>new</p>\",\"m.mentions\":{\"user_ids\":[\"@a:b\"]}}}");
}

UNIT_TEST(test_message_in_a_thread_has_a_relation_to_it)
{
	struct bot_outbox_row row = {.body = "help", .thread = "$first", .answers = "$command"};

	check(&row, "{\"msgtype\":\"m.notice\",\"body\":\"help\",\"m.mentions\":{},"
		    "\"m.relates_to\":{\"rel_type\":\"m.thread\",\"event_id\":\"$first\","
		    "\"is_falling_back\":true,\"m.in_reply_to\":{\"event_id\":\"$command\"}}}");
}

UNIT_TEST(test_poll_has_a_list_as_its_fallback)
{
	struct bot_outbox_row row = {.body = "Your hand: 1 3",
		.private = true,
		.to = "@a:b",
		.ring = BOT_RING,
		.choices = "a. advance 1 (+1)\nb. advance 3 (+3)"};

	assert_string_equal(mx_outbox_row_event_type(&row), "org.matrix.msc3381.poll.start");
	check(&row, "{\"org.matrix.msc1767.text\":"
		    "\"Your hand: 1 3\\na. advance 1 (+1)\\nb. advance 3 (+3)\","
		    "\"m.mentions\":{},"
		    "\"org.matrix.msc3381.poll.start\":{"
		    "\"kind\":\"org.matrix.msc3381.poll.disclosed\",\"max_selections\":1,"
		    "\"question\":{\"org.matrix.msc1767.text\":\"Your hand: 1 3\"},\"answers\":["
		    "{\"id\":\"1\",\"org.matrix.msc1767.text\":\"a. advance 1 (+1)\"},"
		    "{\"id\":\"2\",\"org.matrix.msc1767.text\":\"b. advance 3 (+3)\"}]}}");
}

UNIT_TEST(test_poll_with_too_many_choices_has_twenty_answers)
{
	char lines[32 * 2];
	json_t *content, *answers;

	for (size_t i = 0; i < sizeof(lines); i += 2)
		memcpy(lines + i, "a\n", 2);
	lines[sizeof(lines) - 1] = '\0';
	content = mx_outbox_row_message_content(
		&(struct bot_outbox_row){.body = "hand", .choices = lines});
	answers = json_object_get(
		json_object_get(content, "org.matrix.msc3381.poll.start"), "answers");
	assert_int_equal(json_array_size(answers), 20);
	json_decref(content);
}

UNIT_TEST(test_picture_has_its_width_and_height)
{
	static const unsigned char png[] =
		"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x54rest";
	struct bot_outbox_row row = {.kind = BOT_OUT_FILE,
		.body = "Ann is on 1",
		.html = "<b>Ann</b> is on 1",
		.file = {"board-1.png", "image/png", png, sizeof(png) - 1}};
	json_t *upload = json_pack("{s:s}", "url", "mxc://here/1");
	json_t *content = mx_outbox_row_file_content(&row, upload);
	json_t *wanted = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:{},"
				   " s:{s:s, s:i, s:i, s:i, s:s, s:{s:s, s:i, s:i, s:i}}}",
		"msgtype", "m.image", "body", row.body, "format", "org.matrix.custom.html",
		"formatted_body", row.html, "filename", "board-1.png", "url", "mxc://here/1",
		"m.mentions", "info", "mimetype", "image/png", "size", (int)row.file.size, "w", 800,
		"h", 340, "thumbnail_url", "mxc://here/1", "thumbnail_info", "mimetype",
		"image/png", "size", (int)row.file.size, "w", 800, "h", 340);

	assert_non_null(wanted);
	assert_true(json_equal(content, wanted));
	json_decref(content);
	json_decref(wanted);
	for (size_t size = 1; size < 24; size++) {
		row.file.size = size;
		content = mx_outbox_row_file_content(&row, upload);
		assert_null(json_object_get(json_object_get(content, "info"), "w"));
		json_decref(content);
	}
	/* For an encrypted file, `file` holds the address and the key, and there is no `url`. */
	json_object_set_new(upload, "iv", json_string("x"));
	content = mx_outbox_row_file_content(&row, upload);
	assert_null(json_object_get(content, "url"));
	assert_true(json_equal(json_object_get(content, "file"), upload));
	json_decref(content);
	/* the same for the thumbnail */
	row.file.size = sizeof(png) - 1;
	content = mx_outbox_row_file_content(&row, upload);
	assert_null(json_object_get(json_object_get(content, "info"), "thumbnail_url"));
	assert_true(json_equal(
		json_object_get(json_object_get(content, "info"), "thumbnail_file"), upload));
	json_decref(content);
	json_decref(upload);
}

UNIT_TEST(test_edit_replaces_a_message_by_a_picture)
{
	const struct bot_outbox_row row = {.kind = BOT_OUT_EDIT,
		.body = "a touch",
		.edits = "$board",
		.file = {"board-1.png", "image/png", "png", 3}};
	json_t *upload = json_pack("{s:s}", "url", "mxc://here/1");
	json_t *content = mx_outbox_row_file_content(&row, upload);
	json_t *wanted = json_pack("{s:{s:s, s:s}, s:s, s:s, s:s, s:s, s:{s:s, s:i}, s:{},"
				   " s:{s:s, s:s, s:s, s:s, s:{s:s, s:i}, s:{}}}",
		"m.relates_to", "rel_type", "m.replace", "event_id", "$board", "msgtype", "m.image",
		"body", "* a touch", "filename", "board-1.png", "url", "mxc://here/1", "info",
		"mimetype", "image/png", "size", 3, "m.mentions", "m.new_content", "msgtype",
		"m.image", "body", "a touch", "filename", "board-1.png", "url", "mxc://here/1",
		"info", "mimetype", "image/png", "size", 3, "m.mentions");

	assert_non_null(wanted);
	assert_true(json_equal(content, wanted));
	json_decref(content);
	json_decref(wanted);
	json_decref(upload);
}

UNIT_TEST(test_big_content_is_cut_to_size)
{
	size_t size = 90001;
	char *body = malloc(size + 3);
	json_t *content, *cut;

	for (size_t i = 0; i < size; i += 3)
		memcpy(body + i, "\xe2\x82\xac", 3); /* euro signs */
	body[size - size % 3] = '\0';
	content = mx_outbox_row_message_content(
		&(struct bot_outbox_row){.body = "short", .html = body});
	assert_null(json_object_get(content, "formatted_body"));
	assert_string_equal(json_string_value(json_object_get(content, "body")), "short");
	json_decref(content);
	content = mx_outbox_row_message_content(
		&(struct bot_outbox_row){.kind = BOT_OUT_EDIT, .body = body, .edits = "$e"});
	assert_in_range(json_dumpb(content, NULL, 0, JSON_COMPACT), 1, MX_CONTENT_MOST);
	cut = json_object_get(json_object_get(content, "m.new_content"), "body");
	assert_int_equal(json_string_length(cut) % 3, 0);
	assert_in_range(json_string_length(cut), 3000, MX_CONTENT_MOST);
	json_decref(content);
	free(body);
}
