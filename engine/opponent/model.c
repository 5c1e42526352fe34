#include "engine/opponent/model.h"

void eg_insist(struct eg_strategy *strategy, size_t choice)
{
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = i == choice ? 1 : 0;
}

void eg_model_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	strategy->count = eg_round_legal(&position->round, strategy->legal);
	if (strategy->count > 1)
		model->consider(model, position, strategy);
	else
		eg_insist(strategy, 0);
}
