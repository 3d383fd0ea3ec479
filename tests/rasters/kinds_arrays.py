"""OpenEXR images and arrays of NumPy, and what Barchan writes in the formats without GeoTIFF's wealth."""
import io
import struct

import numpy

import exr
from harness import Case, kind
from kinds_images import CELLS, LOCAL, local
from kinds_tiff import same
from makers import PLACE, UTM, beside, gdal_file, land, nan_at, text, tif, with_gaps

FILL = ("--fill", "lowest")
EVERY_OUTPUT = ("out.tif", "out.asc", "out.nc", "out.npy")


def image(channels, name="land.exr", **facts):
    """A function that writes an OpenEXR image."""
    return text(name, exr.image(channels, **facts))


def array(values, name="land.npy", version=None):
    """A function that saves an array of NumPy."""
    made = io.BytesIO()
    numpy.lib.format.write_array(made, values, version)
    return text(name, made.getvalue())


@kind("OpenEXR image (.exr)",
      "Half floats and floats are elevations in metres, and integers are codes. Barchan reads the only channel. If "
      "there are several, Barchan reads the first of the channels `height`, `elevation`, `Y` and `R` that exists, and a "
      "notice says so. `--band` selects another channel. Pixels that are NaN or whose alpha is 0 have no data.")
def exr_images():
    z = land()
    half = land(dtype="float16")
    for name, code in (("none", exr.NONE), ("ZIPS", exr.ZIPS), ("ZIP", exr.ZIP)):
        yield Case(f"floats, {name}", image({"Y": z}, compression=code), CELLS, expect=local(z), silent=True)
        yield Case(f"halves, {name}", image({"Y": half}, compression=code), CELLS, expect=local(half), silent=True)
        yield Case(f"tiles, {name}", image({"Y": z}, compression=code, tile=16), CELLS, expect=local(z), silent=True)
    yield Case("negative", image({"Y": z - 600}), CELLS, expect=local(z - 600.0), silent=True)
    yield Case("no cell size", image({"Y": z}), notices=["1 m is used"])
    codes = land(dtype="uint32") * 1000
    yield Case("integers", image({"Y": codes}), ("--range", "0:4294967.295", *CELLS), expect=local(codes / 1000.0, 1e-3))
    yield Case("metres with --range", image({"Y": z}), ("--range", "0:9", *CELLS), refused=["--heights"])
    fraction = ((z - z.min()) / (z.max() - z.min())).astype("float32")
    yield Case("fractions", image({"Y": fraction}), ("--range", "0:350", *CELLS), expect=local(fraction * 350.0, 1e-3),
               notices=["fractions"])
    yield Case("data window", image({"Y": z}, at=(-7, 5)), CELLS, expect=local(z), silent=True)
    yield Case("part of the display", image({"Y": z}, at=(3, 4), shown=(60, 50)), CELLS, expect=local(z),
               notices=["40 x 30", "60 x 50"])
    for name in ("Y", "R", "height", "terrain.Height", "elevation"):
        yield Case(f"channel {name}", image({name: z, "Other": z * 0}), CELLS, expect=local(z), notices=[name])
    yield Case("any single channel", image({"depth": z}), CELLS, expect=local(z), silent=True)
    two = {"flow": z * 0 + 1, "wear": z}
    yield Case("unknown channels", image(two), CELLS, refused=["flow, wear", "--band"])
    yield Case("--band by name", image(two), ("--band", "wear", *CELLS), expect=local(z), silent=True)
    yield Case("--band by number", image(two), ("--band", "2", *CELLS), expect=local(z), silent=True)
    for band in ("3", "0", "war"):
        yield Case(f"--band {band}", image(two), ("--band", band, *CELLS), refused=["flow, wear"])
    yield Case("grey", image({"R": z, "G": z, "B": z}), CELLS, expect=local(z), notices=["R is read"])
    yield Case("colours", image({"R": z, "G": z + (z > z.max() - 0.01), "B": z}), CELLS, refused=["colours", "--band"])
    gaps = with_gaps(z)
    yield Case("NaN", image({"Y": gaps[0]}), (*FILL, *CELLS), expect=local(gaps[0]))
    yield Case("NaN, not filled", image({"Y": gaps[0]}), CELLS, refused=["12 of 1200", "--fill"])
    yield Case("alpha", image({"Y": z, "A": (~gaps[1]).astype("float32")}), (*FILL, *CELLS), expect=local(gaps[0]))
    yield Case("alpha, --no-data none", image({"Y": z, "A": (~gaps[1]).astype("float32")}),
               ("--no-data", "none", *CELLS), expect=local(z))
    yield Case("--no-data", image({"Y": nan_at(z, gaps[1]).astype("float32").copy()}), (*FILL, *CELLS),
               expect=local(gaps[0]))
    marked = numpy.where(gaps[1], numpy.float32(-9999), z)
    yield Case("--no-data -9999", image({"Y": marked}), ("--no-data=-9999", *FILL, *CELLS), expect=local(gaps[0]))
    broken = z.copy()
    broken[4, 5] = numpy.inf
    yield Case("infinity", image({"Y": broken}), CELLS, refused=["infinity", "column 5, row 4"])
    yield Case("oblong pixels", image({"Y": z}, changes={"pixelAspectRatio": ("float", struct.pack("<f", 2.0))}), CELLS,
               refused=["square pixels"])
    yield Case("world file", beside(image({"Y": z}), erw="10\n0\n0\n-10\n500005\n5000295\n"),
               expect=local(z, transform=(0, 1, 0, 30, 0, -1)), notices=["GeoTIFF"])
    yield Case("option of maps", image({"Y": z}), ("--crs", "utm"), refused=["--crs"])


@kind("OpenEXR image with a damaged or false header", "It is refused before memory is used.")
def exr_lies():
    z = land()
    for name, window in (("2^31 x 2^31", (-2 ** 31, -2 ** 31, 2 ** 31 - 1, 2 ** 31 - 1)), ("too wide", (0, 0, 16384, 1)),
                         ("empty", (0, 0, -1, -1)), ("turned", (9, 9, 0, 0)), ("16384 x 16384", (0, 0, 16383, 16383))):
        changes = {"dataWindow": ("box2i", struct.pack("<4i", *window))}
        yield Case(f"data window {name}", image({"Y": z}, changes=changes), CELLS, refused=["expected"])
    many = b"".join(f"c{i:04d}".encode() + b"\0" + struct.pack("<iB3xii", 2, 0, 1, 1) for i in range(2000)) + b"\0"
    for name, listed in (("2000", many), ("none", b"\0"), ("cut", many[:21]), ("subsampled",
                         b"Y\0" + struct.pack("<iB3xii", 2, 0, 2, 2) + b"\0")):
        yield Case(f"channels, {name}", image({"Y": z}, changes={"channels": ("chlist", listed)}), CELLS,
                   refused=["expected"])
    wrong = b"Y" * 5 + b"\0" + struct.pack("<iB3xii", 2, 0, 1, 1)
    for name, listed in (("longer than it says", wrong + b"\0\0"), ("shorter", wrong)):
        yield Case(f"channels, {name}", image({"Y": z}, changes={"channels": ("chlist", listed)}), CELLS,
                   refused=["list of channels"])
    yield Case("window of another size", image({"Y": z}, changes={"dataWindow": ("box2i", b"\0" * 20)}), CELLS,
               refused=["header is damaged"])
    yield Case("window of another type", image({"Y": z}, changes={"dataWindow": ("preview", b"\0" * 16)}), CELLS,
               refused=["header is damaged"])
    huge = struct.pack("<II", 2 ** 15, 2 ** 15)
    for kind_of, content in (("preview", huge), ("stringvector", b"\xff" * 4), ("box2i", b"\0" * 20)):
        yield Case(f"other attribute, {kind_of}", image({"Y": z}, changes={"other": (kind_of, content)}), CELLS,
                   expect=local(z), silent=True)
    for side in (0, 1, 2 ** 31 - 1, 2 ** 32 - 1):
        yield Case(f"tiles of {side}", image({"Y": z}, tile=16, changes={
            "tiles": ("tiledesc", struct.pack("<IIB", side, side, 0))}), CELLS, refused=["expected"])
    yield Case("tiles, mipmaps", image({"Y": z}, tile=16, changes={
        "tiles": ("tiledesc", struct.pack("<IIB", 16, 16, 1))}), CELLS, any_end=True)
    for name in ("channels", "dataWindow"):
        yield Case(f"without {name}", image({"Y": z}, changes={name: None}), CELLS, refused=["expected"])
    for name in ("compression", "lineOrder", "displayWindow"):  # OpenEXR assumes the usual values
        yield Case(f"without {name}", image({"Y": z}, changes={name: None}), CELLS, any_end=True)
    for code in (1, 4, 6, 7, 8, 9, 99, 255):
        yield Case(f"compression {code}", image({"Y": z}, changes={"compression": ("compression", bytes([code]))}),
                   CELLS, refused=["expected"])
    data = bytearray(exr.image({"Y": z}))
    for name, flag in (("deep", 0x08), ("parts", 0x10)):
        changed = data.copy()
        changed[5] |= flag
        yield Case(name, text("land.exr", bytes(changed)), CELLS, refused=["one part"])
    yield Case("version 3", text("land.exr", bytes(data[:4]) + b"\3" + bytes(data[5:])), CELLS, refused=["expected"])


@kind("NumPy array (.npy)",
      "A two-dimensional array is read if its type is f4, f8, i2, i4, u1 or u2. Both byte orders are read, and numbers "
      "may be stored by rows or by columns. Floats and signed integers are metres, and unsigned integers are codes. "
      "The first row is in the north.")
def arrays():
    z = land()
    for code in ("<f4", ">f4", "<f8", ">f8", "<i2", ">i2", "<i4", ">i4"):
        values = land(dtype=code)
        yield Case(code, array(values), CELLS, expect=local(values), silent=True)
        yield Case(f"{code}, by columns", array(numpy.asfortranarray(values)), CELLS, expect=local(values), silent=True)
    for code, most in (("u1", 255), ("<u2", 65535), (">u2", 65535)):
        values = (land(dtype="float64") - 150).astype(code)
        yield Case(code, array(values), ("--range", f"0:{most}", "--heights", "0:1", *CELLS), refused=["--heights"])
        yield Case(f"{code}, range", array(values), ("--range", f"0:{most}", *CELLS), expect=local(values))
    for version in ((1, 0), (2, 0), (3, 0)):
        yield Case(f"version {version[0]}", array(z, version=version), CELLS, expect=local(z), silent=True)
    yield Case("no cell size", array(z), notices=["1 m is used"])
    for code in ("f2", "i8", "u4", "c8", "?", "U3", "M8[s]"):
        yield Case(f"type {code}", array(numpy.zeros((30, 40), code)), CELLS, refused=["f4", "astype"])
    yield Case("records", array(numpy.zeros((30, 40), [("a", "f4")])), CELLS, refused=["records"])
    for shape in ((), (40,), (2, 30, 40)):
        yield Case(f"shape {shape}", array(numpy.zeros(shape, "f4")), CELLS, refused=["2 dimensions"])
    yield Case("no cells", array(numpy.zeros((0, 40), "f4")), CELLS, refused=["expected"])
    gaps = with_gaps(z)
    yield Case("NaN", array(gaps[0]), (*FILL, *CELLS), expect=local(gaps[0]))
    broken = z.astype("f8")
    broken[4, 5] = 1e300
    yield Case("too large", array(broken), CELLS, refused=["infinity", "column 5, row 4"])
    whole = io.BytesIO()
    numpy.save(whole, z)
    data = whole.getvalue()
    yield Case("too long", text("land.npy", data + b"\0"), CELLS, refused=["4800 bytes"])
    for name, old, new in (("side of 10^12", b"(30, 40)", b"(1000000000000, 40)"), ("too wide", b"(30, 40)", b"(1, 16385)"),
                           ("2^64", b"(30, 40)", b"(18446744073709551616, 1)"), ("negative", b"(30, 40)", b"(-30, 40)"),
                           ("no tuple", b"(30, 40)", b"[30, 40]"), ("other key", b"descr", b"other"),
                           ("no end", b"}", b" "), ("a word", b"False", b"Maybe"), ("open quote", b"'<f4'", b"'<f4 ")):
        lie = data[:128].rstrip(b" \n").replace(old, new).ljust(127) + b"\n"
        yield Case(f"header, {name}", text("land.npy", lie + data[128:]), CELLS, refused=["expected"])
    yield Case("version 9", text("land.npy", data[:6] + b"\x09" + data[7:]), CELLS, refused=["version"])
    sized = '{"width": 40, "height": 29, "cell_size": 10}'
    yield Case("FILE.json of another size", text("land.npy", data, land__npy__json=sized), refused=["40 x 29"])


@kind("Round trip through the other formats",
      "An export in `.nc` or `.npy` has the values, the place and the cells without data of the map. An export in "
      "`.exr` has the same values, but its filled cells have elevations.")
def other_outputs():
    z, gaps = with_gaps(land(), -9999)
    for code in (UTM, 2056, 27700, 3035, 3413, 2263, 3857, 5041, 2154):
        yield Case(f"EPSG:{code}", tif(z, crs=code, no_data=-9999), FILL, outputs=EVERY_OUTPUT,
                   expect=same(nan_at(z, gaps), system=code, tolerance=2e-5))
    yield Case("no system", tif(z, crs=None, no_data=-9999), FILL, outputs=("out.nc",),
               expect=same(nan_at(z, gaps), system=None, tolerance=2e-5))
    yield Case("no place", tif(land(), crs=None, place=None), CELLS, outputs=("out.nc", "out.npy", "out.exr"),
               expect=local(land(), transform=LOCAL), silent=True)
    yield Case("rotated", tif(land(), place=(500000.0, 8.0, 6.0, 5000300.0, 6.0, -8.0)), outputs=("out.nc",),
               output_refused="rotated")
    yield Case(".exr with gaps", tif(z, no_data=-9999), ("--fill", "sea"), outputs=("out.exr",),
               expect=same(numpy.where(gaps, 0.0, z)))
    yield Case(".nc of GDAL", gdal_file("netCDF", "land.nc", land()), outputs=EVERY_OUTPUT,
               expect=same(land(), tolerance=2e-5))
