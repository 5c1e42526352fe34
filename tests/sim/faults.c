#include "tests/sim/faults.h"

#include "tests/sim/sim.h"

static const struct {
	const char *kind, *text;
} faults[SIM_FAULTS_COUNT] = {
#define X(name, kind, what) {kind, what},
	SIM_FAULTS(X) SIM_FEATS(X)
#undef X
};

void sim_saw(enum sim_fault fault)
{
	sim->seen[fault]++;
	sim_note(fault);
	sim_tell("fault: %s", faults[fault].text);
}

const char *sim_fault_kind(enum sim_fault fault)
{
	return faults[fault].kind;
}

const char *sim_fault_text(enum sim_fault fault)
{
	return faults[fault].text;
}
