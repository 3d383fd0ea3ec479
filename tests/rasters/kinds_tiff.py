"""GeoTIFF: number types, layouts, units and bands."""
import numpy
from osgeo import gdal

from harness import Case, Cells, kind
from makers import PLACE, UTM, dataset, land, save, text, tif, tiff_bytes

FOOT, SURVEY_FOOT = 0.3048, 1200.0 / 3937.0


def same(values, **others):
    return Cells(numpy.asarray(values, "float64"), others.get("transform", PLACE), others.get("system", UTM),
                 others.get("tolerance", 0.0))


@kind("GeoTIFF with any type of number", "The values are elevations in metres. Integers of 8 to 64 "
      "bits and floats of 16 to 64 bits are read.")
def number_types():
    for dtype in ("uint8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float32", "float64"):
        values = land(dtype=dtype)
        yield Case(dtype, tif(values), expect=same(values), silent=True)
    below = land(dtype="int32") - 260
    assert below.min() < 0 < below.max() < 128 and below.min() > -128
    yield Case("int8 of GDAL", tif(below.astype("int8").view("uint8"), ["PIXELTYPE=SIGNEDBYTE"]), expect=same(below))
    yield Case("int8", text("land.tif", tiff_bytes(below.astype("int8"))), expect=same(below))
    for dtype in ("int16", "int32", "float32", "float64"):
        values = (land() - 600.0).astype(dtype)
        yield Case(f"{dtype} below 0", tif(values), expect=same(values), silent=True)
    half = land(dtype="float16")
    yield Case("float16", text("land.tif", tiff_bytes(half)), expect=same(half), silent=True)
    yield Case("float16 of GDAL", tif(half.astype("float32"), ["NBITS=16"]), expect=same(half), silent=True)
    wide = land(dtype="uint16")
    yield Case("12 bits", tif(wide, ["NBITS=12"]), expect=same(wide), silent=True)
    yield Case("9 bits", tif(wide, ["NBITS=9"]), expect=same(wide), silent=True)
    fine = land(dtype="float64") + 1e-5
    yield Case("float64 between floats", tif(fine), expect=same(fine))
    yield Case("float64, high land", tif(land(dtype="float64") + 6000.123456),
               expect=same(land(dtype="float64") + 6000.123456))


@kind("GeoTIFF with any layout", "Strips, tiles, cloud-optimised files, BigTIFF, both byte orders and all usual "
      "methods of compression are read.")
def layouts():
    z, whole = land(60, 50), land(60, 50, "int16")
    tiled = ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=32"]
    options = {"strips of 1 row": ["BLOCKYSIZE=1"], "one strip": ["BLOCKYSIZE=50"], "tiles": tiled,
               "LZW": ["COMPRESS=LZW"], "LZW, predictor 3": ["COMPRESS=LZW", "PREDICTOR=3"],
               "DEFLATE": ["COMPRESS=DEFLATE"], "DEFLATE, predictor 2": ["COMPRESS=DEFLATE", "PREDICTOR=2"],
               "DEFLATE, predictor 3, tiles": ["COMPRESS=DEFLATE", "PREDICTOR=3", *tiled],
               "ZSTD": ["COMPRESS=ZSTD"], "PACKBITS": ["COMPRESS=PACKBITS"], "LERC": ["COMPRESS=LERC", "MAX_Z_ERROR=0"],
               "LZMA": ["COMPRESS=LZMA"], "BigTIFF": ["BIGTIFF=YES"], "big-endian": ["ENDIANNESS=BIG"],
               "big-endian BigTIFF": ["ENDIANNESS=BIG", "BIGTIFF=YES", "COMPRESS=LZW"]}
    for name, words in options.items():
        yield Case(name, tif(z, words), expect=same(z), silent=True)
    yield Case("int16, LZW, predictor 2", tif(whole, ["COMPRESS=LZW", "PREDICTOR=2"]), expect=same(whole), silent=True)
    yield Case("cloud-optimised", tif(z, ["COMPRESS=DEFLATE", "BLOCKSIZE=128"], driver="COG"), expect=same(z),
               silent=True)
    large = land(300, 40)
    yield Case("cloud-optimised with overviews", tif(large, ["BLOCKSIZE=128"], driver="COG"), expect=same(large),
               silent=True)
    yield Case("overviews beside it", tif(large, edit=lambda file: file.BuildOverviews("AVERAGE", [2, 4])),
               expect=same(large), silent=True)
    yield Case("ending .tiff", tif(z, name="land.tiff"), expect=same(z), silent=True)
    yield Case("ending .TIF", tif(z, name="LAND.TIF"), expect=same(z), silent=True)
    for order, name in (("<", "little"), (">", "big")):
        for big in (False, True):
            yield Case(f"by hand, {name}-endian{', BigTIFF' if big else ''}",
                       text("land.tif", tiff_bytes(z, order, big)), expect=same(z), silent=True)
    yield Case("bands by pixel", tif([z, z + 50.0], ["INTERLEAVE=PIXEL"]), expect=same(z), notices=["2 bands"])


def two_pages(folder):
    save(folder, "land.tif", dataset(land()), "GTiff")
    return save(folder, "land.tif", dataset(land() + 500.0), "GTiff", ["APPEND_SUBDATASET=YES"])


@kind("GeoTIFF with several pages", "The first page is read, and a notice says so.")
def pages():
    yield Case("two pages", two_pages, expect=same(land()), notices=["page"])


@kind("Scale and offset", "They are applied first. Then the unit is converted.")
def scales():
    codes = land(dtype="int16") * 10
    yield Case("scale", tif(codes, scale=0.1), expect=same(codes * 0.1))
    yield Case("scale and offset", tif(codes, scale=0.1, offset=-50.0), expect=same(codes * 0.1 - 50.0))
    yield Case("offset", tif(land(), offset=1000.0), expect=same(land().astype("float64") + 1000.0))
    yield Case("negative scale", tif(codes, scale=-0.1, offset=300.0), expect=same(300.0 - codes * 0.1))
    yield Case("scale and feet", tif(codes, scale=0.1, unit="ft"), expect=same(codes * 0.1 * FOOT), notices=["0.3048"])
    yield Case("scale 0", tif(codes, scale=0.0), notices=["scale"])
    marked = codes.copy()
    marked[4, 5] = -9999
    gap = marked * 0.1
    gap[4, 5] = numpy.nan
    for name, options, facts in (("marked", ["--fill", "interpolate"], {"no_data": -9999}),
                                 ("not marked", ["--fill", "interpolate"], {}),
                                 ("chosen", ["--fill", "interpolate", "--no-data", "-9999"], {})):
        yield Case(f"scale, gap {name}", tif(marked, scale=0.1, **facts), tuple(options), expect=same(gap))


@kind("Unit of the elevations",
      "Units such as kilometres, feet and US survey feet are converted to metres, and a notice says so. "
      "`--vertical-unit` replaces the unit of the file.")
def units():
    z = land(dtype="float64") * 3.0
    for unit, metres in (("m", 1.0), ("metre", 1.0), ("meters", 1.0), ("ft", FOOT), ("feet", FOOT), ("foot", FOOT),
                         ("FT", FOOT), ("US survey foot", SURVEY_FOOT), ("us-ft", SURVEY_FOOT), ("ftUS", SURVEY_FOOT),
                         ("sft", SURVEY_FOOT), ("dm", 0.1), ("cm", 0.01)):
        yield Case(unit, tif(z, unit=unit), expect=same(z * metres), silent=metres == 1.0,
                   notices=() if metres == 1.0 else ["metres"])
    yield Case("unknown", tif(z, unit="cubits"), expect=same(z), notices=["cubits"])
    yield Case("user's feet", tif(z), ("--vertical-unit", "ft"), expect=same(z * FOOT))
    yield Case("user's survey feet", tif(z), ("--vertical-unit", "us-ft"), expect=same(z * SURVEY_FOOT))
    yield Case("user's metres", tif(z, unit="ft"), ("--vertical-unit", "m"), expect=same(z), silent=True)
    yield Case("user's nonsense", tif(z), ("--vertical-unit", "ell"), refused=["vertical-unit", "us-ft"])
    yield Case("compound, metres", tif(z, crs="EPSG:32633+5773"), expect=same(z, system="EPSG:32633+5773"), silent=True)
    yield Case("compound, survey feet", tif(z, crs="EPSG:32633+6360"), outputs=("out.tif", "out.asc"),
               expect=same(z * SURVEY_FOOT, tolerance=1e-5), notices=["0.304800"])
    yield Case("compound, feet", tif(z, crs="EPSG:32633+8228"), expect=same(z * FOOT), notices=["0.3048"])
    yield Case("compound of state plane", tif(z, crs="EPSG:2225+6360"), expect=same(z * SURVEY_FOOT, system=2225))
    marked = z.copy()
    marked[4, 5] = -9999.0
    gap = z * FOOT
    gap[4, 5] = numpy.nan
    for facts in ({"no_data": -9999.0}, {}):
        yield Case(f"feet and a gap {'with' if facts else 'without'} a tag", tif(marked, unit="ft", **facts),
                   ("--fill", "lowest"), expect=same(gap))


@kind("Several bands",
      "The first band is read, and a notice lists all bands. `--band` selects a band by its number or its name.")
def bands():
    first, second = land(), land() + 300.0
    make = tif([first, second], names=["ground", "roof"])
    yield Case("first", make, expect=same(first), notices=["2 bands", "ground", "roof"])
    yield Case("number", make, ("--band", "2"), expect=same(second), silent=True)
    yield Case("name", make, ("--band", "roof"), expect=same(second), silent=True)
    yield Case("wrong number", make, ("--band", "3"), refused=["ground", "roof", "'3'"])
    yield Case("number 0", make, ("--band", "0"), refused=["ground", "'0'"])
    yield Case("negative number", make, ("--band=-1",), refused=["ground", "'-1'"])
    yield Case("wrong name", make, ("--band", "cellar"), refused=["ground", "cellar"])
    yield Case("band of a file with one", tif(), ("--band", "1"), expect=same(first), silent=True)
    yield Case("ten bands", tif([first + i for i in range(10)]), ("--band", "10"), expect=same(first + 9))
    alpha = numpy.full(first.shape, 255.0, "float32")
    gray_alpha = [gdal.GCI_GrayIndex, gdal.GCI_AlphaBand]
    yield Case("full alpha band", tif([first, alpha], color=gray_alpha), expect=same(first), silent=True)
    

@kind("Pictures, palettes and complex numbers", "They are refused.")
def pictures():
    byte = (land() % 256).astype("uint8")
    rgb = [gdal.GCI_RedBand, gdal.GCI_GreenBand, gdal.GCI_BlueBand]
    yield Case("three bands of 8 bits", tif([byte, byte, byte], ["PHOTOMETRIC=RGB"], color=rgb), refused=["picture"])
    yield Case("three bands, no colours", tif([byte, byte, byte], ["PHOTOMETRIC=MINISBLACK"]), refused=["picture"])
    yield Case("red, green, blue, alpha", tif([byte] * 4, ["PHOTOMETRIC=RGB"], color=[*rgb, gdal.GCI_AlphaBand]),
               refused=["picture"])
    wide = land(dtype="uint16")
    yield Case("16 bits", tif([wide, wide, wide], ["PHOTOMETRIC=RGB"], color=rgb), refused=["picture"])
    yield Case("JPEG", tif([byte] * 3, ["COMPRESS=JPEG", "PHOTOMETRIC=YCBCR"], color=rgb), refused=["picture"])
    yield Case("one band of a picture", tif([byte, byte, byte], ["PHOTOMETRIC=RGB"]), ("--band", "2"),
               expect=same(byte))

    def palette(folder):
        source = dataset(byte)
        colors = gdal.ColorTable()
        for i in range(256):
            colors.SetColorEntry(i, (i, 255 - i, 0, 255))
        source.GetRasterBand(1).SetColorTable(colors)
        return save(folder, "land.tif", source, "GTiff")

    yield Case("palette", palette, refused=["palette"])
    yield Case("palette, chosen", palette, ("--band", "1"), refused=["palette"])
    for dtype in ("complex64", "complex128"):
        yield Case(dtype, tif(land().astype(dtype)), refused=["complex"])
    yield Case("complex integers", tif(land(), kind=gdal.GDT_CInt16), refused=["complex"])
