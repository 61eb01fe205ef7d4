/* A game, a position and a roll from four bytes, then text as a move, as dice and as an event. */
#include "fuzz/fuzz.h"

/* The third byte: from here on a start position after some steps of play, below some board thrown together. */
enum { HEAD = 4, PLAYED = 216, MOST_PLAYS = 1000 };

/* A position in which a play is due; false if these bytes give none. */
static bool set_up(struct pasch_position *position, const uint8_t *head, struct pasch_plays *plays)
{
    const struct pasch_rules *rules = pasch_game_at(head[0] % pasch_game_count());
    struct pasch_rng rng;
    pasch_rng_seed(&rng, head[1]);
    if (head[2] < PLAYED) {
        if (!testing_random_position(position, rules, &rng))
            return false;
    } else {
        pasch_position_start(position, rules);
        for (int step = 0; step < head[2] - PLAYED && !position->over; step++)
            testing_step(position, &rng, plays);
    }
    return pasch_position_set_dice(position, head[3] % 6 + 1, head[3] / 6 % 6 + 1, NULL) == PASCH_OK &&
           pasch_position_plays(position, plays, NULL) == PASCH_OK && plays->count <= MOST_PLAYS;
}

static void check_move(const struct pasch_position *position, const struct pasch_plays *plays, const char *text)
{
    struct pasch_error error;
    size_t index = SIZE_MAX, again = SIZE_MAX;
    enum pasch_status status = pasch_move_read(position, plays, text, &index, &error);
    if (status != PASCH_OK) {
        fuzz_error(text, status, &error);
        MUST(index == SIZE_MAX, "'%s' is refused but gives a play", text);
        return;
    }
    MUST(plays->count ? index < plays->count : index == 0, "'%s'", text);
    const struct pasch_play pass = {0}, *play = plays->count ? &plays->play[index] : &pass;
    char own[PASCH_MOVE_ROOM];
    MUST(pasch_move_write(position->rules, play, own) == strlen(own), "%s", own);
    MUST(pasch_move_read(position, plays, own, &again, &error) == PASCH_OK, "'%s': %s", own, error.text);
    MUST(index == again, "'%s' is written '%s', which is another play", text, own);
}

static void check_event(const struct pasch_position *position, struct pasch_plays *plays, const char *text)
{
    static struct pasch_game game;
    struct pasch_terms terms;
    struct pasch_event event, again;
    struct pasch_error error;
    char own[PASCH_MOVE_ROOM];
    pasch_terms_default(&terms, position->rules);
    pasch_game_start_at(&game, position, &terms);
    enum pasch_status status = pasch_event_read(&event, text, &game, plays, &error);
    if (status != PASCH_OK) {
        fuzz_error(text, status, &error);
        return;
    }
    MUST(pasch_event_write(game.rules, &event, own) == strlen(own), "%s", own);
    MUST(pasch_event_read(&again, own, &game, plays, &error) == PASCH_OK, "'%s': %s", own, error.text);
    MUST(event.kind == again.kind && event.hops == again.hops && event.value == again.value &&
             memcmp(event.die, again.die, sizeof event.die) == 0 && memcmp(event.hop, again.hop, sizeof event.hop) == 0,
         "'%s' is written '%s', which is another event", text, own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pasch_plays *plays = fuzz_plays();
    struct pasch_position position;
    if (size < HEAD || !set_up(&position, data, plays))
        return 0;
    char *text = fuzz_text(data + HEAD, size - HEAD);
    struct pasch_error error;
    int die[2];
    check_move(&position, plays, text);
    enum pasch_status status = pasch_dice_read(text, die, &error);
    if (status != PASCH_OK)
        fuzz_error(text, status, &error);
    else
        MUST(die[0] >= 1 && die[0] <= 6 && die[1] >= 1 && die[1] <= 6, "'%s'", text);
    check_event(&position, plays, text);
    free(text);
    return 0;
}
