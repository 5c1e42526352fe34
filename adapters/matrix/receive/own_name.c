#include "adapters/matrix/receive/own_name.h"

#include "adapters/matrix/client/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY "matrix.name"

void mx_own_name_load(struct mx_own_name *name, struct mx_account *account)
{
	char *value = NULL;
	enum bot_error error = bot_store_begin(account->store);

	name->text[0] = '\0';
	if (!error)
		error = bot_store_get(account->store, KEY, &value);
	if (!error)
		snprintf(name->text, sizeof name->text, "%s", value);
	free(value);
	mx_account_commit(account, error == BOT_NOT_FOUND ? BOT_OK : error, "name");
}

enum bot_error mx_own_name_note(
	struct mx_own_name *name, struct mx_account *account, const json_t *event)
{
	const json_t *content = json_object_get(event, "content");
	const char *text = mx_json_text(content, "displayname");

	if (!mx_json_text_is(event, "sender", account->user) ||
		!mx_json_text_is(content, "membership", "join"))
		return BOT_OK;
	if (!text || strlen(text) >= sizeof name->text)
		text = "";
	if (strcmp(name->text, text) == 0)
		return BOT_OK;
	stpcpy(name->text, text);
	return bot_store_set(account->store, KEY, text);
}
