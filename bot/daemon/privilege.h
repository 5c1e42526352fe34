/*
 * Drops root's privileges. The service's user owns the store's folder, and can put a link into this
 * folder under any name. If root opened such a link, the service's user could use root's
 * privileges. So a process of root takes the user id of the service's user for good before it opens
 * files in this folder. If the caller is not root, these functions do not change the user.
 */
#ifndef BOT_DAEMON_PRIVILEGE_H
#define BOT_DAEMON_PRIVILEGE_H

#include <stdbool.h>

#define PRIVILEGE_SERVICE "engarde" /* the user and the group of the packaged service */

/*
 * Drops root's privileges permanently if another user decides where `path` leads. This user is the
 * owner of the first folder, link or file on the path that does not belong to root. The process
 * then takes the user id of this user. If everything on the path belongs to root, the process stays
 * root. On failure writes the reason to standard error and returns false, and the command must end.
 */
bool privilege_drop(const char *path);

/*
 * Takes the user id of the packaged service permanently. Does nothing if the caller is not root, or
 * if this user does not exist. On failure writes the reason to standard error and returns false.
 */
bool privilege_become_service(void);

/*
 * Like privilege_drop, for the folder of a store. Fails also if root owns the folder and everybody
 * can make files in it. Does nothing for ":memory:".
 */
bool privilege_drop_for_store(const char *store);

/*
 * Call this before a command opens or makes a file for the person who runs it. If the caller is
 * root, and only root decides where `path` leads, the process stays root, because perhaps only root
 * may use the file. Otherwise calls privilege_drop_for_store, so that the file is used as the
 * store's owner; so it is in a folder in which everybody can make files. Fails also if that leaves
 * the process root, and another user decides where the path leads.
 */
bool privilege_drop_for_file(const char *path, const char *store);

/*
 * Calls `work` with `self`. If the caller is root, calls `work` in a child process. There `work`
 * may drop root's privileges, and the caller keeps them. Returns false if `work` returned false or
 * could not run.
 */
bool privilege_run_in_child(bool (*work)(void *self), void *self);

/*
 * Hides the memory of the process, which holds secrets and hands. After this call a crash writes no
 * core dump, and other processes of the same user can't trace the process. Ignores errors.
 */
void privilege_hide_memory(void);

#endif
