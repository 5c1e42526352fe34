#include "engine/opponent/points.h"

float eg_points(const struct eg_result *result, enum eg_seat seat)
{
	return result->winner == EG_NOBODY ? 0.5F : (float)(result->winner == seat);
}
