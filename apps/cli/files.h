/* Files as a whole. */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { FILES_PATH = 4096 };

/* A file's bytes, read only, as long as the program runs or until files_unmap; NULL with errno set. An empty file is
 * none. */
const void *files_map(const char *path, size_t *size);
void files_unmap(const void *bytes, size_t size);

/* Writes beside it first, so that a file is whole or not there, whoever else writes it at the same time. False with
 * errno set. */
bool files_write(const char *path, const void *bytes, size_t size);

/* Makes a folder and those above it. False with errno set. */
bool files_make_folder(const char *path);

#endif
