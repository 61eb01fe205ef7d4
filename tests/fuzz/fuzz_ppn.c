/* Bytes as PPN. What can be read can stand on the board, and reads back from what is written of it. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct pasch_position position, before;
    struct pasch_error error;
    memset(&position, 0x5a, sizeof position);
    before = position;
    enum pasch_status status = pasch_ppn_read(&position, text, NULL, &error);
    MUST(pasch_ppn_read(&(struct pasch_position){0}, text, NULL, NULL) == status, "'%s'", text);
    if (status == PASCH_OK) {
        MUST(pasch_position_check(&position, &error) == PASCH_OK, "'%s': %s", text, error.text);
        fuzz_round_trip(&position);
    } else {
        fuzz_error(text, status, &error);
        MUST(memcmp(&position, &before, sizeof position) == 0, "'%s' is refused but changes the position", text);
    }
    free(text);
    return 0;
}
