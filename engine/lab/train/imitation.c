#include "engine/lab/train/imitation.h"

#include "engine/lab/train/trained.h"

#include <string.h>

bool imitation_init(struct learner *learner)
{
	if (!learner_init(learner, EG_FEATURES_SIGHT, EG_OUTPUTS, 1))
		return false;
	trained_actor(learner);
	return true;
}

void imitation_note(const struct eg_position *position, const struct eg_strategy *strategy,
	struct lesson *lesson)
{
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	lesson->feature_count = (uint8_t)eg_features_sight(&sight, lesson->features);
	lesson->count = (uint8_t)strategy->count;
	for (size_t i = 0; i < strategy->count; i++) {
		lesson->outputs[i] = (uint8_t)eg_action_output(strategy->legal[i]);
		lesson->chances[i] = strategy->chances[i];
	}
}

static void forward(const struct learner *learner, const struct lesson *lesson, struct pass *pass,
	float chances[EG_LEGAL_MAX])
{
	pass->count = lesson->feature_count;
	memcpy(pass->features, lesson->features, sizeof(pass->features));
	learner_forward(learner, pass);
	for (size_t i = 0; i < lesson->count; i++)
		chances[i] = pass->out[lesson->outputs[i]];
	eg_softmax(1, 1e-6F, chances, lesson->count);
}

void imitation_answer(
	const struct learner *learner, const struct lesson *lesson, float chances[EG_LEGAL_MAX])
{
	struct pass pass;

	forward(learner, lesson, &pass, chances);
}

void imitation_teach(struct learner *learner, const struct lesson *lesson)
{
	struct pass pass;
	float chances[EG_LEGAL_MAX];
	float slope[EG_OUTPUTS] = {0};

	forward(learner, lesson, &pass, chances);
	for (size_t i = 0; i < lesson->count; i++)
		slope[lesson->outputs[i]] = chances[i] - lesson->chances[i];
	learner_backward(learner, &pass, slope);
}

void imitation_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	struct lesson lesson;

	memset(strategy->chances, 0, sizeof(strategy->chances));
	imitation_note(position, strategy, &lesson);
	imitation_answer(model->data, &lesson, strategy->chances);
}
