//! Control flow of GLSL in the orders that sources have it in (GLSL 4.60 6.2 to 6.4).

use super::arrays::numbers;
use mgpipe_tests::{against_native, scene::FULL_VS};

// red once: with the cases in the order of the compiler, the server took those that fall through into the default for loops
against_native!(cases_fall_through_wherever_the_default_is, |gl| {
    for (name, text) in [
        ("into the last", "switch (n) { case 1: o.x = 1.0; break; case 5: o.x = 5.0; default: o.y = 7.0; }"),
        (
            "into one in between",
            "switch (n) { case 1: o.x = 1.0; default: o.y += 7.0; case 2: o.z = 2.0; case 4: o.w = 4.0; }",
        ),
        ("from the first", "switch (n) { default: o.y = 7.0; case 3: o.z = 3.0; break; case 4: o.w = 4.0; }"),
        (
            "through several",
            "switch (n) { case 0: case 1: o.x += 1.0; case 2: o.x += 2.0; case 3: o.x += 4.0; default: o.x += 8.0; case 6: o.x += 16.0; }",
        ),
        (
            "in a loop",
            "for (int i = 0; i < 3; ++i) { switch (n + i) { case 3: continue; case 1: o.x += 1.0; case 2: o.y += 2.0; break; \
             case 5: o.z += 5.0; default: o.w += 1.0; } o.z += 0.5; }",
        ),
        (
            "with loops inside",
            "switch (n) { case 1: for (int i = 0; i < n + 2; ++i) { if (i == 2) break; o.x += 1.0; } \
             case 3: if (o.x > 1.0) o.y = 3.0; else o.y = 4.0; default: for (int i = 0; i < 2; ++i) o.z += 2.0; }",
        ),
        (
            "of one inside of another",
            "switch (n) { case 1: switch (n + 1) { case 2: o.x = 2.0; default: o.x += 1.0; } default: o.y = 1.0; \
             case 4: switch (n) { case 4: o.z = 4.0; default: o.z += 1.0; case 9: o.z += 0.5; } }",
        ),
        (
            "past a return",
            "switch (n) { case 1: { if (o.x == 0.0) { o.x = 9.0; return; } } case 2: o.y = 2.0; default: o.z = 3.0; }",
        ),
    ] {
        numbers(gl, name, FULL_VS, ("", text));
    }
});
