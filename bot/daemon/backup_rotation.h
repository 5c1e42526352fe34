/*
 * A folder of backups, from which old backups are deleted. The name of each backup has the time
 * when it was made: engarde-20310131T120000Z.db.
 */
#ifndef BOT_BACKUP_ROTATION_H
#define BOT_BACKUP_ROTATION_H

/*
 * Returns the path of a new backup in the folder, which the caller frees. If there is a backup of
 * this second already, waits for the next second. If `folder` is no folder, writes this to standard
 * error and returns NULL.
 */
char *backup_rotation_name(const char *folder);

/*
 * Deletes all backups in the folder but the newest `kept` ones, with their recovery keys, and says
 * so on standard output. Does not touch files with other names.
 */
void backup_rotation_delete_old(const char *folder, unsigned kept);

#endif
