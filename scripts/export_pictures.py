#!/usr/bin/python3
"""Draws the pictures of the pages in docs/export/ from the files that barchan-cli exports.

Usage: scripts/export_pictures.py CLI_PATH [PRESET]...     writes docs/pictures/export_PRESET.jpg
Needs python3-gdal.
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np
from osgeo import gdal

gdal.UseExceptions()
ROOT = pathlib.Path(__file__).parents[1]
SIDE = 420  # pixels of a panel
GAP = 10
BACKGROUND = 246


def pixels(path):
    """A raster as height x width x 3 bytes."""
    data = gdal.Open(str(path)).ReadAsArray()
    if data.ndim == 2:
        data = data[None]
    if data.dtype != np.uint8:
        return relief(data[0].astype(float)) if "height" in str(path) else grey(data[0].astype(float))
    data = data[:3] if data.shape[0] != 4 else data[:3] * 0.75 + data[3:] * 0.5  # alpha is a soil, too
    data = np.clip(data, 0, 255).astype(np.uint8)
    return np.repeat(data, 3, axis=0).transpose(1, 2, 0) if data.shape[0] == 1 else data.transpose(1, 2, 0)


def grey(values):
    low, high = np.percentile(values, [0.5, 99.5])
    shade = np.clip((values - low) / max(high - low, 1e-9), 0, 1) ** 0.7 * 255
    return np.repeat(shade.astype(np.uint8)[..., None], 3, axis=2)


def relief(heights, spacing=None, color=None):
    """Hillshade with the light in the north-west."""
    spacing = spacing or (heights.max() - heights.min()) / 40 + 1e-9
    south, east = np.gradient(heights, spacing)
    normal = np.stack([-east, south, np.ones_like(east)], axis=2)
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    light = np.clip(normal @ np.array([-0.57, 0.57, 0.59]), 0, 1)
    base = np.array([232, 205, 165]) if color is None else color
    return np.clip(base * (0.25 + 0.85 * light[..., None]), 0, 255).astype(np.uint8)


def scaled(image):
    """A square panel."""
    rows = (np.arange(SIDE) + 0.5) * image.shape[0] / SIDE
    columns = (np.arange(SIDE) + 0.5) * image.shape[1] / SIDE
    return image[rows.astype(int)][:, columns.astype(int)]


def row_of(images):
    gap = np.full((SIDE, GAP, 3), BACKGROUND, np.uint8)
    parts = []
    for image in images:
        parts += [scaled(image), gap]
    return np.concatenate(parts[:-1], axis=1)


def save(name, image):
    height, width, _ = image.shape
    memory = gdal.GetDriverByName("MEM").Create("", width, height, 3)
    for band in range(3):
        memory.GetRasterBand(band + 1).WriteArray(image[..., band])
    path = ROOT / "docs" / "pictures" / f"export_{name}.jpg"
    gdal.GetDriverByName("JPEG").CreateCopy(str(path), memory, options=["QUALITY=86"])
    path.with_suffix(".jpg.aux.xml").unlink(missing_ok=True)
    print(path.relative_to(ROOT))


def splat(image, depth, triangles, shade, view):
    """Draws points of triangles that are nearer than what the depth buffer holds."""
    across, ahead, up, scale, middle, count = view
    height, width, _ = image.shape
    for i in range(count + 1):
        for k in range(count + 1 - i):
            a, b = i / count, k / count
            point = triangles[:, 0] * (1 - a - b) + triangles[:, 1] * a + triangles[:, 2] * b
            x = ((point @ across - middle[0]) * scale + width / 2).astype(int)
            y = (height / 2 - (point @ up - middle[1]) * scale).astype(int)
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            cell, far, tint = (y * width + x)[inside], (point @ ahead)[inside], shade[inside]
            order = np.argsort(-far)
            cell, far, tint = cell[order], far[order], tint[order]
            cells, first = np.unique(cell[::-1], return_index=True)
            far, tint = far[::-1][first], tint[::-1][first]
            better = far < depth[cells]
            depth[cells[better]] = far[better]
            image.reshape(-1, 3)[cells[better]] = tint[better].astype(np.uint8)


def draw(triangles, colors, azimuth=35.0, tilt=32.0, size=(900, 500)):
    """Triangles (n x 3 x 3, z up) with one colour each, seen from above at an angle, with a depth buffer."""
    turn, lean = np.radians(azimuth), np.radians(tilt)
    across = np.array([np.cos(turn), np.sin(turn), 0])
    ahead = np.array([-np.sin(turn), np.cos(turn), 0]) * np.cos(lean) + np.array([0, 0, -np.sin(lean)])
    up = np.cross(across, ahead)
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12
    light = np.clip(normal @ (np.array([-0.5, -0.35, 0.79])), 0, 1)
    shade = np.clip(colors * (0.3 + 0.8 * light[:, None]), 0, 255)
    flat = triangles.reshape(-1, 3)
    u, v = flat @ across, flat @ up
    scale = 0.94 * min(size[0] / np.ptp(u), size[1] / np.ptp(v))
    middle = np.array([(u.max() + u.min()) / 2, (v.max() + v.min()) / 2])
    image = np.full((size[1], size[0], 3), BACKGROUND, np.uint8)
    depth = np.full(size[0] * size[1], np.inf)
    length = np.linalg.norm(triangles[:, [1, 2, 0]] - triangles, axis=2).max(axis=1) * scale
    for low, high, count in ((0, 6, 7), (6, 40, 45), (40, 1e9, 400)):  # pixels, points along each side
        chosen = (length >= low) & (length < high)
        if np.any(chosen):
            splat(image, depth, triangles[chosen], shade[chosen], (across, ahead, up, scale, middle, count))
    return image


def glb_picture(path):
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    gltf, binary = json.loads(data[20:20 + length]), data[28 + length:]

    def numbers(index):
        accessor = gltf["accessors"][index]
        view = gltf["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        kind = {5126: "<f4", 5125: "<u4", 5123: "<u2"}[accessor["componentType"]]
        parts = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
        return np.frombuffer(binary, kind, accessor["count"] * parts, start).reshape(-1, parts)

    faces, colors = [], []
    for mesh in gltf["meshes"]:
        primitive = mesh["primitives"][0]
        x, y, z = numbers(primitive["attributes"]["POSITION"]).T
        index = numbers(primitive["indices"]).reshape(-1, 3)
        faces.append(np.stack([x, -z, y], axis=1)[index])
        surface = gltf["materials"][primitive["material"]]["pbrMetallicRoughness"]
        if "baseColorTexture" in surface:
            view = gltf["bufferViews"][gltf["images"][0]["bufferView"]]
            gdal.FileFromMemBuffer("/vsimem/t.png", binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]])
            texture = pixels("/vsimem/t.png")
            uv = numbers(primitive["attributes"]["TEXCOORD_0"])[index].mean(axis=1)
            colors.append(texture[(uv[:, 1] * texture.shape[0]).astype(int), (uv[:, 0] * texture.shape[1]).astype(int)])
        else:
            factor = np.array(surface.get("baseColorFactor", [1, 1, 1, 1])[:3])
            colors.append(np.tile(factor ** (1 / 2.2) * 255, (len(index), 1)))
    return draw(np.concatenate(faces).astype(float), np.concatenate(colors).astype(float))


def stl_picture(path):
    data = path.read_bytes()
    count = struct.unpack_from("<I", data, 80)[0]
    faces = np.frombuffer(data, dtype=np.dtype([("f", "<f4", (4, 3)), ("a", "<u2")]), offset=84, count=count)["f"][:, 1:]
    return draw(faces.astype(float), np.full((count, 3), 215.0))


def surface_triangles(heights, spacing, tint):
    height, width = heights.shape
    row, column = np.mgrid[0:height, 0:width]
    places = np.stack([column * spacing, -row * spacing, heights], axis=2)
    quads = [places[:-1, :-1], places[1:, :-1], places[1:, 1:], places[:-1, 1:]]
    first = np.stack([quads[0], quads[1], quads[2]], axis=2).reshape(-1, 3, 3)
    second = np.stack([quads[0], quads[2], quads[3]], axis=2).reshape(-1, 3, 3)
    color = tint[:-1, :-1].reshape(-1, 3).astype(float)
    return np.concatenate([first, second]).astype(float), np.concatenate([color, color])


class Exported:
    """The files of an export."""

    def __init__(self, cli, folder, *words):
        self.folder = pathlib.Path(folder)
        subprocess.run([cli, *words, "--quiet", "--out", str(self.folder)], check=True)
        self.names = sorted(path.name for path in self.folder.iterdir())

    def one(self, ending):
        return self.folder / next(name for name in self.names if name.endswith(ending))


def ramp(values, colors):
    """Colours between which a field fades."""
    low, high = np.percentile(values, [1, 99])
    t = np.clip((values - low) / max(high - low, 1e-9), 0, 1)[..., None]
    return np.array(colors[0]) * (1 - t) + np.array(colors[1]) * t


def unreal(cli, folder):
    files = Exported(cli, folder, "export", "dunes", "--steps", "2000", "--preset", "unreal")
    return row_of([pixels(files.one(each)) for each in
                   ("_height.png", "_weight_rock.png", "_weight_sand.png", "_color.png")])


def unity(cli, folder):
    files = Exported(cli, folder, "export", "canyon_strata", "--steps", "200", "--preset", "unity")
    data = files.one("_height.raw").read_bytes()
    side = int((len(data) // 2) ** 0.5)
    heights = np.frombuffer(data, "<u2").reshape(side, side)[::-1].astype(float)
    return row_of([relief(heights), pixels(files.one("_splat0.png")), pixels(files.one("_color.png")),
                   pixels(files.one("_normal.png"))])


def godot(cli, folder):
    files = Exported(cli, folder, "export", "rock_garden", "--steps", "400", "--preset", "godot")
    data = files.one("_height.r16").read_bytes()
    side = int((len(data) // 2) ** 0.5)
    heights = np.frombuffer(data, "<u2").reshape(side, side).astype(float)
    return row_of([relief(heights), pixels(files.one("_color.png")), pixels(files.one("_normal.png"))])


def blender(cli, folder):
    files = Exported(cli, folder, "export", "oasis", "--steps", "200", "--preset", "blender")
    return glb_picture(files.one("_mesh.glb"))


def houdini(cli, folder):
    files = Exported(cli, folder, "export", "mountains", "--steps", "400", "--preset", "houdini", "--height-formats", "npy",
                     "--map-format", "npy")
    arrays = [np.load(files.one(each)).astype(float) for each in ("_height.npy", "_flow.npy", "_wear.npy")]
    return row_of([relief(arrays[0]), grey(np.log10(np.maximum(arrays[1], 1e-6))), grey(arrays[2])])


def qgis(cli, folder):
    files = Exported(cli, folder, "export", "lakes", "--steps", "400", "--preset", "qgis")
    heights = gdal.Open(str(files.one("_height.tif"))).ReadAsArray().astype(float)
    lake = gdal.Open(str(files.one("_lake_depth.tif"))).ReadAsArray()
    flow = np.log10(np.maximum(gdal.Open(str(files.one("_flow.tif"))).ReadAsArray(), 1e-6))
    shown = relief(heights)
    blue = shown.copy()
    blue[lake > 0] = (96, 158, 205)
    blue[(flow > np.percentile(flow, 97)) & (lake <= 0)] = (60, 120, 190)
    return row_of([shown, blue, grey(flow)])


def paraview(cli, folder):
    files = Exported(cli, folder, "export", "barchans", "--steps", "600", "--height-formats", "npy", "--maps", "sediment",
                     "--map-format", "npy")
    heights, sand = (np.load(files.one(each)).astype(float) for each in ("_height.npy", "_sediment.npy"))
    spacing = json.loads(files.one("barchans.json").read_text())["samples"]["spacing_x"]
    return draw(*surface_triangles(heights * 1.5, spacing, ramp(sand, ((59, 76, 192), (220, 120, 80)))))


def print_(cli, folder):
    files = Exported(cli, folder, "export", "canyon_strata", "--steps", "200", "--preset", "print")
    return stl_picture(files.one("_mesh.stl"))


def numpy(cli, folder):
    files = Exported(cli, folder, "export", "dunes", "--steps", "2000", "--preset", "numpy")
    heights, slope = (np.load(files.one(each)).astype(float) for each in ("_height.npy", "_slope.npy"))
    return row_of([ramp(heights, ((40, 20, 90), (250, 220, 120))).astype(np.uint8), grey(slope)])


PAGES = {"unreal": unreal, "unity": unity, "godot": godot, "blender": blender, "houdini": houdini, "qgis": qgis,
         "paraview": paraview, "print": print_, "numpy": numpy}


def main():
    if len(sys.argv) < 2 or any(each not in PAGES for each in sys.argv[2:]):
        sys.exit(__doc__)
    for name in sys.argv[2:] or PAGES:
        with tempfile.TemporaryDirectory() as folder:
            save(name, PAGES[name](str(pathlib.Path(sys.argv[1]).resolve()), folder))


if __name__ == "__main__":
    main()
