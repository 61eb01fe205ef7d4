/* The command of the server: options, the environment, and what the server borrows from the program. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/batch/batch_answer.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "server/server.h"

extern char **environ;

struct serving {
    struct server_options options;
    bool open;
    struct batch *batch; /* the engine's thread has it */
    char *text;
    size_t length;
    FILE *out;
    double thinking_until;
    char db[FILES_PATH];
};

/* The engine, in the server's thread for it. */

enum { THINK_SECONDS = 3 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool is_late(void *context)
{
    return seconds() > ((const struct serving *)context)->thinking_until;
}

static char *answer(void *context, const char *request, size_t length)
{
    struct serving *s = context;
    if (!s->out)
        s->out = open_memstream(&s->text, &s->length);
    if (s->out && !s->batch && (s->batch = batch_open(s->out))) {
        s->batch->thinkers.threads = 1;
        s->batch->thinkers.stop = is_late;
        s->batch->thinkers.stop_context = s;
    }
    if (!s->batch)
        return NULL;
    rewind(s->out);
    s->thinking_until = seconds() + THINK_SECONDS;
    batch_answer_lines(s->batch, request, length);
    return fflush(s->out) == 0 ? strndup(s->text, s->length) : NULL;
}

static void close_engine(struct serving *s)
{
    if (s->batch)
        batch_close(s->batch);
    if (s->out)
        fclose(s->out);
    free(s->text);
}

/* The browser. */

static void show_page(const char *url)
{
    pid_t child;
    const char *argv[] = {"xdg-open", url, NULL};
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    if ((!display || !*display) && (!wayland || !*wayland))
        return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    /* It goes its own way; that there is none is no error, the address has been printed. */
    posix_spawnp(&child, argv[0], &actions, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
}

static void ready(void *context, const char *url)
{
    const struct serving *s = context;
    printf("Pasch is at %s\n%s", url, isatty(STDOUT_FILENO) ? "Ctrl-C ends it.\n" : "");
    fflush(stdout);
    if (s->open)
        show_page(url);
}

/* Options, or else the environment. */

static int add_origin(void *context, const char *value)
{
    struct serving *s = context;
    if (s->options.origins == SERVER_ORIGINS)
        return cli_usage(&command_serve, "at most %d times --origin", SERVER_ORIGINS);
    if (!strstr(value, "://"))
        return cli_usage(&command_serve, "an origin is like https://example.org, not '%s'", value);
    s->options.origin[s->options.origins++] = value;
    return EXIT_FINE;
}

static const char *or_environment(const char *value, const char *name)
{
    const char *set = value ? NULL : getenv(name);
    return value ? value : set && *set ? set : NULL;
}

static int read_number(const char *option, const char *name, const char *text, long least, long most, int *number)
{
    long value;
    text = or_environment(text, name);
    if (!text)
        return EXIT_FINE;
    if (!cli_number(text, least, most, &value))
        return cli_usage(&command_serve, "%s is a number from %ld to %ld, not '%s'", option, least, most, text);
    *number = (int)value;
    return EXIT_FINE;
}

/* $XDG_DATA_HOME/pasch/games.db or ~/.local/share/pasch/games.db; the folder is made. */
static int usual_db(struct serving *s)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[FILES_PATH - 16];
    if (data && *data)
        snprintf(folder, sizeof folder, "%s/pasch", data);
    else if (home && *home)
        snprintf(folder, sizeof folder, "%s/.local/share/pasch", home);
    else
        return cli_usage(&command_serve, "nobody's home is known: --db FILE says where the games are kept");
    if (!files_make_folder(folder)) {
        fprintf(stderr, "pasch serve: %s: %s\n", folder, strerror(errno));
        return EXIT_NO;
    }
    snprintf(s->db, sizeof s->db, "%s/games.db", folder);
    s->options.db = s->db;
    return EXIT_FINE;
}

struct wanted {
    const char *listen, *port, *db, *cert, *key, *base, *connections, *address, *games, *log;
    bool proxy;
};

static int read_origins(struct serving *s)
{
    const char *list = getenv("PASCH_ORIGIN");
    if (s->options.origins || !list)
        return EXIT_FINE;
    char *copy = strdup(list); /* kept as long as the program runs */
    for (char *save, *word = copy ? strtok_r(copy, ", ", &save) : NULL; word; word = strtok_r(NULL, ", ", &save)) {
        int status = add_origin(s, word);
        if (status != EXIT_FINE)
            return status;
    }
    return EXIT_FINE;
}

static int read_options(struct serving *s, const struct wanted *w)
{
    struct server_options *o = &s->options;
    const char *listen = or_environment(w->listen, "PASCH_LISTEN"), *log = or_environment(w->log, "PASCH_LOG");
    const char *proxy = getenv("PASCH_BEHIND_PROXY");
    o->listen = listen ? listen : "127.0.0.1";
    o->port = 8470;
    o->max_connections = 4000;
    o->max_per_address = 64;
    o->max_games = 100;
    o->level = isatty(STDERR_FILENO) ? LOG_WARN : LOG_INFO;
    o->answer = answer;
    o->ready = ready;
    o->context = s;
    o->db = or_environment(w->db, "PASCH_DB");
    o->tls_cert = or_environment(w->cert, "PASCH_TLS_CERT");
    o->tls_key = or_environment(w->key, "PASCH_TLS_KEY");
    o->base_url = or_environment(w->base, "PASCH_BASE_URL");
    o->behind_proxy = w->proxy || (proxy && strcmp(proxy, "1") == 0);
    if (!o->tls_cert != !o->tls_key)
        return cli_usage(&command_serve, "--tls-cert and --tls-key go together");
    if (o->base_url && !strstr(o->base_url, "://"))
        return cli_usage(&command_serve, "--base-url is like https://example.org/, not '%s'", o->base_url);
    if (log && log_find_level(log) < 0)
        return cli_usage(&command_serve, "--log is error, warn, info or debug, not '%s'", log);
    if (log)
        o->level = (enum log_level)log_find_level(log);
    int status = read_number("--port", "PASCH_PORT", w->port, 0, 65535, &o->port);
    if (status == EXIT_FINE)
        status =
            read_number("--max-connections", "PASCH_MAX_CONNECTIONS", w->connections, 1, 100000, &o->max_connections);
    if (status == EXIT_FINE)
        status = read_number("--max-per-address", "PASCH_MAX_PER_ADDRESS", w->address, 0, 100000, &o->max_per_address);
    if (status == EXIT_FINE)
        status = read_number("--max-games", "PASCH_MAX_GAMES", w->games, 0, 1000000, &o->max_games);
    if (status == EXIT_FINE)
        status = read_origins(s);
    return status == EXIT_FINE && !o->db ? usual_db(s) : status;
}

static int run(int argc, char **argv)
{
    struct serving s = {0};
    struct wanted w = {0};
    const struct cli_option options[] = {
        {"--listen", &w.listen, NULL, NULL, NULL},
        {"--port", &w.port, NULL, NULL, NULL},
        {"--db", &w.db, NULL, NULL, NULL},
        {"--tls-cert", &w.cert, NULL, NULL, NULL},
        {"--tls-key", &w.key, NULL, NULL, NULL},
        {"--base-url", &w.base, NULL, NULL, NULL},
        {"--origin", NULL, NULL, add_origin, &s},
        {"--behind-proxy", NULL, &w.proxy, NULL, NULL},
        {"--max-connections", &w.connections, NULL, NULL, NULL},
        {"--max-per-address", &w.address, NULL, NULL, NULL},
        {"--max-games", &w.games, NULL, NULL, NULL},
        {"--log", &w.log, NULL, NULL, NULL},
        {"--open", NULL, &s.open, NULL, NULL},
    };
    int status = cli_options(&command_serve, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc > 1)
        return cli_usage(&command_serve, "there is nothing to be done with '%s'", argv[1]);
    status = read_options(&s, &w);
    if (status != EXIT_FINE)
        return status;
    bool fine = server_run(&s.options);
    close_engine(&s);
    return fine ? EXIT_FINE : EXIT_NO;
}

const struct command command_serve = {
    .name = "serve",
    .arguments = "[OPTIONS]",
    .summary = "Serve the page on which all games can be played",
    .help = "Prints the address of the page and runs until Ctrl-C or SIGTERM. It listens on\n"
            "this machine alone unless --listen says otherwise. Games between people are\n"
            "kept in one file and go on after a restart.\n\n"
            "  --listen ADDRESS     listen there (127.0.0.1); 0.0.0.0 is every address\n"
            "  --port N             on this port (8470); 0 takes any that is free\n"
            "  --db FILE            keep the games there\n"
            "                       (~/.local/share/pasch/games.db)\n"
            "  --tls-cert FILE, --tls-key FILE\n"
            "                       speak HTTPS with this certificate and key (PEM)\n"
            "  --base-url URL       how the world sees the server, e.g. behind a proxy\n"
            "  --origin ORIGIN      a page from there may use the API, too; may come\n"
            "                       several times\n"
            "  --behind-proxy       take the addresses of clients from X-Forwarded-For\n"
            "  --max-connections N  in all (4000)\n"
            "  --max-per-address N  connections of one address (64); 0 is any number, and\n"
            "                       lifts the limits on rates, too\n"
            "  --max-games N        unfinished games that one address may have made (100);\n"
            "                       0 is any number\n"
            "  --log LEVEL          error, warn, info or debug: lines of JSON on standard\n"
            "                       error (info; warn on a terminal)\n"
            "  --open               open the page in the browser, if there is a display\n\n"
            "Each option may also come from the environment: PASCH_LISTEN, PASCH_PORT,\n"
            "PASCH_DB, PASCH_TLS_CERT, PASCH_TLS_KEY, PASCH_BASE_URL, PASCH_ORIGIN (a list\n"
            "with commas), PASCH_BEHIND_PROXY (1), PASCH_MAX_CONNECTIONS,\n"
            "PASCH_MAX_PER_ADDRESS, PASCH_MAX_GAMES, PASCH_LOG. /healthz says whether the\n"
            "server is well, /metrics (for this machine alone) what it has counted.\n"
            "docs/protocol.md has the API.\n",
    .thinks = true,
    .run = run,
};
