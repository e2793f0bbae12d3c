/* Exact scores of many Connect Four positions of one ply: a tool for make_connect4_book.py.

   cc -O3 -march=native -pthread -o connect4_scorer connect4_scorer.c
   ./connect4_scorer FILE PLY SECONDS TABLE_BITS THREADS

   FILE holds records of 24 bytes: the mover's stones, all stones (bit = column * 7 + row), a proved
   lower bound of the score, the score or UNSCORED, and padding. Scores are written in place, in the
   order of the file, until SECONDS have passed; run it again to go on. The search is the one of
   engine/solvers/connect4_search.py: null windows, moves sorted by the threats they make, double
   threats seen a ply ahead, forced replies played at once. All threads share one transposition
   table of 2^TABLE_BITS words for the positions of up to SHARED stones; each has a small table of
   its own for the others. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t word;

enum {
    CELLS = 42,
    UNSCORED = 127,
    CHUNK = 64,       /* records a thread takes at once */
    SHARED = 25,
    MIRRORED = 22,    /* up to here a position and its mirror image share a place */
    PRIVATE_BITS = 16,
    LOWEST = -32,     /* below every score: bounds are kept in six bits */
    HIGHEST = 31
};

static const word BOTTOM = 0x40810204081, BOARD = 0x40810204081 * 63;
static const word COLUMN[7] = {63ull << 21, 63ull << 14, 63ull << 28, 63ull << 7,
                               63ull << 35, 63ull, 63ull << 42};

typedef struct {
    word mover, both;
    int8_t low, score, padding[6];
} record;

typedef struct {
    word *table;
    int seen[32][32]; /* how often a lower bound led to a score: what to ask first */
} worker;

static record *records;
static long count;
static atomic_long next_record;
static word *shared, shared_mask;
static int ply, seconds;
static time_t started;

static word mix(word key) {
    key *= 0x9E3779B97F4A7C15;
    key ^= key >> 32;
    key *= 0xBF58476D1CE4E5B9;
    return key ^ key >> 29;
}

static word mirror(word key) {
    const word low = 127;
    return (key & low) << 42 | (key & low << 7) << 28 | (key & low << 14) << 14 | (key & low << 21)
           | (key >> 14 & low << 14) | (key >> 28 & low << 7) | (key >> 42 & low);
}

static word key_of(word mover, word both, int stones) {
    word key = mover + both;
    if (stones > MIRRORED) return key;
    word image = mirror(key);
    return image < key ? image : key;
}

/* The empty cells that would give these stones four in a line. */
static word threats_of(word stones, word both) {
    word found = stones << 1 & stones << 2 & stones << 3;
    for (int step = 6; step <= 8; step++) {
        word pair = stones << step & stones << 2 * step;
        found |= pair & (stones << 3 * step | stones >> step);
        pair = stones >> step & stones >> 2 * step;
        found |= pair & (stones << step | stones >> 3 * step);
    }
    return found & BOARD & ~both;
}

/* An entry: the key, then the lower and the upper bound. */
static word entry_of(word key, int low, int high) {
    return key << 12 | (word)(low - LOWEST) << 6 | (word)(high - LOWEST);
}
static int low_of(word entry) { return (int)(entry >> 6 & 63) + LOWEST; }
static int high_of(word entry) { return (int)(entry & 63) + LOWEST; }

/* The pair of places of a key in the shared table; the one that holds it, or else the first.
   Two threads may write one place: a word is written as a whole, and it names its key. */
static word *place_of(word key) {
    word *place = shared + (mix(key) & shared_mask & ~1ull);
    return place[0] >> 12 != key && place[1] >> 12 == key ? place + 1 : place;
}

static void keep(word *place, word entry) {
    word key = entry >> 12;
    if (place[0] >> 12 == key || (uintptr_t)place & 8)
        place[0] = entry;
    else if (!place[0] || (place[1] && mix(entry) & 1))
        place[0] = entry;
    else
        place[1] = entry;
}

/* Whether the score is at least `goal`, as a bound on the goal's side of the score. Nobody wins at
   once for the mover; `theirs` are the opponent's threats. */
static int search(worker *self, word mover, word both, word theirs, int goal, int stones) {
    word possible = (both + BOTTOM) & BOARD, forced = possible & theirs;
    if (forced & (forced - 1 | theirs >> 1)) return -((CELLS - stones) >> 1);
    possible &= ~(theirs >> 1);
    if (!forced && !possible) return -((CELLS - stones) >> 1);
    if (stones >= CELLS - 2) return 0;
    int bound = (CELLS - 1 - stones) >> 1;
    if (goal > bound) return bound;
    bound = -((CELLS - 2 - stones) >> 1);
    if (goal <= bound) return bound;

    word other = mover ^ both;
    if (forced) { /* one reply is not worth a place in the table */
        word after = both | forced;
        return -search(self, other, after, threats_of(mover | forced, after), 1 - goal, stones + 1);
    }

    word key = key_of(mover, both, stones);
    word *place = stones <= SHARED ? place_of(key)
                                   : self->table + (mix(key) >> (64 - PRIVATE_BITS));
    int low = LOWEST, high = HIGHEST;
    word entry = *place;
    if (entry >> 12 == key) {
        low = low_of(entry);
        high = high_of(entry);
        if (low >= goal) return low;
        if (high < goal) return high;
    }

    word child_keys[7];
    struct {
        word move, threats;
        int merit;
    } moves[7];
    int found = 0, is_shared = ++stones <= SHARED;
    for (int rank = 0; rank < 7; rank++) {
        word move = possible & COLUMN[rank];
        if (!move) continue;
        word after = both | move, threats = threats_of(mover | move, after);
        word wins = (after + BOTTOM) & threats;
        /* A threat that is answered at once is worth less than one that stays. */
        int merit = 16 * __builtin_popcountll(threats) - rank - (wins ? 7 : 0);
        if (wins & (wins - 1 | threats >> 1) && (CELLS - stones) >> 1 >= goal)
            return (CELLS - stones) >> 1;
        if (is_shared) {
            child_keys[found] = key_of(other, after, stones);
            __builtin_prefetch(shared + (mix(child_keys[found]) & shared_mask & ~1ull));
        }
        int at = found++;
        for (; at > 0 && moves[at - 1].merit < merit; at--) moves[at] = moves[at - 1];
        moves[at].move = move;
        moves[at].threats = threats;
        moves[at].merit = merit;
    }
    if (found > 1 && stones <= SHARED - 2)
        for (int at = 0; at < found; at++) {
            word known = *place_of(child_keys[at]);
            if (known >> 12 == child_keys[at] && -high_of(known) >= goal) return -high_of(known);
        }

    int best = LOWEST;
    for (int at = 0; at < found && best < goal; at++) {
        word move = moves[at].move;
        int score = -search(self, other, both | move, moves[at].threats, 1 - goal, stones);
        if (score > best) best = score;
    }
    if (best >= goal && best > low) low = best;
    if (best < goal && best < high) high = best;
    entry = entry_of(key, low, high);
    if (stones - 1 <= SHARED)
        keep(place, entry);
    else
        *place = entry;
    return best;
}

/* What to ask of a score in low .. high: the goal that halves what was seen after `bound`. */
static int next_goal(const int *seen, int low, int high) {
    long total = 0, above = 0;
    for (int score = low; score <= high; score++) total += seen[score + 16];
    int goal = high;
    for (int score = high; score > low && 2 * above < total; score--) {
        above += seen[score + 16];
        goal = score;
    }
    return goal;
}

static void score(worker *self, record *one) {
    int low = one->low, high = (CELLS - 1 - ply) / 2, floor = -((CELLS - ply) / 2);
    if (low < floor) low = floor;
    int *seen = self->seen[low + 16];
    word theirs = threats_of(one->mover ^ one->both, one->both);
    while (low < high) {
        int goal = next_goal(seen, low, high);
        int bound = search(self, one->mover, one->both, theirs, goal, ply);
        if (bound >= goal)
            low = bound;
        else
            high = bound > low ? bound : low;
    }
    seen[low + 16] += 8;
    one->score = (int8_t)low;
}

static void *work(void *unused) {
    (void)unused;
    worker self = {calloc(1u << PRIVATE_BITS, sizeof(word)), {{0}}};
    for (int low = 0; low < 32; low++)
        for (int score = 0; score < 32; score++) self.seen[low][score] = low == score ? 9 : 1;
    while (time(NULL) - started < seconds) {
        long first = atomic_fetch_add(&next_record, CHUNK);
        if (first >= count) break;
        for (long at = first; at < first + CHUNK && at < count; at++)
            if (records[at].score == UNSCORED) score(&self, records + at);
    }
    free(self.table);
    return NULL;
}

int main(int arguments, char **argument) {
    if (arguments != 6) {
        fprintf(stderr, "usage: connect4_scorer FILE PLY SECONDS TABLE_BITS THREADS\n");
        return 2;
    }
    int file = open(argument[1], O_RDWR), threads = atoi(argument[5]);
    struct stat about;
    if (file < 0 || fstat(file, &about) || threads < 1 || threads > 64) return 2;
    ply = atoi(argument[2]);
    seconds = atoi(argument[3]);
    count = about.st_size / (long)sizeof(record);
    records = mmap(NULL, about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    word size = 1ull << atoi(argument[4]);
    shared = mmap(NULL, size * sizeof(word), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (records == MAP_FAILED || shared == MAP_FAILED) return 1;
    madvise(shared, size * sizeof(word), MADV_HUGEPAGE);
    shared_mask = size - 1;
    started = time(NULL);
    pthread_t running[64];
    for (int at = 0; at < threads; at++) pthread_create(running + at, NULL, work, NULL);
    for (int at = 0; at < threads; at++) pthread_join(running[at], NULL);
    return msync(records, about.st_size, MS_SYNC) ? 1 : 0;
}
