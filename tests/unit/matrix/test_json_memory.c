/* Tests the chunks of memory for parsed JSON. */
#include "adapters/matrix/client/client.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_memory.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define CHUNK ((size_t)64 << 10)
#define SMALL ((size_t)1 << 10)

/* With a sanitizer all memory comes from malloc. */
static void skip_without_chunks(void)
{
	void *block;

	mx_json_memory_begin();
	block = mx_json_memory_allocate(1);
	mx_json_memory_end();
	if (!block)
		skip();
	assert_true(mx_json_memory_free(block));
}

static unsigned char *take(size_t size)
{
	unsigned char *block;

	mx_json_memory_begin();
	block = mx_json_memory_allocate(size);
	mx_json_memory_end();
	return block;
}

UNIT_TEST(test_chunk_is_used_again_when_all_blocks_are_freed)
{
	unsigned char *first, *second, *third;

	skip_without_chunks();
	first = take(100);
	second = take(1);
	assert_int_equal((uintptr_t)second % _Alignof(max_align_t), 0);
	*second = 'y';
	assert_true(mx_json_memory_free(first));
	third = take(1);
	assert_true(third > second);
	assert_true(mx_json_memory_free(third));
	assert_int_equal(*second, 'y');
	assert_true(mx_json_memory_free(second));
	assert_ptr_equal(take(1), first);
	assert_true(mx_json_memory_free(first));
}

UNIT_TEST(test_block_keeps_only_its_own_chunk)
{
	unsigned char *kept, *block, *last = NULL, *again;

	skip_without_chunks();
	kept = take(SMALL);
	memset(kept, 'k', SMALL);
	/* Each block is freed only when the next one exists, so the blocks fill many chunks. */
	for (size_t i = 0; i < 10 * CHUNK / SMALL; i++) {
		block = take(SMALL);
		assert_non_null(block);
		memset(block, 'x', SMALL);
		assert_true(!last || mx_json_memory_free(last));
		last = block;
	}
	mx_json_memory_trim();
	again = take(SMALL);
	assert_true((size_t)(again > kept ? again - kept : kept - again) < 4 * CHUNK);
	for (size_t i = 0; i < SMALL; i++)
		assert_int_equal(kept[i], 'k');
	assert_true(mx_json_memory_free(last));
	assert_true(mx_json_memory_free(again));
	assert_true(mx_json_memory_free(kept));
}

UNIT_TEST(test_other_memory_is_for_malloc)
{
	char other;

	skip_without_chunks();
	assert_null(mx_json_memory_allocate(1));
	assert_null(take(CHUNK));
	assert_null(take(SIZE_MAX));
	assert_false(mx_json_memory_free(NULL));
	assert_false(mx_json_memory_free(&other));
}

UNIT_TEST(test_full_chunks_leave_the_rest_to_malloc)
{
	enum { MOST = 1 << 18 };
	static unsigned char *blocks[MOST];
	unsigned count = 0;

	skip_without_chunks();
	while (count < MOST && (blocks[count] = take(SMALL)))
		count++;
	assert_in_range(count, 1, MOST - 1);
	while (count > 0)
		assert_true(mx_json_memory_free(blocks[--count]));
	assert_non_null(blocks[0] = take(SMALL));
	assert_true(mx_json_memory_free(blocks[0]));
}

/* A value may outlive the answer it was in, and blocks from both sources may be in one tree. */
UNIT_TEST(test_parsed_values_live_as_long_as_they_are_used)
{
	static const char text[] = "{\"a\":{\"b\":[1,2.5,\"long enough\"]},\"c\":\"\\u00e9\"}";
	json_t *json, *kept;

	assert_true(mx_init());
	json = mx_json_parse(text, strlen(text));
	assert_int_equal(json_object_set_new(json, "d", json_string("more")), 0);
	kept = json_incref(json_object_get(json, "a"));
	json_decref(json);
	for (int i = 0; i < 1000; i++)
		json_decref(mx_json_parse(text, strlen(text)));
	json = json_loads("{\"b\":[1,2.5,\"long enough\"]}", 0, NULL);
	assert_true(json_equal(kept, json));
	json_decref(json);
	json_decref(kept);
}
