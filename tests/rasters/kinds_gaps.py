"""Cells without data."""
import numpy
from osgeo import gdal

from harness import Case, kind, system
from kinds_tiff import same
from makers import PLACE, UTM, asc_text, dataset, land, nan_at, png, save, text, tif, tiff_bytes, with_gaps

FILL = ("--fill", "interpolate")


def marked(marker, dtype="float32", **facts):
    """A GeoTIFF with gaps, and what must come out of it."""
    values, gaps = with_gaps(land(dtype=dtype), marker)
    return tif(values, **facts), same(nan_at(values, gaps))


@kind("No-data value",
      "Cells with this value have no data. Without `--fill`, a map with such cells is refused. Cells that `--fill` has "
      "filled have no data in exports.")
def values_of_files():
    for marker, dtype in ((-9999, "float32"), (-9999, "int16"), (-32768, "int16"), (0, "uint16"), (65535, "uint16"),
                          (100, "uint8"),
                          (-3.4028234663852886e38, "float32"), (3.4028234663852886e38, "float32"), (1e20, "float32"),
                          (-9999.9, "float32"), (9.96921e36, "float32"), (1.70141e38, "float32"),
                          (-1.797e308, "float64"),
                          (float("nan"), "float32"), (float("nan"), "float64"), (-2147483648, "int32"),
                          (4294967295, "uint32"),
                          (0, "float32"), (-1, "int16")):
        make, expect = marked(marker, dtype, no_data=marker)
        yield Case(f"{marker}, {dtype}", make, FILL, expect=expect, notices=["12 cells", "interpolated"])
    make, _ = marked(-9999, no_data=-9999)
    yield Case("without --fill", make, refused=["12 of 1200", "column 10, row 3", "--fill"])
    values, gaps = with_gaps(land(), numpy.nan)
    yield Case("NaN without a tag", tif(values), FILL, expect=same(nan_at(values, gaps)))
    yield Case("NaN beside a tag", tif(values, no_data=-9999), FILL, expect=same(nan_at(values, gaps)))
    endless, gaps = with_gaps(land(), numpy.inf)
    yield Case("infinity", tif(endless), FILL, expect=same(nan_at(endless, gaps)))
    yield Case("infinity, not filled", tif(endless), refused=["12 of 1200"])
    for words, marker in (("-9999", -9999), (" -9999.000 ", -9999), ("nan", numpy.nan), ("NaN", numpy.nan),
                          ("-3.4028235e+38", numpy.float32(-3.4028235e38)),
                          ("-3.40282346638529e+38", numpy.float32(-3.4028235e38)),
                          ("-1.7976931348623157e+308", numpy.float32(-3.4028235e38)),
                          ("-9999,0", -9999), ("1.#QNAN", numpy.nan), ("", -9999)):
        values, gaps = with_gaps(land(), marker)
        yield Case(f"tag '{words}'", text("land.tif", tiff_bytes(values, no_data=words)), FILL,
                   expect=same(nan_at(values, gaps)))
    made = land()
    made[:] = -9999
    yield Case("no cell with data", tif(made, no_data=-9999), refused=["all 1200 cells"])
    yield Case("no cell with data, filled", tif(made, no_data=-9999), FILL, refused=["all 1200 cells"])
    yield Case("no cell, NaN", tif(land() * numpy.float32("nan")), FILL, refused=["all 1200 cells"])
    yield Case("a tag that no cell has", tif(no_data=-9999), expect=same(land()), silent=True)


@kind("No-data value that the file does not name",
      "Values such as -9999, -32768 and -3.4e38 count as no data if they lie far from all others, and a "
      "notice says so. With `--no-data none`, values such as -9999 are elevations.")
def guesses():
    for marker, dtype in ((-9999, "float32"), (-9999, "int16"), (-32768, "int16"), (-32767, "int16"), (32767, "int16"),
                          (-99999, "int32"),
                          (-3.4028234663852886e38, "float32"), (-999999, "float32"), (-9999, "float64")):
        make, expect = marked(marker, dtype)
        told = ["no-data value"] + (["--no-data none"] if abs(float(marker)) < 1e30 else [])
        yield Case(f"{marker}, {dtype}", make, FILL, expect=expect, notices=told)
    make, _ = marked(-9999)
    yield Case("not filled", make, refused=["12 of 1200"])
    yield Case("--no-data none", make, ("--no-data", "none"), refused=["8000 m"])
    deep, _ = with_gaps(land() - 9900.0, -9999.0)
    yield Case("a trench", tif(deep), expect=same(deep), silent=True)
    low, gaps = with_gaps(land(), -32768.0)
    low[20, 20] = -9999.0
    gaps[20, 20] = True
    yield Case("two kinds", tif(low), FILL, expect=same(nan_at(low, gaps)))
    sunk, _ = with_gaps(land(), -99.0)
    yield Case("a pit of -99 m", tif(sunk), expect=same(sunk), silent=True)
    odd, _ = with_gaps(land(), 1e6)
    yield Case("a value of no land", tif(odd), refused=["8000 m"])


@kind("Filling of cells without data", "The value of `--fill` is `interpolate`, `lowest`, `sea` or an elevation in m.")
def filling():
    values, gaps = with_gaps(land(), -9999.0)
    make = tif(values, no_data=-9999.0)
    for word, told in (("interpolate", "interpolated"), ("lowest", "set to"), ("sea", "set to 0 m"),
                       ("150.5", "set to 150.5 m")):
        yield Case(word, make, ("--fill", word), outputs=("out.tif", "out.asc"),
                   expect=same(nan_at(values, gaps), tolerance=1e-4), notices=["12 cells", told])
    for word in ("highest", "nan", ""):
        yield Case(f"word '{word}'", make, ("--fill", word), refused=["--fill"])
    yield Case("nothing to fill", tif(), FILL, expect=same(land()), silent=True)
    edge, gaps = with_gaps(land(), -9999.0)
    edge[:, :5] = -9999.0
    gaps[:, :5] = True
    yield Case("a gap at the edge", tif(edge, no_data=-9999.0), FILL, expect=same(nan_at(edge, gaps)))
    place = (PLACE[0], 10.0, 0.0, PLACE[3], 0.0, -20.0)
    yield Case("resampled with a gap", tif(values, no_data=-9999.0, place=place), refused=["no data", "--fill"])


@kind("`--no-data`", "A number replaces the no-data value of the file. The word `none` removes it.")
def chosen():
    values, gaps = with_gaps(land(), 555.0)
    yield Case("number", tif(values), ("--no-data", "555", *FILL), expect=same(nan_at(values, gaps)))
    yield Case("number in place of a tag", tif(values, no_data=-9999.0), ("--no-data", "555", *FILL),
               expect=same(nan_at(values, gaps)))
    yield Case("none", tif(values, no_data=555.0), ("--no-data", "none"), expect=same(values))
    yield Case("another number than the tag", tif(values, no_data=555.0), ("--no-data", "0"), expect=same(values))
    for marker in (-9999.9, 0.1):
        odd, gaps = with_gaps(land(), numpy.float32(marker))
        yield Case(f"{marker} in float32", tif(odd), (f"--no-data={marker}", *FILL), expect=same(nan_at(odd, gaps)))
    tiny, gaps = with_gaps(land(), -3.4028234663852886e38)
    yield Case("-3.4e38 as printed", tif(tiny), ("--no-data=-3.4028235e38", *FILL), expect=same(nan_at(tiny, gaps)))
    nothing, gaps = with_gaps(land(), numpy.nan)
    yield Case("nan", tif(nothing), ("--no-data", "nan", *FILL), expect=same(nan_at(nothing, gaps)))
    yield Case("NaN, none", tif(nothing), ("--no-data", "none"), refused=["12 of 1200"])
    codes, gaps = with_gaps(land(dtype="int16"), 100)
    yield Case("in the numbers of the file", tif(codes, scale=0.5), ("--no-data", "100", *FILL),
               expect=same(nan_at(codes * 0.5, gaps)))
    yield Case("word", tif(), ("--no-data", "zero"), refused=["--no-data"])
    grid = asc_text(with_gaps(land(), 0.0)[0])
    values, gaps = with_gaps(land(), 0.0)
    yield Case(".asc", text("land.asc", grid), ("--no-data", "0", *FILL),
               expect=same(nan_at(values, gaps), system=None, tolerance=1e-4))


def masked(folder, where):
    values, gaps = with_gaps(land(), 0.0)
    path = save(folder, "land.tif", dataset(values), "GTiff")
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES" if where == "inside" else "NO")
    file = gdal.Open(str(path), gdal.GA_Update)
    file.CreateMaskBand(gdal.GMF_PER_DATASET)
    file.GetRasterBand(1).GetMaskBand().WriteArray(numpy.where(gaps, 0, 255).astype("uint8"))
    del file
    return path


@kind("Masks and alpha bands", "Cells have no data where a mask, a .msk file or an alpha band is 0.")
def masks():
    values, gaps = with_gaps(land(), 0.0)
    expect = same(nan_at(values, gaps))
    for where in ("inside", "beside"):
        yield Case(f"mask {where} the file", lambda folder, where=where: masked(folder, where), FILL, expect=expect)
        yield Case(f"mask {where} the file, not filled", lambda folder, where=where: masked(folder, where),
                   refused=["12 of 1200"])
    alpha = numpy.where(gaps, 0, 255).astype("float32")
    colors = [gdal.GCI_GrayIndex, gdal.GCI_AlphaBand]
    yield Case("alpha band", tif([values, alpha], color=colors), FILL, expect=expect)
    wide = numpy.where(gaps, 0, 65535).astype("uint16")
    whole, gaps = with_gaps(land(dtype="uint16"), 0)
    yield Case("alpha band of 16 bits", tif([whole, wide], ["ALPHA=YES"], color=colors), FILL,
               expect=same(nan_at(whole, gaps)))
    yield Case("alpha band first", tif([alpha, values], color=colors[::-1]), FILL, expect=expect)


@kind("Sparse GeoTIFF", "Blocks that were never written have no data.")
def sparse():
    def make(folder, no_data=None):
        path = folder / "land.tif"
        file = gdal.GetDriverByName("GTiff").Create(str(path), 64, 48, 1, gdal.GDT_Float32,
                                                    ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "SPARSE_OK=TRUE"])
        file.SetGeoTransform(PLACE)
        file.SetSpatialRef(system(UTM))
        if no_data is not None:
            file.GetRasterBand(1).SetNoDataValue(no_data)
        file.GetRasterBand(1).WriteArray(land(64, 32), 0, 0)
        del file
        return path

    expected = land(64, 48, "float64").astype("float32").astype("float64")
    expected[32:] = numpy.nan
    yield Case("no tag", make, FILL, expect=same(expected))
    yield Case("no tag, not filled", make, refused=["1024 of 3072"])
    yield Case("tag", lambda folder: make(folder, -9999.0), FILL, expect=same(expected))


@kind("Transparent cells of a PNG", "They have no data.")
def transparent():
    codes, gaps = with_gaps(land(dtype="uint16"), 0)
    alpha = numpy.where(gaps, 0, 65535).astype("uint16")
    options = ("--range", "0:65535", "--cell-size", "10")
    place = (0, 10, 0, 300, 0, -10)
    expect = same(nan_at(codes, gaps), transform=place, system=None)
    pixels = numpy.stack([codes, alpha], axis=2)
    yield Case("alpha, 16 bits", png(pixels, 4), options + FILL, expect=expect)
    yield Case("alpha, not filled", png(pixels, 4), options, refused=["12 of 1200"])
    yield Case("tRNS", png(codes, 0, 16, [(b"tRNS", b"\0\0")]), options + FILL, expect=expect)
    yield Case("--no-data none", png(pixels, 4), options + ("--no-data", "none"),
               expect=same(codes, transform=place, system=None))
    yield Case("--no-data code", png(codes), options + ("--no-data", "0") + FILL, expect=expect)
    byte, gaps = with_gaps((land() - 150).astype("uint8"), 7)
    pixels = numpy.stack([byte, numpy.where(gaps, 0, 255)], axis=2)
    yield Case("alpha, 8 bits", png(pixels, 4, 8), ("--range", "0:255", "--cell-size", "10", *FILL),
               expect=same(nan_at(byte, gaps), transform=place, system=None))
