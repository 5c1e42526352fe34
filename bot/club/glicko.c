#include "bot/club/glicko.h"

#include <math.h>

/* The steps, the Greek letters and the constants are those of the paper. */

#define SCALE 173.7178 /* the ratings that people see / those in the formulas */
#define PI    3.14159265358979323846

/* How fast the volatility changes. The paper allows 0.3 to 1.2, and its example has 0.5. */
#define TAU 0.5

#define EPSILON 0.000001

/* No deviation is larger than that of a new player. */
#define DEVIATION_MAX 350.0

const struct bot_glicko bot_glicko_new = {1500.0, DEVIATION_MAX, 0.06};

static double square(double x)
{
	return x * x;
}

static double g(double phi)
{
	return 1.0 / sqrt(1.0 + 3.0 * square(phi) / square(PI));
}

/* The function of step 5, whose zero the iteration finds. */
struct equation {
	double delta, phi, v, a;
};

static double f(const struct equation *e, double x)
{
	double ex = exp(x);
	double sum = square(e->phi) + e->v + ex;

	return ex * (square(e->delta) - sum) / (2.0 * square(sum)) - (x - e->a) / square(TAU);
}

/* Step 5 finds the new volatility by the Illinois variant of regula falsi. */
static double new_volatility(double sigma, double delta, double phi, double v)
{
	const struct equation e = {delta, phi, v, log(square(sigma))};
	double a = e.a, b;

	if (square(delta) > square(phi) + v) {
		b = log(square(delta) - square(phi) - v);
	} else {
		b = a - TAU;
		while (f(&e, b) < 0.0)
			b -= TAU;
	}
	double fa = f(&e, a), fb = f(&e, b);
	while (fabs(b - a) > EPSILON) {
		double c = a + (a - b) * fa / (fb - fa);
		double fc = f(&e, c);
		if (fc * fb <= 0.0) {
			a = b;
			fa = fb;
		} else {
			fa /= 2.0;
		}
		b = c;
		fb = fc;
	}
	return exp(a / 2.0);
}

/*
 * A `part` below 1 makes the rating period shorter: each game counts less, and less time passes.
 * `part` multiplies the sums over the games, and the square of the volatility in step 6, which
 * stands for the time.
 */
static struct bot_glicko after_period(const struct bot_glicko *player,
	const struct bot_glicko_game games[], size_t count, double part)
{
	double mu = (player->rating - bot_glicko_new.rating) / SCALE; /* step 2 */
	double phi = player->deviation / SCALE;
	double information = 0.0, improvement = 0.0;
	struct bot_glicko after = *player;

	for (size_t i = 0; i < count; i++) { /* steps 3 and 4 */
		const struct bot_glicko *other = &games[i].opponent;
		double weight = g(other->deviation / SCALE);
		double their = (other->rating - bot_glicko_new.rating) / SCALE;
		double expected = 1.0 / (1.0 + exp(-weight * (mu - their)));
		information += part * square(weight) * expected * (1.0 - expected);
		improvement += part * weight * (games[i].score - expected);
	}
	if (count > 0) {
		double v = 1.0 / information;
		after.volatility = new_volatility(player->volatility, v * improvement, phi, v);
	}
	double star = sqrt(square(phi) + part * square(after.volatility)); /* step 6 */
	phi = 1.0 / sqrt(1.0 / square(star) + information);                /* step 7 */
	mu += square(phi) * improvement;
	after.rating = mu * SCALE + bot_glicko_new.rating; /* step 8 */
	after.deviation = fmin(phi * SCALE, DEVIATION_MAX);
	return after;
}

struct bot_glicko bot_glicko_after(
	const struct bot_glicko *player, const struct bot_glicko_game games[], size_t count)
{
	return after_period(player, games, count, 1.0);
}

struct bot_glicko bot_glicko_after_part(
	const struct bot_glicko *player, const struct bot_glicko_game *game, double part)
{
	return after_period(player, game, 1, part);
}
