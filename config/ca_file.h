/* A file with the certificates of certificate authorities, as a private network has its own. */
#ifndef CONFIG_CA_FILE_H
#define CONFIG_CA_FILE_H

/* Returns why the file at this path is not a file of certificates in PEM format, or NULL. */
const char *cfg_ca_file_fault(const char *path);

#endif
