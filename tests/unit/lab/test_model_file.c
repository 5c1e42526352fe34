/* Tests the file of a model of a player: what is written is read again, and nothing else is. */
#include "engine/lab/train/imitation.h"
#include "engine/lab/train/model_file.h"
#include "engine/lab/train/numbers.h"
#include "tests/support/cmocka.h"
#include "tests/support/temp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEADER (8 + 7 * NUMBER_BYTES)

static const struct eg_rules advanced = {EG_ADVANCED, EG_FINAL_POSITION};
static const struct eg_rules ferti = {EG_ADVANCED, EG_FINAL_CARDS};

static struct temp temp;
static struct learner written, read;
static char fault[MODEL_FAULT_SIZE];

/* Writes a model of the advanced rules, and makes another network to read it. */
static int begin(void **state)
{
	(void)state;
	if (temp_init(&temp) != 0 || !learner_init(&written, EG_FEATURES_SIGHT, EG_OUTPUTS, 5) ||
		!learner_init(&read, EG_FEATURES_SIGHT, EG_OUTPUTS, 6))
		return -1;
	*fault = '\0';
	return model_file_write(&written, &advanced, temp.path) ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	learner_finish(&written);
	learner_finish(&read);
	return temp_finish(&temp);
}

/* Changes one byte of the file. */
static void change(long at, int byte)
{
	FILE *file = fopen(temp.path, "r+b");

	assert_non_null(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	putc(byte, file);
	assert_int_equal(fclose(file), 0);
}

static void expect_fault(const struct eg_rules *rules, const char *part)
{
	assert_false(model_file_read(&read, rules, temp.path, fault));
	if (strstr(fault, part) == NULL)
		fail_msg("no \"%s\" in \"%s\"", part, fault);
}

UNIT_TEST_FROM(begin, end, test_model_is_read_as_it_was_written)
{
	assert_true(model_file_read(&read, &advanced, temp.path, fault));
	assert_memory_equal(read.weights, written.average, written.size * sizeof(float));
	assert_memory_equal(read.average, written.average, written.size * sizeof(float));
}

UNIT_TEST_FROM(begin, end, test_model_of_other_rules_is_refused)
{
	expect_fault(&ferti, "learned the rules advanced, not ferti");
	change(8 + NUMBER_BYTES, 9);
	expect_fault(&advanced, "does not know the rules");
}

UNIT_TEST_FROM(begin, end, test_model_of_another_size_is_refused)
{
	change(HEADER - NUMBER_BYTES, 1);
	expect_fault(&advanced, "another size");
}

UNIT_TEST_FROM(begin, end, test_model_of_a_later_format_is_refused)
{
	change(8, 2);
	expect_fault(&advanced, "format 2");
}

UNIT_TEST_FROM(begin, end, test_model_cut_off_is_refused)
{
	char start[HEADER + 1];
	FILE *file = fopen(temp.path, "rb");

	assert_non_null(file);
	assert_int_equal(fread(start, 1, sizeof(start), file), sizeof(start));
	fclose(file);
	for (size_t size = 0; size <= sizeof(start); size++) {
		file = fopen(temp.path, "wb");
		assert_non_null(file);
		fwrite(start, 1, size, file);
		assert_int_equal(fclose(file), 0);
		expect_fault(&advanced, size < HEADER ? "no model" : "cut off");
	}
}

UNIT_TEST_FROM(begin, end, test_model_with_more_behind_it_is_refused)
{
	FILE *file = fopen(temp.path, "ab");

	assert_non_null(file);
	putc('\n', file);
	assert_int_equal(fclose(file), 0);
	expect_fault(&advanced, "more follows");
}

UNIT_TEST_FROM(begin, end, test_model_with_unusable_weights_is_refused)
{
	static const float weights[] = {NAN, INFINITY, -2000};

	for (size_t i = 0; i < sizeof(weights) / sizeof(weights[0]); i++) {
		written.average[7] = weights[i];
		assert_true(model_file_write(&written, &advanced, temp.path));
		expect_fault(&advanced, "can't be used");
	}
}

UNIT_TEST_FROM(begin, end, test_model_that_is_no_file_is_refused)
{
	assert_false(model_file_read(&read, &advanced, temp.dir, fault));
	assert_string_equal(fault, "Is a directory");
	assert_false(model_file_read(&read, &advanced, "/nowhere/at.all", fault));
	assert_string_equal(fault, "No such file or directory");
	assert_false(model_file_write(&written, &advanced, temp.dir));
}
