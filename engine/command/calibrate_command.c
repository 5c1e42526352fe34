#include "engine/command/calibrate.h"
#include "engine/command/command.h"
#include "engine/command/options.h"

#include <getopt.h>
#include <stdio.h>

struct order {
	const char *name;
	struct calibrate calibrate;
	uint64_t seed;
	bool json;
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
	const struct calibrate *calibrate = &order->calibrate;

	printf("{\"player\":\"%s\",\"rules\":\"%s\",\"rounds\":%llu,\"seed\":%llu", order->name,
		eg_rules_name(&calibrate->rules), (unsigned long long)calibrate->rounds,
		(unsigned long long)order->seed);
	for (int i = 0; i < OUTLOOKS; i++) {
		struct calibration_error measured = calibration_measure(&calibrate->outlooks[i]);

		printf(",\"%s\":{\"error\":%.5f,\"low\":%.5f,\"high\":%.5f,\"noise\":%.5f,",
			outlooks[i].key, measured.error, measured.low, measured.high,
			measured.noise);
		print_bins(&calibrate->outlooks[i]);
		printf("}");
	}
	printf("}\n");
}

static void print_text(const struct order *order)
{
	const struct calibrate *calibrate = &order->calibrate;

	printf("%s against itself, %s, %llu round%s: one moment of each.\n"
	       "Mean distance between the points that were expected and the points that came\n"
	       "(0 to 1; in brackets the 95 %% interval, and the distance that chance alone "
	       "makes):\n",
		order->name, eg_rules_name(&calibrate->rules),
		(unsigned long long)calibrate->rounds, calibrate->rounds == 1 ? "" : "s");
	for (int i = 0; i < OUTLOOKS; i++) {
		struct calibration_error measured = calibration_measure(&calibrate->outlooks[i]);

		printf("  %-22s %.4f (%.4f to %.4f; chance alone %.4f)\n", outlooks[i].label,
			measured.error, measured.low, measured.high, measured.noise);
	}
}

static int read_options(struct order *order, int argc, char **argv)
{
	static const struct option options[] = {{"rounds", required_argument, NULL, 'n'},
		{"rules", required_argument, NULL, 'r'}, {"seed", required_argument, NULL, 's'},
		{"json", no_argument, NULL, 'j'}, {0}};
	struct calibrate *calibrate = &order->calibrate;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'n' && !option_number(optarg, 1, 1000000000, &calibrate->rounds))
			return option_misused(
				argv[0], "--rounds must be a number from 1 to 1000000000");
		if (option == 'r' && !option_rules(argv[0], optarg, &calibrate->rules))
			return STATUS_MISUSED;
		if (option == 's' && !option_number(optarg, 0, UINT64_MAX, &order->seed))
			return option_misused(argv[0], "--seed must be a number");
		if (option == '?')
			return option_unknown(argv);
		order->json = order->json || option == 'j';
	}
	if (argc - optind != 1)
		return option_misused(argv[0], "takes the name of a player");
	order->name = argv[optind];
	return option_player(argv[0], order->name, &calibrate->player) ? STATUS_OK : STATUS_MISUSED;
}

int command_calibrate(int argc, char **argv)
{
	struct order order = {
		.calibrate = {.rules = {EG_ADVANCED, EG_FINAL_POSITION}, .rounds = 1000},
		.seed = 1,
	};
	int status = read_options(&order, argc, argv);

	if (status != STATUS_OK)
		return status;
	order.calibrate.dice.state = order.seed;
	if (!calibrate_play(&order.calibrate)) {
		fprintf(stderr, "engarde calibrate: a player did not answer\n");
		return STATUS_FAILED;
	}
	if (order.json)
		print_json(&order);
	else
		print_text(&order);
	return STATUS_OK;
}
