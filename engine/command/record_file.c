#include "engine/command/record_file.h"

#include "engine/command/command.h"
#include "engine/command/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MAX_READ ((size_t)4 << 20) /* bytes; more than the record of any match needs */

/*
 * Reads the whole file. Returns NULL if the file can't be read (see errno) or is too large (errno
 * is 0).
 */
static char *read_all(FILE *file, size_t *size)
{
	char *text = malloc(SIZE_MAX_READ);

	if (!text)
		return NULL;
	errno = 0;
	*size = fread(text, 1, SIZE_MAX_READ, file);
	if (ferror(file) || *size == SIZE_MAX_READ) {
		free(text);
		return NULL;
	}
	/* Some editors write a byte order mark, the U+FEFF of UTF-8, before the text. */
	if (*size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		memmove(text, text + 3, *size -= 3);
	return text;
}

char *record_file_argument(int argc, char **argv, size_t *size)
{
	if (argc != 2) {
		(void)option_misused(argv[0], "it takes one record");
		return NULL;
	}
	bool standard = strcmp(argv[1], "-") == 0;
	FILE *file = standard ? stdin : fopen(argv[1], "rb");
	char *text = file ? read_all(file, size) : NULL;

	if (!text)
		fprintf(stderr, "%s: %s: %s\n", argv[0], argv[1],
			errno ? strerror(errno) : "too large for a record");
	if (file && !standard)
		fclose(file);
	return text;
}

int record_file_faulty(char **argv, const struct eg_record_fault *fault)
{
	fprintf(stderr, "%s: %s:%lu: %s\n", argv[0], argv[1], (unsigned long)fault->line,
		fault->reason);
	return STATUS_FAILED;
}

void record_file_print_value(FILE *out, struct eg_text value)
{
	for (size_t i = 0; i < value.size; i++)
		fputc(value.start[i] >= ' ' && value.start[i] <= '~' ? value.start[i] : '?', out);
}
