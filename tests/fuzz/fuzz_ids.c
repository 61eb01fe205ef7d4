/* Bytes as identifiers of other programs, each to itself, to each other and to PPN. */
#include "fuzz/fuzz.h"

typedef enum pasch_status reader(struct pasch_position *, const char *, struct pasch_error *);
typedef enum pasch_status writer(const struct pasch_position *, char *, struct pasch_error *);

static enum pasch_status read_any(struct pasch_position *position, const char *text, struct pasch_error *error)
{
    return pasch_position_read(position, text, NULL, error);
}

/* `position` as the other identifier says it: the GNU ID knows no beavers. */
static void check_written(struct pasch_position position, writer *write, reader *read)
{
    char text[PASCH_ID_ROOM], twice[PASCH_ID_ROOM];
    struct pasch_position again;
    struct pasch_error error;
    if (write(&position, text, &error) != PASCH_OK) {
        MUST(*error.text, "no reason");
        return;
    }
    MUST(strlen(text) < PASCH_ID_ROOM, "%s", text);
    MUST(read(&again, text, &error) == PASCH_OK, "'%s': %s", text, error.text);
    if (write == pasch_gnubg_write)
        position.beavers = false;
    MUST(pasch_position_equal(&position, &again), "'%s' reads back as another position", text);
    MUST(read_any(&again, text, &error) == PASCH_OK, "'%s': %s", text, error.text);
    MUST(pasch_position_equal(&position, &again), "'%s' is told apart wrongly", text);
    MUST(write(&again, twice, &error) == PASCH_OK && strcmp(text, twice) == 0, "'%s'", text);
}

static void check(const char *text, reader *read)
{
    struct pasch_position position, before;
    struct pasch_error error;
    memset(&position, 0x5a, sizeof position);
    before = position;
    enum pasch_status status = read(&position, text, &error);
    if (status != PASCH_OK) {
        fuzz_error(text, status, &error);
        MUST(memcmp(&position, &before, sizeof position) == 0, "'%s' is refused but changes the position", text);
        return;
    }
    MUST(pasch_position_check(&position, &error) == PASCH_OK, "'%s': %s", text, error.text);
    fuzz_round_trip(&position);
    check_written(position, pasch_xgid_write, pasch_xgid_read);
    check_written(position, pasch_gnubg_write, pasch_gnubg_read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    check(text, pasch_gnubg_read);
    check(text, pasch_xgid_read);
    check(text, read_any);
    free(text);
    return 0;
}
