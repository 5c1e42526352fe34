/*
 * Files that a bot with encryption keeps beside its store. Each name is the store's name with one
 * of these endings.
 */
#ifndef MX_KEY_FILES_H
#define MX_KEY_FILES_H

#define MX_RECOVERY_KEY ".recovery-key" /* a file: the account's recovery key */
#define MX_DEVICE_KEYS  ".crypto"       /* a folder: the keys of the bot's device */

#endif
