#include "engine/analysis/findings.h"

#include "engine/opponent/position.h"

float eg_analysis_result(const struct eg_analysis_round *round)
{
	return eg_points(&round->result, EG_WHITE);
}

float eg_analysis_end(const struct eg_analysis *analysis, const struct eg_analysis_round *round)
{
	if (round->over)
		return eg_analysis_result(round);
	if (round->count > 0)
		return analysis->decisions[round->decisions + round->count - 1].open_after;
	return 0.5F + round->deal_luck; /* before the first action */
}

float eg_analysis_match(const struct eg_analysis_round *round, float points)
{
	return round->lost + points * (round->won - round->lost);
}

const char *eg_grade_name(enum eg_grade grade)
{
	static const char *const names[EG_GRADES] = {"mixing", "inaccuracy", "mistake", "blunder"};

	return names[grade];
}

const char *eg_turn_name(enum eg_turn turn)
{
	static const char *const names[] = {"action", "draw", "deal"};

	return names[turn];
}
