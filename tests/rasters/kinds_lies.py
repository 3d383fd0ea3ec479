"""Files with false headers, damaged files, and files that are not rasters."""
import io
import os
import random
import socket
import struct
import threading

import numpy

import exr
from harness import Case, Cells, kind
from kinds_tiff import same
from makers import PLACE, asc_text, gdal_file, land, png_bytes, text, then, tif, tiff_bytes


class Listener:
    """Listens on a port of this machine and counts who connects."""

    def __init__(self):
        self.visits = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            visitor, _ = self.server.accept()
            self.visits += 1
            visitor.close()

    def fault(self):
        return f"{self.visits} connections over the network" if self.visits else None


@kind("Headers that give a false size", "The file is refused before memory is used.")
def claims():
    z = land()
    billion = {256: (4, [10 ** 9]), 257: (4, [10 ** 9])}
    yield Case("TIFF, 10^9 x 10^9", text("land.tif", tiff_bytes(z, changes=billion)), refused=["expected"])
    yield Case("TIFF, 16000 x 16000", text("land.tif", tiff_bytes(z, changes={256: (4, [16000]), 257: (4, [16000])})),
               refused=["memory"], alone=True)
    yield Case("TIFF, 2^31 columns", text("land.tif", tiff_bytes(z, changes={256: (4, [2 ** 31])})),
               refused=["expected"])
    yield Case("TIFF, 0 columns", text("land.tif", tiff_bytes(z, changes={256: (4, [0])})), refused=["expected"])
    for name, offset in (("beyond the end", 10 ** 6), ("far beyond", 2 ** 32 - 5), ("at the end", 4800)):
        yield Case(f"TIFF, strip {name}", text("land.tif", tiff_bytes(z, changes={273: (4, [offset])})),
                   refused=["expected"])
    yield Case("TIFF, strip of 2^32 bytes", text("land.tif", tiff_bytes(z, changes={279: (4, [2 ** 32 - 1])})),
               any_end=True)
    yield Case("TIFF, short strip", text("land.tif", tiff_bytes(z, changes={279: (4, [1000])})), any_end=True)
    yield Case("TIFF, 10^6 bands", text("land.tif", tiff_bytes(z, changes={277: (3, [65535])})), any_end=True)
    yield Case("TIFF, unknown compression", text("land.tif", tiff_bytes(z, changes={259: (3, [4711])})),
               refused=["expected"])
    yield Case("TIFF, no strips", text("land.tif", tiff_bytes(z, changes={273: None, 279: None})),
               refused=["StripOffsets"])
    yield Case("TIFF, directory points to itself", text("land.tif", loop()), any_end=True)
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">IIBBBBB", 2 ** 31 - 1, 2 ** 31 - 1,
                                                                                16, 0, 0, 0, 0)
    yield Case("PNG, 2^31 x 2^31", text("land.png", head + b"\0" * 40), refused=["expected"])
    yield Case("raw, 16384 x 16384", text("land.r16", b"\0" * 100), ("--size", "16384x16384"), refused=["expected"])
    yield Case(".bt, 2^31 x 2^31", then(gdal_file("BT", "land.bt"),
                                        lambda p: patch(p, 10, struct.pack("<ii", 2 ** 31 - 1, 2 ** 31 - 1))),
               refused=["expected"])
    yield Case("too large by one cell", tif(numpy.zeros((1, 16385), "uint8"), ["COMPRESS=DEFLATE"]), refused=["16384"])
    yield Case("--cell-size far too small", tif(), ("--cell-size", "0.001"), refused=["expected"])
    yield Case("--cell-size far too large", tif(), ("--cell-size", "100000"), any_end=True)
    yield Case("--cell-size 0", tif(), ("--cell-size", "0"), refused=["cell size"])
    yield Case("--cell-size -5", tif(), ("--cell-size=-5",), refused=["cell size"])
    yield Case("--cell-size nan", tif(), ("--cell-size", "nan"), refused=["cell-size"])


def patch(path, at, content):
    data = bytearray(path.read_bytes())
    data[at:at + len(content)] = content
    path.write_bytes(data)


def loop():
    data = bytearray(tiff_bytes(land()))
    start = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, start)[0]
    struct.pack_into("<I", data, start + 2 + 12 * count, start)
    return bytes(data)


def npy_bytes(values):
    made = io.BytesIO()
    numpy.save(made, values)
    return made.getvalue()


def originals():
    """Makers of files whose every byte is needed."""
    z = land()
    yield "tif", tif(z)
    yield "tif, DEFLATE", tif(z, ["COMPRESS=DEFLATE", "PREDICTOR=3"])
    yield "tif, big tiles", tif(land(60, 50), ["TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32", "COMPRESS=LZW"])
    yield "cog", tif(z, driver="COG")
    yield "asc", text("land.asc", asc_text(z))
    yield "png", text("land.png", png_bytes(land(dtype="uint16"), 0, 16))
    yield "img", gdal_file("HFA", "land.img")
    yield "nc", gdal_file("netCDF", "land.nc")
    yield "nc 4", gdal_file("netCDF", "land.nc", options=["FORMAT=NC4"])
    yield "bt", gdal_file("BT", "land.bt")
    yield "grd", gdal_file("GSBG", "land.grd")
    yield "grd 7", gdal_file("GS7BG", "land.grd", land(dtype="float64"))
    yield "jp2", gdal_file("JP2OpenJPEG", "land.jp2", land(dtype="int16"), ["QUALITY=100", "REVERSIBLE=YES"])
    yield "sdat", gdal_file("SAGA", "land.sdat")
    yield "rst", gdal_file("RST", "land.rst")
    yield "exr", text("land.exr", exr.image({"Y": z}))
    yield "exr, tiles", text("land.exr", exr.image({"Y": land(dtype="float16")}, tile=16))
    yield "npy", text("land.npy", npy_bytes(z))


def cut(tenth):
    def change(path):
        data = path.read_bytes()
        path.write_bytes(data[:len(data) * tenth // 10])

    return change


@kind("Incomplete files", "They are refused.")
def cut_files():
    options = {"png": ("--range", "0:65535", "--cell-size", "10")}
    for name, make in originals():
        for tenth in range(1, 10):
            yield Case(f"{name}, {tenth} tenths", then(make, cut(tenth)), options.get(name, ()), refused=["expected"],
                       run=tenth == 9)


def flip(seed, count):
    def change(path):
        data = bytearray(path.read_bytes())
        chance = random.Random(seed)
        for _ in range(count):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)

    return change


@kind("Damaged files", "They never make Barchan crash, hang or use much memory.")
def damaged():
    chosen = dict(originals())
    for name, count in (("tif, DEFLATE", 40), ("nc", 30), ("img", 40), ("asc", 20), ("bt", 20), ("nc 4", 20),
                        ("jp2", 20), ("png", 10), ("exr", 60), ("exr, tiles", 40), ("npy", 40)):
        for seed in range(count):
            yield Case(f"{name}, flips {seed}", then(chosen[name], flip(seed, 1 + seed % 6)), any_end=True,
                       run=seed % 10 == 0)


@kind("Files that are not rasters", "They are refused with a message that gives the reason.")
def no_rasters():
    for ending in ("tif", "asc", "png", "nc", "img", "r16", "zip", "vrt", "hgt", "xyz", "flt", "exr", "npy"):
        yield Case(f"empty .{ending}", text(f"land.{ending}", b""), refused=["expected"])
        yield Case(f"text in .{ending}", text(f"land.{ending}", "This is no raster.\n"), refused=["expected"])
        yield Case(f"PDF in .{ending}", text(f"land.{ending}", b"%PDF-1.4\n%\xe2\xe3\n1 0 obj\n"), refused=["expected"])
    for ending in ("tif", "asc", "png"):
        def folder_of(folder, ending=ending):
            (folder / f"land.{ending}").mkdir()
            return folder / f"land.{ending}"

        yield Case(f"folder .{ending}", folder_of, refused=["folder"])

        def fifo(folder, ending=ending):
            os.mkfifo(folder / f"land.{ending}")
            return folder / f"land.{ending}"

        yield Case(f"pipe .{ending}", fifo, refused=[""], alone=True)
        yield Case(f"no file .{ending}", lambda folder, ending=ending: folder / f"land.{ending}",
                   refused=["no such file"])
        yield Case(f"link to nothing .{ending}", lambda folder, ending=ending: link(folder / f"land.{ending}"),
                   refused=["no such file"])
        if os.getuid():
            yield Case(f"no permission .{ending}", then(text(f"land.{ending}", "x"), lambda p: p.chmod(0)),
                       refused=["permission"])
    for ending in ("txt", "jpg", "shp", "las", "exe"):
        yield Case(f"ending .{ending}", text(f"land.{ending}", "x"), refused=["expected", f".{ending}"])
    yield Case("JPEG in .tif", text("land.tif", b"\xff\xd8\xff\xe0\0\x10JFIF"), refused=["expected"])


def link(path):
    path.symlink_to(path.with_name("nothing"))
    return path


@kind("Names and sizes",
      "Names may contain spaces and any other characters. A raster may consist of a single row or a single cell.")
def names():
    for name in ("my land.tif", "Düne ö 砂丘.tif", "a'b\"c.tif", "-land.tif",
                 "land;rm.tif", "a.b.c.tif", "%s%n.tif",
                 "[land].tif", "a,b.tif", "a:b.tif", "$HOME.tif", "#1.tif"):
        yield Case(name, tif(name=name), expect=same(land()))
    yield Case("blank .asc", text("my land ö.asc", asc_text(land())),
               expect=Cells(land().astype("float64"), PLACE, None, 1e-5))
    for columns, rows in ((1, 1), (1, 500), (500, 1), (2, 2), (3, 1)):
        z = land(columns, rows)
        yield Case(f"{columns} x {rows}", tif(z), expect=same(z), silent=True)
        yield Case(f"{columns} x {rows}, .asc", text("land.asc", asc_text(z)),
                   expect=Cells(z.astype("float64"), None, None, 1e-5))
    yield Case("1 x 1, degrees", tif(land(1, 1), crs=4326, place=(13, 0.001, 0, 46, 0, -0.001)), any_end=True)
    yield Case("1 x 500, degrees", tif(land(1, 500), crs=4326, place=(13, 0.001, 0, 46, 0, -0.001)), any_end=True)
    yield Case("level", tif(numpy.full((30, 40), 12.5, "float32")), expect=same(numpy.full((30, 40), 12.5)))
    yield Case("all 0", tif(numpy.zeros((30, 40), "float32")), expect=same(numpy.zeros((30, 40))))
