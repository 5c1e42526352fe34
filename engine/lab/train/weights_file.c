#include "engine/lab/train/weights_file.h"

#include "engine/file/output_file.h"
#include "engine/lab/train/numbers.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Returns the scale of a unit. With this scale, the unit's largest weight becomes the integer 127
 * or -127.
 */
static float scale_of(const struct learner *learner, size_t unit)
{
	float most = 1e-6F;

	for (size_t row = 0; row < learner->rows; row++)
		most = fmaxf(most, fabsf(learner->average[row * WIDE + unit]));
	return most / 127;
}

static void write_rows(const struct learner *learner, FILE *file)
{
	float scale[WIDE];

	for (size_t unit = 0; unit < WIDE; unit++)
		scale[unit] = scale_of(learner, unit);
	for (size_t i = 0; i < learner->rows * WIDE; i++) {
		signed char integer = (signed char)lrintf(learner->average[i] / scale[i % WIDE]);

		putc((unsigned char)integer, file);
	}
}

static void write_layers(const struct learner *learner, FILE *file)
{
	const float *at = learner->average + learner->rows * WIDE;
	const float *out = at + WIDE + WIDE * NARROW + NARROW;

	for (size_t unit = 0; unit < WIDE; unit++) {
		float scale = scale_of(learner, unit);

		numbers_write(&scale, 1, file);
	}
	numbers_write(at, WIDE + WIDE * NARROW + NARROW, file);
	for (size_t k = 0; k < learner->outputs; k++) {
		numbers_write(out + k * NARROW, NARROW, file);
		numbers_write(out + learner->outputs * NARROW + k, 1, file);
	}
}

bool weights_write(const struct learner *actor, const struct learner *critic, const char *path)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&bytes, &size);

	if (!file) {
		perror(path);
		return false;
	}
	write_rows(actor, file);
	write_rows(critic, file);
	write_layers(actor, file);
	write_layers(critic, file);
	bool well = ferror(file) == 0;

	well = fclose(file) == 0 && well && output_file_write(path, bytes, size);
	if (!well)
		perror(path);
	free(bytes);
	return well;
}

/* The bytes of a file, from which numbers are taken one after the other. */
struct source {
	const unsigned char *at;
	size_t wide; /* how many units the first hidden layer of the file's networks has */
};

static float take_number(struct source *source)
{
	float number = numbers_take(source->at);

	source->at += NUMBER_BYTES;
	return number;
}

static void take_numbers(struct source *source, float *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		numbers[i] = take_number(source);
}

static void take_rows(struct source *source, struct learner *learner)
{
	for (size_t row = 0; row < learner->rows; row++)
		for (size_t unit = 0; unit < source->wide; unit++)
			learner->weights[row * WIDE + unit] = (float)(signed char)*source->at++;
}

/* The rows have integers so far. Multiplies them by the scales, and takes all other weights. */
static void take_layers(struct source *source, struct learner *learner)
{
	float *at = learner->weights + learner->rows * WIDE;
	float *out = at + WIDE + WIDE * NARROW + NARROW;

	for (size_t unit = 0; unit < source->wide; unit++) {
		float scale = take_number(source);

		for (size_t row = 0; row < learner->rows; row++)
			learner->weights[row * WIDE + unit] *= scale;
	}
	take_numbers(source, at, source->wide);
	at += WIDE;
	take_numbers(source, at, source->wide * NARROW);
	memset(at + source->wide * NARROW, 0, (WIDE - source->wide) * NARROW * sizeof(*at));
	at += WIDE * NARROW;
	take_numbers(source, at, NARROW);
	for (size_t k = 0; k < learner->outputs; k++) {
		take_numbers(source, out + k * NARROW, NARROW);
		take_numbers(source, out + learner->outputs * NARROW + k, 1);
	}
	memcpy(learner->average, learner->weights, learner->size * sizeof(float));
}

/* Returns how many bytes networks have whose first hidden layer has `wide` units. */
static size_t size_of(const struct learner *actor, const struct learner *critic, size_t wide)
{
	size_t layers = 2 * wide + wide * NARROW + NARROW;
	size_t outputs = (actor->outputs + critic->outputs) * (NARROW + 1);

	return (actor->rows + critic->rows) * wide + (2 * layers + outputs) * NUMBER_BYTES;
}

static bool take_networks(
	const unsigned char *bytes, size_t size, struct learner *actor, struct learner *critic)
{
	struct source source = {.at = bytes};

	while (source.wide < WIDE && size_of(actor, critic, source.wide) < size)
		source.wide++;
	if (size_of(actor, critic, source.wide) != size)
		return false;
	take_rows(&source, actor);
	take_rows(&source, critic);
	take_layers(&source, actor);
	take_layers(&source, critic);
	return numbers_usable(actor->weights, actor->size) &&
	       numbers_usable(critic->weights, critic->size);
}

bool weights_read(struct learner *actor, struct learner *critic, const char *path)
{
	size_t most = size_of(actor, critic, WIDE) + 1;
	unsigned char *bytes = malloc(most);
	FILE *file = bytes ? fopen(path, "rb") : NULL;
	bool well = false;

	if (!file) {
		perror(path);
	} else {
		size_t size = fread(bytes, 1, most, file);
		int error = ferror(file) ? errno : 0;

		fclose(file);
		well = error == 0 && take_networks(bytes, size, actor, critic);
		if (!well)
			fprintf(stderr, "%s: %s\n", path,
				error != 0 ? strerror(error)
					   : "no networks of this size, or weights above 1000");
	}
	free(bytes);
	return well;
}
