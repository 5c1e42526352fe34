/* Whether the bot makes a private room encrypted or plain. */
#ifndef ADAPTERS_MATRIX_SEND_PRIVATE_FORM_H
#define ADAPTERS_MATRIX_SEND_PRIVATE_FORM_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/send/job.h"

/* Returns whether a bot with encryption makes a private room of this form encrypted. */
bool mx_private_form_is_encrypted(const struct mx_account *account, enum bot_private_form form);

/* Returns whether the bot makes the private room of the job's user encrypted. */
bool mx_private_form_makes_encrypted(const struct mx_job *job);

/*
 * Returns whether a plain private room must stay plain: the bot can't read encrypted rooms, or the
 * user has asked for a plain room because they can't.
 */
bool mx_private_form_needs_plain(const struct mx_job *job);

#endif
