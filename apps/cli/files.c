#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const void *files_map(const char *path, size_t *size)
{
    struct stat info;
    void *bytes = MAP_FAILED;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    if (fstat(file, &info) == 0) {
        *size = (size_t)info.st_size;
        bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    int reason = errno;
    close(file);
    errno = reason;
    return bytes == MAP_FAILED ? NULL : bytes;
}

void files_unmap(const void *bytes, size_t size)
{
    if (bytes)
        munmap((void *)(size_t)bytes, size);
}

bool files_write(const char *path, const void *bytes, size_t size)
{
    char beside[FILES_PATH + 32];
    snprintf(beside, sizeof beside, "%s.%ld.new", path, (long)getpid());
    FILE *file = fopen(beside, "wb");
    if (!file)
        return false;
    bool fine = fwrite(bytes, 1, size, file) == size;
    fine = fclose(file) == 0 && fine && rename(beside, path) == 0;
    if (fine)
        return true;
    int reason = errno;
    unlink(beside);
    errno = reason;
    return false;
}

bool files_make_folder(const char *path)
{
    char part[FILES_PATH];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(part, path, length + 1);
    for (size_t i = 1; i < length; i++) {
        if (part[i] != '/')
            continue;
        part[i] = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES)
            return false;
        part[i] = '/';
    }
    return mkdir(part, 0777) == 0 || errno == EEXIST;
}
