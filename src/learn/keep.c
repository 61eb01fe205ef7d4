/* The state of a learning as bytes, for the same program on the same kind of machine: sizes first, so that another
 * shape is refused, a checksum last. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "learn/learning.h"

size_t pasch_net_bytes(const struct pasch_net *net, void *out)
{
    if (out)
        net_file_write(net, out);
    return net_file_size(net);
}

struct head {
    char magic[8];
    uint64_t size, checksum;
    uint64_t table_size, lesson_size, weights[PASCH_NET_USES], kept[PASCH_NET_USES];
};

static const char magic[8] = "PASCHLRN";

/* One walk over everything that is kept, for telling the size, writing and reading. */
struct walk {
    uint8_t *at;
    size_t size;
    bool reading;
};

static void visit(struct walk *walk, void *what, size_t size)
{
    if (!size) /* an empty memory has no address */
        return;
    if (walk->at && walk->reading)
        memcpy(what, walk->at + walk->size, size);
    else if (walk->at)
        memcpy(walk->at + walk->size, what, size);
    walk->size += size;
}

static void visit_learner(struct walk *walk, struct learner *l)
{
    struct weights *const all[] = {l->net, l->mean, l->m, l->v};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        visit(walk, all[i]->tile, all[i]->size);
    visit(walk, &l->rng, sizeof l->rng);
    visit(walk, l->fired, sizeof l->fired);
    visit(walk, &l->steps, sizeof l->steps);
    visit(walk, &l->waiting, sizeof l->waiting);
    visit(walk, l->sample, LEARNER_BATCH * sizeof *l->sample);
}

static void visit_school(struct walk *walk, struct school *school)
{
    visit_learner(walk, &school->learner);
    visit(walk, &school->next, sizeof school->next);
    visit(walk, school->memory, school->kept * sizeof *school->memory);
}

static void visit_ranker(struct walk *walk, struct ranker *r)
{
    struct ranker_weights *const all[] = {r->net, r->mean, r->m, r->v, r->slope};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        visit(walk, all[i], sizeof *all[i]);
    visit(walk, &r->steps, sizeof r->steps);
    visit(walk, &r->waiting, sizeof r->waiting);
}

static void visit_all(struct walk *walk, struct pasch_learning *l)
{
    visit(walk, &l->rng, sizeof l->rng);
    visit(walk, l->table, sizeof l->table);
    visit(walk, &l->games, sizeof l->games);
    visit(walk, &l->positions, sizeof l->positions);
    for (int use = 0; use < PASCH_NET_USES; use++) {
        if (l->school[use].learner.net)
            visit_school(walk, &l->school[use]);
    }
    if (l->ranker.net)
        visit_ranker(walk, &l->ranker);
}

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u, word;
    size_t i = 0;
    for (; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 31;
    }
    for (; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static struct head head_of(const struct pasch_learning *l, size_t size)
{
    struct head head = {.size = size, .table_size = sizeof l->table, .lesson_size = sizeof(struct lesson)};
    for (int use = 0; use < PASCH_NET_USES; use++) {
        const struct school *school = &l->school[use];
        head.weights[use] = school->learner.net ? school->learner.net->size : 0;
        head.kept[use] = school->kept;
    }
    memcpy(head.magic, magic, sizeof magic);
    return head;
}

size_t pasch_learn_save(const struct pasch_learning *learning, void *out)
{
    struct pasch_learning *l = (struct pasch_learning *)(uintptr_t)learning; /* the walk only reads here */
    struct walk walk = {.at = out ? (uint8_t *)out + sizeof(struct head) : NULL};
    visit_all(&walk, l);
    if (out) {
        struct head head = head_of(learning, walk.size);
        head.checksum = checksum(walk.at, walk.size);
        memcpy(out, &head, sizeof head);
    }
    return sizeof(struct head) + walk.size;
}

static bool make_room(struct school *school, uint64_t kept)
{
    if (!kept)
        return true;
    free(school->memory);
    school->memory = malloc(kept * sizeof *school->memory);
    school->kept = school->room = school->memory ? kept : 0;
    return school->memory != NULL;
}

enum pasch_status pasch_learn_load(struct pasch_learning *l, const void *bytes, size_t size, struct pasch_error *error)
{
    struct head head, own = head_of(l, 0);
    if (size < sizeof head)
        return error_set(error, PASCH_BAD_TEXT, 0, "this is no state of a learning");
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0 || head.size != size - sizeof head)
        return error_set(error, PASCH_BAD_TEXT, 0, "this is no state of a learning, or it is cut off");
    if (head.checksum != checksum((const uint8_t *)bytes + sizeof head, head.size))
        return error_set(error, PASCH_BAD_TEXT, 0, "the state is damaged: its checksum does not fit");
    if (head.table_size != own.table_size || head.lesson_size != own.lesson_size ||
        memcmp(head.weights, own.weights, sizeof head.weights) != 0)
        return error_set(error, PASCH_BAD_TEXT, 0, "the state is of nets of another size");
    for (int use = 0; use < PASCH_NET_USES; use++) {
        if (!make_room(&l->school[use], head.kept[use]))
            return error_set(error, PASCH_FULL, 0, "out of memory");
    }
    if (pasch_learn_save(l, NULL) != size)
        return error_set(error, PASCH_BAD_TEXT, 0, "the state is of nets of another size");
    struct walk walk = {.at = (uint8_t *)(uintptr_t)bytes + sizeof head, .reading = true};
    visit_all(&walk, l);
    for (int i = 0; i < TABLES; i++)
        l->table[i].position.rules = l->table[i].forward ? &l->forward : l->rules;
    return PASCH_OK;
}
