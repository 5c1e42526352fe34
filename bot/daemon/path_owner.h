/*
 * The user who decides where a path leads. Root follows a path step by step. If a folder or a link
 * on the way belongs to another user, this user can make the path lead elsewhere.
 */
#ifndef BOT_PATH_OWNER_H
#define BOT_PATH_OWNER_H

#include <stdbool.h>
#include <sys/types.h>

struct path_owner {
	uid_t user; /* 0: nobody but root decides where the path leads */
	gid_t group;
	bool shared; /* the last folder on the path is like /tmp: everybody can make files in it */
};

/*
 * Finds the owner of the first folder, link or file on the path that does not belong to root. The
 * search ends at a name that does not exist. False: standard error has the reason, for example that
 * a whole group can change a folder.
 */
bool path_owner_find(const char *path, struct path_owner *owner);

#endif
