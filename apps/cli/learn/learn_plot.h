/* The curve of a learning as a picture. */
#ifndef LEARN_PLOT_H
#define LEARN_PLOT_H

#include <stdbool.h>

/* From log.tsv to an SVG file: the loss over the time, a panel for each phase. False if a file cannot be read or
 * written. */
bool learn_plot(const char *log, const char *svg);

#endif
