#include "engine/opponent/train/store.h"

#include <math.h>
#include <stdio.h>

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

/* Writes numbers as text. Returns the pointer to the numbers after them. */
static const float *write_numbers(const float *numbers, size_t count, FILE *file)
{
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%.8e\n", (double)numbers[i]);
	return numbers + count;
}

static void write_layers(const struct learner *learner, FILE *file)
{
	const float *at = learner->average + learner->rows * WIDE;

	for (size_t unit = 0; unit < WIDE; unit++) {
		float scale = scale_of(learner, unit);

		write_numbers(&scale, 1, file);
	}
	at = write_numbers(at, WIDE + WIDE * NARROW + NARROW, file);
	for (size_t k = 0; k < learner->outputs; k++) {
		write_numbers(at + k * NARROW, NARROW, file);
		write_numbers(at + learner->outputs * NARROW + k, 1, file);
	}
}

static FILE *open_for(const char *directory, const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	FILE *file = fopen(path, "wb");
	if (file == NULL)
		perror(path);
	return file;
}

static bool close_well(FILE *file)
{
	bool well = ferror(file) == 0;

	well = fclose(file) == 0 && well;
	if (!well)
		perror("engarde_train: writing");
	return well;
}

bool store_networks(
	const struct learner *actor, const struct learner *critic, const char *directory)
{
	FILE *rows = open_for(directory, "rows.bin");
	if (rows == NULL)
		return false;
	write_rows(actor, rows);
	write_rows(critic, rows);
	if (!close_well(rows))
		return false;
	FILE *layers = open_for(directory, "layers.txt");
	if (layers == NULL)
		return false;
	write_layers(actor, layers);
	write_layers(critic, layers);
	return close_well(layers);
}
