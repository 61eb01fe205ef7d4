/* The page's functions compiled for this machine: reads lines like "best 1 5 PPN" and prints what they answer, to be
 * compared with what they answer in WebAssembly. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *web_think(char *lines);
void web_make_table(int kind, char *lines);
const void *web_made(void);
size_t web_made_size(void);
void *web_table_room(int kind, size_t size);
char *web_best(int plies, int most, const char *text);
char *web_evaluate(int plies, const char *text);
char *web_cube(int plies, const char *text);

/* The tables of a game, made and given, as the page does it. */
static void give_tables(const char *lines)
{
    for (int kind = 0; kind < 2; kind++) {
        char *own = strdup(lines);
        web_make_table(kind, own);
        if (web_made_size())
            memcpy(web_table_room(kind, web_made_size()), web_made(), web_made_size());
        free(own);
    }
}

/* "think game standard|set opening=fresh|" */
static const char *think(char *lines, bool tables)
{
    for (char *at = lines; *at; at++)
        *at = *at == '|' ? '\n' : *at;
    if (tables)
        give_tables(lines);
    return web_think(lines);
}

static const char *answer(char *line)
{
    int plies, most, begin;
    if (strncmp(line, "think ", 6) == 0)
        return think(line + 6, false);
    if (strncmp(line, "solve ", 6) == 0)
        return think(line + 6, true);
    if (sscanf(line, "best %d %d %n", &plies, &most, &begin) == 2)
        return web_best(plies, most, line + begin);
    if (sscanf(line, "evaluate %d %n", &plies, &begin) == 1)
        return web_evaluate(plies, line + begin);
    if (sscanf(line, "cube %d %n", &plies, &begin) == 1)
        return web_cube(plies, line + begin);
    return "?";
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        puts(answer(line));
    }
    free(line);
    return 0;
}
