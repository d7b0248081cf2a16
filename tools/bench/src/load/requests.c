// The mix of requests: a file with a line `WEIGHT HEX` for each.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

enum { DRAWN = 1 << 16, REQUESTS = 65536, LINE = 1 << 17 };

static struct request requests[REQUESTS];
static double weights[REQUESTS];
static size_t request_count;
// Drawn once by weight with a fixed seed, so that every server gets the same calls.
static uint16_t drawn[DRAWN];
static size_t next_drawn;

static void draw(double total) {
    uint64_t state = 0x9e3779b97f4a7c15;
    for (size_t i = 0; i < DRAWN; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        double point = (double)(state >> 11) / 9007199254740992.0 * total;
        size_t low = 0, high = request_count - 1;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (weights[middle] < point) low = middle + 1;
            else high = middle;
        }
        drawn[i] = (uint16_t)low;
    }
}

void read_requests(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(strerror(errno), (const uint8_t *)path, strlen(path));
    static char line[LINE];
    double total = 0;
    while (request_count < REQUESTS && fgets(line, sizeof line, file)) {
        char *hex;
        double weight = strtod(line, &hex);
        while (*hex == ' ') hex++;
        size_t digits = strcspn(hex, "\n");
        struct request *request = &requests[request_count];
        request->bytes = malloc(digits / 2 + 1);
        if (weight <= 0 || digits < 2 || digits % 2 || !request->bytes)
            fail("not a line of weight and request", (const uint8_t *)line, strlen(line));
        for (size_t i = 0; i < digits; i += 2)
            if (sscanf(hex + i, "%2hhx", &request->bytes[request->length++]) != 1)
                fail("not hexadecimal", (const uint8_t *)hex, digits);
        total += weight;
        weights[request_count++] = total;
    }
    fclose(file);
    if (request_count == 0) fail("no request in", (const uint8_t *)path, strlen(path));
    draw(total);
}

struct request *next_request(void) { return &requests[drawn[next_drawn++ % DRAWN]]; }
