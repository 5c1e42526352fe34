/*
 * The folders to which the systemd unit lets the bot write. The unit permits only /var/lib/engarde,
 * so a store elsewhere needs a drop-in file beside the unit.
 */
#ifndef BOT_DAEMON_UNIT_ACCESS_H
#define BOT_DAEMON_UNIT_ACCESS_H

#include <stdbool.h>

/* Returns whether this machine has the unit, and the unit uses this configuration. */
bool unit_access_uses(const char *config);

/*
 * Returns why the unit can't use a store with this path, even with a drop-in, or NULL. The text is
 * static and follows the path in a message. Returns NULL if `config` is not the configuration that
 * the unit uses, or if this machine has no unit.
 */
const char *unit_access_fault(const char *config, const char *store);

/*
 * If the unit uses `config`, and the unit or its daily backup may not write to the folder of the
 * store, writes the drop-ins and prints their paths. Does nothing if the process is not root. On
 * failure writes the reason to standard error and returns false.
 */
bool unit_access_permit(const char *config, const char *store);

/*
 * If the unit uses `config`, but the unit or its daily backup may not write to the folder of the
 * store, prints what to do. This is no fault, because a host may run the bot without the unit.
 */
void unit_access_explain(const char *config, const char *store);

#endif
