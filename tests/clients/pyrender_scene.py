"""pyrender draws lit, textured and shadowed meshes offscreen through EGL.

Left out, since OpenGL ES has neither: wireframes (polygon modes), which are drawn here as lines that no face culls, and
segments, which are drawn with GL_MULTISAMPLE disabled into a multisampled framebuffer, so that edges are blended here and are
not natively.
"""

import os

os.environ["PYOPENGL_PLATFORM"] = "egl"

import numpy as np
import pyglet

# The viewer module wants windows otherwise, and here is no display.
pyglet.options["shadow_window"] = False
pyglet.options["headless"] = True

import pyrender
import trimesh
from PIL import Image

from reads import read, value

WIDTH, HEIGHT = 160, 120


def pose(x, y, z):
    matrix = np.eye(4)
    matrix[:3, 3] = (x, y, z)
    return matrix


def checkers(size):
    y, x = np.mgrid[0:size, 0:size]
    light = ((x // 4 + y // 4) % 2 * 155 + 80).astype(np.uint8)
    return Image.fromarray(np.dstack([light, 255 - light, (x * 3 + y) % 256]).astype(np.uint8))


def textured_square():
    vertices = np.array([[-2, -1, -2], [2, -1, -2], [2, -1, 2], [-2, -1, 2]], dtype=np.float64)
    faces = np.array([[0, 2, 1], [0, 3, 2]])
    uv = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], dtype=np.float64)
    visual = trimesh.visual.TextureVisuals(uv=uv, image=checkers(32))
    return pyrender.Mesh.from_trimesh(trimesh.Trimesh(vertices, faces, visual=visual, process=False))


scene = pyrender.Scene(bg_color=[0.1, 0.2, 0.3, 1.0], ambient_light=[0.1, 0.1, 0.1])
scene.add(textured_square())
material = pyrender.MetallicRoughnessMaterial(
    baseColorFactor=[0.9, 0.4, 0.2, 1.0], metallicFactor=0.3, roughnessFactor=0.5
)
scene.add(pyrender.Mesh.from_trimesh(trimesh.creation.icosphere(3, 0.7), material=material), pose=pose(-0.8, 0, 0))
glass = pyrender.MetallicRoughnessMaterial(baseColorFactor=[0.2, 0.8, 0.4, 0.5], alphaMode="BLEND")
box = trimesh.creation.box((0.8, 0.8, 0.8))
scene.add(pyrender.Mesh.from_trimesh(box, material=glass), pose=pose(0.8, 0, 0.3))
points = np.random.default_rng(1).uniform(-1, 1, (200, 3))
scene.add(pyrender.Mesh.from_points(points, colors=np.abs(points)))
scene.add(pyrender.DirectionalLight(color=[1, 1, 0.9], intensity=3.0), pose=pose(0, 2, 2))
scene.add(pyrender.PointLight(color=[0.6, 0.7, 1.0], intensity=8.0), pose=pose(1, 2, 1))
scene.add(pyrender.SpotLight(color=[1, 0.8, 0.8], intensity=8.0, innerConeAngle=0.3, outerConeAngle=0.6), pose=pose(0, 0, 4))
scene.add(pyrender.PerspectiveCamera(yfov=0.9), pose=pose(0, 0.3, 3.4))

renderer = pyrender.OffscreenRenderer(WIDTH, HEIGHT)
flags = pyrender.RenderFlags
for name, how in [
    ("plain", flags.NONE),
    ("shadows", flags.SHADOWS_DIRECTIONAL | flags.SHADOWS_SPOT),
    ("flat", flags.FLAT),
    ("with alpha", flags.RGBA),
]:
    color, depth = renderer.render(scene, flags=how)
    read(name, color.tobytes())
    read(f"{name}, depth", np.ascontiguousarray(depth).tobytes())
    value(f"{name}, colours", len(np.unique(color.reshape(-1, color.shape[2]), axis=0)) > 100)
renderer.viewport_width, renderer.viewport_height = 96, 64
color, _ = renderer.render(scene)
read("another size", color.tobytes())
renderer.delete()
