/* Feeds every file of a folder to a fuzz target, where there is no libFuzzer to do it. */
#include <dirent.h>

#include "fuzz/fuzz.h"

static void feed(const char *folder, const char *name)
{
    char path[4096];
    static uint8_t data[1 << 16];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    MUST(file, "cannot open %s", path);
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    uint8_t *copy = malloc(size + !size); /* of exactly this room */
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv)
{
    struct dirent **entry;
    int count = argc == 2 ? scandir(argv[1], &entry, NULL, alphasort) : -1, fed = 0;
    if (count < 0) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < count; i++) {
        if (entry[i]->d_name[0] != '.') {
            feed(argv[1], entry[i]->d_name);
            fed++;
        }
        free(entry[i]);
    }
    free(entry);
    printf("%d files\n", fed);
    return fed ? 0 : 1;
}
