/*
 * Preloaded into piglit's programs: a program that asks for any desktop OpenGL context gets OpenGL 4.5 core,
 * or the core version that FORCE_CORE names ("3.3").
 *
 * piglit makes its contexts with waffle, whose attribute lists are pairs that end with a zero. Whatever such a list says
 * about version and profile is taken out, and the core version put in; lists for other APIs pass as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* From waffle's public header; these values are its ABI. */
enum {
    CONTEXT_API = 0x020a,
    CONTEXT_OPENGL = 0x020b,
    CONTEXT_MAJOR_VERSION = 0x020e,
    CONTEXT_MINOR_VERSION = 0x020f,
    CONTEXT_PROFILE = 0x0210,
    CONTEXT_CORE_PROFILE = 0x0211,
    CONTEXT_FORWARD_COMPATIBLE = 0x0215,
    MOST_PAIRS = 64
};

typedef void *(*choose_function)(void *display, const int32_t *attributes);

static int about_the_version(int32_t name)
{
    return name == CONTEXT_MAJOR_VERSION || name == CONTEXT_MINOR_VERSION || name == CONTEXT_PROFILE ||
           name == CONTEXT_FORWARD_COMPATIBLE;
}

void *waffle_config_choose(void *display, const int32_t *attributes)
{
    const char *wanted = getenv("FORCE_CORE");
    int32_t major = 4, minor = 5;
    if (wanted && wanted[0] >= '3' && wanted[0] <= '4' && wanted[1] == '.' && wanted[2] >= '0' && wanted[2] <= '9') {
        major = wanted[0] - '0';
        minor = wanted[2] - '0';
    }
    const int32_t core[] = {
        CONTEXT_MAJOR_VERSION, major, CONTEXT_MINOR_VERSION, minor, CONTEXT_PROFILE, CONTEXT_CORE_PROFILE, 0,
    };
    choose_function next = (choose_function)dlsym(RTLD_NEXT, "waffle_config_choose");
    int32_t list[2 * MOST_PAIRS + sizeof core / sizeof *core];
    int length = 0, desktop = 0;

    for (const int32_t *pair = attributes; pair && *pair && length < 2 * MOST_PAIRS; pair += 2) {
        if (pair[0] == CONTEXT_API)
            desktop = pair[1] == CONTEXT_OPENGL;
        if (!about_the_version(pair[0])) {
            list[length++] = pair[0];
            list[length++] = pair[1];
        }
    }
    if (!desktop)
        return next(display, attributes);
    memcpy(list + length, core, sizeof core);
    return next(display, list);
}
