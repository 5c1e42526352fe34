/* A file with the certificates of authorities, such as the one of a private network. */
#ifndef CONFIG_CA_FILE_H
#define CONFIG_CA_FILE_H

/*
 * Returns why the file at this path is not a file of certificates in PEM format, or NULL if it is
 * one. The text is static. It continues a sentence that begins with the path.
 */
const char *cfg_ca_file_fault(const char *path);

#endif
