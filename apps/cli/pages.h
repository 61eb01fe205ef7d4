/* The rules pages of docs/rules/en, compiled in. */
#ifndef PAGES_H
#define PAGES_H

struct page {
    const char *id;
    const char *text; /* Markdown */
};

extern const struct page pages[]; /* ends with id 0 */

#endif
