/*
 * What an analysis has found about a match, and how accurate its players were.
 *
 * Points are points of a round: 1 for a won round, 0.5 for a drawn one, 0 for a lost one. Chances
 * are 0 to 1.
 */
#ifndef ENGINE_ANALYSIS_FINDINGS_H
#define ENGINE_ANALYSIS_FINDINGS_H

#include "engine/analysis/why.h"
#include "engine/engarde.h"
#include "engine/opponent/belief.h"

#define EG_ANALYSIS_DECISIONS_MAX 1024 /* the most actions of a match that can be analysed */
#define EG_ANALYSIS_ROUNDS_MAX    64
#define EG_COSTLIEST              3 /* how many of the costliest actions a player's summary has */
#define EG_TURNING_POINTS         5 /* how many turning points a match has at most */

/* How much an action cost, in points. */
enum eg_grade {
	EG_MIXING,     /* below 0.02: good players mix such actions, to be hard to predict */
	EG_INACCURACY, /* from 0.02 */
	EG_MISTAKE,    /* from 0.05 */
	EG_BLUNDER,    /* from 0.10 */
};
#define EG_GRADES 4

/* An action of the match, and what it cost. */
struct eg_decision {
	uint8_t round; /* counted from 1 */
	uint8_t ply;   /* the number of the action within its round, counted from 1 */
	enum eg_seat seat;
	bool forced; /* it was the only legal action, so it cost nothing */
	struct eg_action played;
	struct eg_action better; /* the action that brings most points; `played` if loss is 0 */
	float loss; /* points that the played action cost against the better one: 0 to 1 */
	enum eg_grade grade;
	enum eg_why why; /* why the action was worse; EG_WHY_NONE for EG_MIXING */
	/* What the seat could expect before the action, from what it knew. */
	float points;
	float match; /* its chance to win the match */
	/* What White could expect before the action, with both hands open. */
	float open_points;
	float open_match;
	/* The same after the action and the draw: the result if the action ended the round. */
	float open_after;
	float draw_luck; /* the part of this change that came from the cards drawn, in points */
};

struct eg_analysis_round {
	enum eg_seat first;      /* who began */
	uint8_t score[2];        /* before the round */
	uint16_t decisions;      /* the index of its first decision */
	uint16_t count;          /* the number of its decisions */
	bool over;               /* if not, the match ended within the round */
	struct eg_result result; /* valid if over */
	float deal_luck;         /* White's points that the deal changed */
	float lost;              /* White's chance to win the match after a lost round */
	float won;               /* White's chance to win the match after a won round */
	uint8_t deck[EG_DECK];
};

struct eg_player_summary {
	float accuracy; /* 0 to 100; see eg_accuracy_action. 100 if the player never had a choice */
	uint16_t choices;                 /* decisions with at least two legal actions */
	uint16_t grades[EG_GRADES];       /* the number of choices of each grade */
	float loss;                       /* the sum of the losses, in points */
	uint16_t costliest[EG_COSTLIEST]; /* indices of decisions with a grade above EG_MIXING */
	uint8_t costliest_count;
	/*
	 * The sum of all changes by cards, of both players. So White's luck is Black's bad luck.
	 */
	float luck;       /* in points */
	float match_luck; /* in chances to win the match; they do not add up to a chance */
};

enum eg_turn { EG_BY_ACTION, EG_BY_DRAW, EG_BY_DEAL };

/* What changed the chances to win the match most, with both hands open. */
struct eg_turning_point {
	enum eg_turn turn;
	uint16_t decision; /* the action, the action before the draw, or the first one of the round
			    */
	float change;      /* of White's chance to win the match */
};

/* How far the analysis of the current decision is. */
struct eg_analysis_work {
	uint16_t decision;
	uint8_t stage;
	uint8_t slice;
	struct eg_position position;
	struct eg_belief belief;
	size_t better; /* the index of the best action among the legal ones */
	size_t played;
	float points[EG_LEGAL_MAX];
};

/* About 70 KB. The caller may read all fields but `work`. */
struct eg_analysis {
	struct eg_match_rules rules;
	uint8_t score[2];    /* at the end */
	enum eg_seat winner; /* EG_NOBODY if the rounds do not decide the match */
	uint16_t round_count;
	struct eg_analysis_round rounds[EG_ANALYSIS_ROUNDS_MAX];
	uint16_t decision_count;
	struct eg_decision decisions[EG_ANALYSIS_DECISIONS_MAX];
	/* The fields from here on are valid when the analysis is done. */
	struct eg_player_summary players[2];              /* by seat */
	struct eg_turning_point turns[EG_TURNING_POINTS]; /* the largest change comes first */
	uint8_t turn_count;
	struct eg_analysis_work work;
};

/* Returns White's points of a round that is over: 1, 0.5 or 0. */
float eg_analysis_result(const struct eg_analysis_round *round);

/*
 * Returns what White could expect of the round at its end, with both hands open: the result, or the
 * points after the last action of a round that is not over.
 */
float eg_analysis_end(const struct eg_analysis *analysis, const struct eg_analysis_round *round);

/* Returns White's chance to win the match if White may expect these points in the round. */
float eg_analysis_match(const struct eg_analysis_round *round, float points);

/* Return names for programs, such as inaccuracy, draw or attack_left. The strings are static. */
const char *eg_grade_name(enum eg_grade grade);
const char *eg_turn_name(enum eg_turn turn);

/*
 * The accuracy of a player, from 0 to 100: how close the player's actions came to the best ones.
 * The formulas are those that lichess publishes for chess (https://lichess.org/page/accuracy), with
 * points of a round instead of winning chances.
 *
 * An action that costs `loss` points has the accuracy
 *
 *     103.1668 * exp(-0.04354 * 100 * loss) - 3.1669, but at least 0 and at most 100.
 *
 * A player's accuracy is the mean of two means over the player's choices (actions that were not
 * the only legal one):
 *
 * - a weighted mean. The weight tells how much was at stake: the standard deviation of White's
 *   points in per cent, in a window of positions that ends after the action. The weight is at
 *   least 0.5 and at most 12. A match of N decisions has windows of N / 10 positions, but at least
 *   2 and at most 8. The positions of a round are those before each of its actions, with the
 *   points that the seat to act can expect from what it knows, and the end of the round, if it
 *   ended. A window has only positions of one round: near its start or end, it is moved into it.
 * - the harmonic mean, in which an action below 1 counts as 1.
 *
 * A player without choices has the accuracy 100.
 *
 * Returns the accuracy of an action.
 */
float eg_accuracy_action(float loss);

/* Returns the accuracy of a seat. All decisions must be judged. */
float eg_accuracy(const struct eg_analysis *analysis, enum eg_seat seat);

/*
 * Rounds an accuracy to a whole number from 0 to 100, as people read it. An accuracy below
 * 99.995 becomes 99 at most, so that 99.7 does not look faultless.
 */
int eg_accuracy_round(float accuracy);

/* Fills the summaries of the players, and the turning points. */
void eg_summarise(struct eg_analysis *analysis);

#endif
