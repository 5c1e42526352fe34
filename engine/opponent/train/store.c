#include "engine/opponent/train/store.h"

#include <math.h>
#include <stdio.h>

/* The rows' integers are from -127 to 127; a unit's scale brings its largest weight there. */
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

/* Writes numbers as an initialiser; returns where the next begin. */
static const float *write_numbers(const float *numbers, size_t count, FILE *file)
{
	fprintf(file, "{");
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%.8eF,", i % 6 == 0 ? "\n" : " ", (double)numbers[i]);
	fprintf(file, "},\n");
	return numbers + count;
}

static void write_layers(const struct learner *learner, const char *name, FILE *file)
{
	const float *at = learner->average + learner->rows * WIDE;
	float scale[WIDE];

	for (size_t unit = 0; unit < WIDE; unit++)
		scale[unit] = scale_of(learner, unit);
	fprintf(file, "\nconst struct eg_layers eg_%s_layers = {\n", name);
	write_numbers(scale, WIDE, file);
	at = write_numbers(at, WIDE, file);
	fprintf(file, "{");
	for (size_t unit = 0; unit < WIDE; unit++)
		at = write_numbers(at, NARROW, file);
	fprintf(file, "},\n");
	at = write_numbers(at, NARROW, file);
	fprintf(file, "};\n\nconst float eg_%s_out[%zu][EG_NARROW + 1] = {\n", name,
		learner->outputs);
	for (size_t k = 0; k < learner->outputs; k++) {
		float row[NARROW + 1];

		for (size_t j = 0; j < NARROW; j++)
			row[j] = at[k * NARROW + j];
		row[NARROW] = at[learner->outputs * NARROW + k];
		write_numbers(row, NARROW + 1, file);
	}
	fprintf(file, "};\n");
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
	FILE *layers = open_for(directory, "layers.c");
	if (layers == NULL)
		return false;
	fprintf(layers, "/* Written by engarde_train: see engine/opponent/train. */\n"
			"#include \"engine/opponent/network.h\"\n");
	write_layers(actor, "actor", layers);
	write_layers(critic, "critic", layers);
	return close_well(layers);
}
