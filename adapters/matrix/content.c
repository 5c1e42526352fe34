#include "adapters/matrix/content.h"

#include <stdlib.h>
#include <string.h>

static json_t *mentions(const char *user)
{
	return user ? json_pack("{s:[s]}", "user_ids", user) : json_object();
}

/* Both together. Whether they are UTF-8 is looked at when they are printed. */
static json_t *joined(const char *before, const char *text, size_t length)
{
	size_t head = strlen(before);
	char *both = head > 0 ? malloc(head + length) : NULL;
	json_t *string;

	if (head == 0)
		return json_stringn_nocheck(text, length);
	if (!both)
		return NULL;
	memcpy(both, before, head);
	memcpy(both + head, text, length);
	string = json_stringn_nocheck(both, head + length);
	free(both);
	return string;
}

/* `before` is put in front of body and HTML: "" or the mark of an edit's fallback. */
static json_t *text(const struct bot_outbox_row *row, const char *before, const char *mention,
	const char *html, size_t length)
{
	json_t *content = json_pack("{s:s, s:o, s:o}", "msgtype",
		row->ring == BOT_RING ? "m.text" : "m.notice", "body",
		joined(before, row->body, length), "m.mentions", mentions(mention));

	if (!content || !html)
		return content;
	if (json_object_set_new(content, "format", json_string("org.matrix.custom.html")) ||
		json_object_set_new(
			content, "formatted_body", joined(before, html, strlen(html)))) {
		json_decref(content);
		return NULL;
	}
	return content;
}

/* Only who is newly mentioned by an edit is named outside m.new_content, and nobody is. */
static json_t *edit(const struct bot_outbox_row *row, const char *html, size_t length)
{
	json_t *content = text(row, "* ", NULL, html, length);
	json_t *relation = json_pack("{s:s, s:s}", "rel_type", "m.replace", "event_id", row->edits);
	json_t *new = text(row, "", row->mention, html, length);

	/* Each call takes its value, and fails when that is NULL. */
	int failed = json_object_set_new(content, "m.relates_to", relation);

	failed |= json_object_set_new(content, "m.new_content", new);
	if (failed) {
		json_decref(content);
		return NULL;
	}
	return content;
}

#define POLL         "org.matrix.msc3381.poll.start"
#define POLL_TEXT    "org.matrix.msc1767.text"
#define ANSWERS_MOST 20 /* of a poll, by MSC3381 */

/* Adds the answer of a number, the first `size` bytes of a line, to a poll and to its fallback. */
static json_t *answer(
	json_t *answers, json_t *fallback, size_t number, const char *line, size_t size)
{
	const char *before = json_string_value(fallback);
	json_t *longer =
		before ? json_sprintf("%s\n%zu. %.*s", before, number, (int)size, line) : NULL;

	json_decref(fallback);
	if (json_array_append_new(
		    answers, json_pack("{s:o, s:s%}", "id", json_sprintf("%zu", number), POLL_TEXT,
				     line, size)) == 0)
		return longer;
	json_decref(longer);
	return NULL;
}

/*
 * A poll, under the names of MSC3381 that clients know. The hand is its question; the fallback, for
 * programs and clients that show no polls, is the text of a list.
 */
static json_t *poll(const struct bot_outbox_row *row, size_t length)
{
	json_t *answers = json_array();
	json_t *fallback = json_stringn(row->body, length);
	const char *line = row->choices;

	for (size_t number = 1; line && number <= ANSWERS_MOST; number++) {
		size_t size = strcspn(line, "\n");

		fallback = answer(answers, fallback, number, line, size);
		line = line[size] ? line + size + 1 : NULL;
	}
	return json_pack("{s:o, s:o, s:{s:s, s:i, s:{s:s%}, s:o}}", POLL_TEXT, fallback,
		"m.mentions", mentions(row->mention), POLL, "kind",
		"org.matrix.msc3381.poll.disclosed", "max_selections", 1, "question", POLL_TEXT,
		row->body, length, "answers", answers);
}

const char *mx_content_type(const struct bot_outbox_row *row)
{
	return row->choices ? POLL : "m.room.message";
}

static json_t *build(const struct bot_outbox_row *row, const char *html, size_t length)
{
	if (row->kind == BOT_OUT_EDIT)
		return edit(row, html, length);
	if (row->choices)
		return poll(row, length);
	return text(row, "", row->mention, html, length);
}

#define AROUND_MOST 8192 /* bytes of a content beside what is said: ids, keys, a poll's answers */

/* Most are so short that they fit however their texts are escaped: six bytes for one at worst. */
static bool is_short(const struct bot_outbox_row *row, const char *html)
{
	size_t texts = strlen(row->body) + (html ? strlen(html) : 0) +
		       (row->choices ? strlen(row->choices) : 0);

	return texts <= (MX_CONTENT_MOST - AROUND_MOST) / (2 * 6);
}

static bool is_too_big(const json_t *content)
{
	return json_dumpb(content, NULL, 0, JSON_COMPACT) > MX_CONTENT_MOST;
}

json_t *mx_content(const struct bot_outbox_row *row)
{
	size_t length = strlen(row->body);
	json_t *content = build(row, row->html, length);

	if (!content || is_short(row, row->html))
		return content;
	if (is_too_big(content)) {
		json_decref(content);
		content = build(row, NULL, length);
	}
	while (content && length > 0 && is_too_big(content)) {
		json_decref(content);
		length /= 2;
		while (length > 0 && ((unsigned char)row->body[length] & 0xc0) == 0x80)
			length--;
		content = build(row, NULL, length);
	}
	return content;
}

/* How wide and high a picture is, from the header of a PNG (ISO/IEC 15948, 5.2 and 11.2.2). */
static bool png_size(const struct bot_file *file, json_int_t size[2])
{
	static const unsigned char before[] = {
		0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
	const unsigned char *data = file->data;

	if (file->size < sizeof before + 8 || memcmp(data, before, sizeof before) != 0)
		return false;
	for (size_t i = 0; i < 2; i++) {
		const unsigned char *number = data + sizeof before + 4 * i;

		size[i] =
			(json_int_t)number[0] << 24 | number[1] << 16 | number[2] << 8 | number[3];
	}
	return true;
}

/* With a file's name beside it the body is a caption. */
json_t *mx_content_file(const struct bot_outbox_row *row, json_t *upload)
{
	const struct bot_file *file = &row->file;
	bool picture = strncmp(file->media, "image/", strlen("image/")) == 0;
	json_int_t size[2];
	json_t *info =
		json_pack("{s:s, s:I}", "mimetype", file->media, "size", (json_int_t)file->size);
	json_t *content = text(row, "", row->mention, row->html, strlen(row->body));
	int failed = json_object_set_new(
		content, "msgtype", json_string(picture ? "m.image" : "m.file"));

	if (picture && png_size(file, size)) {
		failed |= json_object_set_new(info, "w", json_integer(size[0]));
		failed |= json_object_set_new(info, "h", json_integer(size[1]));
	}
	failed |= json_object_set_new(content, "filename", json_string(file->name));
	if (json_object_size(upload) > 1)
		failed |= json_object_set(content, "file", upload);
	else
		failed |= json_object_set(content, "url", json_object_get(upload, "url"));
	failed |= json_object_set_new(content, "info", info);
	if (failed) {
		json_decref(content);
		return NULL;
	}
	return content;
}
