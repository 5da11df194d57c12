"""A headless moderngl program: one feature of OpenGL 3.3 core after the other, and a checksum of every read."""

import math
import struct

import moderngl

from reads import read, value

WIDTH, HEIGHT = 128, 96

ctx = moderngl.create_context(standalone=True, backend="egl", require=330)
value("core", ctx.version_code >= 330)


def floats(*values):
    return struct.pack(f"{len(values)}f", *values)


def gradient(width, height, shift):
    return bytes(
        channel
        for y in range(height)
        for x in range(width)
        for channel in ((x * 255 // width) ^ shift, y * 255 // height, (x * y + shift) % 256, 255)
    )


QUAD = ctx.buffer(floats(-1, -1, 1, -1, -1, 1, 1, 1))
QUAD_VERTEX = """
#version 330 core
in vec2 corner;
uniform vec4 place;
out vec2 uv;
void main() {
    uv = corner * 0.5 + 0.5;
    gl_Position = vec4(place.xy + corner * place.zw, 0.0, 1.0);
}
"""


def instancing():
    program = ctx.program(
        vertex_shader="""
            #version 330 core
            in vec2 corner;
            in vec2 offset;
            in vec4 colour;
            uniform float size;
            out vec4 shade;
            void main() {
                shade = colour * (0.75 + 0.25 * float(gl_InstanceID % 4) / 3.0);
                gl_Position = vec4(offset + corner * size, 0.0, 1.0);
            }
        """,
        fragment_shader="""
            #version 330 core
            in vec4 shade;
            out vec4 colour;
            void main() { colour = shade; }
        """,
    )
    program["size"] = 0.06
    instances = b"".join(
        floats(math.cos(i) * i / 60, math.sin(i) * i / 60, i / 60, 1 - i / 60, (i % 7) / 6, 1) for i in range(60)
    )
    array = ctx.vertex_array(
        program, [(QUAD, "2f", "corner"), (ctx.buffer(instances), "2f 4f/i", "offset", "colour")]
    )
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    target.use()
    target.clear(0.1, 0.2, 0.3, 1.0)
    array.render(moderngl.TRIANGLE_STRIP, instances=60)
    read("instancing", target.read(components=4))


def attachments():
    """An unsigned integer, a half-float and a normalized attachment with depth, drawn at once."""
    program = ctx.program(
        vertex_shader="""
            #version 330 core
            in vec2 corner;
            uniform vec4 place;
            uniform float depth;
            out vec2 uv;
            void main() {
                uv = corner * 0.5 + 0.5;
                gl_Position = vec4(place.xy + corner * place.zw, depth + 0.3 * corner.x, 1.0);
            }
        """,
        fragment_shader="""
            #version 330 core
            in vec2 uv;
            uniform uint number;
            layout(location = 0) out uvec4 identity;
            layout(location = 1) out vec4 wide;
            layout(location = 2) out vec4 narrow;
            void main() {
                identity = uvec4(number, uint(gl_FragCoord.x), uint(gl_FragCoord.y) << 16, 0xdeadbeefu);
                wide = vec4(uv * 100.0, -float(number), 0.5);
                narrow = vec4(uv, 0.5, 1.0);
            }
        """,
    )
    identity = ctx.texture((WIDTH, HEIGHT), 4, dtype="u4")
    wide = ctx.texture((WIDTH, HEIGHT), 4, dtype="f2")
    narrow = ctx.texture((WIDTH, HEIGHT), 4)
    depth = ctx.depth_texture((WIDTH, HEIGHT))
    target = ctx.framebuffer([identity, wide, narrow], depth)
    target.use()
    target.clear(depth=1.0)
    ctx.enable_only(moderngl.DEPTH_TEST)
    array = ctx.vertex_array(program, [(QUAD, "2f", "corner")])
    for number in range(6):
        program["place"] = (number / 6 - 0.5, 0.3 - number / 10, 0.4, 0.5)
        program["depth"] = 0.5 - number * 0.15 if number % 2 else number * 0.1
        program["number"] = number + 1
        array.render(moderngl.TRIANGLE_STRIP)
    ctx.enable_only(moderngl.NOTHING)
    read("unsigned integer attachment", identity.read())
    read("half-float attachment", wide.read())
    read("normalized attachment", narrow.read())
    read("depth texture", depth.read())
    read("unsigned integer from the framebuffer", target.read(components=4, attachment=0, dtype="u4"))
    read("half float from the framebuffer", target.read(components=4, attachment=1, dtype="f2"))
    read("depth from the framebuffer", target.read(attachment=-1, components=1, dtype="f4"))

    # The depth texture as a texture, compared.
    shade = ctx.program(
        vertex_shader=QUAD_VERTEX,
        fragment_shader="""
            #version 330 core
            in vec2 uv;
            uniform sampler2DShadow shadow;
            out vec4 colour;
            void main() { colour = vec4(texture(shadow, vec3(uv, 0.45)), texture(shadow, vec3(uv, 0.8)), 0.25, 1.0); }
        """,
    )
    shade["place"] = (0, 0, 1, 1)
    depth.compare_func = "<="
    depth.use()
    plain = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    plain.use()
    ctx.vertex_array(shade, [(QUAD, "2f", "corner")]).render(moderngl.TRIANGLE_STRIP)
    read("depth texture compared", plain.read(components=4))


def texture_array():
    layers = ctx.texture_array((32, 32, 5), 4, b"".join(gradient(32, 32, layer * 40) for layer in range(5)))
    layers.write(gradient(16, 16, 99), viewport=(8, 8, 3, 16, 16, 1))
    program = ctx.program(
        vertex_shader=QUAD_VERTEX,
        fragment_shader="""
            #version 330 core
            in vec2 uv;
            uniform sampler2DArray layers;
            out vec4 colour;
            void main() { colour = texture(layers, vec3(fract(uv * 3.0), floor(uv.x * 5.0))); }
        """,
    )
    program["place"] = (0, 0, 1, 1)
    layers.use()
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    target.use()
    ctx.vertex_array(program, [(QUAD, "2f", "corner")]).render(moderngl.TRIANGLE_STRIP)
    read("texture array drawn", target.read(components=4))
    read("texture array", layers.read())


def mipmaps():
    texture = ctx.texture((64, 64), 4, gradient(64, 64, 0))
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    for level in range(7):
        read(f"mipmap level {level}", texture.read(level=level))
    program = ctx.program(
        vertex_shader=QUAD_VERTEX,
        fragment_shader="""
            #version 330 core
            in vec2 uv;
            uniform sampler2D image;
            out vec4 colour;
            void main() { colour = uv.x < 0.5 ? texture(image, uv * 9.0) : textureLod(image, uv, uv.y * 6.0); }
        """,
    )
    program["place"] = (0, 0, 1, 1)
    texture.use()
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    target.use()
    ctx.vertex_array(program, [(QUAD, "2f", "corner")]).render(moderngl.TRIANGLE_STRIP)
    read("mipmaps drawn", target.read(components=4))


def plain_program():
    return ctx.program(
        vertex_shader=QUAD_VERTEX,
        fragment_shader="""
            #version 330 core
            uniform vec4 tint;
            out vec4 colour;
            void main() { colour = tint; }
        """,
    )


def multisample():
    many = ctx.framebuffer([ctx.renderbuffer((WIDTH, HEIGHT), 4, samples=4)], ctx.depth_renderbuffer((WIDTH, HEIGHT), samples=4))
    one = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    program = ctx.program(
        vertex_shader="""
            #version 330 core
            in vec2 corner;
            uniform float turn;
            void main() {
                float s = sin(turn), c = cos(turn);
                gl_Position = vec4(mat2(c, s, -s, c) * corner * 0.6, 0.0, 1.0);
            }
        """,
        fragment_shader="""
            #version 330 core
            uniform float turn;
            out vec4 colour;
            void main() { colour = vec4(1.0 - turn * 0.3, turn * 0.3, 0.5, 1.0); }
        """,
    )
    many.use()
    many.clear(0.0, 0.0, 0.2, 1.0)
    array = ctx.vertex_array(program, [(QUAD, "2f", "corner")])
    for step in range(4):
        program["turn"] = step * 0.4 + 0.1
        array.render(moderngl.TRIANGLE_STRIP)
    ctx.copy_framebuffer(one, many)
    read("multisample resolved", one.read(components=4))


def blending():
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    target.use()
    target.clear(0.2, 0.2, 0.2, 0.5)
    program = plain_program()
    array = ctx.vertex_array(program, [(QUAD, "2f", "corner")])
    ctx.enable_only(moderngl.BLEND)
    modes = [
        (moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA),
        (moderngl.ONE, moderngl.ONE),
        (moderngl.DST_COLOR, moderngl.ZERO),
        (moderngl.ONE_MINUS_DST_ALPHA, moderngl.SRC_COLOR, moderngl.ONE, moderngl.ZERO),
    ]
    for index, mode in enumerate(modes):
        ctx.blend_func = mode
        ctx.blend_equation = moderngl.FUNC_REVERSE_SUBTRACT if index == 1 else moderngl.FUNC_ADD
        program["place"] = (index * 0.4 - 0.6, 0.2 * index - 0.3, 0.4, 0.5)
        program["tint"] = (0.9 - index * 0.2, 0.1 + index * 0.25, 0.4, 0.6)
        array.render(moderngl.TRIANGLE_STRIP)
    ctx.blend_func = moderngl.DEFAULT_BLENDING
    ctx.blend_equation = moderngl.FUNC_ADD
    ctx.enable_only(moderngl.NOTHING)
    read("blending", target.read(components=4))


def scissored_clear():
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    target.use()
    target.clear(0.5, 0.25, 0.125, 1.0)
    target.clear(1.0, 0.0, 1.0, 0.5, viewport=(10, 20, 50, 30))
    target.scissor = (60, 5, 40, 70)
    target.color_mask = (True, False, True, True)
    target.clear(0.0, 1.0, 0.75, 1.0)
    target.color_mask = (True, True, True, True)
    target.scissor = None
    read("scissored clear", target.read(components=4))


def transform_feedback():
    program = ctx.program(
        vertex_shader="""
            #version 330 core
            in vec2 position;
            uniform float angle;
            out vec2 turned;
            out float size;
            flat out int number;
            void main() {
                turned = mat2(0.0, 1.0, -1.0, 0.0) * position + vec2(angle);
                size = dot(position, position);
                number = gl_VertexID * 3;
            }
        """,
        varyings=["turned", "size", "number"],
    )
    program["angle"] = 0.25
    points = ctx.buffer(b"".join(floats(i * 0.5, 4 - i) for i in range(50)))
    out = ctx.buffer(reserve=50 * 16)
    array = ctx.vertex_array(program, [(points, "2f", "position")])
    query = ctx.query(primitives=True)
    with query:
        array.transform(out, moderngl.POINTS, vertices=50)
    read("transform feedback", out.read())
    value("primitives written", query.primitives)


def occlusion_query():
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)], ctx.depth_renderbuffer((WIDTH, HEIGHT)))
    target.use()
    target.clear()
    ctx.enable_only(moderngl.DEPTH_TEST)
    program = plain_program()
    program["tint"] = (1, 1, 1, 1)
    array = ctx.vertex_array(program, [(QUAD, "2f", "corner")])
    samples = ctx.query(samples=True)
    passed = ctx.query(any_samples=True)
    program["place"] = (-0.5, 0, 0.25, 0.5)
    with samples:
        array.render(moderngl.TRIANGLE_STRIP)
    value("samples passed", samples.samples)
    # What the queries say decides whether the next draw happens: it does for the first, not for the second.
    with passed:
        program["place"] = (0.5, 0, 0.25, 0.5)
        array.render(moderngl.TRIANGLE_STRIP)
    with passed.crender:
        program["place"] = (0.0, 0.5, 0.1, 0.2)
        array.render(moderngl.TRIANGLE_STRIP)
    with passed:
        program["place"] = (3.0, 0, 0.25, 0.5)
        array.render(moderngl.TRIANGLE_STRIP)
    with passed.crender:
        program["place"] = (0.0, -0.5, 0.1, 0.2)
        array.render(moderngl.TRIANGLE_STRIP)
    ctx.enable_only(moderngl.NOTHING)
    read("drawn where a query passed", target.read(components=4))


def pixel_pack_buffer():
    target = ctx.framebuffer([ctx.texture((WIDTH, HEIGHT), 4)])
    target.use()
    target.clear(0.1, 0.9, 0.3, 1.0)
    program = plain_program()
    program["place"] = (0.2, -0.1, 0.5, 0.3)
    program["tint"] = (1, 0.5, 0, 1)
    ctx.vertex_array(program, [(QUAD, "2f", "corner")]).render(moderngl.TRIANGLE_STRIP)
    packed = ctx.buffer(reserve=WIDTH * HEIGHT * 4 + 64)
    target.read_into(packed, components=4, write_offset=64)
    read("pixel pack buffer", packed.read(offset=64))
    # And back, as a pixel unpack buffer.
    copy = ctx.texture((WIDTH, HEIGHT), 4)
    source = ctx.buffer(packed.read(offset=64))
    copy.write(source)
    read("pixel unpack buffer", copy.read())


for feature in (
    instancing,
    attachments,
    texture_array,
    mipmaps,
    multisample,
    blending,
    scissored_clear,
    transform_feedback,
    occlusion_query,
    pixel_pack_buffer,
):
    feature()
    value(f"error after {feature.__name__}", ctx.error)
