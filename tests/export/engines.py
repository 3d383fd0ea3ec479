#!/usr/bin/python3
"""Exports lands with barchan-cli and checks the files by the published rules of the programs that read them.

engines.py CLI_PATH            runs all checks and prints one line per failure
engines.py CLI_PATH -k WORD    runs the checks whose name contains the word

The files are read with GDAL, NumPy and the standard library only, never with Barchan.
"""
import argparse
import json
import pathlib
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
    from osgeo import gdal, osr
except ImportError:
    print("python3-gdal is not installed")
    sys.exit(77)  # CTest counts it as skipped

gdal.UseExceptions()
CELL = 2.0
ORIGIN = (412000.0, 5300000.0)
QUANTUM = 2.0 ** -18
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


class Failure(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failure(text)


def near(found, wanted, limit, text):
    worst = float(np.max(np.abs(np.asarray(found, dtype=float) - np.asarray(wanted, dtype=float))))
    expect(worst <= limit, f"{text}: off by {worst:g}, allowed {limit:g}")


def arrow_land(width, height):
    """A slope with an arrow on it that points north-east; north row first, m."""
    row, column = np.mgrid[0:height, 0:width]
    u, v = (column + 0.5) / width, 1.0 - (row + 0.5) / height  # east and north, 0 to 1
    along, across = (u + v) / np.sqrt(2), (u - v) / np.sqrt(2)
    shaft = (along > 0.25) & (along < 0.9) & (np.abs(across) < 0.06)
    head = (along >= 0.9) & (along < 1.15) & (np.abs(across) < (1.15 - along) * 0.9)
    return (120.0 + 30.0 * u + 10.0 * v + np.where(shaft | head, 20.0, 0.0)).astype(np.float32)


def write_land(path, values, place=True):
    height, width = values.shape
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), width, height, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((ORIGIN[0], CELL, 0.0, ORIGIN[1], 0.0, -CELL))
    if place:
        system = osr.SpatialReference()
        system.ImportFromEPSG(32633)
        dataset.SetProjection(system.ExportToWkt())
    dataset.GetRasterBand(1).WriteArray(values)
    dataset = None


def pixels(path):
    return gdal.Open(str(path)).ReadAsArray()


class Export:
    """An export of a land, and its description."""

    def __init__(self, cli, folder, land, *options, steps=0):
        self.folder = pathlib.Path(folder) / "out"
        self.cli = cli
        command = [cli, "export", str(land), "--steps", str(steps), "--out", str(self.folder), *map(str, options)]
        self.run = subprocess.run(command, capture_output=True, text=True)
        if self.run.returncode != 0:
            return
        self.name = [path for path in self.folder.glob("*.json")
                     if '"barchan-export"' in path.read_text(encoding="utf-8")][0].stem
        self.description = json.loads((self.folder / f"{self.name}.json").read_text(encoding="utf-8"))

    def __getitem__(self, ending):
        return self.folder / f"{self.name}{ending}"

    def setting(self, name):
        return float(self.description["settings"][name])

    def done(self):
        expect(self.run.returncode == 0, f"exit code {self.run.returncode}: {self.run.stderr}")
        listed = {each["file"] for each in self.description["files"]} | {f"{self.name}.json"}
        beside = {path.name for path in self.folder.iterdir()} - listed
        expect(all((self.folder / each).is_file() for each in listed), f"files are missing: {listed}")
        expect(not beside, f"files that the description does not list: {beside}")
        return self


def rough_land(width, height, seed):
    random = np.random.default_rng(seed)
    values = np.zeros((height, width))
    for scale in (2, 4, 8, 16):
        coarse = random.normal(size=(height // scale + 3, width // scale + 3))
        values += scale * np.kron(coarse, np.ones((scale, scale)))[:height, :width]
    return (500.0 + values).astype(np.float32)


# -- engines ---------------------------------------------------------------------------------------------------------

@check
def unreal_heights_follow_the_landscape_guide(cli, folder):
    for width, height in ((253, 253), (505, 253), (1009, 1009)):
        land = arrow_land(width, height)
        write_land(f"{folder}/arrow.tif", land)
        export = Export(cli, folder, f"{folder}/arrow.tif", "--preset", "unreal").done()
        path = export["_height.png"]
        codes = pixels(path).astype(float)
        expect(codes.shape == land.shape, f"{codes.shape} samples for {land.shape} cells")
        dataset = gdal.Open(str(path))
        expect(dataset.GetRasterBand(1).DataType == gdal.GDT_UInt16, "the heights have not 16 bits")
        low, high = (export.description["heights"][each] for each in ("low", "high"))
        near(export.setting("Scale Z"), (high - low) * 100.0 / 512.0, 1e-6, "Scale Z")
        # A code stands for (code - 32768) / 128 cm times Scale Z, above the location of the landscape.
        z = (export.setting("Location Z") + (codes - 32768.0) / 128.0 * export.setting("Scale Z")) / 100.0
        near(z, land, 0.51 * (high - low) / 65536.0 + QUANTUM, "elevations")
        near(export.setting("Scale X"), CELL * 100.0, 1e-6, "Scale X")


@check
def unreal_takes_sizes_that_components_fill(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(600, 410, 1))
    export = Export(cli, folder, f"{folder}/a.tif", "--preset", "unreal").done()
    expect(pixels(export["_height.png"]).shape == (505, 505), "600 x 410 cells did not become 505 x 505 samples")
    near(export.setting("Scale X"), 600 * CELL / 505 * 100, 1e-4, "Scale X")
    near(export.setting("Scale Y"), 410 * CELL / 505 * 100, 1e-4, "Scale Y")
    wrong = Export(cli, folder, f"{folder}/a.tif", "--preset", "unreal", "--samples", 1000)
    expect(wrong.run.returncode == 2 and "1009" in wrong.run.stderr, wrong.run.stderr)


@check
def unreal_weights_add_up_to_255(cli, folder):
    export = Export(cli, folder, "everything", "--preset", "unreal", "--samples", "505", steps=5).done()
    weights = [pixels(path).astype(int) for path in export.folder.glob("*_weight_*.png")]
    expect(len(weights) >= 5, f"{len(weights)} weight maps")
    expect(bool(np.all(sum(weights) == 255)), "the weights do not add up to 255 everywhere")
    expect(all(each.shape == pixels(export["_height.png"]).shape for each in weights), "sizes differ")


@check
def unity_heights_are_raw_from_the_south(cli, folder):
    land = arrow_land(257, 257)
    write_land(f"{folder}/arrow.tif", land)
    export = Export(cli, folder, f"{folder}/arrow.tif", "--preset", "unity").done()
    codes = np.fromfile(export["_height.raw"], dtype="<u2").reshape(257, 257).astype(float)
    tall = export.setting("Terrain Height (Y)")
    # The importer divides by 65536; its first row is the one with the lowest z.
    near(export.setting("Position Y") + codes[::-1] / 65536.0 * tall, land, 0.51 * tall / 65536.0 + QUANTUM, "elevations")
    near(export.setting("Terrain Width (X)"), 256 * CELL, 1e-6, "Terrain Width")
    splat = pixels(export["_splat0.png"]).astype(int)
    expect(splat.shape == (4, 256, 256), f"splat map of {splat.shape}; control textures have 2^n samples")
    expect(bool(np.all(splat.sum(axis=0) == 255)), "the shares do not add up to 255")


@check
def unity_tiles_share_their_edges(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(500, 500, 2))
    export = Export(cli, folder, f"{folder}/a.tif", "--preset", "unity", "--tiles", "4").done()
    tiles = {(x, z): np.fromfile(export[f"_height_{x}_{z}.raw"], dtype="<u2").reshape(129, 129)
             for x in range(4) for z in range(4)}
    for (x, z), tile in tiles.items():  # x counts to the east, z to the north; first row: south
        if x < 3:
            expect(bool(np.all(tile[:, -1] == tiles[x + 1, z][:, 0])), f"seam east of {x}, {z}")
        if z < 3:
            expect(bool(np.all(tile[-1, :] == tiles[x, z + 1][0, :])), f"seam north of {x}, {z}")
    whole = Export(cli, f"{folder}/whole", f"{folder}/a.tif", "--preset", "unity", "--samples", "513", "--height-range",
                   "{low}:{high}".format(**export.description["heights"])).done()
    one = np.fromfile(whole["_height.raw"], dtype="<u2").reshape(513, 513)
    for (x, z), tile in tiles.items():
        expect(bool(np.all(one[128 * z:128 * z + 129, 128 * x:128 * x + 129] == tile)), f"tile {x}, {z} is another part")


@check
def godot_heights_are_metres(cli, folder):
    land = arrow_land(256, 256)
    write_land(f"{folder}/arrow.tif", land)
    export = Export(cli, folder, f"{folder}/arrow.tif", "--preset", "godot").done()
    low, high = map(float, export.description["settings"]["R16 Range"].split(","))
    codes = np.fromfile(export["_height.r16"], dtype="<u2").reshape(256, 256).astype(float)
    near(low + codes / 65535.0 * (high - low), land, 0.51 * (high - low) / 65535.0 + QUANTUM, "elevations of .r16")
    if gdal.GetDriverByName("EXR") is not None:
        near(pixels(export["_height.exr"]).reshape(-1, 256, 256)[0], land, 1e-4, "elevations of .exr")


# -- other programs --------------------------------------------------------------------------------------------------

@check
def qgis_files_lie_where_the_land_lay(cli, folder):
    land = rough_land(300, 200, 3)
    write_land(f"{folder}/a.tif", land)
    export = Export(cli, folder, f"{folder}/a.tif", "--preset", "qgis").done()
    for path in export.folder.glob("*.tif"):
        dataset = gdal.Open(str(path))
        near(dataset.GetGeoTransform(), (ORIGIN[0], CELL, 0.0, ORIGIN[1], 0.0, -CELL), 1e-9, path.name)
        expect("33N" in dataset.GetProjection(), f"{path.name} has no coordinate system")
    near(pixels(export["_height.tif"]), land, 2 * QUANTUM + 1e-4, "elevations")
    tiled = Export(cli, f"{folder}/t", f"{folder}/a.tif", "--preset", "qgis", "--tiles", "3x2", "--tile-edges",
                   "separate").done()
    corner = gdal.Open(str(tiled["_height_x2_y1.tif"]))
    near(corner.GetGeoTransform()[0], ORIGIN[0] + 200 * CELL, 1e-9, "x of a tile")
    near(corner.GetGeoTransform()[3], ORIGIN[1] - 100 * CELL, 1e-9, "y of a tile")
    near(corner.ReadAsArray(), land[100:, 200:], 2 * QUANTUM + 1e-4, "elevations of a tile")


@check
def images_of_a_placed_land_have_world_files(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(128, 64, 3))
    export = Export(cli, folder, f"{folder}/a.tif", "--height-formats", "png16", "--maps", "slope,color", "--tiles", "2x1",
                    "--tile-edges", "separate").done()
    for ending in ("_height_x1_y0", "_slope_x1_y0", "_color_x1_y0"):
        near(gdal.Open(str(export[ending + ".png"])).GetGeoTransform(),
             (ORIGIN[0] + 64 * CELL, CELL, 0.0, ORIGIN[1], 0.0, -CELL), 1e-6, ending)
        system = osr.SpatialReference()
        system.ImportFromESRI([export[ending + ".prj"].read_text()])
        expect("33N" in system.GetName(), system.GetName())
    again = Export(cli, folder, f"{folder}/a.tif", "--height-formats", "png16", "--maps", "slope,color", "--tiles", "2x1",
                   "--tile-edges", "separate").done()
    expect(again.run.returncode == 0, again.run.stderr)
    write_land(f"{folder}/b.tif", rough_land(128, 64, 3), place=False)
    plain = Export(cli, f"{folder}/plain", "dunes", "--height-formats", "png16").done()
    expect(not list(plain.folder.glob("*.pgw")), "a world file of a land without a place")


@check
def arrays_are_the_fields(cli, folder):
    land = rough_land(120, 90, 4)
    write_land(f"{folder}/a.tif", land)
    export = Export(cli, folder, f"{folder}/a.tif", "--preset", "numpy").done()
    array = np.load(export["_height.npy"])
    expect(array.dtype == np.float32 and array.shape == (90, 120), f"{array.dtype} {array.shape}")
    near(array, land, 2 * QUANTUM + 1e-4, "elevations")
    # Slope of the surface by central differences, inside of the land.
    slope = np.load(export["_slope.npy"])[1:-1, 1:-1]
    east = (land[1:-1, 2:] - land[1:-1, :-2]) / (2 * CELL)
    north = (land[:-2, 1:-1] - land[2:, 1:-1]) / (2 * CELL)
    near(np.median(np.abs(slope - np.degrees(np.arctan(np.hypot(east, north))))), 0.0, 3.0, "slope")


@check
def means_are_kept_when_the_size_changes(cli, folder):
    land = rough_land(500, 333, 5)
    write_land(f"{folder}/a.tif", land)
    for samples in ("129x129", "1009x505", "77"):
        export = Export(cli, folder, f"{folder}/a.tif", "--height-formats", "npy", "--samples", samples).done()
        near(np.load(export["_height.npy"]).mean(dtype=float), land.mean(dtype=float), 1e-3, f"mean at {samples}")


@check
def normals_have_the_green_of_the_engine(cli, folder):
    row, column = np.mgrid[0:64, 0:64]
    for name, land, normal in (("east", column * 1.0, (-1, 0)), ("north", (63 - row) * 1.0, (0, -1))):
        write_land(f"{folder}/{name}.tif", land.astype(np.float32))
        for green, sign in (("opengl", 1), ("directx", -1)):
            export = Export(cli, f"{folder}/{name}", f"{folder}/{name}.tif", "--maps", "normal", "--normals",
                            green).done()
            rgb = pixels(export["_normal.png"]).astype(float) / 255.0 * 2.0 - 1.0
            steep = np.hypot(1.0, 1.0 / CELL)
            near(rgb[0, 20:40, 20:40], normal[0] / CELL / steep, 0.01, f"red of a slope that rises to the {name}")
            near(rgb[1, 20:40, 20:40], sign * normal[1] / CELL / steep, 0.01, f"green ({green}) of the {name}")
            near(rgb[2, 20:40, 20:40], 1.0 / steep, 0.01, "blue")


@check
def the_range_is_kept_between_exports(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(100, 100, 6))
    first = Export(cli, folder, f"{folder}/a.tif", "--height-formats", "png16", "--name", "land").done()
    write_land(f"{folder}/b.tif", rough_land(100, 100, 6) * 0.99 + 5)
    second = Export(cli, folder, f"{folder}/b.tif", "--height-formats", "png16", "--name", "land").done()
    expect(first.description["heights"] == second.description["heights"], "the range changed")
    expect("earlier export" in second.run.stderr, second.run.stderr)
    write_land(f"{folder}/c.tif", rough_land(100, 100, 6) + 5000)
    third = Export(cli, folder, f"{folder}/c.tif", "--height-formats", "png16", "--name", "land").done()
    expect(first.description["heights"] != third.description["heights"], "the land lies outside of the kept range")


@check
def a_print_is_closed_and_has_the_volume_of_the_land(cli, folder):
    for seed, (width, height) in enumerate(((120, 80), (3, 50), (64, 64))):
        land = rough_land(width, height, seed)
        write_land(f"{folder}/a.tif", land)
        export = Export(cli, folder, f"{folder}/a.tif", "--preset", "print", "--print-size", "100", "--print-base", "2",
                        "--exaggeration", "1.5").done()
        data = export["_mesh.stl"].read_bytes()
        count = struct.unpack_from("<I", data, 80)[0]
        expect(len(data) == 84 + 50 * count, "the length of the file")
        faces = np.frombuffer(data, dtype=np.dtype([("f", "<f4", (4, 3)), ("a", "<u2")]), offset=84)["f"][:, 1:]
        corners, index = np.unique(faces.reshape(-1, 3), axis=0, return_inverse=True)
        index = index.reshape(-1, 3)
        edges = np.concatenate([index[:, [0, 1]], index[:, [1, 2]], index[:, [2, 0]]])
        there = {tuple(each) for each in edges.tolist()}
        expect(len(there) == len(edges), "an edge has the same direction twice")
        expect(all((b, a) in there for a, b in there), "the body is not closed")
        a, b, c = (faces[:, i].astype(float) for i in range(3))
        volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0
        scale = 100.0 / (max(width, height) * CELL)
        wanted = ((land.astype(float) - land.min()) * scale * 1.5 + 2.0).sum() * (CELL * scale) ** 2
        expect(abs(volume / wanted - 1.0) < 1e-3, f"volume {volume:g} mm3, expected {wanted:g}")
        near(corners.max(axis=0)[:2] - corners.min(axis=0)[:2], (width * CELL * scale, height * CELL * scale), 1e-3, "size")


@check
def meshes_lie_on_the_land(cli, folder):
    land = arrow_land(100, 60)
    write_land(f"{folder}/arrow.tif", land)
    export = Export(cli, folder, f"{folder}/arrow.tif", "--preset", "blender", "--lods", "0,1").done()
    for lod, limit in ((0, 1e-3), (1, 1.01)):
        data = export[f"_lod{lod}.glb"].read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        gltf = json.loads(data[20:20 + length])
        binary = data[28 + length:]
        ground = next(each for each in gltf["meshes"] if each.get("name", "ground") == "ground")
        accessor = gltf["accessors"][ground["primitives"][0]["attributes"]["POSITION"]]
        view = gltf["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        places = np.frombuffer(binary, "<f4", 3 * accessor["count"], start).reshape(-1, 3)
        # x east, y up, z south, from the centre of the land.
        column = np.rint(places[:, 0] / CELL + 49.5).astype(int)
        row = np.rint(places[:, 2] / CELL + 29.5).astype(int)
        near(places[:, 1], land[row, column], limit, f"heights of level {lod}")
        if lod == 1:
            expect(accessor["count"] < land.size / 2, "the coarser mesh has as many vertices")


@check
def tiles_of_meshes_fit_together(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(65, 65, 8))
    export = Export(cli, folder, f"{folder}/a.tif", "--meshes", "ply", "--tiles", "2").done()
    places = {}
    for x in range(2):
        data = export[f"_mesh_x{x}_y0.ply"].read_bytes()
        header, body = data.split(b"end_header\n", 1)
        count = int(header.split(b"element vertex ")[1].split()[0])
        fields = [(name, {"float": "<f4", "uchar": "u1"}[kind]) for _, kind, name in
                  (line.split() for line in header.decode().split("element face")[0].splitlines()
                   if line.startswith("property"))]
        places[x] = np.frombuffer(body, dtype=np.dtype(fields), count=count)
    near(places[0]["x"].max(), 0.0, 1e-6, "the seam lies in the middle of the land")
    seams = []
    for x in range(2):
        seam = places[x][np.abs(places[x]["x"]) < 1e-6]
        top = seam[[seam["z"][i] == seam["z"][seam["y"] == seam["y"][i]].max() for i in range(len(seam))]]
        seams.append(np.unique(np.stack([top[each] for each in ("y", "z", "nx", "ny", "nz")], axis=1), axis=0))
    expect(seams[0].shape == seams[1].shape and bool(np.all(seams[0] == seams[1])), "places or normals differ at a seam")


@check
def cells_without_data_have_none_in_exports(cli, folder):
    land = rough_land(80, 60, 9)
    land[10:20, 30:50] = -9999.0
    write_land(f"{folder}/a.tif", land)
    dataset = gdal.Open(f"{folder}/a.tif", gdal.GA_Update)
    dataset.GetRasterBand(1).SetNoDataValue(-9999.0)
    dataset = None
    export = Export(cli, folder, f"{folder}/a.tif", "--fill", "interpolate", "--height-formats", "tif,npy", "--maps",
                    "slope,elevation", "--map-format", "tif", "--data-formats", "nc,vti").done()
    for path in (export["_height.tif"], export["_slope.tif"]):
        dataset = gdal.Open(str(path))
        band = dataset.GetRasterBand(1)
        missing = band.ReadAsArray() == band.GetNoDataValue()
        expect(bool(np.all(missing == (land == -9999.0))), path.name)
    expect(bool(np.all(np.isnan(np.load(export["_height.npy"])) == (land == -9999.0))), "NaN of the array")
    for name in ("elevation", "slope"):
        dataset = gdal.Open(f'NETCDF:"{export[".nc"]}":{name}')
        band = dataset.GetRasterBand(1)
        values = band.ReadAsArray()
        missing = np.isnan(values) | (values == band.GetNoDataValue())
        expect(bool(np.all(missing == (land == -9999.0))), f"{name} of the NetCDF file")


def area_without_data(gaps, width, height):
    """The fraction of each of width x height samples that lies in cells where `gaps` is 1."""
    def shares(samples, cells):
        edges = np.arange(samples + 1) * cells / samples
        low = np.maximum(edges[:-1, None], np.arange(cells)[None, :])
        high = np.minimum(edges[1:, None], np.arange(1, cells + 1)[None, :])
        return np.maximum(high - low, 0.0) * samples / cells
    return shares(height, gaps.shape[0]) @ gaps @ shares(width, gaps.shape[1]).T


def land_with_gaps(path):
    """Writes a land with a wide gap and a gap of one cell. Returns 1 in the cells without data."""
    land = rough_land(80, 60, 9)
    land[10:23, 30:51] = -9999.0
    land[40, 5] = -9999.0
    write_land(path, land)
    dataset = gdal.Open(str(path), gdal.GA_Update)
    dataset.GetRasterBand(1).SetNoDataValue(-9999.0)
    dataset = None
    return (land == -9999.0).astype(float)


def missing_in(name):
    dataset = gdal.Open(str(name))
    band = dataset.GetRasterBand(1)
    values = band.ReadAsArray()
    marked = np.zeros(values.shape, bool) if band.GetNoDataValue() is None else values == band.GetNoDataValue()
    return marked | np.isnan(values)


def expect_gaps(missing, share, text):
    """No data where more than half of the sample has none; exact halves may be rounded either way."""
    sure = np.abs(share - 0.5) > 1e-3
    expect(missing.shape == share.shape and bool(np.all((missing == (share > 0.5))[sure])), text)


@check
def cells_without_data_have_none_in_resampled_exports(cli, folder):
    gaps = land_with_gaps(f"{folder}/a.tif")
    for width, height in ((20, 15), (40, 30), (100, 75), (160, 120)):
        share = area_without_data(gaps, width, height)
        export = Export(cli, f"{folder}/{width}", f"{folder}/a.tif", "--fill", "interpolate", "--samples",
                        f"{width}x{height}", "--height-formats", "tif,asc,npy,cog", "--maps", "slope,mask.no_data",
                        "--map-format", "tif", "--data-formats", "nc,vti").done()
        for ending in ("_height.tif", "_height_cog.tif", "_height.asc", "_slope.tif"):
            expect_gaps(missing_in(export[ending]), share, f"{ending} of {width} samples")
        expect_gaps(np.isnan(np.load(export["_height.npy"])), share, f"array of {width} samples")
        expect_gaps(missing_in(f'NETCDF:"{export[".nc"]}":slope'), share, f"NetCDF of {width} samples")
        expect(not missing_in(export["_mask.no_data.tif"]).any(), "masks have data everywhere")
    export = Export(cli, f"{folder}/oblong", f"{folder}/a.tif", "--fill", "lowest", "--samples", "127x31",
                    "--height-formats", "tif").done()
    expect_gaps(missing_in(export["_height.tif"]), area_without_data(gaps, 127, 31), "oblong samples")


@check
def tiles_of_resampled_lands_have_gaps(cli, folder):
    gaps = land_with_gaps(f"{folder}/a.tif")
    export = Export(cli, folder, f"{folder}/a.tif", "--fill", "lowest", "--samples", "41x31", "--tiles", "2",
                    "--height-formats", "tif").done()
    share = area_without_data(gaps, 41, 31)
    for y in range(2):
        for x in range(2):
            tile = share[15 * y:15 * y + 16, 20 * x:20 * x + 21]
            expect_gaps(missing_in(export[f"_height_x{x}_y{y}.tif"]), tile, f"tile {x} {y}")


@check
def gaps_are_kept_on_the_grid_of_a_file(cli, folder):
    gaps = land_with_gaps(f"{folder}/a.tif")
    write_land(f"{folder}/fine.tif", np.ones((120, 160), np.float32))
    dataset = gdal.Open(f"{folder}/fine.tif", gdal.GA_Update)
    dataset.SetGeoTransform((ORIGIN[0], CELL / 2, 0.0, ORIGIN[1], 0.0, -CELL / 2))
    dataset = None
    done = subprocess.run([cli, "run", f"{folder}/a.tif", "--steps", "0", "--quiet", "--fill", "interpolate",
                           "--export", f"elevation={folder}/like.tif", "--like", f"{folder}/fine.tif"],
                          capture_output=True, text=True)
    expect(done.returncode == 0, done.stderr)
    missing = missing_in(f"{folder}/like.tif")
    # Bilinear weights at the corners of a gap are below a half, so these cells have data.
    wide = np.zeros(missing.shape, bool)
    wide[20:46, 60:102] = True
    expect(missing[wide].mean() > 0.99, f"{missing[wide].sum()} of {wide.sum()} cells of the gap have no data")
    expect(missing[~wide].sum() <= 4, f"{missing[~wide].sum()} cells beside the gap have no data")


def bytes_of(text):
    number, unit = text.split()
    return float(number) * {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[unit]


def peak_memory(command):
    """Largest memory of a program, bytes."""
    code = ("import resource, subprocess, sys\n"
            "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
            "print(done.returncode, 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True)
    returned, most = map(int, done.stdout.split())
    expect(returned == 0, f"{command}: exit code {returned}")
    return most


@check
def the_memory_of_meshes_is_told(cli, folder):
    for land in ("oasis", "oasis_town"):  # with plants, obstacles and water
        bare = peak_memory([cli, "run", land, "--steps", "0", "--quiet"])
        for formats in ("glb", "obj", "ply", "stl"):
            out = f"{folder}/{land}_{formats}"
            command = [cli, "export", land, "--samples", "1009", "--meshes", formats, "--out", out]
            listed = subprocess.run([*command, "--list"], capture_output=True, text=True).stdout.splitlines()[-1]
            told = bytes_of(listed.split("besides the world: ")[1])
            files = bytes_of(listed.split("at most ")[1].split(";")[0])
            used = peak_memory([*command, "--quiet"]) - bare
            # The triangles of a printed land follow its shape, which is not known before.
            most = 4.0 if formats == "stl" else 2.0
            expect(0.95 * used <= told <= most * used + 1e7,
                   f"{land}, {formats}: {told / 1e6:.0f} MB were told, {used / 1e6:.0f} MB were used")
            written = sum(path.stat().st_size for path in pathlib.Path(out).iterdir())
            expect(written <= 1.01 * files + 65536, f"{land}, {formats}: {written} of at most {files:.0f} bytes")


@check
def the_list_names_every_file(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(60, 40, 5))
    options = ["--height-formats", "png16,raw,r32,asc,tif,npy,exr", "--maps", "slope,color,picture,weights,cover:sand",
               "--map-format", "asc", "--meshes", "glb,obj,ply,stl", "--data-formats", "nc,vti", "--tiles", "2"]
    wide = ["--samples", "61x41"]
    listed = subprocess.run([cli, "export", f"{folder}/a.tif", "--list", "--out", f"{folder}/none", *options, *wide],
                            capture_output=True, text=True)
    expect(listed.returncode == 0, listed.stderr)
    lines = listed.stdout.splitlines()
    named = {line.split()[0] for line in lines[:-1] if not line.startswith("note:")}
    export = Export(cli, folder, f"{folder}/a.tif", *options, *wide).done()
    written = {path.name for path in export.folder.iterdir()}
    expect(named == written, f"listed, but not written: {named - written}; written, but not listed: {written - named}")
    expect(lines[-1].startswith(f"{len(written)} files, at most "), lines[-1])
    expect(f"exported: {len(written)} files, " in export.run.stdout, export.run.stdout)


@check
def maps_cover_the_land_at_every_size(cli, folder):
    write_land(f"{folder}/a.tif", rough_land(100, 60, 3))
    export = Export(cli, folder, f"{folder}/a.tif", "--sizes", "power+1", "--height-formats", "tif", "--maps", "slope",
                    "--map-format", "tif").done()
    for ending in ("_height.tif", "_slope.tif"):
        dataset = gdal.Open(str(export[ending]))
        x, dx, _, y, _, dy = dataset.GetGeoTransform()
        near((x, x + dataset.RasterXSize * dx), (ORIGIN[0], ORIGIN[0] + 100 * CELL), 1e-6, f"x of {ending}")
        near((y, y + dataset.RasterYSize * dy), (ORIGIN[1], ORIGIN[1] - 60 * CELL), 1e-6, f"y of {ending}")


@check
def numbers_of_soils_are_not_averaged(cli, folder):
    export = Export(cli, folder, "canyon_strata", "--samples", "77", "--maps", "top_soil", "--map-format", "npy",
                    "--height-formats", "none").done()
    values = np.load(export["_top_soil.npy"])
    expect(bool(np.all(values == np.rint(values))) and values.max() > 1, "numbers between the soils")


@check
def unequal_numbers_of_tiles_are_square_for_unity(cli, folder):
    export = Export(cli, folder, "dunes", "--preset", "unity", "--tiles", "2x1").done()
    sizes = {path.stat().st_size for path in export.folder.glob("*.raw")}
    expect(len(list(export.folder.glob("*.raw"))) == 2 and len(sizes) == 1, f"{sizes}")
    side = int((sizes.pop() // 2) ** 0.5)
    expect(side in (65, 129, 257, 513), f"tiles of {side} samples")


# -- sequences -------------------------------------------------------------------------------------------------------

@check
def frames_have_one_range(cli, folder):
    export = Export(cli, folder, "dunes", "--every", "20", "--height-formats", "png16", "--maps", "sediment",
                    "--data-formats", "nc,vti", steps=60)
    expect(export.run.returncode == 0, export.run.stderr)
    described = [json.loads(path.read_text()) for path in sorted(export.folder.glob("dunes_????.json"))]
    expect(len(described) == 4, f"{len(described)} frames of 0, 20, 40 and 60 steps")
    for key in ("heights", "maps"):
        expect(all(each[key] == described[0][key] for each in described), f"{key} differ between frames")
    expect([each["step"] for each in described] == [0, 20, 40, 60], "steps")
    series = gdal.OpenEx(f'NETCDF:"{export.folder}/dunes.nc":elevation')
    expect(series.RasterCount == 4, f"{series.RasterCount} times in the NetCDF file")
    low, high = (described[0]["heights"][each] for each in ("low", "high"))
    for frame in range(4):
        codes = pixels(export.folder / f"dunes_{frame:04}_height.png").astype(float)
        near(low + codes / 65535.0 * (high - low), series.GetRasterBand(frame + 1).ReadAsArray(),
             0.51 * (high - low) / 65535.0, f"frame {frame}")
    text = (export.folder / "dunes.pvd").read_text()
    expect(all(f"dunes_{frame:04}.vti" in text for frame in range(4)), text)


@check
def soils_keep_their_channels(cli, folder):
    export = Export(cli, folder, "canyon_strata", "--every", "10", "--maps", "splat,flow", "--height-formats", "none",
                    steps=20)
    expect(export.run.returncode == 0, export.run.stderr)
    described = [json.loads(path.read_text()) for path in sorted(export.folder.glob("canyon_strata_????.json"))]
    expect(len(described) == 3 and all(each["splat_channels"] == described[0]["splat_channels"] for each in described),
           f"{[each['splat_channels'] for each in described]}")
    flows = [each["maps"][0] for each in described]
    expect(all(each["high"] / each["low"] < 10001 for each in flows), f"{flows}")


@check
def an_interrupted_run_still_exports(cli, folder):
    out = pathlib.Path(folder) / "out"
    run = subprocess.Popen([cli, "run", "dunes", "--steps", "1000000", "--save", f"{folder}/w.barchan", "--export-preset",
                            "unity", "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    expect(run.wait(60) == 130, f"exit code {run.returncode}")
    expect((out / "dunes.json").is_file() and (out / "dunes_height.raw").is_file(), "the export is not complete")


@check
def films_show_all_frames(cli, folder):
    if shutil.which("ffmpeg") is None or shutil.which("ffprobe") is None:
        return
    for film in ("mp4", "gif"):
        export = Export(cli, f"{folder}/{film}", "dunes", "--every", "10", "--film", film, "--maps", "picture", steps=40)
        expect(export.run.returncode == 0, export.run.stderr)
        counted = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
                                  "-of", "csv=p=0", str(export.folder / f"dunes.{film}")], capture_output=True, text=True)
        expect(counted.stdout.strip().startswith("5"), f"{film}: {counted.stdout} {counted.stderr}")
    # A shorter sequence in the same folder: frames of the longer one are no part of the film.
    Export(cli, f"{folder}/gif", "dunes", "--every", "10", "--film", "gif", steps=20)
    counted = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
                              "csv=p=0", f"{folder}/gif/out/dunes.gif"], capture_output=True, text=True)
    expect(counted.stdout.strip().startswith("3"), f"{counted.stdout} {counted.stderr}")


@check
def an_interrupted_sequence_can_be_used(cli, folder):
    out = pathlib.Path(folder) / "out"
    run = subprocess.Popen([cli, "export", "dunes", "--steps", "100000", "--every", "10", "--height-formats", "tif",
                            "--data-formats", "nc", "--out", str(out)], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    deadline = time.time() + 60
    while len(list(out.glob("*.tif"))) < 3 and time.time() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    expect(run.wait(60) == 130, f"exit code {run.returncode}")
    frames = sorted(out.glob("*.tif"))
    series = gdal.OpenEx(f'NETCDF:"{out}/dunes.nc":elevation')
    expect(abs(series.RasterCount - len(frames)) <= 1, f"{series.RasterCount} times, {len(frames)} frames")
    for path in frames:
        expect(pixels(path).shape == (256, 256), path.name)
    expect(not [path for path in out.iterdir() if path.name.startswith(".")], "unfinished files were left")


# -- bad input -------------------------------------------------------------------------------------------------------

@check
def wrong_orders_get_one_clear_line(cli, folder):
    (pathlib.Path(folder) / "file").write_text("x")
    (pathlib.Path(folder) / "taken").mkdir()
    (pathlib.Path(folder) / "taken" / "dunes.json").write_text('{"a": 1}')
    cases = ((["--out", f"{folder}/o"], "--preset"),
             (["--preset", "unrael", "--out", f"{folder}/o"], "unreal"),
             (["--preset", "unity"], "--out"),
             (["--preset", "unity", "--out", f"{folder}/file"], "folder"),
             (["--preset", "unity", "--out", f"{folder}/taken"], "dunes.json"),
             (["--preset", "unity", "--maps", "wetnes", "--out", f"{folder}/o"], "wetness"),
             (["--preset", "unity", "--maps", "cover:snow", "--out", f"{folder}/o"], "soil"),
             (["--preset", "unity", "--samples", "1000", "--out", f"{folder}/o"], "1025"),
             (["--preset", "unity", "--tiles", "3", "--samples", "1025", "--out", f"{folder}/o"], "fill exactly"),
             (["--meshes", "stl", "--samples", "32769", "--out", f"{folder}/o"], "memory"),
             (["--height-formats", "none", "--out", f"{folder}/o"], "something to export"),
             (["--height-formats", "none", "--maps", "flow", "--out", f"{folder}/o"], "flow"),
             (["--preset", "unity", "--maps", "", "--out", f"{folder}/o"], "--maps"),
             (["--meshes", "glb", "--samples", "40x1", "--out", f"{folder}/o"], "2 to"),
             (["--preset", "unity", "--out", f"{folder}/" + "x" * 300], "folder"),
             (["--preset", "unity", "--height-range", "9:1", "--out", f"{folder}/o"], "range"))
    for options, word in cases:
        run = subprocess.run([cli, "export", "dunes", *options], capture_output=True, text=True)
        expect(run.returncode == 2 and word in run.stderr and len(run.stderr.strip().splitlines()) == 1,
               f"{options}: exit code {run.returncode}, '{run.stderr.strip()}'")
    expect(not (pathlib.Path(folder) / "o").exists(), "a refused export made its folder")


@check
def a_full_disk_leaves_no_half_file(cli, folder):
    for options in (("--meshes", "glb"), ("--data-formats", "nc"), ("--height-formats", "exr,r32")):
        out = pathlib.Path(folder) / options[1]
        limit = 100_000  # bytes of a file
        run = subprocess.run([cli, "export", "dunes", *options, "--out", str(out)], capture_output=True, text=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        expect(run.returncode == 2 and "dunes" in run.stderr, f"{options}: {run.returncode}, {run.stderr}")
        expect(len(run.stderr.strip().splitlines()) == 1, run.stderr)
        expect(list(out.iterdir()) == [], f"{options} left {[path.name for path in out.iterdir()]}")


@check
def names_may_have_blanks_and_umlauts(cli, folder):
    export = Export(cli, f"{folder}/ä b", "dunes", "--preset", "unreal", "--name", "große Düne").done()
    expect(export["_height.png"].is_file(), "no heights")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("-k", default="")
    arguments = parser.parse_args()
    failures = 0
    for function in CHECKS:
        if arguments.k not in function.__name__:
            continue
        with tempfile.TemporaryDirectory() as folder:
            begin = time.time()
            try:
                (pathlib.Path(folder)).mkdir(exist_ok=True)
                function(str(pathlib.Path(arguments.cli).resolve()), folder)
                word = "passed"
            except Exception as error:  # noqa: BLE001 (any error is a failure of the check)
                failures += 1
                word = f"FAILED ({type(error).__name__}: {error})"
            print(f"{function.__name__}: {word}, {time.time() - begin:.1f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
