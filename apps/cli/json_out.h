/* Writing JSON straight to a stream: answers to a batch are many and flat, so no tree is built for them. */
#ifndef JSON_OUT_H
#define JSON_OUT_H

#include <stdio.h>

/* A quoted string, escaped as RFC 8259 asks; bytes that are no UTF-8 become '?'. */
void json_out_string(FILE *out, const char *text);

#endif
