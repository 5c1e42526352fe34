#include "adapters/matrix/send/outbox_row.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_memory.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/clock.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

#define POLL         "org.matrix.msc3381.poll.start"
#define POLL_TEXT    "org.matrix.msc1767.text"
#define ANSWERS_MOST 20 /* the most answers that MSC3381 allows in a poll */

/* the most bytes of a content besides its texts: ids, keys, a poll's answers */
#define AROUND_MOST 8192

void mx_outbox_row_add(
	struct bot_store *store, enum bot_outbox_kind kind, const char *to, const char *via)
{
	mx_outbox_row_add_letter(store,
		(struct bot_letter){
			.kind = kind, .private = kind == BOT_OUT_REACH, .to = to, .via = via});
}

void mx_outbox_row_add_letter(struct bot_store *store, struct bot_letter letter)
{
	letter.made = bot_clock_wall();
	if (letter.kind != BOT_OUT_REACH)
		bot_outbox_withdraw(store, letter.to);
	bot_outbox_add(store, &letter, NULL);
}

enum mx_priority mx_outbox_row_priority(const struct bot_outbox_row *row)
{
	bool is_change = row->kind == BOT_OUT_EDIT || row->kind == BOT_OUT_REMOVE;

	if ((is_change || row->waiting_hand) && !row->followed)
		return MX_PRIORITY_LATER;
	if (row->match == 0)
		return MX_PRIORITY_OTHER;
	return row->practice ? MX_PRIORITY_PRACTICE : MX_PRIORITY_MATCH;
}

json_t *mx_outbox_row_content(const struct mx_sender *sender, const struct bot_outbox_row *row)
{
	json_t *upload = json_object_get(sender->uploads, row->txn), *content;

	mx_json_memory_begin();
	content = row->file.name && json_object_size(upload) > 0
			  ? mx_outbox_row_file_content(row, upload)
			  : mx_outbox_row_message_content(row);
	mx_json_memory_end();
	return content;
}

/* A comparison of an event with the first row of its lane. */
struct comparison {
	const struct mx_sender *sender;
	const json_t *content; /* the content of the event */
	/* the transaction id of the row if it has this content, else empty */
	char txn[BOT_TXN_SIZE];
};

static bool compare_row(void *self, const struct bot_outbox_row *row)
{
	struct comparison *comparison = self;
	json_t *content;

	if (bot_outbox_is_text(row->kind) && !row->optional &&
		row->made <= comparison->sender->session->replaced_at) {
		content = mx_outbox_row_content(comparison->sender, row);
		if (json_equal(content, comparison->content))
			stpcpy(comparison->txn, row->txn);
		json_decref(content);
	}
	/* The rows behind a file may have been sent before it. */
	return row->file.name && !*comparison->txn;
}

void mx_outbox_row_match_event(
	struct mx_sender *sender, bool private, const char *to, const json_t *event)
{
	struct bot_store *store = sender->account->store;
	struct comparison comparison = {
		.sender = sender, .content = json_object_get(event, "content")};

	bot_outbox_first(store, private, to, compare_row, &comparison);
	if (*comparison.txn)
		bot_outbox_seen(
			store, private, to, comparison.txn, mx_json_text(event, "event_id"));
}

/* Builds the value of m.mentions. `users` are ids with a space between two ids, or NULL. */
static json_t *build_mentions(const char *users)
{
	json_t *ids;

	if (!users)
		return json_object();
	ids = json_array();
	while (*users) {
		size_t length = strcspn(users, " ");

		(void)json_array_append_new(ids, json_stringn(users, length));
		users += length;
		users += strspn(users, " ");
	}
	return json_pack("{s:o}", "user_ids", ids);
}

/*
 * Joins two texts. `length` is the size of the second text in bytes. Does not check that the result
 * is UTF-8, because the store has checked this.
 */
static json_t *join(const char *before, const char *text, size_t length)
{
	size_t head = strlen(before);
	char *both;
	json_t *string;

	if (head == 0)
		return json_stringn_nocheck(text, length);
	both = bot_malloc(head + length);
	memcpy(both, before, head);
	memcpy(both + head, text, length);
	string = json_stringn_nocheck(both, head + length);
	free(both);
	return string;
}

/*
 * Builds the relation of a message to its thread. Clients without threads show the message as a
 * reply. Returns NULL if the row belongs to no thread, or if it is an edit.
 */
static json_t *build_thread(const struct bot_outbox_row *row)
{
	if (!row->thread || row->kind == BOT_OUT_EDIT)
		return NULL;
	return json_pack("{s:s, s:s, s:b, s:{s:s}}", "rel_type", "m.thread", "event_id",
		row->thread, "is_falling_back", 1, "m.in_reply_to", "event_id", row->answers);
}

/*
 * Builds the content of a message. Puts `before` in front of the body and the HTML. `before` is an
 * asterisk and a space in the fallback of an edit, and else empty.
 */
static json_t *build_text(const struct bot_outbox_row *row, const char *before,
	const char *mentions, const char *html, size_t length)
{
	json_t *content = json_object();

	/* json_object_set_new does not set a member whose value is NULL. */
	(void)json_object_set_new(
		content, "msgtype", json_string(row->ring == BOT_RING ? "m.text" : "m.notice"));
	(void)json_object_set_new(content, "body", join(before, row->body, length));
	(void)json_object_set_new(content, "m.mentions", build_mentions(mentions));
	(void)json_object_set_new(content, "m.relates_to", build_thread(row));
	(void)json_object_set_new(content, MX_CONTENT_COMMITMENT, json_string(row->commitment));
	if (!html)
		return content;
	(void)json_object_set_new(content, "format", json_string("org.matrix.custom.html"));
	(void)json_object_set_new(content, "formatted_body", join(before, html, strlen(html)));
	return content;
}

/*
 * Builds the content of an edit. Outside m.new_content, m.mentions names only the users whom the
 * edit mentions but the original message did not mention. Edits by the bot have no such users.
 */
static json_t *build_edit(const struct bot_outbox_row *row, const char *html, size_t length)
{
	json_t *content = build_text(row, "* ", NULL, html, length);

	(void)json_object_set_new(content, "m.relates_to",
		json_pack("{s:s, s:s}", "rel_type", "m.replace", "event_id", row->edits));
	(void)json_object_set_new(
		content, "m.new_content", build_text(row, "", row->mentions, html, length));
	return content;
}

/*
 * Adds an answer to a poll, and a line to the poll's fallback. `line` is the answer, of `size`
 * bytes. Takes over `fallback`, and returns the longer fallback.
 */
static json_t *add_answer(
	json_t *answers, json_t *fallback, size_t number, const char *line, size_t size)
{
	json_t *longer = json_sprintf("%s\n%.*s", json_string_value(fallback), (int)size, line);

	json_decref(fallback);
	(void)json_array_append_new(answers,
		json_pack("{s:o, s:s%}", "id", json_sprintf("%zu", number), POLL_TEXT, line, size));
	return longer;
}

/*
 * Builds a poll with the unstable names of MSC3381, because clients know these names. The row's
 * text is the question. The fallback lists the answers, for clients and programs that show no
 * polls. A private poll mentions nobody, like all private messages, because clients would colour
 * it. It rings nevertheless: by the rule for encrypted events in a room of two, or by the rules of
 * MSC3930.
 */
static json_t *build_poll(const struct bot_outbox_row *row, size_t length)
{
	json_t *answers = json_array();
	json_t *fallback = json_stringn(row->body, length);
	const char *line = row->choices;

	for (size_t number = 1; line && number <= ANSWERS_MOST; number++) {
		size_t size = strcspn(line, "\n");

		fallback = add_answer(answers, fallback, number, line, size);
		line = line[size] ? line + size + 1 : NULL;
	}
	return json_pack("{s:o, s:o, s:{s:s, s:i, s:{s:s%}, s:o}}", POLL_TEXT, fallback,
		"m.mentions", build_mentions(row->mentions), POLL, "kind",
		"org.matrix.msc3381.poll.disclosed", "max_selections", 1, "question", POLL_TEXT,
		row->body, length, "answers", answers);
}

json_t *mx_outbox_row_reaction_content(const char *event, const char *key, size_t size)
{
	return json_pack("{s:{s:s, s:s, s:s%}}", "m.relates_to", "rel_type", "m.annotation",
		"event_id", event, "key", key, size);
}

const char *mx_outbox_row_event_type(const struct bot_outbox_row *row)
{
	return row->choices ? POLL : "m.room.message";
}

static json_t *build_content(const struct bot_outbox_row *row, const char *html, size_t length)
{
	if (row->kind == BOT_OUT_EDIT)
		return build_edit(row, html, length);
	if (row->choices)
		return build_poll(row, length);
	return build_text(row, "", row->mentions, html, length);
}

/*
 * Returns whether the texts are so short that they fit in any case. Then the bot need not measure
 * the content. JSON escapes a byte as six bytes at worst, and an edit contains each text twice.
 */
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

json_t *mx_outbox_row_message_content(const struct bot_outbox_row *row)
{
	size_t length = strlen(row->body);
	json_t *content = build_content(row, row->html, length);

	if (is_short(row, row->html))
		return content;
	if (is_too_big(content)) {
		json_decref(content);
		content = build_content(row, NULL, length);
	}
	while (length > 0 && is_too_big(content)) {
		json_decref(content);
		length /= 2;
		while (length > 0 && ((unsigned char)row->body[length] & 0xc0) == 0x80)
			length--;
		content = build_content(row, NULL, length);
	}
	return content;
}

/* Reads width and height from the header of a PNG picture (ISO/IEC 15948, 5.2 and 11.2.2). */
static bool read_png_size(const struct bot_file *file, json_int_t size[2])
{
	static const unsigned char header[] = {
		0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
	const unsigned char *data = file->data;

	if (file->size < sizeof(header) + 8 || memcmp(data, header, sizeof(header)) != 0)
		return false;
	for (size_t i = 0; i < 2; i++) {
		const unsigned char *number = data + sizeof(header) + 4 * i;

		size[i] =
			(json_int_t)number[0] << 24 | number[1] << 16 | number[2] << 8 | number[3];
	}
	return true;
}

/*
 * Adds the size of a picture, and a thumbnail. The thumbnail is the picture itself: it has fewer
 * bytes than most thumbnails, and so clients ask no homeserver to make one.
 */
static void add_picture_info(json_t *info, const struct bot_file *file, json_t *upload)
{
	bool encrypted = json_object_size(upload) > 1;
	json_int_t size[2];

	if (!read_png_size(file, size))
		return;
	(void)json_object_set_new(info, "w", json_integer(size[0]));
	(void)json_object_set_new(info, "h", json_integer(size[1]));
	(void)json_object_set_new(info, "thumbnail_info", json_copy(info));
	(void)json_object_set(info, encrypted ? "thumbnail_file" : "thumbnail_url",
		encrypted ? upload : json_object_get(upload, "url"));
}

/*
 * Builds the content of a file, as build_text does for a message. If an event has a `filename`,
 * clients show its body as the caption of the file; older ones, such as Element Web 1.11.81, take
 * the body for the name of the file.
 *
 * No file is as quiet as a notice: by the predefined push rules, a room counts each m.image and
 * m.file as unread, and only edits and messages of the type m.notice are exempt.
 * https://spec.matrix.org/latest/client-server-api/#predefined-rules
 */
static json_t *build_file(
	const struct bot_outbox_row *row, const char *before, const char *mentions, json_t *upload)
{
	const struct bot_file *file = &row->file;
	bool picture = strncmp(file->media, "image/", strlen("image/")) == 0;
	json_t *info =
		json_pack("{s:s, s:I}", "mimetype", file->media, "size", (json_int_t)file->size);
	json_t *content = build_text(row, before, mentions, row->html, strlen(row->body));

	(void)json_object_set_new(content, "msgtype", json_string(picture ? "m.image" : "m.file"));
	(void)json_object_set_new(content, "filename", json_string(file->name));
	if (json_object_size(upload) > 1)
		(void)json_object_set(content, "file", upload);
	else
		(void)json_object_set(content, "url", json_object_get(upload, "url"));
	if (picture)
		add_picture_info(info, file, upload);
	(void)json_object_set_new(content, "info", info);
	return content;
}

json_t *mx_outbox_row_file_content(const struct bot_outbox_row *row, json_t *upload)
{
	json_t *content;

	if (row->kind != BOT_OUT_EDIT)
		return build_file(row, "", row->mentions, upload);
	content = build_file(row, "* ", NULL, upload);
	(void)json_object_set_new(content, "m.relates_to",
		json_pack("{s:s, s:s}", "rel_type", "m.replace", "event_id", row->edits));
	(void)json_object_set_new(
		content, "m.new_content", build_file(row, "", row->mentions, upload));
	return content;
}
