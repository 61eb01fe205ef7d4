#include "cli/think/think_json.h"

#include "cli/json_out.h"

/* Where men or pips are counted, the equity says all but the chance to win. */
static void write_probs(FILE *out, const struct pasch_rules *rules, const struct pasch_probs *probs)
{
    const struct pasch_probs wins = {.win = probs->win}, *p = thinkers_counts(rules) ? &wins : probs;
    fprintf(out, "\"probs\":[%.6f,%.6f,%.6f,%.6f,%.6f]", (double)p->win, (double)p->win_gammon,
            (double)p->win_backgammon, (double)p->lose_gammon, (double)p->lose_backgammon);
}

static void write_number(FILE *out, const char *key, bool known, float number)
{
    fprintf(out, known ? "\"%s\":%.6f" : "\"%s\":null", key, (double)number);
}

void think_json_eval(FILE *out, const struct thought *thought)
{
    write_probs(out, thought->rules, &thought->probs);
    fprintf(out, ",\"equity\":%.6f,", (double)pasch_probs_points(thought->rules, &thought->probs));
    write_number(out, "cubeful", thought->cubeful, thought->equity);
}

static const char *action_name(enum pasch_cube_action action)
{
    switch (action) {
    case PASCH_ACTION_DOUBLE_TAKE: return "double-take";
    case PASCH_ACTION_DOUBLE_PASS: return "double-pass";
    case PASCH_ACTION_TOO_GOOD_PASS:
    case PASCH_ACTION_TOO_GOOD_TAKE: return "too-good";
    case PASCH_ACTION_NO_DOUBLE: break;
    }
    return "no-double";
}

void think_json_cube(FILE *out, const struct thought *thought)
{
    const struct pasch_verdict *v = &thought->verdict;
    bool doubles = v->action == PASCH_ACTION_DOUBLE_TAKE || v->action == PASCH_ACTION_DOUBLE_PASS;
    write_number(out, "nodouble", true, v->no_double);
    fputc(',', out);
    write_number(out, "take", v->may_double, v->double_take);
    fputc(',', out);
    write_number(out, "pass", v->may_double, v->double_pass);
    fprintf(out, ",\"action\":\"%s\",\"roll\":%s,\"answer\":", action_name(v->action), doubles ? "false" : "true");
    fputs(!v->may_double ? "null" : v->beaver ? "\"beaver\"" : v->take ? "\"take\"" : "\"pass\"", out);
    if (thought->cube.met && v->may_double)
        fprintf(out, ",\"mwc\":[%.6f,%.6f,%.6f]", v->mwc[0], v->mwc[1], v->mwc[2]);
    else if (thought->cube.met)
        fprintf(out, ",\"mwc\":[%.6f,null,null]", v->mwc[0]);
    fputc(',', out);
    write_probs(out, thought->rules, &v->probs);
}

static void write_play(FILE *out, const struct pasch_position *position, const struct options *options,
                       const struct pasch_ranked *ranked)
{
    char move[PASCH_MOVE_ROOM], result[PASCH_PPN_ROOM];
    struct pasch_position next = options_after(options, position, ranked->index);
    options_write(options, position->rules, ranked->index, move);
    pasch_ppn_write(&next, result);
    fputs("{\"move\":", out);
    json_out_string(out, move);
    fputs(",\"result\":", out);
    json_out_string(out, result);
    fprintf(out, ",\"equity\":%.6f,", (double)ranked->equity);
    write_probs(out, position->rules, &ranked->probs);
    /* Plays that a filter has dropped were looked at less far: their equities do not compare with the others'. */
    fprintf(out, ",\"plies\":%d}", ranked->plies);
}

void think_json_plays(FILE *out, const struct pasch_position *position, const struct options *options, size_t count)
{
    fputs("\"plays\":[", out);
    for (size_t i = 0; i < count; i++) {
        if (i)
            fputc(',', out);
        write_play(out, position, options, &options->ranked[i]);
    }
    fputc(']', out);
}
