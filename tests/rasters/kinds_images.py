"""Images and raw files, whose values are codes."""
import json

import numpy

from harness import Case, Cells, kind, system
from kinds_tiff import same
from makers import COLUMNS, PLACE, ROWS, UTM, beside, land, png, text, then, tif

CELLS = ("--cell-size", "10")
LOCAL = (0.0, 10.0, 0.0, 10.0 * ROWS, 0.0, -10.0)


def local(values, tolerance=1e-4, transform=LOCAL):
    return Cells(numpy.asarray(values, "float64"), transform, None, tolerance)


@kind("Grey PNG",
      "Its codes are scaled to `--range`, which gives the elevations of black and white. Without a range, the "
      "elevations go from 0 to a fifth of the land's width, and a notice says so.")
def grey():
    codes = land(dtype="uint16") * 150
    yield Case("range", png(codes), ("--range", "100:400", *CELLS), expect=local(100 + codes / 65535.0 * 300),
               silent=True)
    low, high = codes.min(), codes.max()
    yield Case("heights", png(codes), ("--heights", "100:400", *CELLS), silent=True,
               expect=local(100 + (codes.astype("float64") - low) / (high - low) * 300))
    yield Case("both", png(codes), ("--heights", "100:400", "--range", "0:1", *CELLS), refused=["--range", "--heights"])
    yield Case("no range", png(codes), CELLS, expect=local(codes / 65535.0 * 80), notices=["0 to 80 m"])
    yield Case("no cell size", png(codes), ("--range", "0:8"), notices=["1 m is used"],
               expect=local(codes / 65535.0 * 8, transform=(0, 1, 0, ROWS, 0, -1)))
    yield Case("range that is turned", png(codes), ("--range", "400:100", *CELLS), refused=["minimum"])
    yield Case("range of a word", png(codes), ("--range", "low:high", *CELLS), refused=["range"])
    yield Case("ending .PNG", png(codes, name="LAND.PNG"), ("--range", "0:65535", *CELLS), expect=local(codes))
    byte = (land() - 150).astype("uint8")
    yield Case("8 bits", png(byte, 0, 8), ("--range", "0:255", *CELLS), expect=local(byte), notices=["8 bits", "steps"])
    for depth, most in ((1, 1), (2, 3), (4, 15)):
        few = (land(dtype="uint16") % (most + 1)).astype("uint8")
        yield Case(f"{depth} bits", png(few, 0, depth), ("--range", f"0:{most}", *CELLS), expect=local(few),
                   notices=[f"{depth} bit"])
    grey_rgb = numpy.repeat(byte[:, :, None], 3, axis=2)
    yield Case("grey in three colours", png(grey_rgb, 2, 8), ("--range", "0:255", *CELLS), expect=local(byte))
    colored = grey_rgb.copy()
    colored[4, 5, 1] ^= 8
    yield Case("colours", png(colored, 2, 8), refused=["colours", "column 5, row 4", "--rgb"])
    yield Case("palette", png(byte % 4, 3, 8, [(b"PLTE", bytes(range(12)))]), refused=["palette"])


@kind("Elevations encoded as colours", "`--rgb terrarium` and `--rgb mapbox` read the tiles of web maps.")
def color_codes():
    z = land(dtype="float64")
    code = numpy.round((z + 32768.0) * 256.0).astype("int64")
    pixels = numpy.stack([code >> 16, code >> 8 & 255, code & 255], axis=2)
    yield Case("terrarium", png(pixels, 2, 8), ("--rgb", "terrarium", *CELLS), expect=local(code / 256.0 - 32768.0))
    code = numpy.round((z + 10000.0) * 10.0).astype("int64")
    pixels = numpy.stack([code >> 16, code >> 8 & 255, code & 255], axis=2)
    make = png(pixels, 2, 8)
    yield Case("mapbox", make, ("--rgb", "mapbox", *CELLS), expect=local(code * 0.1 - 10000.0))
    yield Case("not told", make, CELLS, refused=["--rgb terrarium", "mapbox"])
    yield Case("told wrongly", make, ("--rgb", "terrarium", *CELLS), any_end=True)
    gaps = numpy.zeros(z.shape, bool)
    gaps[2:5, 2:5] = True
    rgba = numpy.concatenate([pixels, numpy.where(gaps, 0, 255)[:, :, None]], axis=2)
    yield Case("mapbox with alpha", png(rgba, 6, 8), ("--rgb", "mapbox", "--fill", "lowest", *CELLS),
               expect=local(numpy.where(gaps, numpy.nan, code * 0.1 - 10000.0)))
    yield Case("grey image", png(land(dtype="uint16")), ("--rgb", "mapbox", *CELLS), refused=["--rgb"])
    yield Case("unknown code", make, ("--rgb", "google", *CELLS), refused=["terrarium", "mapbox"])


@kind("World file, .prj or .aux.xml beside a PNG",
      "These files give the geotransform, the coordinate reference system and the cell size.")
def png_places():
    codes = land(dtype="uint16")
    options = ("--range", "0:65535")
    world = "10\n0\n0\n-10\n500005\n5000295\n"
    esri = system(UTM)
    esri.MorphToESRI()
    for ending in ("pgw", "pngw", "wld"):
        yield Case(f".{ending}", beside(png(codes), **{ending: world}), options, notices=["--heights"],
                   expect=Cells(codes.astype("float64"), PLACE, None, 1e-3))
    yield Case(".pgw and .prj", beside(png(codes), pgw=world, prj=esri.ExportToWkt()), options, notices=["--heights"],
               expect=Cells(codes.astype("float64"), PLACE, UTM, 1e-3))
    yield Case(".PGW of .PNG", then(png(codes, name="LAND.PNG"),
                                    lambda p: p.with_suffix(".PGW").write_text(world) and None),
               options, expect=Cells(codes.astype("float64"), PLACE, None, 1e-3))
    numbers = ", ".join(str(x) for x in PLACE)
    aux = f"<PAMDataset><SRS>EPSG:32633</SRS><GeoTransform>{numbers}</GeoTransform></PAMDataset>"
    yield Case(".aux.xml", then(png(codes), lambda p: p.with_name(p.name + ".aux.xml").write_text(aux) and None),
               options,
               expect=Cells(codes.astype("float64"), PLACE, UTM, 1e-3))
    yield Case("oblong .pgw", beside(png(codes), pgw="10\n0\n0\n-20\n500005\n5000290\n"), options,
               refused=["square cells"])
    yield Case("degrees by .pgw and .prj", beside(png(codes), pgw="0.001\n0\n0\n-0.001\n13\n46\n",
                                                  prj=system(4326).ExportToWkt()),
               options, refused=["metres"])
    yield Case("degrees by .pgw", beside(png(codes), pgw="0.01\n0\n0\n-0.01\n13\n46\n"), options, refused=["degrees"])
    yield Case(".pgw and --cell-size", beside(png(codes), pgw=world), (*options, "--cell-size", "5"),
               refused=["10 m", "5 m"])
    yield Case(".pgw and --crs", beside(png(codes), pgw=world), (*options, "--crs", "utm"), refused=["--crs"])
    yield Case(".pgw cut", beside(png(codes), pgw="10\n0\n"), options, notices=["cell size"])


@kind("TIFF without georeferencing", "Unsigned integers without a scale or a unit are codes, as in an image. "
      "Floats and signed integers are metres.")
def plain_tiffs():
    bare = {"crs": None, "place": None}
    codes = land(dtype="uint16") * 100
    yield Case("codes of 16 bits", tif(codes, **bare), ("--range", "0:655.35", *CELLS), expect=local(codes / 100.0),
               silent=True)
    yield Case("codes, no range", tif(codes, **bare), CELLS, expect=local(codes / 65535.0 * 80), notices=["0 to 80 m"])
    yield Case("codes with a scale", tif(codes, scale=0.01, **bare), CELLS, expect=local(codes * 0.01), silent=True)
    yield Case("codes in feet", tif(codes, **bare), ("--vertical-unit", "ft", *CELLS),
               expect=local(codes * 0.3048, 1e-2))
    yield Case("codes of 12 bits", tif(land(dtype="uint16"), ["NBITS=12"], **bare), ("--range", "0:4095", *CELLS),
               expect=local(land(dtype="uint16")))
    byte = (land() - 150).astype("uint8")
    yield Case("codes of 8 bits", tif(byte, **bare), ("--range", "0:255", *CELLS), expect=local(byte),
               notices=["8 bits"])
    yield Case("metres of 16 bits", tif(land(dtype="int16"), **bare), CELLS, expect=local(land(dtype="int16")),
               silent=True)
    yield Case("metres", tif(**bare), CELLS, expect=local(land()), silent=True)
    yield Case("metres with --range", tif(), ("--range", "0:100"), refused=["--heights", "metres"])
    z = land().astype("float64")
    scaled = (z - z.min()) / (z.max() - z.min()) * 300 + 100
    yield Case("metres with --heights", tif(), ("--heights", "100:400"), expect=same(scaled.copy(), tolerance=1e-3))
    marked = land()
    marked[4, 5] = -9999.0
    scaled[4, 5] = numpy.nan
    yield Case("--heights with a gap", tif(marked, no_data=-9999.0), ("--heights", "100:400", "--fill", "lowest"),
               expect=same(scaled, tolerance=1e-3))


@kind("Floats from 0 to 1 without georeferencing",
      "They are fractions of a range, as terrain generators write them. `--range` "
      "gives the elevations of 0 and 1.")
def fractions():
    z = land(dtype="float64")
    fraction = ((z - z.min()) / (z.max() - z.min()) * 0.9 + 0.05).astype("float32")
    bare = tif(fraction, crs=None, place=None)
    raw = text("land.r32", fraction.tobytes())
    for name, make, more in (("TIFF", bare, ()), ("raw", raw, ("--size", "40x30"))):
        yield Case(f"{name}, range", make, ("--range", "0:350", *CELLS, *more), expect=local(fraction * 350.0),
                   notices=["fractions"])
        yield Case(f"{name}, no range", make, (*CELLS, *more), expect=local(fraction * 80.0), notices=["0 to 80 m"])
    yield Case("with a place", tif(fraction), expect=same(fraction))


@kind("Raw numbers (.raw .r16 .r32)",
      "`--size` gives the number of columns and rows. Without it, the raster must be a square. Without "
      "`--byte-order`, Barchan chooses the byte order that gives the smoother land.")
def raw():
    codes = land(dtype="uint16") * 150
    floats = land()
    size = ("--size", "40x30", *CELLS)
    options = ("--range", "0:65535", *size)
    for order, code in (("little", "<"), ("big", ">")):
        told = ["big-endian"] if order == "big" else []
        for name in ("land.r16", "land.raw"):
            yield Case(f"{name[4:]}, {order}", text(name, codes.astype(code + "u2").tobytes()), options,
                       expect=local(codes, 1e-2),
                       notices=told)
        yield Case(f".r16, {order}, told", text("land.r16", codes.astype(code + "u2").tobytes()),
                   (*options, "--byte-order", order),
                   expect=local(codes, 1e-2), silent=True)
        for name in ("land.r32", "land.raw"):
            yield Case(f"{name[4:]} of floats, {order}", text(name, floats.astype(code + "f4").tobytes()), size,
                       expect=local(floats), notices=told)
    byte = (land() - 150).astype("uint8")
    yield Case(".raw of 8 bits", text("land.raw", byte.tobytes()), ("--range", "0:255", *size), expect=local(byte),
               notices=["8 bits"])
    square = land(32, 32, "uint16") * 150
    expect = local(square, 1e-2, (0, 10, 0, 320, 0, -10))
    yield Case("a square", text("land.r16", square.tobytes()), ("--range", "0:65535", *CELLS), expect=expect,
               notices=["32 x 32"])
    yield Case("no square", text("land.r16", codes.tobytes()), ("--range", "0:65535", *CELLS), refused=["--size"])
    for name, content in (("too short", codes.tobytes()[:-1]), ("too long", codes.tobytes() + b"\0\0"), ("empty", b"")):
        yield Case(name, text("land.r16", content), options, refused=["expected"])
    yield Case("size 0", text("land.r16", codes.tobytes()), ("--size", "0x30"), refused=["0 x 30"])
    yield Case("size of words", text("land.r16", codes.tobytes()), ("--size", "many"), refused=["size"])
    broken = floats.copy()
    broken[4, 5] = numpy.inf
    yield Case("infinity", text("land.r32", broken.tobytes()), size, refused=["infinity", "column 5, row 4"])
    broken[4, 5] = numpy.nan
    expected = broken.astype("float64")
    yield Case("NaN", text("land.r32", broken.tobytes()), size, refused=["1 of 1200", "--fill"])
    yield Case("NaN, filled", text("land.r32", broken.tobytes()), (*size, "--fill", "interpolate"),
               expect=local(expected))
    broken[4, 5] = -9999.0
    yield Case("--no-data", text("land.r32", broken.tobytes()), (*size, "--no-data=-9999", "--fill", "lowest"),
               expect=local(expected))
    yield Case("-9999 not named", text("land.r32", broken.tobytes()), (*size, "--fill", "lowest"), any_end=True)


@kind("FILE.json beside a raster",
      "If Barchan wrote this file, the file gives the size, the range and the cell size of the raster. If another "
      "program wrote it, it is used only for a raw raster. For other rasters, it is ignored, and a notice says so.")
def sidecars():
    def with_json(make, content):
        return then(make, lambda path: path.with_name(path.name + ".json").write_text(content) and None)

    stac = json.dumps({"type": "Feature", "stac_version": "1.0.0", "assets": {}})
    yield Case("of another program", with_json(tif(), stac), expect=same(land()),
               notices=["land.tif.json", "another program"])
    yield Case("of another program beside .png", with_json(png(land(dtype="uint16")), stac),
               ("--range", "0:65535", *CELLS),
               expect=local(land(dtype="uint16")), notices=["another program"])
    yield Case("broken", with_json(tif(), "{"), any_end=True)
    codes = land(dtype="uint16") * 150
    own = json.dumps({"width": COLUMNS, "height": ROWS, "minimum": 0, "maximum": 65535, "cell_size": 10})
    yield Case("of a raw file", with_json(text("land.r16", codes.tobytes()), own), expect=local(codes, 1e-2),
               silent=True)
