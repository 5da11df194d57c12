/*
 * Preloaded into piglit's programs: a program that asks for any desktop OpenGL context gets OpenGL 4.5 core.
 *
 * piglit makes its contexts with waffle, whose attribute lists are pairs that end with a zero. Whatever such a list says
 * about version and profile is taken out, and 4.5 core put in; lists for other APIs pass as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
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
    static const int32_t core_45[] = {
        CONTEXT_MAJOR_VERSION, 4, CONTEXT_MINOR_VERSION, 5, CONTEXT_PROFILE, CONTEXT_CORE_PROFILE, 0,
    };
    choose_function next = (choose_function)dlsym(RTLD_NEXT, "waffle_config_choose");
    int32_t list[2 * MOST_PAIRS + sizeof core_45 / sizeof *core_45];
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
    memcpy(list + length, core_45, sizeof core_45);
    return next(display, list);
}
