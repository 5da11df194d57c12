"""SDL's offscreen video driver with an OpenGL 3.3 core context; GL's functions come from the library that SDL loaded."""

import ctypes
import os
import struct

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import moderngl
import pygame

from reads import read, value

WIDTH, HEIGHT = 160, 120
pygame.display.init()
for attribute, setting in (
    (pygame.GL_CONTEXT_MAJOR_VERSION, 3),
    (pygame.GL_CONTEXT_MINOR_VERSION, 3),
    (pygame.GL_CONTEXT_PROFILE_MASK, pygame.GL_CONTEXT_PROFILE_CORE),
    (pygame.GL_DEPTH_SIZE, 24),
):
    pygame.display.gl_set_attribute(attribute, setting)
pygame.display.set_mode((WIDTH, HEIGHT), pygame.OPENGL | pygame.DOUBLEBUF)
value("video driver", pygame.display.get_driver())

class CurrentContext:
    """The context that SDL has made with EGL and that is current now, for moderngl."""

    def __init__(self):
        self.address = ctypes.CDLL("libEGL.so.1").eglGetProcAddress
        self.address.restype = ctypes.c_void_p
        self.address.argtypes = [ctypes.c_char_p]

    def load_opengl_function(self, name):
        return self.address(name.encode()) or 0

    load = load_opengl_function

    def __enter__(self):
        pass

    def __exit__(self, *error):
        pass

    def release(self):
        pass


ctx = moderngl.create_context(require=330, context=CurrentContext())
value("core", ctx.version_code >= 330)
value("error at the start", ctx.error)

# A driver may rasterise a default framebuffer upside down and so round interpolated values differently in the last bit: what
# is drawn here depends on the pixel alone.
program = ctx.program(
    vertex_shader="""
        #version 330 core
        in vec2 position;
        uniform float turn;
        void main() {
            float s = sin(turn), c = cos(turn);
            gl_Position = vec4(mat2(c, s, -s, c) * position, 0.0, 1.0);
        }
    """,
    fragment_shader="""
        #version 330 core
        uniform sampler2D image;
        out vec4 colour;
        void main() { colour = texelFetch(image, ivec2(gl_FragCoord.xy) % 64, 0); }
    """,
)
# A picture that pygame has drawn becomes a texture.
surface = pygame.Surface((64, 64), pygame.SRCALPHA)
surface.fill((40, 60, 90, 255))
pygame.draw.circle(surface, (240, 180, 40, 255), (32, 32), 24)
pygame.draw.line(surface, (255, 255, 255, 255), (4, 60), (60, 4), 3)
image = ctx.texture((64, 64), 4, pygame.image.tobytes(surface, "RGBA", True))
image.build_mipmaps()
image.use()
corners = struct.pack("8f", -0.6, -0.6, 0.6, -0.6, -0.6, 0.6, 0.6, 0.6)
array = ctx.vertex_array(program, [(ctx.buffer(corners), "2f", "position")])

for frame in range(4):
    ctx.screen.use()
    ctx.clear(0.1, 0.05 * frame, 0.3, 1.0)
    program["turn"] = frame * 0.3
    array.render(moderngl.TRIANGLE_STRIP)
    read(f"frame {frame}", ctx.screen.read(viewport=(0, 0, WIDTH, HEIGHT), components=4))
    value("error", ctx.error)
    pygame.display.flip()
value("error", ctx.error)
pygame.quit()
