#include <math.h>

#include "rollout/rollout.h"

void tally_add(struct tally *tally, const struct outcome *outcome)
{
    double value[SUMS];
    for (int i = 0; i < CHANCES; i++)
        value[i] = outcome->chance[i];
    value[CHANCES] = outcome->equity;
    value[CHANCES + 1] = outcome->cubeful;
    for (int i = 0; i < SUMS; i++) {
        tally->sum[i] += value[i];
        tally->squares[i] += value[i] * value[i];
    }
    tally->trials++;
}

void pair_add(struct pair *pair, double difference)
{
    pair->sum += difference;
    pair->squares += difference * difference;
    pair->trials++;
}

static double mean(uint64_t trials, double sum)
{
    return trials ? sum / (double)trials : 0;
}

static double error(uint64_t trials, double sum, double squares)
{
    double n = (double)trials;
    if (trials < 2)
        return INFINITY;
    double variance = (squares - sum * sum / n) / (n - 1);
    return variance > 0 ? sqrt(variance / n) : 0;
}

double tally_mean(const struct tally *tally, int which)
{
    return mean(tally->trials, tally->sum[which]);
}

double tally_error(const struct tally *tally, int which)
{
    return error(tally->trials, tally->sum[which], tally->squares[which]);
}

double pair_mean(const struct pair *pair)
{
    return mean(pair->trials, pair->sum);
}

double pair_error(const struct pair *pair)
{
    return error(pair->trials, pair->sum, pair->squares);
}
