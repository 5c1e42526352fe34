/* Tests the kept texts of replays. */
#include "adapters/web/replay.h"
#include "bot/base/memory.h"
#include "tests/support/cmocka.h"

#include <stdio.h>

static enum bot_error replay(void *worker, struct bot_host *host)
{
	(void)worker, (void)host;
	return BOT_OK;
}

static enum bot_error record(void *worker, struct bot_host *host)
{
	(void)worker, (void)host;
	return BOT_OK;
}

static struct web_text_key key_of(int64_t match)
{
	return (struct web_text_key){replay, match, NULL};
}

static struct http_line *keep(struct web_texts *texts, int64_t match, int64_t now)
{
	struct web_text_key key = key_of(match);

	assert_true(web_texts_have_place(texts, &key));
	return web_texts_keep(texts, &key, now, bot_strdup("text"));
}

static struct http_line *find(const struct web_texts *texts, int64_t match, int64_t now)
{
	struct web_text_key key = key_of(match);

	return web_texts_find(texts, &key, now);
}

UNIT_TEST(test_text_is_found_by_all_of_its_key)
{
	static const struct web_text_key keys[] = {
		{replay, 1, NULL}, {replay, 2, NULL}, {record, 1, NULL}, {replay, 1, "@ann:test"}};
	struct web_texts *texts = web_texts_create();

	for (size_t i = 0; i < 4; i++) {
		assert_null(web_texts_find(texts, &keys[i], 0));
		struct http_line *line = web_texts_keep(texts, &keys[i], 0, bot_strdup("text"));

		assert_ptr_equal(web_texts_find(texts, &keys[i], 0), line);
	}
	web_texts_destroy(texts);
	web_texts_destroy(NULL);
}

UNIT_TEST(test_old_text_is_made_anew)
{
	struct web_texts *texts = web_texts_create();

	keep(texts, 1, 100);
	web_texts_expire(texts, 100 + WEB_TEXTS_TIME - 1);
	assert_non_null(find(texts, 1, 100 + WEB_TEXTS_TIME - 1));
	assert_null(find(texts, 1, 100 + WEB_TEXTS_TIME));
	web_texts_expire(texts, 100 + WEB_TEXTS_TIME);
	assert_null(find(texts, 1, 100)); /* it is gone */
	web_texts_destroy(texts);
}

UNIT_TEST(test_oldest_text_makes_room)
{
	struct web_texts *texts = web_texts_create();

	for (int64_t i = 0; i < WEB_TEXTS_MOST; i++)
		keep(texts, i, i == 7 ? 0 : 10);
	keep(texts, WEB_TEXTS_MOST, 10);
	assert_null(find(texts, 7, 10));
	for (int64_t i = 0; i <= WEB_TEXTS_MOST; i++)
		assert_true(i == 7 || find(texts, i, 10));
	web_texts_destroy(texts);
}

static struct web_text_key key_for(int64_t user, char name[32])
{
	snprintf(name, 32, "@u%d:test", (int)user);
	return (struct web_text_key){replay, 1, name};
}

/*
 * Keeps a text that a client reads, for a user of this number. Returns NULL if there is no place.
 */
static struct http_line *read_text(struct web_texts *texts, int64_t user)
{
	char name[32];
	struct web_text_key key = key_for(user, name);

	if (!web_texts_have_place(texts, &key))
		return NULL;
	return http_line_hold(web_texts_keep(texts, &key, 0, bot_strdup("text")));
}

/* Clients that read nothing hold as many texts as they can, and no more. */
UNIT_TEST(test_texts_that_are_read_keep_their_places)
{
	struct web_texts *texts = web_texts_create();
	struct http_line *read[WEB_TEXTS_MOST];

	for (int64_t i = 0; i < WEB_TEXTS_MOST; i++) {
		read[i] = read_text(texts, i / 4);
		assert_non_null(read[i]);
	}
	web_texts_expire(texts, WEB_TEXTS_TIME);
	assert_null(read_text(texts, 99));
	http_line_release(read[3]);
	read[3] = read_text(texts, 99);
	assert_non_null(read[3]);
	for (size_t i = 0; i < WEB_TEXTS_MOST; i++)
		http_line_release(read[i]);
	web_texts_destroy(texts);
}

/* Nobody whose clients read nothing takes the places of others, with a table or with links. */
UNIT_TEST(test_one_user_leaves_places_to_others)
{
	const struct web_text_key link = key_of(1);
	struct web_texts *texts = web_texts_create();
	struct http_line *read[WEB_TEXTS_MOST];
	size_t count = 0;

	while (count < WEB_TEXTS_MOST && (read[count] = read_text(texts, 1)))
		count++;
	assert_int_equal(count, WEB_TEXTS_OF_USER);
	for (int64_t i = 0; count < WEB_TEXTS_MOST && web_texts_have_place(texts, &link); i++)
		read[count++] = http_line_hold(keep(texts, i, 0));
	assert_int_equal(count, WEB_TEXTS_OF_USER + WEB_TEXTS_OF_ALL);
	read[count] = read_text(texts, 2);
	assert_non_null(read[count++]);
	while (count > 0)
		http_line_release(read[--count]);
	web_texts_destroy(texts);
}
