#include "adapters/matrix/send/private_form.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/send/sender_state.h"

bool mx_private_form_is_encrypted(const struct mx_account *account, enum bot_private_form form)
{
	if (form == BOT_FORM_CONFIGURED)
		return account->config->encryption.private_rooms == CFG_PRIVATE_ENCRYPTED;
	return form == BOT_FORM_ENCRYPTED;
}

/*
 * Returns the form that the job's user has chosen. If the store fails, it fails again when the bot
 * stores the room.
 */
static enum bot_private_form find_form(const struct mx_job *job)
{
	enum bot_private_form form;

	if (bot_host_private_form(job->sender->account->host, job->to, &form))
		return BOT_FORM_CONFIGURED;
	return form;
}

bool mx_private_form_makes_encrypted(const struct mx_job *job)
{
	return mx_crypto_is_built_in() &&
	       mx_private_form_is_encrypted(job->sender->account, find_form(job));
}

bool mx_private_form_needs_plain(const struct mx_job *job)
{
	return !mx_crypto_is_built_in() || find_form(job) == BOT_FORM_CLEAR;
}
