"""Formats other than GeoTIFF."""
import struct

import numpy
from osgeo import gdal

from harness import Case, Cells, Surface, kind, system
from kinds_lies import patch
from kinds_place import at, surface
from kinds_tiff import FOOT, same
from makers import (COLUMNS, PLACE, ROWS, UTM, asc_text, gdal_file, height, land, nan_at, text, then,
                    with_gaps)

FILL = ("--fill", "interpolate")
HEAD = "ncols 40\nnrows 30\n"
CORNER = "xllcorner 500000\nyllcorner 5000000\n"
CELLSIZE = "cellsize 10\n"


def esri(code):
    made = system(code)
    made.MorphToESRI()
    return made.ExportToWkt()


def grid(header, values=None, **others):
    return text("land.asc", asc_text(land() if values is None else values, header, **others))


def plain(values=None, tolerance=1e-6, transform=PLACE, crs=None):
    return Cells(numpy.asarray(land() if values is None else values, "float64"), transform, crs, tolerance)


@kind("ESRI ASCII grid (.asc)",
      "All usual forms of the header are read. The number of values and every value are checked. "
      "If the header does not give NODATA_value, the no-data value is -9999.")
def ascii_grids():
    z = land()
    whole = HEAD + CORNER + CELLSIZE
    yield Case("plain", grid(whole), expect=plain(), silent=True)
    yield Case("with .prj", then(grid(whole), lambda p: p.with_suffix(".prj").write_text(esri(UTM)) and None),
               expect=plain(crs=UTM))
    yield Case("upper case with .PRJ", then(text("LAND.ASC", asc_text(z, whole.upper())),
                                            lambda p: p.with_suffix(".PRJ").write_text(esri(UTM)) and None),
               expect=plain(crs=UTM))
    yield Case("CRLF", grid(whole, newline="\r\n"), expect=plain(), silent=True)
    yield Case("CR", grid(whole, newline="\r"), any_end=True)
    yield Case("xllcenter", grid(HEAD + "xllcenter 500005\nyllcenter 5000005\n" + CELLSIZE), expect=plain())
    yield Case("upper case", grid(whole.upper()), expect=plain())
    yield Case("other order", grid(CELLSIZE + CORNER + "nrows 30\nncols 40\n"), any_end=True)
    yield Case("dx, dy", grid(HEAD + CORNER + "dx 10\ndy 10\n"), expect=plain())
    yield Case("dx, dy unequal", grid(HEAD + CORNER + "dx 10\ndy 20\n"), notices=["resampled"],
               expect=surface((500000.0, 10.0, 0.0, 5000600.0, 0.0, -20.0), None))
    yield Case("no corner", grid(HEAD + CELLSIZE), any_end=True)
    yield Case("no cell size", grid(HEAD + CORNER), refused=["cellsize"])
    yield Case("byte order mark", text("land.asc", b"\xef\xbb\xbf" + asc_text(z, whole).encode()), expect=plain())
    yield Case("UTF-16", text("land.asc", asc_text(z, whole).encode("utf-16")), expect=plain())
    yield Case("end mark of DOS", text("land.asc", asc_text(z, whole) + "\x1a"), expect=plain())
    yield Case("tabs and blank lines", text("land.asc", asc_text(z, whole).replace(" ", "\t").replace("\n", "\n\n", 9)),
               any_end=True)
    yield Case("one value a line", text("land.asc", whole + asc_text(z, "").replace(" ", "\n")), expect=plain())
    yield Case("exponents", grid(whole, number="{:.8e}"), expect=plain())
    yield Case("plus signs", grid(whole, number="{:+.9g}"), expect=plain())
    yield Case("whole numbers", grid(whole, numpy.round(z)), expect=plain(numpy.round(z)), silent=True)
    long = numpy.round(land(300, 200))
    wide = "ncols 300\nnrows 200\n" + CORNER + CELLSIZE
    long[199, 299] += 0.5
    yield Case("fraction far behind whole numbers", grid(wide, long),
               expect=plain(long, transform=(500000, 10, 0, 5002000, 0, -10)))
    tiny = z.astype("float64")
    words = asc_text(z, whole).split("\n")
    words[5] = " ".join(["1e-400"] + words[5].split()[1:])
    tiny[0, 0] = 0.0
    yield Case("1e-400", text("land.asc", "\n".join(words)), expect=plain(tiny))
    values, gaps = with_gaps(z, -9999.0)
    gap = plain(nan_at(values, gaps))
    yield Case("NODATA_value", grid(whole, values, no_data="-9999"), FILL, expect=gap)
    yield Case("NODATA_value of another form", grid(whole, values, no_data="-9999.00"), FILL, expect=gap)
    yield Case("no NODATA_value", grid(whole, values), FILL, expect=gap)
    yield Case("no NODATA_value, not filled", grid(whole, values), refused=["12 of 1200", "column 10, row 3"])
    yield Case("no NODATA_value, --no-data none", grid(whole, values), ("--no-data", "none"), refused=["8000 m"])
    yield Case("NODATA_value null", grid(whole, values, no_data="null"), FILL, expect=gap)
    for words, marker in (("-3.4028234663852886e+38", -3.4028234663852886e38), ("1e31", 1e31), ("0", 0.0)):
        marked, _ = with_gaps(z, marker)
        yield Case(f"NODATA_value {words}", grid(whole, marked, no_data=words), FILL, expect=gap)
    nothing, _ = with_gaps(z, numpy.nan)
    yield Case("NODATA_value nan", grid(whole, nothing, no_data="nan"), FILL, expect=gap)
    yield Case("nan without NODATA_value", grid(whole, nothing), FILL, expect=gap)
    whole_gaps, gaps = with_gaps(numpy.round(z), numpy.nan)
    yield Case("nan among whole numbers", grid(whole, whole_gaps), FILL, expect=plain(nan_at(whole_gaps, gaps)))
    content = asc_text(z, whole)
    lines = content.split("\n")
    for name, changed, told in (
            ("comma for a point", content.replace(".", ","), "201,064194"),
                                ("a word", content.replace(lines[9], "ten " + lines[9][4:]), ":10:"),
            ("too short", "\n".join(lines[:-3]), "1200 values"), ("cut in a number", content[:-150], "1200 values"),
                                ("too long", content + "1 2 3\n", "1200 values"),
            ("no rows", content.replace("nrows 30\n", ""), "nrows"),
                                ("0 columns", content.replace("ncols 40", "ncols 0"), "0 x 30"),
            ("negative columns", content.replace("ncols 40", "ncols -40"), "-40"),
                                ("half a column", content.replace("ncols 40", "ncols 40.5"), "40.5"),
            ("a wrong key", content.replace("cellsize", "cellsise"), "cellsize"),
                                ("cell size 0", content.replace("cellsize 10", "cellsize 0"), "cell size"),
            ("cell size -10", content.replace("cellsize 10", "cellsize -10"), "cell size"),
                                ("cell size of a word", content.replace("cellsize 10", "cellsize ten"), "cellsize"),
            ("hexadecimal", content.replace(lines[9].split()[0], "0x10", 1), "0x10"),
                                ("header only", whole, "1200 values"), ("a page of HTML", "<html>no</html>", "<html>"),
            ("a billion columns", content.replace("ncols 40", "ncols 1000000000"), "at most")):
        yield Case(name, text("land.asc", changed), refused=[told])


def hgt(folder, name, rows=1201, columns=1201):
    u = numpy.arange(columns) / 12.0
    v = numpy.arange(rows)[:, None] / 12.0
    (folder / name).write_bytes(numpy.round(height(u, v)).astype(">i2").tobytes())
    return folder / name


def hgt_surface(x, y, target, fewest=0.5):
    place = (x - 0.5 / 1200, 1 / 1200, 0.0, y + 1 + 0.5 / 1200, 0.0, -1 / 1200)
    return Surface(lambda u, v: height((u - 0.5) / 12.0, (v - 0.5) / 12.0), (1201, 1201), place, 4326, target, 1.0,
                   fewest)


@kind("SRTM tile (.hgt)",
      "The name gives the latitude and longitude, as in N46E007.hgt. The map is reprojected to its UTM zone.")
def srtm():
    yield Case("N46E007", lambda folder: hgt(folder, "N46E007.hgt"), expect=hgt_surface(7, 46, 32632),
               notices=["UTM zone 32N"])
    yield Case("S33W071", lambda folder: hgt(folder, "S33W071.hgt"), ("--cell-size", "300"),
               expect=hgt_surface(-71, -33, 32719, 0.05))
    yield Case("a name without a place", lambda folder: hgt(folder, "land.hgt"), refused=["expected"])
    yield Case("another size", lambda folder: hgt(folder, "N46E007.hgt", 1000), refused=["expected"])


def hdr(bits, kind_of, order="LSBFIRST", more="", **_):
    return (f"NROWS 30\nNCOLS 40\nNBANDS 1\nNBITS {bits}\nPIXELTYPE {kind_of}\nBYTEORDER {order}\nLAYOUT BIL\n"
            f"ULXMAP 500005\nULYMAP 5000295\nXDIM 10\nYDIM 10\n{more}")


FLT_HDR = "ncols 40\nnrows 30\nxllcorner 500000\nyllcorner 5000000\ncellsize 10\nNODATA_value -9999\nbyteorder {}\n"


@kind("ESRI grids with .hdr (.flt .bil)",
      "Both byte orders are read. A .prj file gives the coordinate reference system.")
def esri_grids():
    values, gaps = with_gaps(land(), -9999.0)
    for word, code in (("LSBFIRST", "<f4"), ("MSBFIRST", ">f4")):
        make = text("land.flt", values.astype(code).tobytes(), land__hdr=FLT_HDR.format(word), land__prj=esri(UTM))
        yield Case(f".flt, {word}", make, FILL, expect=same(nan_at(values, gaps)))
    yield Case(".flt without .hdr", text("land.flt", values.tobytes()), refused=["expected"])
    yield Case(".flt cut", text("land.flt", values.tobytes()[:-500], land__hdr=FLT_HDR.format("LSBFIRST")), FILL,
               refused=["expected"])
    for code, bits, kind_of, order in (("<i2", 16, "SIGNEDINT", "I"), (">i2", 16, "SIGNEDINT", "M"),
                                       ("<u2", 16, "UNSIGNEDINT", "I"),
                                       ("<i4", 32, "SIGNEDINT", "I"), ("<f4", 32, "FLOAT", "I"),
                                       (">f4", 32, "FLOAT", "M")):
        whole = land(dtype="float32" if "f" in code else "int16")
        make = text("land.bil", whole.astype(code).tobytes(), land__hdr=hdr(bits, kind_of, order), land__prj=esri(UTM))
        yield Case(f".bil {code}", make, expect=same(whole))
    signed = (land() - 260).astype("int8")
    yield Case(".bil of 8 bits, signed", text("land.bil", signed.tobytes(), land__hdr=hdr(8, "SIGNEDINT")),
               expect=plain(signed))
    gap, gaps = with_gaps(land(dtype="int16"), -32768)
    yield Case(".bil with NODATA", text("land.bil", gap.tobytes(),
                                        land__hdr=hdr(16, "SIGNEDINT", more="NODATA -32768\n")), FILL,
               expect=plain(nan_at(gap, gaps)))
    yield Case(".bil cut", text("land.bil", gap.tobytes()[:-500], land__hdr=hdr(16, "SIGNEDINT")), FILL,
               refused=["expected"])


@kind("ERDAS Imagine (.img)",
      "All types of number are read, compressed or not, with the no-data value and the coordinate reference system.")
def imagine():
    for dtype in ("uint8", "uint16", "int16", "int32", "float32", "float64"):
        yield Case(dtype, gdal_file("HFA", "land.img", land(dtype=dtype)), expect=same(land(dtype=dtype)))
    yield Case("compressed", gdal_file("HFA", "land.img", options=["COMPRESSED=YES"]), expect=same(land()))
    values, gaps = with_gaps(land(), -9999.0)
    yield Case("no data", gdal_file("HFA", "land.img", values, no_data=-9999.0), FILL,
               expect=same(nan_at(values, gaps)))
    signed = (land(dtype="int16") - 260).astype("int8")
    yield Case("int8", gdal_file("HFA", "land.img", signed.view("uint8"), ["PIXELTYPE=SIGNEDBYTE"]),
               expect=same(signed))
    yield Case("feet", gdal_file("HFA", "land.img", crs=2225, unit="ft"), any_end=True)


def netcdf(folder, variables, bottom_up=True, attributes=None):
    """A file of CF conventions: variables (name -> values) with coordinates in metres."""
    path = folder / "land.nc"
    root = gdal.GetDriverByName("netCDF").CreateMultiDimensional(str(path)).GetRootGroup()
    rows, columns = next(iter(variables.values())).shape
    y_of = PLACE[3] + PLACE[5] * (numpy.arange(rows) + 0.5)
    x = root.CreateDimension("x", None, None, columns)
    y = root.CreateDimension("y", None, None, rows)
    real = gdal.ExtendedDataType.Create(gdal.GDT_Float64)
    words = gdal.ExtendedDataType.CreateString()

    def write(array, name, value):
        kind_of = words if isinstance(value, str) else real
        array.CreateAttribute(name, [], kind_of).Write(value)

    for name, dimension, values in (("x", x, PLACE[0] + 10.0 * (numpy.arange(columns) + 0.5)),
                                    ("y", y, y_of[::-1] if bottom_up else y_of)):
        array = root.CreateMDArray(name, [dimension], real)
        array.Write(numpy.ascontiguousarray(values))
        write(array, "standard_name", f"projection_{name}_coordinate")
        write(array, "units", "m")
    for name, values in variables.items():
        type_of = {"float32": gdal.GDT_Float32, "int16": gdal.GDT_Int16, "float64": gdal.GDT_Float64}[values.dtype.name]
        array = root.CreateMDArray(name, [y, x], gdal.ExtendedDataType.Create(type_of))
        for key, value in (attributes or {}).items():
            if key == "_FillValue":
                array.SetNoDataValueDouble(value)
            else:
                write(array, key, value)
        array.Write(numpy.ascontiguousarray(values[::-1] if bottom_up else values))
    return path


@kind("NetCDF (.nc)",
      "If the file has several variables, `--band` names the one to read. Rows may begin in the south. Scale, "
      "offset, unit and fill value are taken into account.")
def netcdfs():
    z, other = land(), land() + 300
    expect = same(z, system="skip")
    for name, up in (("rows from the south", True), ("rows from the north", False)):
        yield Case(name, lambda folder, up=up: netcdf(folder, {"z": z}, up), expect=expect)
    two = lambda folder: netcdf(folder, {"ground": z, "roof": other})  # noqa: E731
    yield Case("several variables", two, refused=["--band", "ground", "roof"])
    yield Case("a variable by name", two, ("--band", "roof"), expect=same(other, system="skip"))
    yield Case("a wrong name", two, ("--band", "cellar"), refused=["ground", "roof", "cellar"])
    yield Case("the only variable by name", lambda folder: netcdf(folder, {"ground": z}), ("--band", "ground"),
               expect=expect)
    codes = land(dtype="int16")
    yield Case("scale_factor and add_offset", lambda folder: netcdf(folder, {"z": codes}, True,
                                                                    {"scale_factor": 0.5, "add_offset": 10.0}),
               expect=same(codes * 0.5 + 10, system="skip"))
    yield Case("units ft", lambda folder: netcdf(folder, {"z": z}, True, {"units": "ft"}),
               expect=same(z.astype("float64") * FOOT, system="skip", tolerance=1e-5))
    yield Case("units meters", lambda folder: netcdf(folder, {"z": z}, True, {"units": "meters"}), expect=expect)
    values, gaps = with_gaps(z, -9999.0)
    yield Case("_FillValue", lambda folder: netcdf(folder, {"z": values}, True, {"_FillValue": -9999.0}), FILL,
               expect=same(nan_at(values, gaps), system="skip"))
    yield Case("missing_value", lambda folder: netcdf(folder, {"z": values}, True, {"missing_value": -9999.0}), FILL,
               expect=same(nan_at(values, gaps), system="skip"))
    yield Case("of GDAL", gdal_file("netCDF", "land.nc"), expect=same(z, system=UTM))
    yield Case("of GDAL, NetCDF 4", gdal_file("netCDF", "land.nc", options=["FORMAT=NC4", "COMPRESS=DEFLATE"]),
               expect=same(z, system=UTM))
    yield Case("of GDAL, two variables", gdal_file("netCDF", "land.nc", [z, other]), ("--band", "Band2"),
               expect=same(other, system=UTM))
    place = at(13.0, 46.0, 1 / 1200)
    yield Case("degrees", gdal_file("netCDF", "land.nc", crs=4326, place=place),
               expect=surface(place, 4326, system=32633))
    place = at(250.0, 40.0, 1 / 1200)
    yield Case("longitudes from 0 to 360", gdal_file("netCDF", "land.nc", crs=4326, place=place),
               expect=surface(place, 4326, system=32612))


@kind("Terrain formats (.bt .ter .dem .dt0 .grd .rst .sdat .jp2)",
      "They are read with their scale, unit and no-data value.")
def terrain():
    whole = land(dtype="int16")
    yield Case(".bt, floats", gdal_file("BT", "land.bt"), expect=same(land()))
    yield Case(".bt, integers", gdal_file("BT", "land.bt", whole), expect=same(whole))
    in_feet = then(gdal_file("BT", "land.bt"), lambda path: patch(path, 62, struct.pack("<f", FOOT)))
    yield Case(".bt, feet", in_feet, expect=same(land().astype("float64") * FOOT, tolerance=1e-5))
    yield Case(".ter", gdal_file("Terragen", "land.ter", options=["MINUSERPIXELVALUE=150", "MAXUSERPIXELVALUE=300"]),
               any_end=True)
    yield Case(".grd, Surfer 6 text", gdal_file("GSAG", "land.grd"), expect=same(land(), tolerance=1e-4))
    yield Case(".grd, Surfer 6", gdal_file("GSBG", "land.grd"), expect=same(land()))
    yield Case(".grd, Surfer 7", gdal_file("GS7BG", "land.grd", land(dtype="float64")),
               expect=same(land(dtype="float64")))
    values, gaps = with_gaps(land(), 1.701410009187828e38)
    yield Case(".grd, Surfer 6, gaps", gdal_file("GSBG", "land.grd", values, no_data=1.701410009187828e38), FILL,
               expect=same(nan_at(values, gaps)))
    yield Case(".grd that is an .asc with a word",
               text("land.grd", asc_text(land(), no_data=-9999).replace("nodata", "NODATA").replace("\n2", "\nx", 1)),
               refused=["expected"])
    yield Case(".dem that is an .asc", text("land.dem", asc_text(land())), any_end=True)
    yield Case(".rst", gdal_file("RST", "land.rst"), expect=same(land()))
    yield Case(".rst, integers", gdal_file("RST", "land.rst", whole), expect=same(whole))
    yield Case(".sdat", gdal_file("SAGA", "land.sdat"), expect=same(land()))
    gap, gaps = with_gaps(land(), -99999.0)
    yield Case(".sdat, gaps", gdal_file("SAGA", "land.sdat", gap, no_data=-99999.0), FILL,
               expect=same(nan_at(gap, gaps)))
    yield Case(".jp2, lossless", gdal_file("JP2OpenJPEG", "land.jp2", whole, ["QUALITY=100", "REVERSIBLE=YES"]),
               expect=same(whole))
    cell = 1.0 / 120.0
    place = (7.0 - cell / 2, cell, 0.0, 47.0 + cell / 2, 0.0, -cell)
    dted = land(121, 121, "int16")
    yield Case(".dt0", gdal_file("DTED", "land.dt0", dted, crs=4326, place=place),
               expect=surface(place, 4326, system=32632, size=(121, 121), tolerance=0.8))


@kind("Text with x, y, z (.xyz)", "The points must form a complete grid.")
def xyz():
    def points(values, order=1, separator=" ", head="", keep=lambda i: True, places=6):
        rows = range(ROWS)[::order]
        lines = [separator.join([f"{PLACE[0] + 10 * (c + 0.5):.2f}", f"{PLACE[3] - 10 * (r + 0.5):.2f}",
                                 f"{values[r, c]:.{places}f}"])
                 for r in rows for c in range(COLUMNS)]
        return text("land.xyz", head + "\n".join(line for i, line in enumerate(lines) if keep(i)) + "\n")

    z = land()
    expect = plain(z, 1e-5)
    yield Case("from the north", points(z), expect=expect)
    yield Case("from the south", points(z, -1), expect=expect)
    yield Case("commas and a header", points(z, separator=",", head="x,y,z\n"), expect=expect)
    yield Case("semicolons", points(z, separator=";"), expect=expect)
    yield Case("with .prj", then(points(z), lambda p: p.with_suffix(".prj").write_text(esri(UTM)) and None),
               expect=plain(z, 1e-5, crs=UTM))
    whole = numpy.round(z)
    whole[29, 39] += 0.25
    yield Case("fraction in the last line", points(whole, places=2), expect=plain(whole))
    holes = z.astype("float64")
    holes.ravel()[[500, 501, 502, 777]] = numpy.nan
    yield Case("points missing", points(z, keep=lambda i: i not in (500, 501, 502, 777)), FILL,
               expect=plain(holes, 1e-5))
    yield Case("points missing, not filled", points(z, keep=lambda i: i not in (500, 501, 502, 777)),
               refused=["4 of 1200"])
    yield Case("a word", then(points(z),
                              lambda p: p.write_text(p.read_text().replace(p.read_text().split()[902],
                                                                           "ten")) and None), refused=["expected"])
    yield Case("no grid", text("land.xyz", "1 1 5\n2 7 6\n9 3 7\n4 4 4\n"), refused=["expected"])
