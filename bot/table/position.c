#include "bot/table/position.h"

#include "bot/base/attempt.h"

json_t *bot_text_json(const char *text)
{
	json_t *json = json_string(text);

	return json ? json : json_string("");
}

json_t *bot_seat_json(enum eg_seat seat)
{
	return seat == EG_NOBODY ? json_null() : json_string(eg_seat_name(seat));
}

json_t *bot_pair_json(json_t *white, json_t *black)
{
	json_t *pair = json_object();

	json_object_set_new(pair, "white", white);
	json_object_set_new(pair, "black", black);
	return pair;
}

json_t *bot_numbers_json(const uint8_t by_seat[2])
{
	return bot_pair_json(json_integer(by_seat[EG_WHITE]), json_integer(by_seat[EG_BLACK]));
}

json_t *bot_cards_json(const uint8_t count[EG_VALUES + 1])
{
	json_t *cards = json_array();

	for (int value = 1; value <= EG_VALUES; value++)
		for (int i = 0; i < count[value]; i++)
			json_array_append_new(cards, json_integer(value));
	return cards;
}

static json_t *attack_json(struct eg_attack attack)
{
	json_t *json;

	if (attack.count == 0)
		return json_null();
	json = json_object();
	json_object_set_new(json, "kind", json_string(attack.indirect ? "indirect" : "direct"));
	json_object_set_new(json, "card", json_integer(attack.card));
	json_object_set_new(json, "count", json_integer(attack.count));
	return json;
}

json_t *bot_position_json(const struct eg_view *view, bool open)
{
	bool over = view->phase == EG_OVER, shown = over && view->result.reason == EG_CARDS;
	json_t *json = json_object();

	json_object_set_new(json, "to_act", bot_seat_json(open ? view->to_act : EG_NOBODY));
	json_object_set_new(json, "space", bot_numbers_json(view->space));
	json_object_set_new(json, "distance", json_integer(view->distance));
	json_object_set_new(json, "hand_size", bot_numbers_json(view->hand_size));
	json_object_set_new(json, "pile", json_integer(view->pile));
	json_object_set_new(
		json, "last_card", view->last_card ? json_integer(view->last_card) : json_null());
	json_object_set_new(json, "attack", attack_json(view->attack));
	json_object_set_new(json, "reason",
		over ? json_string(eg_reason_name(view->result.reason)) : json_null());
	json_object_set_new(json, "shown",
		shown ? bot_pair_json(bot_cards_json(view->shown[EG_WHITE]),
				bot_cards_json(view->shown[EG_BLACK]))
		      : json_null());
	return json;
}

static void destroy(void *json)
{
	json_decref(json);
}

json_t *bot_scratch_json(json_t *json)
{
	bot_scratch_own(json, destroy);
	return json;
}
