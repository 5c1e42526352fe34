/*
 * A folder of backups, from which old backups are deleted. The name of each backup has the time
 * when it was made: engarde-20310131T120000Z.db.
 */
#ifndef BOT_DAEMON_BACKUP_ROTATION_H
#define BOT_DAEMON_BACKUP_ROTATION_H

/*
 * Returns a path for a new backup in the folder. The caller frees it. If the folder already has a
 * backup from this second, waits for the next second. If `folder` is no folder, says so on standard
 * error and returns NULL.
 */
char *backup_rotation_name(const char *folder);

/*
 * Deletes all backups in the folder except the newest `kept` ones, together with their recovery
 * keys. Names each deleted backup on standard output. Does not touch files with other names.
 */
void backup_rotation_delete_old(const char *folder, unsigned kept);

#endif
