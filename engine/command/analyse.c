#include "engine/command/command.h"
#include "engine/command/program.h"
#include "engine/command/report_plot.h"
#include "engine/file/output_file.h"

#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
	bool json;
	const char *plot; /* the name of the file for the picture; NULL for no picture */
	bool only_plot;   /* the picture goes to standard output, in place of the text */
	char *record[2];  /* the name of the command, and the record */
};

static int read_options(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{"json", no_argument, NULL, 'j'}, {"plot", required_argument, NULL, 'p'}, {0}};
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (option == '?')
			return option_unknown(argv);
		options->json = options->json || option == 'j';
		options->plot = option == 'p' ? optarg : options->plot;
	}
	if (argc - optind != 1)
		return option_misused(argv[0], "it takes one record");
	options->record[0] = argv[0];
	options->record[1] = argv[optind];
	options->only_plot = options->plot && strcmp(options->plot, "-") == 0;
	if (options->only_plot && options->json)
		return option_misused(argv[0], "--json and --plot - both want standard output");
	return STATUS_OK;
}

static void work(struct eg_analysis *analysis)
{
	unsigned shown = 0;

	progress_show(0, 100);
	while (eg_analysis_step(analysis))
		if (eg_analysis_progress(analysis) > shown) {
			shown = eg_analysis_progress(analysis);
			progress_show(shown, 100);
		}
	progress_show(100, 100);
}

static int write_plot(const struct options *options, const struct report *report)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size);
	bool written = false;

	if (memory) {
		report_print_plot(memory, report);
		bool whole = !ferror(memory);

		written = fclose(memory) == 0 && whole &&
			  output_file_write(options->plot, text, size);
	}
	if (!written)
		fprintf(stderr, "%s: %s: %s\n", options->record[0], options->plot, strerror(errno));
	free(text);
	return written ? STATUS_OK : STATUS_FAILED;
}

static int print(const struct options *options, const struct report *report)
{
	int status = STATUS_OK;

	if (options->only_plot) {
		report_print_plot(stdout, report);
		return STATUS_OK;
	}
	if (!options->json)
		report_print_text(stdout, report);
	else if (!report_print_json(stdout, report))
		status = STATUS_FAILED;
	fflush(stdout); /* the picture may go to the same pipe */
	if (options->plot && write_plot(options, report) != STATUS_OK)
		status = STATUS_FAILED;
	return status;
}

static bool same_file(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Whether the file is empty or an earlier picture, and not, for one, the record. */
static bool may_replace(const char *name)
{
	char beginning[sizeof(REPORT_PLOT_BEGINNING)] = "";
	FILE *file = fopen(name, "rb");
	bool fine = file && (!fgets(beginning, sizeof(beginning), file) ||
				    strcmp(beginning, REPORT_PLOT_BEGINNING) == 0);

	if (file)
		fclose(file);
	return fine;
}

/* Refuses a picture that would replace another file, or the text of the analysis. */
static int check_plot(const struct options *options)
{
	struct stat plot, output;

	if (!options->plot || options->only_plot || stat(options->plot, &plot) != 0 ||
		!S_ISREG(plot.st_mode))
		return STATUS_OK;
	if (fstat(STDOUT_FILENO, &output) == 0 && same_file(&plot, &output))
		return option_misused(options->record[0],
			"the picture would replace the text: --plot - prints only the picture");
	if (!may_replace(options->plot))
		return option_misused(options->record[0],
			"the file of the picture exists, and is no picture of a match: remove it, "
			"or name another file");
	return STATUS_OK;
}

/* Whether the text is UTF-8. */
static bool is_valid(const char *text)
{
	json_t *string = json_string(text);

	json_decref(string);
	return string;
}

/* Returns the code point at the start of valid UTF-8, and its number of bytes. */
static uint32_t decode(const char *text, size_t *size)
{
	unsigned char first = (unsigned char)text[0];
	uint32_t point = first < 0x80   ? first
			 : first < 0xe0 ? first & 0x1fU
			 : first < 0xf0 ? first & 0xfU
					: first & 7U;

	*size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	for (size_t i = 1; i < *size; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3fU);
	return point;
}

/*
 * Whether a character may be shown: it is no control character, it is not invisible, it does not
 * change the direction of the text around it, and XML may have it.
 */
static bool is_shown(uint32_t point)
{
	static const uint32_t hidden[][2] = {{0, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c},
		{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2069}, {0xfeff, 0xfeff},
		{0xfffe, 0xffff}, {0xe0000, 0xe007f}};

	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (point >= hidden[i][0] && point <= hidden[i][1])
			return false;
	return true;
}

static void clean(char *name)
{
	char *to = name;
	size_t size;

	if (!is_valid(name))
		for (char *c = name; *c; c++)
			if (*c < ' ' || *c > '~')
				*c = '?';
	for (; *name; name += size)
		if (is_shown(decode(name, &size))) {
			memmove(to, name, size);
			to += size;
		}
	*to = '\0';
}

/*
 * Copies as much of a value that is too long as fits, and ends it with "…". The cut is neither
 * within a character nor after the \ of \" or \\.
 */
static void shorten(const struct eg_record_item *item, char name[REPORT_NAME_SIZE])
{
	static const char mark[] = "…";
	struct eg_record_item start = *item;
	const char *text = item->value.start;
	size_t escapes = 0;

	start.value.size = REPORT_NAME_SIZE - sizeof(mark);
	while (start.value.size > 0 && ((unsigned char)text[start.value.size] & 0xc0) == 0x80)
		start.value.size--;
	while (escapes < start.value.size && text[start.value.size - 1 - escapes] == '\\')
		escapes++;
	start.value.size -= escapes % 2;
	if (eg_record_value(&start, name, REPORT_NAME_SIZE) != EG_OK)
		*name = '\0';
	clean(name);
	memcpy(name + strlen(name), mark, sizeof(mark));
}

static void read_name(struct report *report, const struct eg_record_item *item)
{
	static const char *const tags[] = {"White", "Black"};

	for (size_t i = 0; i < 2; i++) {
		char *name = report->names[i];

		if (item->name.size != strlen(tags[i]) ||
			memcmp(item->name.start, tags[i], item->name.size) != 0)
			continue;
		if (eg_record_value(item, name, REPORT_NAME_SIZE) == EG_OK)
			clean(name);
		else
			shorten(item, name);
	}
}

/* Begins a report. Reads the players' names in the record, which the analysis has read before. */
static void init_report(
	struct report *report, const struct eg_analysis *analysis, const char *text, size_t size)
{
	struct eg_record_item item = {.kind = EG_RECORD_TAG};
	struct eg_record_fault fault;
	struct eg_reader reader;

	memset(report, 0, sizeof(*report));
	report->analysis = analysis;
	eg_reader_init(&reader, text, size);
	while (item.kind != EG_RECORD_END && eg_reader_next(&reader, &item, &fault) == EG_OK)
		if (item.kind == EG_RECORD_TAG)
			read_name(report, &item);
}

int command_analyse(int argc, char **argv)
{
	static struct eg_analysis analysis;
	struct options options = {0};
	struct eg_record_fault fault;
	struct report report;
	size_t size;
	int status = read_options(&options, argc, argv);

	if (status == STATUS_OK)
		status = check_plot(&options);
	if (status != STATUS_OK)
		return status;
	char *text = record_file_argument(2, options.record, &size);

	if (!text)
		return STATUS_MISUSED;
	if (eg_analysis_init(&analysis, text, size, &fault) != EG_OK) {
		status = record_file_faulty(options.record, &fault);
	} else {
		init_report(&report, &analysis, text, size);
		work(&analysis);
		status = print(&options, &report);
	}
	free(text);
	return status;
}
