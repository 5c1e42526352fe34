/* Encrypting for those who are in a room. */
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"

#include <stdlib.h>
#include <string.h>

/* Whether an m.room.member says that its user is in the room, or about to be. */
static bool is_there(const json_t *event)
{
	const char *is = mx_json_text(json_object_get(event, "content"), "membership");

	return is && mx_id_is_user(mx_json_text(event, "state_key")) &&
	       (strcmp(is, "join") == 0 || strcmp(is, "invite") == 0);
}

void mx_crypto_take_members(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = mx->crypto;
	const json_t *event;
	json_t *people = json_object();
	size_t i;

	/* Something has happened since it was asked for: it is asked for again. */
	if (json_integer_value(json_object_get(request, "changes")) !=
		(json_int_t)crypto->changes) {
		json_decref(people);
		return;
	}
	json_array_foreach (json_object_get(answer->json, "chunk"), i, event) {
		if (is_there(event))
			(void)json_object_set_new(
				people, mx_json_text(event, "state_key"), json_true());
	}
	(void)json_object_set_new(crypto->members, mx_json_text(request, "id"), people);
}

bool mx_crypto_has_device(struct mx *mx, const char *user)
{
	char *text;
	enum mx_olm_status status = mx_olm_devices(
		mx->crypto->olm, user, mx->config->encryption.devices == CFG_DEVICES_SIGNED, &text);
	json_t *answer = mx_crypto_result(status, text, "devices");
	bool some = json_integer_value(json_object_get(answer, "devices")) > 0;

	json_decref(answer);
	return some;
}

void mx_crypto_distrust(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	const json_t *people = json_object_get(crypto->members, room);

	/* /sync repeats who the writers are. */
	if (people && is_there(event) && json_object_get(people, mx_json_text(event, "state_key")))
		return;
	crypto->changes++;
	json_object_del(crypto->members, room);
}

/* Who gets the keys of a room, as the machine reads it; NULL: no memory. The caller frees it. */
static char *circle_of(const struct mx *mx, const char *room, json_t *people)
{
	json_t *users = json_array(), *circle;
	const char *user;
	json_t *unused;
	char *text;

	json_object_foreach (people, user, unused)
		(void)json_array_append_new(users, json_string(user));
	circle = json_pack("{s:s, s:o, s:b}", "room", room, "users", users, "signed_only",
		mx->config->encryption.devices == CFG_DEVICES_SIGNED);
	text = circle ? json_dumps(circle, JSON_COMPACT) : NULL;
	json_decref(circle);
	return text;
}

static void ask_members(struct mx *mx, const char *room)
{
	struct mx_crypto *crypto = mx->crypto;
	char *path = mx_url("/_matrix/client/v3/rooms/%/members?not_membership=leave", room);

	if (mx_crypto_enqueue_get(crypto, "members", room, path))
		(void)json_object_set_new(json_array_get(crypto->queue, 0), "changes",
			json_integer((json_int_t)crypto->changes));
	mx_crypto_send(mx);
}

enum mx_sealing mx_crypto_prepare(struct mx *mx, const char *room, const char *user)
{
	struct mx_crypto *crypto = mx->crypto;
	json_t *people = user ? json_pack("{s:b, s:b}", mx->me, 1, user, 1)
			      : json_incref(json_object_get(crypto->members, room));
	json_t *all = NULL;
	char *circle = NULL;

	if (!mx_crypto_is_idle(crypto) || crypto->trust.stage != MX_TRUST_SETTLED)
		goto out;
	if (!people) {
		ask_members(mx, room);
		goto out;
	}
	circle = circle_of(mx, room, people);
	all = circle ? mx_crypto_ask(mx, circle) : NULL;
	free(circle);
	if (!all)
		goto out;
	if (json_array_size(all) > 0) {
		mx_crypto_enqueue(crypto, all);
		mx_crypto_send(mx);
		goto out;
	}
	json_decref(all);
	json_decref(people);
	return user && !mx_crypto_has_device(mx, user) ? MX_SEAL_NOBODY : MX_SEAL_READY;
out:
	json_decref(people);
	return MX_SEAL_WAIT;
}

json_t *mx_crypto_encrypt(struct mx *mx, const char *room, const char *type, const json_t *content)
{
	char *clear = json_dumps(content, JSON_COMPACT), *text;
	enum mx_olm_status status;

	if (!clear)
		return NULL;
	status = mx_olm_encrypt(mx->crypto->olm, room, type, clear, &text);
	free(clear);
	return mx_crypto_result(status, text, "sending");
}

json_t *mx_crypto_encrypt_file(void *data, size_t size)
{
	char *text;
	enum mx_olm_status status = mx_olm_encrypt_file(data, size, &text);

	return mx_crypto_result(status, text, "file");
}
