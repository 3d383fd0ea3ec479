"""Makes raster files with GDAL, numpy and bytes."""
import struct
import zlib

import numpy
from osgeo import gdal

from harness import system

UTM = 32633
PLACE = (500000.0, 10.0, 0.0, 5000300.0, 0.0, -10.0)
COLUMNS, ROWS = 40, 30

GDAL_TYPES = {"uint8": gdal.GDT_Byte, "uint16": gdal.GDT_UInt16, "int16": gdal.GDT_Int16, "uint32": gdal.GDT_UInt32,
              "int32": gdal.GDT_Int32, "uint64": gdal.GDT_UInt64, "int64": gdal.GDT_Int64, "float32": gdal.GDT_Float32,
              "float64": gdal.GDT_Float64, "complex64": gdal.GDT_CFloat32, "complex128": gdal.GDT_CFloat64}


def height(u, v):
    """A smooth land: elevation at column u and row v, m. It differs in all four directions."""
    return 200.0 + 1.7 * u - 0.9 * v + 8.0 * numpy.sin(u / 6.0) * numpy.cos(v / 7.0)


def land(columns=COLUMNS, rows=ROWS, dtype="float32"):
    """The elevations at the middles of cells, north row first."""
    u = numpy.arange(columns) + 0.5 + numpy.zeros((rows, 1))
    v = numpy.arange(rows)[:, None] + 0.5 + numpy.zeros((1, columns))
    values = height(u, v)
    return (numpy.round(values) if numpy.dtype(dtype).kind in "iu" else values).astype(dtype)


def with_gaps(values, marker=numpy.nan, count=12):
    """A copy in which some cells have a no-data value, and a mask of these cells."""
    copy, gaps = values.copy(), numpy.zeros(values.shape, bool)
    gaps[3:3 + count // 4, 10:14] = True
    copy[gaps] = marker
    return copy, gaps


def nan_at(values, gaps):
    copy = values.astype("float64")
    copy[gaps] = numpy.nan
    return copy


def dataset(values, place=PLACE, crs=UTM, no_data=None, unit="", scale=None, offset=None, names=(), kind=None,
            color=None, point=False):
    """A dataset in memory. `values`: one band or a list of bands."""
    bands = list(values) if isinstance(values, (list, tuple)) else [values]
    rows, columns = bands[0].shape
    made = gdal.GetDriverByName("MEM").Create("", columns, rows, len(bands), kind or GDAL_TYPES[bands[0].dtype.name])
    if place is not None:
        made.SetGeoTransform(place)
    if crs is not None:
        made.SetSpatialRef(system(crs))
    if point:
        made.SetMetadataItem("AREA_OR_POINT", "Point")
    for i, one in enumerate(bands):
        band = made.GetRasterBand(i + 1)
        band.WriteArray(one)
        if no_data is not None:
            band.SetNoDataValue(no_data)
        if unit:
            band.SetUnitType(unit)
        if scale is not None:
            band.SetScale(scale)
        if offset is not None:
            band.SetOffset(offset)
        if names:
            band.SetDescription(names[i])
        if color is not None:
            band.SetColorInterpretation(color[i])
    return made


def save(folder, name, source, driver, options=()):
    """Writes a dataset with a driver of GDAL."""
    path = folder / name
    gdal.GetDriverByName(driver).CreateCopy(str(path), source, strict=0, options=list(options)).FlushCache()
    return path


def tif(values=None, options=(), name="land.tif", driver="GTiff", edit=None, **facts):
    """A function that makes a GeoTIFF in a folder. `edit`: called with the open file afterwards."""

    def make(folder):
        path = save(folder, name, dataset(land() if values is None else values, **facts), driver, options)
        if edit:
            file = gdal.Open(str(path), gdal.GA_Update)
            edit(file)
            del file
        return path

    return make


def gdal_file(driver, name, values=None, options=(), **facts):
    """A function that makes a file of another format."""
    return tif(values, options, name, driver, **facts)


def text(name, content, **others):
    """A function that writes a text file, and others beside it: name=content with _ for the dot."""

    def make(folder):
        path = folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        for other, words in others.items():
            (folder / other.replace("__", ".")).write_bytes(words.encode() if isinstance(words, str) else words)
        return path

    return make


def then(make, change):
    """Makes a file, then changes it or those beside it. `change`: path -> new path or None."""

    def both(folder):
        path = make(folder)
        return change(path) or path

    return both


def beside(make, **others):
    """Makes a file and others beside it, by their endings: prj="..." gives land.prj."""

    def change(path):
        for ending, content in others.items():
            path.with_suffix("." + ending.replace("__", ".")).write_text(content)

    return then(make, change)


# TIFF by hand -------------------------------------------------------------------------------------------------------

TIFF_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 11: 4, 12: 8, 16: 8}
TIFF_CODES = {1: "B", 3: "H", 4: "I", 11: "f", 12: "d", 16: "Q"}


def tiff_bytes(values, order="<", big=False, no_data=None, place=PLACE, crs=UTM, changes=None, data=None):
    """A GeoTIFF with one strip. `changes`: tags (number -> (type, values)) that replace those, perhaps by a lie."""
    rows, columns = values.shape
    data = values.astype(values.dtype.newbyteorder(order)).tobytes() if data is None else data
    word, size = ("Q", 16) if big else ("I", 4)
    header = 16 if big else 8
    tags = {256: (size, [columns]), 257: (size, [rows]), 258: (3, [values.dtype.itemsize * 8]), 259: (3, [1]),
            262: (3, [1]), 273: (size, [header]), 277: (3, [1]), 278: (size, [rows]), 279: (size, [len(data)]),
            339: (3, [{"u": 1, "i": 2, "f": 3, "c": 6}[values.dtype.kind]])}
    if place is not None:
        tags[33550] = (12, [place[1], -place[5], 0.0])
        tags[33922] = (12, [0.0, 0.0, 0.0, place[0], place[3], 0.0])
    if crs is not None:
        tags[34735] = (3, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, crs])
    if no_data is not None:
        tags[42113] = (2, no_data.encode() + b"\0")
    tags.update(changes or {})
    tags = {number: tag for number, tag in tags.items() if tag is not None}
    entry, count = (20, 8) if big else (12, 2)
    start = header + len(data) + len(data) % 2
    extra_at = start + count + entry * len(tags) + (8 if big else 4)
    entries, extra = b"", b""
    for number, (code, content) in sorted(tags.items()):
        packed = content if code == 2 else struct.pack(f"{order}{len(content)}{TIFF_CODES[code]}", *content)
        many = len(packed) // TIFF_SIZES[code]
        if len(packed) > (8 if big else 4):
            place_of = struct.pack(order + word, extra_at + len(extra))
            extra += packed + b"\0" * (len(packed) % 2)
            packed = place_of
        packed = packed.ljust(8 if big else 4, b"\0")
        entries += struct.pack(f"{order}HH{word}", number, code, many) + packed
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "H", 43 if big else 42)
    head += struct.pack(order + "HHQ", 8, 0, start) if big else struct.pack(order + "I", start)
    number = struct.pack(order + ("Q" if big else "H"), len(tags))
    return head + data + b"\0" * (len(data) % 2) + number + entries + b"\0" * (8 if big else 4) + extra


# PNG by hand --------------------------------------------------------------------------------------------------------

def png_bytes(pixels, color, depth, chunks=()):
    """A PNG from samples (rows, columns, channels). `chunks`: pairs of a name and bytes before the pixels."""

    def chunk(name, content):
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    pixels = numpy.asarray(pixels)
    rows, columns = pixels.shape[:2]
    samples = pixels.reshape(rows, -1)
    if depth < 8:
        bits = numpy.unpackbits(samples.astype("uint8")[:, :, None], axis=2)[:, :, 8 - depth:]
        lines = numpy.packbits(bits.reshape(rows, -1), axis=1)
    else:
        lines = samples.astype(">u2" if depth == 16 else "u1")
    raw = b"".join(b"\0" + line.tobytes() for line in lines)
    head = struct.pack(">IIBBBBB", columns, rows, depth, color, 0, 0, 0)
    body = b"".join(chunk(name, content) for name, content in chunks)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def png(pixels, color=0, depth=16, chunks=(), name="land.png"):
    def make(folder):
        path = folder / name
        path.write_bytes(png_bytes(pixels, color, depth, chunks))
        return path

    return make


# Text grids ---------------------------------------------------------------------------------------------------------

def asc_text(values, header=None, no_data=None, newline="\n", number="{:.9g}", place=PLACE):
    rows, columns = values.shape
    if header is None:
        header = (f"ncols {columns}\nnrows {rows}\nxllcorner {place[0]:.12g}\n"
                  f"yllcorner {place[3] + rows * place[5]:.12g}\ncellsize {place[1]:.12g}\n")
    if no_data is not None:
        header += f"NODATA_value {no_data}\n"
    lines = [" ".join(number.format(value) for value in row) for row in values]
    return (header + "\n".join(lines) + "\n").replace("\n", newline)
