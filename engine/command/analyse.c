#include "engine/command/command.h"
#include "engine/command/options.h"
#include "engine/command/progress.h"
#include "engine/command/record_file.h"
#include "engine/command/report_json.h"
#include "engine/command/report_plot.h"
#include "engine/command/report_text.h"
#include "engine/file/output_file.h"

#include <errno.h>
#include <getopt.h>
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
		report_init(&report, &analysis, text, size);
		work(&analysis);
		status = print(&options, &report);
	}
	free(text);
	return status;
}
