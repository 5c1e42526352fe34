#include "engine/command/command.h"
#include "engine/command/duel.h"
#include "engine/command/options.h"
#include "engine/command/output_file.h"
#include "engine/command/record_file.h"
#include "engine/command/report.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct options {
	bool json;
	const char *plot; /* the name of the file for the picture; NULL for no picture */
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
	return STATUS_OK;
}

static void work(struct eg_analysis *analysis)
{
	unsigned shown = 0;

	duel_progress(0, 100);
	while (eg_analysis_step(analysis))
		if (eg_analysis_progress(analysis) > shown) {
			shown = eg_analysis_progress(analysis);
			duel_progress(shown, 100);
		}
	duel_progress(100, 100);
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
		fprintf(stderr, "engarde %s: %s: %s\n", options->record[0], options->plot,
			strerror(errno));
	free(text);
	return written ? STATUS_OK : STATUS_FAILED;
}

static int print(const struct options *options, const struct report *report)
{
	int status = STATUS_OK;

	if (!options->json)
		report_print_text(stdout, report);
	else if (!report_print_json(stdout, report))
		status = STATUS_FAILED;
	if (options->plot && write_plot(options, report) != STATUS_OK)
		status = STATUS_FAILED;
	return status;
}

/* Whether the picture would replace the record. */
static bool same_file(const struct options *options)
{
	struct stat record, plot;

	assert(options->record[1]);
	return options->plot && stat(options->record[1], &record) == 0 &&
	       stat(options->plot, &plot) == 0 && record.st_dev == plot.st_dev &&
	       record.st_ino == plot.st_ino;
}

int command_analyse(int argc, char **argv)
{
	static struct eg_analysis analysis;
	struct options options = {0};
	struct eg_record_fault fault;
	struct report report;
	size_t size;
	int status = read_options(&options, argc, argv);

	if (status != STATUS_OK)
		return status;
	if (same_file(&options))
		return option_misused(argv[0], "the picture would replace the record");
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
