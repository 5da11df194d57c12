"""pyglet without a window system: a batch of its shapes, then a shader of our own into a framebuffer."""

import pyglet

pyglet.options["headless"] = True

from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

from reads import read, value

WIDTH, HEIGHT = 160, 120
config = gl.Config(major_version=3, minor_version=3, double_buffer=True, depth_size=24)
window = pyglet.window.Window(WIDTH, HEIGHT, config=config, visible=False)
window.switch_to()
value("core", window.context.get_info().have_version(3, 3))


def pixels():
    data = (gl.GLubyte * (WIDTH * HEIGHT * 4))()
    gl.glReadPixels(0, 0, WIDTH, HEIGHT, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, data)
    return bytes(data)


def shapes():
    batch = pyglet.graphics.Batch()
    kept = [
        pyglet.shapes.Rectangle(10, 10, 60, 40, color=(200, 80, 30), batch=batch),
        pyglet.shapes.Circle(100, 60, 35, color=(30, 160, 220, 180), batch=batch),
        pyglet.shapes.Line(5, 115, 150, 20, 4, color=(250, 240, 90), batch=batch),
        pyglet.shapes.Star(60, 80, 25, 10, 5, color=(120, 255, 120), batch=batch),
    ]
    gl.glClearColor(0.1, 0.1, 0.15, 1.0)
    window.clear()
    batch.draw()
    return kept


for frame in range(3):
    shapes()
    read(f"shapes in frame {frame}", pixels())
    window.flip()

vertex = Shader(
    """#version 330 core
    in vec2 position;
    in vec3 colors;
    out vec3 shade;
    void main() {
        shade = colors;
        gl_Position = vec4(position, 0.0, 1.0);
    }""",
    "vertex",
)
fragment = Shader(
    """#version 330 core
    in vec3 shade;
    uniform float strength;
    out vec4 colour;
    void main() { colour = vec4(shade * strength, 1.0); }""",
    "fragment",
)
program = ShaderProgram(vertex, fragment)
framebuffer = pyglet.image.Framebuffer()
texture = pyglet.image.Texture.create(WIDTH, HEIGHT)
framebuffer.attach_texture(texture)
value("framebuffer complete", framebuffer.is_complete)
framebuffer.bind()
gl.glViewport(0, 0, WIDTH, HEIGHT)
gl.glClear(gl.GL_COLOR_BUFFER_BIT)
program.use()
program["strength"] = 0.8
triangle = program.vertex_list(
    3,
    gl.GL_TRIANGLES,
    position=("f", (-0.9, -0.9, 0.9, -0.7, 0.0, 0.9)),
    colors=("f", (1, 0, 0, 0, 1, 0, 0, 0, 1)),
)
triangle.draw(gl.GL_TRIANGLES)
read("triangle", pixels())
framebuffer.unbind()
read("triangle from the texture", texture.get_image_data().get_data("RGBA", WIDTH * 4))
value("error", gl.glGetError())
window.close()
