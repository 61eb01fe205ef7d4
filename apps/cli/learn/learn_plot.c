#include "cli/learn/learn_plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 960, HEIGHT = 360, LEFT = 70, RIGHT = 20, TOP = 40, BOTTOM = 50, PHASES = 16 };

struct point {
    double seconds, positions, loss;
    int phase;
};

struct curve {
    struct point *point;
    size_t count, room;
};

static bool add_point(struct curve *curve, struct point point)
{
    if (curve->count == curve->room) {
        size_t room = curve->room ? 2 * curve->room : 256;
        struct point *more = realloc(curve->point, room * sizeof *more);
        if (!more)
            return false;
        curve->point = more;
        curve->room = room;
    }
    curve->point[curve->count++] = point;
    return true;
}

/* Lines without a loss, as at the beginning of a phase, show nothing. */
static bool read_log(struct curve *curve, const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool fine = true;
    while (fine && fgets(line, sizeof line, file)) {
        struct point p;
        double games, rate;
        if (sscanf(line, "%lf %d %lf %lf %lf %lf", &p.seconds, &p.phase, &games, &p.positions, &rate, &p.loss) == 6 &&
            p.loss > 0 && p.phase >= 1 && p.phase <= PHASES)
            fine = add_point(curve, p);
    }
    fclose(file);
    return fine;
}

/* Where a panel lies, and what it shows. */
struct panel {
    int phase;
    double left, right;                 /* in the picture */
    double begin, end, lowest, highest; /* seconds, and the loss */
};

static void survey(const struct curve *curve, struct panel *panel)
{
    bool any = false;
    for (size_t i = 0; i < curve->count; i++) {
        const struct point *p = &curve->point[i];
        if (p->phase != panel->phase)
            continue;
        panel->begin = any ? panel->begin : p->seconds;
        panel->end = p->seconds;
        panel->lowest = any ? fmin(panel->lowest, p->loss) : p->loss;
        panel->highest = any ? fmax(panel->highest, p->loss) : p->loss;
        any = true;
    }
    panel->lowest *= 0.95;
    panel->highest *= 1.05;
    if (panel->end <= panel->begin)
        panel->end = panel->begin + 1;
}

static double x_of(const struct panel *panel, double seconds)
{
    return panel->left + (panel->right - panel->left) * (seconds - panel->begin) / (panel->end - panel->begin);
}

static double y_of(const struct panel *panel, double loss)
{
    double share = log(loss / panel->lowest) / log(panel->highest / panel->lowest);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

static void draw_panel(FILE *out, const struct curve *curve, const struct panel *panel)
{
    fprintf(out, "<rect x='%.0f' y='%d' width='%.0f' height='%d' fill='none' stroke='#999'/>\n", panel->left, TOP,
            panel->right - panel->left, HEIGHT - TOP - BOTTOM);
    fprintf(out, "<text x='%.0f' y='%d'>phase %d</text>\n", panel->left + 6, TOP - 8, panel->phase);
    for (int i = 0; i <= 2; i++) {
        double loss = panel->lowest * pow(panel->highest / panel->lowest, i / 2.0);
        double seconds = panel->begin + (panel->end - panel->begin) * i / 2.0;
        fprintf(out, "<text x='%.0f' y='%.0f' text-anchor='end'>%.2g</text>\n", panel->left - 4, y_of(panel, loss) + 4,
                loss);
        if (i < 2)
            fprintf(out, "<text x='%.0f' y='%d'>%.0f s</text>\n", x_of(panel, seconds), HEIGHT - BOTTOM + 18, seconds);
    }
    fprintf(out, "<polyline fill='none' stroke='#06c' stroke-width='1.5' points='");
    for (size_t i = 0; i < curve->count; i++) {
        const struct point *p = &curve->point[i];
        if (p->phase == panel->phase)
            fprintf(out, "%.1f,%.1f ", x_of(panel, p->seconds), y_of(panel, p->loss));
    }
    fprintf(out, "'/>\n");
}

static void draw(FILE *out, const struct curve *curve)
{
    int phases = 0, seen[PHASES + 1] = {0};
    for (size_t i = 0; i < curve->count; i++)
        phases += !seen[curve->point[i].phase]++;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>\n"
            "<rect width='%d' height='%d' fill='#fff'/>\n"
            "<text x='%d' y='%d'>loss above the targets&#8217; own, by seconds on one core; each phase has a scale of "
            "its own</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, HEIGHT - 10);
    double width = phases ? (double)(WIDTH - RIGHT) / phases : 0;
    int n = 0;
    for (int phase = 1; phase <= PHASES; phase++) {
        if (!seen[phase])
            continue;
        struct panel panel = {.phase = phase, .left = n * width + LEFT, .right = (n + 1) * width};
        survey(curve, &panel);
        draw_panel(out, curve, &panel);
        n++;
    }
    fprintf(out, "</svg>\n");
}

bool learn_plot(const char *log, const char *svg)
{
    struct curve curve = {0};
    bool fine = read_log(&curve, log);
    FILE *out = fine ? fopen(svg, "w") : NULL;
    if (out)
        draw(out, &curve);
    fine = out && fclose(out) == 0;
    free(curve.point);
    return fine;
}
