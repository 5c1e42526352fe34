#include "tests/support/scene_talk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scene_handle(struct scene *scene, const struct bot_message *message)
{
	struct bot_message sent = *message;
	char event[32];

	snprintf(event, sizeof(event), "$event%u", scene->events);
	if (!sent.event) {
		sent.event = event;
		scene->events++;
	}
	SCENE_STORE(scene, bot_host_message(scene->host, &sent));
}

void scene_message(struct scene *scene, const struct bot_message *message)
{
	scene->mark = scene->count;
	scene_handle(scene, message);
	scene_drain(scene);
}

void scene_undo(struct scene *scene, const struct bot_message *message)
{
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_message(scene->host, message), BOT_OK);
	bot_store_rollback(scene->store);
}

static void speak(
	struct scene *scene, const char *room, const char *user, const char *text, bool private)
{
	const struct bot_message message = {.room = room,
		.sender = user,
		.name = scene->name,
		.origin = scene->origin,
		.proven = scene->proven,
		.text = text,
		.reply_to = scene->reply_to,
		.reply_forgeable = scene->forgeable,
		.thread = scene->thread,
		.private = private};

	scene->reply_to = NULL;
	scene->name = NULL;
	scene_message(scene, &message);
}

void scene_say(struct scene *scene, const char *room, const char *user, const char *text)
{
	speak(scene, room, user, text, false);
}

static void name_private_room(const char *user, char room[BOT_ID_SIZE])
{
	snprintf(room, BOT_ID_SIZE, "!private-%s", user + 1);
}

void scene_tell(struct scene *scene, const char *user, const char *text)
{
	char room[BOT_ID_SIZE];

	name_private_room(user, room);
	speak(scene, room, user, text, true);
}

#define TEXT_SIZE 1024

__attribute__((format(printf, 2, 0))) static void write_text(
	char text[TEXT_SIZE], const char *format, va_list values)
{
	int length = vsnprintf(text, TEXT_SIZE, format, values);

	assert_in_range(length, 0, TEXT_SIZE - 1);
}

void scene_sayf(struct scene *scene, const char *room, const char *user, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list values;

	va_start(values, format);
	write_text(text, format, values);
	va_end(values);
	scene_say(scene, room, user, text);
}

void scene_tellf(struct scene *scene, const char *user, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list values;

	va_start(values, format);
	write_text(text, format, values);
	va_end(values);
	scene_tell(scene, user, text);
}

static void choose(struct scene *scene, enum bot_message_kind kind, const char *user,
	const char *event, const char *text)
{
	char room[BOT_ID_SIZE];

	name_private_room(user, room);
	scene_message(scene, &(struct bot_message){.room = room,
				     .sender = user,
				     .kind = kind,
				     .text = text,
				     .reply_to = event,
				     .reply_forgeable = scene->forgeable,
				     .private = true});
}

void scene_choose(struct scene *scene, const char *user, const char *event, const char *key)
{
	choose(scene, BOT_REACTION, user, event, key);
}

void scene_vote(struct scene *scene, const char *user, const char *event, const char *answer)
{
	choose(scene, BOT_VOTE, user, event, answer);
}

const char *scene_word(const struct bot_lang *lang, const char *english)
{
	for (size_t i = 0; i < lang->words_count; i++)
		if (strcmp(lang->words[i].english, english) == 0)
			return lang->words[i].word;
	return english;
}

void scene_react(
	struct scene *scene, const char *room, const char *user, const char *event, const char *key)
{
	scene_message(scene, &(struct bot_message){.kind = BOT_REACTION,
				     .room = room,
				     .sender = user,
				     .text = key,
				     .reply_to = event,
				     .reply_forgeable = scene->forgeable});
}

const struct scene_row *scene_last(const struct scene *scene, const char *to)
{
	for (size_t i = scene->count; i > scene->mark; i--)
		if (strcmp(scene->row[i - 1].to, to) == 0 &&
			scene->row[i - 1].kind != BOT_OUT_REACH)
			return &scene->row[i - 1];
	fail_msg("nothing was said to %s", to);
	return NULL;
}

const struct scene_row *scene_before(const struct scene *scene, const struct scene_row *last)
{
	for (const struct scene_row *row = last; row > &scene->row[scene->mark]; row--)
		if (strcmp(row[-1].to, last->to) == 0 && row[-1].kind != BOT_OUT_REACH)
			return row - 1;
	fail_msg("only one message went to %s", last->to);
	return NULL;
}

size_t scene_rows_that_say(const struct scene *scene, const char *to, const char *part)
{
	size_t found = 0;

	for (size_t i = scene->mark; i < scene->count; i++)
		found += strcmp(scene->row[i].to, to) == 0 && strstr(scene->row[i].body, part);
	return found;
}

void scene_assert_said(const struct scene *scene, const char *to, const char *part)
{
	const char *body = scene_last(scene, to)->body;

	if (!strstr(body, part))
		fail_msg("\"%s\" is not in \"%s\"", part, body);
}

void scene_assert_answer(const struct scene *scene, const char *to, const char *part)
{
	assert_int_equal(scene_events(scene), 1);
	scene_assert_said(scene, to, part);
}

void scene_ask_in(
	struct scene *scene, const char *room, const char *user, const char *text, const char *part)
{
	scene_say(scene, room, user, text);
	scene_assert_answer(scene, room, part);
}

void scene_ask(struct scene *scene, const char *user, const char *text, const char *part)
{
	scene_tell(scene, user, text);
	scene_assert_answer(scene, user, part);
}

void scene_assert_quiet(const struct scene *scene)
{
	for (size_t i = scene->mark; i < scene->count; i++)
		fail_msg("to %s: %s", scene->row[i].to, scene->row[i].body);
}

void scene_assert_rings(const struct scene *scene, const char *user, const char *part)
{
	scene_assert_said(scene, user, part);
	assert_true(scene_last(scene, user)->private);
	assert_int_equal(scene_last(scene, user)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, user)->mention, "");
}
