"""VTK draws lit and textured surfaces, lines, text and volumes through EGL."""

import os

os.environ["VTK_DEFAULT_OPENGL_WINDOW"] = "vtkEGLRenderWindow"

import numpy as np
import vtkmodules.vtkInteractionStyle  # noqa: F401
import vtkmodules.vtkRenderingFreeType  # noqa: F401
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401
import vtkmodules.vtkRenderingVolumeOpenGL2  # noqa: F401
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPiecewiseFunction
from vtkmodules.vtkFiltersSources import vtkConeSource, vtkCubeSource, vtkPlaneSource, vtkSphereSource
from vtkmodules.vtkRenderingCore import (
    vtkActor,
    vtkColorTransferFunction,
    vtkLight,
    vtkPolyDataMapper,
    vtkRenderer,
    vtkRenderWindow,
    vtkTextActor,
    vtkTexture,
    vtkVolume,
    vtkVolumeProperty,
    vtkWindowToImageFilter,
)
from vtkmodules.vtkRenderingVolumeOpenGL2 import vtkOpenGLGPUVolumeRayCastMapper

from reads import read, value

WIDTH, HEIGHT = 160, 120


def image(array):
    """An image of the bytes of an array of z, y, x and components."""
    data = vtkImageData()
    depth, height, width, components = array.shape
    data.SetDimensions(width, height, depth)
    scalars = numpy_to_vtk(array.reshape(-1, components), deep=True)
    data.GetPointData().SetScalars(scalars)
    return data


def actor(source, **values):
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    result = vtkActor()
    result.SetMapper(mapper)
    for name, what in values.items():
        getattr(result.GetProperty(), f"Set{name}")(what)
    return result


def show(name, window):
    window.Render()
    grab = vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.SetInputBufferTypeToRGBA()
    grab.ReadFrontBufferOff()
    grab.Update()
    pixels = vtk_to_numpy(grab.GetOutput().GetPointData().GetScalars())
    read(name, pixels.tobytes())
    value(f"{name}, colours", len(np.unique(pixels, axis=0)) > 50)


def window_of(renderer, samples):
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(samples)
    window.SetSize(WIDTH, HEIGHT)
    window.AddRenderer(renderer)
    value("window", window.GetClassName())
    return window


def surfaces():
    renderer = vtkRenderer()
    renderer.SetBackground(0.1, 0.2, 0.4)
    y, x = np.mgrid[0:32, 0:32]
    checkers = np.dstack([(x // 4 + y // 4) % 2 * 200 + 40, x * 8, y * 8]).astype(np.uint8)[None]
    texture = vtkTexture()
    texture.SetInputData(image(checkers))
    texture.InterpolateOn()
    texture.MipmapOn()
    plane = vtkPlaneSource()
    plane.SetOrigin(-2, -1, -2)
    plane.SetPoint1(2, -1, -2)
    plane.SetPoint2(-2, -1, 2)
    floor = actor(plane)
    floor.SetTexture(texture)
    renderer.AddActor(floor)
    sphere = vtkSphereSource()
    sphere.SetThetaResolution(24)
    sphere.SetPhiResolution(24)
    ball = actor(sphere, Color=(0.9, 0.4, 0.2), Specular=0.6, SpecularPower=20)
    ball.SetPosition(-0.7, 0, 0)
    renderer.AddActor(ball)
    cone = actor(vtkConeSource(), Color=(0.2, 0.7, 0.5), Opacity=0.6)
    cone.SetPosition(0.7, 0, 0.2)
    renderer.AddActor(cone)
    box = actor(vtkCubeSource(), Color=(1, 1, 0), LineWidth=2)
    box.GetProperty().SetRepresentationToWireframe()
    box.SetScale(0.5)
    renderer.AddActor(box)
    text = vtkTextActor()
    text.SetInput("surfaces")
    text.SetPosition(6, 6)
    renderer.AddViewProp(text)
    lamp = vtkLight()
    lamp.SetPosition(2, 3, 3)
    lamp.SetColor(1, 0.9, 0.8)
    renderer.AddLight(lamp)
    renderer.GetActiveCamera().SetPosition(0, 0.5, 4)
    renderer.ResetCameraClippingRange()
    window = window_of(renderer, 0)
    show("surfaces", window)
    renderer.SetUseDepthPeeling(1)
    renderer.SetMaximumNumberOfPeels(4)
    show("peeled", window)
    window.SetSize(100, 80)
    show("another size", window)


def volumes():
    z, y, x = np.mgrid[-1:1:24j, -1:1:24j, -1:1:24j]
    radius = np.sqrt(x * x + y * y + z * z)
    density = (np.clip(1 - radius, 0, 1) * 255 * (0.6 + 0.4 * np.sin(9 * x))).astype(np.uint8)
    for name, data in [("bytes", density), ("floats", density.astype(np.float32)), ("shorts", density.astype(np.uint16))]:
        mapper = vtkOpenGLGPUVolumeRayCastMapper()
        mapper.SetInputData(image(data[..., None]))
        mapper.SetUseJittering(0)
        colors, opacity = vtkColorTransferFunction(), vtkPiecewiseFunction()
        for value_, rgb in [(0, (0, 0, 0)), (90, (0.9, 0.3, 0.1)), (200, (0.3, 0.8, 1.0))]:
            colors.AddRGBPoint(value_, *rgb)
        opacity.AddPoint(20, 0.0)
        opacity.AddPoint(255, 0.4)
        look = vtkVolumeProperty()
        look.SetColor(colors)
        look.SetScalarOpacity(opacity)
        look.SetInterpolationTypeToLinear()
        look.ShadeOn()
        volume = vtkVolume()
        volume.SetMapper(mapper)
        volume.SetProperty(look)
        renderer = vtkRenderer()
        renderer.AddVolume(volume)
        renderer.SetBackground(0.05, 0.1, 0.15)
        renderer.ResetCamera()
        window = window_of(renderer, 0)
        show(f"composite, {name}", window)
        mapper.SetBlendModeToMaximumIntensity()
        show(f"maximum, {name}", window)


surfaces()
volumes()
