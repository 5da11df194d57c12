/*
 * Preloaded into piglit's programs: a program that asks for any desktop OpenGL context gets OpenGL 4.5 core,
 * or the core version that FORCE_CORE names ("3.3"), or the highest below it that there is: capabilities that are masked
 * may lower what is offered.
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
typedef void *(*create_function)(void *config, void *shared);
typedef int (*destroy_function)(void *object);

static const int versions[][2] = {{4, 5}, {4, 4}, {4, 3}, {4, 2}, {4, 1}, {4, 0}, {3, 3}, {3, 2}, {3, 1}};

static int about_the_version(int32_t name)
{
    return name == CONTEXT_MAJOR_VERSION || name == CONTEXT_MINOR_VERSION || name == CONTEXT_PROFILE ||
           name == CONTEXT_FORWARD_COMPATIBLE;
}

void *waffle_config_choose(void *display, const int32_t *attributes)
{
    const char *wanted = getenv("FORCE_CORE");
    int most = 45;
    if (wanted && wanted[0] >= '3' && wanted[0] <= '4' && wanted[1] == '.' && wanted[2] >= '0' && wanted[2] <= '9')
        most = (wanted[0] - '0') * 10 + wanted[2] - '0';
    choose_function next = (choose_function)dlsym(RTLD_NEXT, "waffle_config_choose");
    create_function create = (create_function)dlsym(RTLD_NEXT, "waffle_context_create");
    destroy_function destroy_context = (destroy_function)dlsym(RTLD_NEXT, "waffle_context_destroy");
    destroy_function destroy_config = (destroy_function)dlsym(RTLD_NEXT, "waffle_config_destroy");
    int32_t list[2 * MOST_PAIRS + 8];
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
    void *config = NULL;
    for (size_t i = 0; i < sizeof versions / sizeof *versions && !config; i++) {
        if (versions[i][0] * 10 + versions[i][1] > most)
            continue;
        const int32_t core[] = {
            CONTEXT_MAJOR_VERSION, versions[i][0], CONTEXT_MINOR_VERSION, versions[i][1],
            CONTEXT_PROFILE, CONTEXT_CORE_PROFILE, 0,
        };
        memcpy(list + length, core, sizeof core);
        config = next(display, list);
        /* Whether there is such a context shows when it is made. */
        void *context = config ? create(config, NULL) : NULL;
        if (context) {
            destroy_context(context);
        } else if (config) {
            destroy_config(config);
            config = NULL;
        }
    }
    return config;
}
