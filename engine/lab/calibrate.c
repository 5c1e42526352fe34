#include "engine/lab/lab.h"

#include "engine/command/program.h"
#include "engine/lab/outlook_check.h"

#include <stdio.h>

struct order {
	const char *name;
	struct trial trial;
	struct outlook_check check;
};

static const struct {
	const char *key;
	const char *label;
} outlooks[OUTLOOKS] = {
	[TO_ACT] = {"to_act", "for the seat to act"},
	[WAITING] = {"waiting", "for the other seat"},
	[OPEN] = {"open", "with both hands open"},
};

static void print_bins(const struct calibration *calibration)
{
	const char *comma = "";

	printf("\"bins\":[");
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		const struct bin *bin = &calibration->bins[i];

		if (bin->gaps.count == 0)
			continue;
		double expected = bin->expected / (double)bin->gaps.count;

		printf("%s{\"count\":%llu,\"expected\":%.5f,\"result\":%.5f}", comma,
			(unsigned long long)bin->gaps.count, expected,
			expected + adjustment_mean(&bin->gaps));
		comma = ",";
	}
	printf("]");
}

static void print_json(const struct order *order)
{
	const struct outlook_check *check = &order->check;

	printf("{\"player\":\"%s\",\"rules\":\"%s\",\"rounds\":%llu,\"seed\":%llu", order->name,
		eg_rules_name(&check->rules), (unsigned long long)check->rounds,
		(unsigned long long)order->trial.seed);
	for (int i = 0; i < OUTLOOKS; i++) {
		struct calibration_error measured = calibration_measure(&check->outlooks[i]);

		printf(",\"%s\":{\"error\":%.5f,\"low\":%.5f,\"high\":%.5f,\"noise\":%.5f,",
			outlooks[i].key, measured.error, measured.low, measured.high,
			measured.noise);
		print_bins(&check->outlooks[i]);
		printf("}");
	}
	printf("}\n");
}

static void print_text(const struct order *order)
{
	const struct outlook_check *check = &order->check;

	printf("%s against itself, %s, %llu round%s: one moment of each.\n"
	       "Mean distance between the points that were expected and the points that came\n"
	       "(0 to 1; in brackets the 95 %% interval, and the distance that chance alone "
	       "makes):\n",
		order->name, eg_rules_name(&check->rules), (unsigned long long)check->rounds,
		check->rounds == 1 ? "" : "s");
	for (int i = 0; i < OUTLOOKS; i++) {
		struct calibration_error measured = calibration_measure(&check->outlooks[i]);

		printf("  %-22s %.4f (%.4f to %.4f; chance alone %.4f)\n", outlooks[i].label,
			measured.error, measured.low, measured.high, measured.noise);
	}
}

static int read_options(struct order *order, int argc, char **argv)
{
	static const struct option options[] = {TRIAL_OPTIONS, {0}};
	struct outlook_check *check = &order->check;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (!trial_option(&order->trial, argv, option))
			return STATUS_MISUSED;
	check->rules = order->trial.rules;
	check->rounds = order->trial.rounds;
	check->dice.state = order->trial.seed;
	if (argc - optind != 1)
		return option_misused(argv[0], "takes the name of a player");
	order->name = argv[optind];
	return option_player(argv[0], order->name, &check->player) ? STATUS_OK : STATUS_MISUSED;
}

int lab_calibrate(int argc, char **argv)
{
	struct order order = {.trial = TRIAL_USUAL};
	int status = read_options(&order, argc, argv);

	if (status != STATUS_OK)
		return status;
	if (!outlook_check_play(&order.check)) {
		fprintf(stderr, "%s: a player did not answer\n", argv[0]);
		return STATUS_FAILED;
	}
	if (order.trial.json)
		print_json(&order);
	else
		print_text(&order);
	return STATUS_OK;
}
