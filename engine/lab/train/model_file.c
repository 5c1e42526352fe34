#include "engine/lab/train/model_file.h"

#include "engine/file/output_file.h"
#include "engine/lab/train/numbers.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'e', 'n', 'g', 'a', 'r', 'd', 'e', ':'};

/* The integers of the header. */
enum { VERSION, LEVEL, FINAL_RETREAT, ROWS, WIDE_UNITS, NARROW_UNITS, OUTPUTS, INTEGERS };

static void describe(
	const struct learner *learner, const struct eg_rules *rules, uint32_t header[INTEGERS])
{
	header[VERSION] = 1;
	header[LEVEL] = (uint32_t)rules->level;
	header[FINAL_RETREAT] = (uint32_t)rules->final_retreat;
	header[ROWS] = (uint32_t)learner->rows;
	header[WIDE_UNITS] = (uint32_t)WIDE;
	header[NARROW_UNITS] = (uint32_t)NARROW;
	header[OUTPUTS] = (uint32_t)learner->outputs;
}

bool model_file_write(const struct learner *learner, const struct eg_rules *rules, const char *path)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&bytes, &size);
	uint32_t header[INTEGERS];

	if (!file)
		return false;
	describe(learner, rules, header);
	fwrite(magic, 1, sizeof(magic), file);
	numbers_write_integers(header, INTEGERS, file);
	numbers_write(learner->average, learner->size, file);
	bool well = ferror(file) == 0;

	well = fclose(file) == 0 && well && output_file_write(path, bytes, size);
	int error = errno;

	free(bytes);
	errno = error;
	return well;
}

static bool refuse(char fault[MODEL_FAULT_SIZE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Writes the fault. Returns false, for the caller to return. */
static bool refuse(char fault[MODEL_FAULT_SIZE], const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(fault, MODEL_FAULT_SIZE, format, arguments);
	va_end(arguments);
	return false;
}

/* Refuses a file that ended too early, or that could not be read further. */
static bool refuse_end(FILE *file, char fault[MODEL_FAULT_SIZE], const char *reason)
{
	return refuse(fault, "%s", ferror(file) ? strerror(errno) : reason);
}

static bool check_rules(
	const uint32_t found[INTEGERS], const struct eg_rules *rules, char fault[MODEL_FAULT_SIZE])
{
	struct eg_rules learned = {
		(enum eg_level)found[LEVEL], (enum eg_final_retreat)found[FINAL_RETREAT]};

	if (learned.level == rules->level && learned.final_retreat == rules->final_retreat)
		return true;
	if (found[LEVEL] > EG_ADVANCED || found[FINAL_RETREAT] > EG_FINAL_CARDS)
		return refuse(fault, "this program does not know the rules of the model");
	return refuse(fault, "the model has learned the rules %s, not %s", eg_rules_name(&learned),
		eg_rules_name(rules));
}

static bool read_header(FILE *file, const struct learner *learner, const struct eg_rules *rules,
	char fault[MODEL_FAULT_SIZE])
{
	unsigned char bytes[sizeof(magic) + INTEGERS * NUMBER_BYTES];
	uint32_t expected[INTEGERS];
	uint32_t found[INTEGERS];

	if (fread(bytes, 1, sizeof(bytes), file) != sizeof(bytes) ||
		memcmp(bytes, magic, sizeof(magic)) != 0)
		return refuse_end(file, fault, "this is no model of a player");
	for (size_t i = 0; i < INTEGERS; i++)
		found[i] = numbers_take_integer(bytes + sizeof(magic) + i * NUMBER_BYTES);
	describe(learner, rules, expected);
	if (found[VERSION] != expected[VERSION])
		return refuse(fault, "the model has format %u, and this program reads format %u",
			(unsigned)found[VERSION], (unsigned)expected[VERSION]);
	if (memcmp(found + ROWS, expected + ROWS, (INTEGERS - ROWS) * sizeof(*found)) != 0)
		return refuse(fault, "the model is of a network of another size: make it again");
	return check_rules(found, rules, fault);
}

static bool read_weights(FILE *file, struct learner *learner, char fault[MODEL_FAULT_SIZE])
{
	for (size_t i = 0; i < learner->size; i++) {
		unsigned char bytes[NUMBER_BYTES];

		if (fread(bytes, 1, sizeof(bytes), file) != sizeof(bytes))
			return refuse_end(file, fault, "the model is cut off");
		learner->weights[i] = numbers_take(bytes);
	}
	if (fgetc(file) != EOF)
		return refuse(fault, "more follows after the model");
	if (!numbers_usable(learner->weights, learner->size))
		return refuse(fault, "the model has weights that can't be used");
	memcpy(learner->average, learner->weights, learner->size * sizeof(float));
	return true;
}

bool model_file_read(struct learner *learner, const struct eg_rules *rules, const char *path,
	char fault[MODEL_FAULT_SIZE])
{
	FILE *file = fopen(path, "rb");

	if (!file)
		return refuse(fault, "%s", strerror(errno));
	bool well = read_header(file, learner, rules, fault) && read_weights(file, learner, fault);

	fclose(file);
	return well;
}
