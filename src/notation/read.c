#include <string.h>

#include "base/error.h"
#include "pasch/notation.h"

/* An XGID names itself or has 26 letters and a colon; an identifier of GNU Backgammon is one word of 14 letters, or two
 * joined by a colon (it may begin with XGID, but has no '='); everything else is taken for PPN, whose errors say most.
 */
enum pasch_status pasch_position_read(struct pasch_position *position, const char *text,
                                      const struct pasch_rules *rules, struct pasch_error *error)
{
    const char *word = text + strspn(text, " \t\r\n");
    size_t length = strcspn(word, " \t\r\n"), colon = strcspn(word, ": \t\r\n");
    bool alone = word[length + strspn(word + length, " \t\r\n")] == 0;
    bool xgid = strncmp(word, "XGID=", 5) == 0 || (alone && colon == 26 && word[colon] == ':');
    bool gnubg = alone && (length == 14 || (colon == 14 && word[colon] == ':'));
    if (!xgid && !gnubg)
        return pasch_ppn_read(position, text, rules, error);
    if (rules && strcmp(rules->id, pasch_game_at(0)->id) != 0)
        return error_set(error, PASCH_BAD_GAME, 1, "identifiers are for standard backgammon, not for '%s'", rules->id);
    struct pasch_position read;
    enum pasch_status status = xgid ? pasch_xgid_read(&read, text, error) : pasch_gnubg_read(&read, text, error);
    if (status == PASCH_OK && rules) { /* options may forbid what the plain game allows */
        read.rules = rules;
        status = pasch_position_check(&read, error);
    }
    if (status == PASCH_OK)
        *position = read;
    return status;
}
