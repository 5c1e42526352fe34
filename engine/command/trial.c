#include "engine/command/trial.h"

#include "engine/command/options.h"

bool trial_option(struct trial *trial, char *const *argv, int option)
{
	switch (option) {
	case 'n':
		return option_number(argv[0], "--rounds", 1, TRIAL_MOST, &trial->rounds);
	case 'r':
		return option_rules(argv[0], optarg, &trial->rules);
	case 's':
		return option_number(argv[0], "--seed", 0, UINT64_MAX, &trial->seed);
	case 'j':
		trial->json = true;
		return true;
	case '?':
		option_unknown(argv);
		return false;
	default:
		return true;
	}
}
