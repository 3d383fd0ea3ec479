"""Coordinate reference systems and geotransforms."""
import math

import numpy
from osgeo import gdal

from harness import Case, Cells, Surface, kind, system
from kinds_tiff import same
from makers import COLUMNS, PLACE, ROWS, UTM, asc_text, beside, dataset, height, land, save, text, then, tif, tiff_bytes


def surface(transform, source, **others):
    return Surface(height, others.pop("size", (COLUMNS, ROWS)), transform, source, **others)


def at(x, y, cell):
    return (x, cell, 0.0, y, 0.0, -cell)


@kind("Projected coordinate reference system in metres",
      "The land has the cells, the geotransform and the coordinate reference system of the map.")
def projected():
    for code, place in ((32633, at(500000, 5000300, 10)), (32719, at(350000, 7400300, 30)),
                        (2056, at(2600000, 1200300, 10)),
                        (27700, at(400000, 300300, 50)), (3035, at(4321000, 3210300, 25)),
                        (25832, at(565000.5, 5900300.25, 0.5)),
                        (3413, at(-300000, -1200300, 100)), (3031, at(1200000, -800300, 100)),
                        (6933, at(1100000, 4400300, 30)),
                        (5041, at(2100000, 1900300, 30))):
        yield Case(f"EPSG:{code}", tif(crs=code, place=place), expect=same(land(), transform=place, system=code))
    custom = "+proj=tmerc +lat_0=47.25 +lon_0=9.1 +k=1 +x_0=12345.5 +y_0=-20000 +ellps=bessel +units=m +no_defs"
    yield Case("custom", tif(crs=custom, place=at(12000, -20000, 5)),
               expect=same(land(), transform=at(12000, -20000, 5), system=custom))
    laea = "+proj=laea +lat_0=10 +lon_0=20 +datum=WGS84 +units=m"
    yield Case("custom, equal area", tif(crs=laea), expect=same(land(), system=laea))
    yield Case("local", tif(crs='LOCAL_CS["site grid",UNIT["metre",1]]'), expect=same(land(), system="skip"))
    yield Case("1 m cells in a UTM zone", tif(place=at(500000, 5000300, 1)), silent=True,
               expect=same(land(), transform=at(500000, 5000300, 1)))
    yield Case("odd cell size", tif(place=at(500000.125, 5000300.0625, 10.0 / 3.0)),
               expect=same(land(), transform=at(500000.125, 5000300.0625, 10.0 / 3.0)))


@kind("Projected coordinate reference system in feet",
      "The geotransform of the land is in feet, and the cell size of the land is in metres.")
def feet():
    place = at(6000000, 2000300, 30)
    yield Case("EPSG:2225", tif(crs=2225, place=place), expect=same(land(), transform=place, system=2225),
               notices=["feet", "--vertical-unit"])
    yield Case("EPSG:2225, elevations in feet", tif(crs=2225, place=place, unit="US survey foot"),
               expect=same(land(dtype="float64") * 1200 / 3937, transform=place, system=2225, tolerance=1e-5))
    yield Case("EPSG:2222, international feet", tif(crs=2222, place=at(700000, 800300, 10), unit="ft"),
               expect=same(land(dtype="float64") * 0.3048, transform=at(700000, 800300, 10), system=2222,
                           tolerance=1e-5))
    yield Case("to other cells", tif(crs=2225, place=place), ("--cell-size", "15"), notices=["15 m"],
               expect=surface(place, 2225, system=2225, fewest=0.3, tolerance=0.4))
    yield Case("to UTM", tif(crs=2225, place=place), ("--crs", "utm"), expect=surface(place, 2225))


@kind("Web Mercator and other projections that enlarge lengths",
      "The land has the cell size on the ground, and a notice gives this size.")
def web_mercator():
    place = at(1000000, 6000000, 30)
    yield Case("EPSG:3857", tif(crs=3857, place=place), expect=same(land(), transform=place, system=3857),
               notices=["on the ground"])
    yield Case("EPSG:3857 at the equator", tif(crs=3857, place=at(1000000, 1000, 30)), silent=True,
               expect=same(land(), transform=at(1000000, 1000, 30), system=3857))
    yield Case("EPSG:3857 and heights", tif(crs="EPSG:3857+5773", place=place),
               expect=same(land(), transform=place, system=3857),
               notices=["on the ground"])
    yield Case("EPSG:3857 to UTM", tif(crs=3857, place=place), ("--crs", "utm"),
               expect=surface(place, 3857, system=32632))
    yield Case("equirectangular", tif(crs=4087, place=at(1000000, 6000000, 30)), notices=["--crs utm"])


@kind("No coordinate reference system", "The land has the geotransform of the map.")
def no_system():
    yield Case(".tif", tif(crs=None), expect=same(land(), system=None), silent=True)
    yield Case(".tif without a place", tif(crs=None, place=None), expect=same(land(), transform=None, system=None),
               notices=["cell size"])
    yield Case("cell size of the user", tif(crs=None, place=None), ("--cell-size", "20"), silent=True,
               expect=same(land(), transform=(0, 20, 0, 20 * ROWS, 0, -20), system=None))
    yield Case("--crs without a system", tif(crs=None), ("--crs", "EPSG:32633"),
               refused=["coordinate reference system", "--source-crs"])
    yield Case("--source-crs", tif(crs=None), ("--source-crs", "EPSG:32633"), expect=same(land()), silent=True)
    yield Case("--source-crs replaces", tif(crs=32632), ("--source-crs", "EPSG:32633"), expect=same(land()))
    yield Case("--source-crs with nonsense", tif(), ("--source-crs", "EPSG:1"),
               refused=["coordinate reference system", "EPSG:1"])
    yield Case("--crs with degrees", tif(), ("--crs", "EPSG:4326"), refused=["projected"])
    yield Case("--crs with another system", tif(), ("--crs", "EPSG:3035"), expect=surface(PLACE, UTM, system=3035))
    yield Case("--cell-size", tif(), ("--cell-size", "7"), expect=surface(PLACE, UTM, system=UTM), notices=["7 m"])
    yield Case("--cell-size, coarser", tif(), ("--cell-size", "20"),
               expect=surface(PLACE, UTM, system=UTM, tolerance=0.6, fewest=0.2))
    yield Case("--cell-size, cubic", tif(), ("--cell-size", "5", "--resampling", "cubic"), notices=["cubic"],
               expect=surface(PLACE, UTM, system=UTM))
    yield Case("--cell-size, the same", tif(), ("--cell-size", "10"), expect=same(land()), silent=True)
    yield Case("same --crs", tif(), ("--crs", "EPSG:32633"), expect=same(land()), silent=True)
    yield Case("same --crs utm", tif(), ("--crs", "utm"), expect=same(land()), silent=True)


def rotated(degrees, cell=10.0, flip=1.0):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (500000.0, cell * c, cell * s, 5000300.0, cell * s, -cell * c * flip)


@kind("Rows from the south, rotated, sheared or oblong cells", "Square cells are not resampled. "
      "Cells of other shapes are resampled to square cells, and a notice says so.")
def transforms():
    z = land()
    south = (PLACE[0], 10.0, 0.0, PLACE[3] - 10.0 * ROWS, 0.0, 10.0)
    yield Case("rows from the south", tif(z[::-1].copy(), place=south), expect=same(z), silent=True)
    west = (PLACE[0] + 10.0 * COLUMNS, -10.0, 0.0, PLACE[3], 0.0, -10.0)
    yield Case("columns from the east", tif(z[:, ::-1].copy(), place=west), expect=same(z), silent=True)
    turned = (PLACE[0] + 10.0 * COLUMNS, -10.0, 0.0, PLACE[3] - 10.0 * ROWS, 0.0, 10.0)
    yield Case("from the south-east", tif(z[::-1, ::-1].copy(), place=turned), expect=same(z), silent=True)
    yield Case("centres", tif(z, point=True), expect=same(z), silent=True)
    for degrees in (30, 90, -90, 10, 45, 150):
        place = rotated(degrees)
        expect = same(z, transform=place) if degrees != 150 else same(z[::-1, ::-1], transform=None)
        yield Case(f"rotated by {degrees} degrees", tif(z, place=place), expect=expect, silent=True)
    yield Case("rotated, to .asc", tif(z, place=rotated(30)), outputs=("out.asc",),
               output_refused="write a .tif")
    yield Case("rotated, to other cells", tif(z, place=rotated(30)), ("--cell-size", "7"), notices=["7 m"],
               expect=surface(rotated(30), UTM, system=UTM))
    yield Case("90 degrees, as stored", tif(z, place=(500000.0, 0.0, 10.0, 5000000.0, 10.0, 0.0)), silent=True)
    shear = (500000.0, 10.0, 4.0, 5000300.0, 0.0, -10.0)
    yield Case("sheared", tif(z, place=shear), expect=surface(shear, UTM, system=UTM), notices=["resampled"])
    for name, place in (("10 x 20", (500000.0, 10.0, 0.0, 5000300.0, 0.0, -20.0)),
                        ("20 x 10", (500000.0, 20.0, 0.0, 5000300.0, 0.0, -10.0)),
                        ("10 x 10.2", (500000.0, 10.0, 0.0, 5000300.0, 0.0, -10.2))):
        yield Case(name, tif(z, place=place), expect=surface(place, UTM, system=UTM), notices=["resampled"])
    south = (500000.0, 10.0, 0.0, 4999700.0, 0.0, 20.0)
    yield Case("10 x 20 from the south", tif(z[::-1].copy(), place=south), notices=["resampled"],
               expect=surface((500000.0, 10.0, 0.0, 5000300.0, 0.0, -20.0), UTM, system=UTM))
    nearly = (500000.0, 10.0, 0.0, 5000300.0, 0.0, -10.0000001)
    yield Case("nearly square", tif(z, place=nearly), silent=True)
    yield Case("geotransform of 0", text("land.tif", tiff_bytes(z, changes={33550: (12, [0.0, 0.0, 0.0])})),
               any_end=True)


@kind("Degrees",
      "The map is reprojected to its UTM zone or, near a pole, to UPS, and a notice says so. The geodetic datum of the "
      "map is kept.")
def degrees():
    cell = 1.0 / 1200.0
    for name, code, place, target in (
            ("WGS 84", 4326, at(13.0, 46.0, cell), 32633), ("NAD83", 4269, at(-110.0, 40.0, cell), 26912),
            ("ETRS89", 4258, at(10.0, 50.0, cell), 25832), ("south", 4326, at(-70.0, -33.0, cell), 32719),
            ("across 180", 4326, at(180.0 - 20 * cell, 52.0, cell), None),
                                      ("0 to 360", 4326, at(250.0, 40.0, cell), 32612),
            ("west of -180", 4326, at(-180.5, 52.0, cell), 32660),
                                      ("at the equator", 4326, at(36.0, 15 * cell, cell), None),
            ("near the north pole", 4326, at(20.0, 89.0, 1.0 / 120.0), 5041),
            ("near the south pole", 4326, at(20.0, -88.0, 1.0 / 120.0), 5042)):
        yield Case(name, tif(crs=code, place=place),
                   expect=surface(place, code, system=target, tolerance=0.6 if "pole" in name else 0.3,
                                  fewest=0.04 if "pole" in name else 0.5),
                   notices=["UTM" if "pole" not in name else "UPS"])
    place = at(13.0, 46.0, cell)
    south = (13.0, cell, 0.0, 46.0 - ROWS * cell, 0.0, cell)
    yield Case("from the south", tif(land()[::-1].copy(), crs=4326, place=south),
               expect=surface(place, 4326, system=32633))
    yield Case("centres", tif(crs=4326, place=place, point=True), expect=surface(place, 4326, system=32633))
    yield Case("3D system", tif(crs=4979, place=place), expect=surface(place, 4326))
    yield Case("--crs", tif(crs=4326, place=place), ("--crs", "EPSG:3035"), expect=surface(place, 4326, system=3035))
    yield Case("--cell-size", tif(crs=4326, place=place), ("--cell-size", "50"), notices=["50 m"],
               expect=surface(place, 4326, system=32633))
    yield Case("oblong cells", tif(crs=4326, place=(13.0, cell, 0, 60.0, 0, -cell / 2)),
               expect=surface((13.0, cell, 0, 60.0, 0, -cell / 2), 4326, system=32633))
    yield Case("too wide", tif(land(40, 20), crs=4326, place=at(-180.0, 90.0, 9.0)), refused=["degrees wide", "--crs"])
    yield Case("too high", tif(crs=4326, place=at(10.0, 80.0, 5.0)), any_end=True)
    steep = land() * 10.0
    taller = lambda u, v: height(u, v) * 10.0  # noqa: E731
    yield Case("no tag, .tif", tif(steep, crs=None, place=place), notices=["degrees", "WGS 84"],
               expect=Surface(taller, (COLUMNS, ROWS), place, 4326, 32633, 2.5))
    yield Case("no tag, .asc", text("land.asc", asc_text(steep, place=place)), notices=["degrees", "WGS 84"],
               expect=Surface(taller, (COLUMNS, ROWS), place, 4326, 32633, 2.5))
    yield Case(".asc, gentle land", text("land.asc", asc_text(land() / 100.0, place=place)), notices=["degrees"])
    yield Case("no tag, metres of the user", text("land.asc", asc_text(steep, place=place)),
               ("--source-crs", "EPSG:32633"),
               any_end=True)
    yield Case("'degrees' that are metres", tif(crs=4326, place=PLACE), notices=["read as metres"],
               expect=same(land(), system=None))
    yield Case("'metres' that are degrees", tif(steep, crs=32633, place=place), refused=["degrees", "--source-crs"])
    yield Case("'metres' that are degrees, told", tif(steep, crs=32633, place=place), ("--source-crs", "EPSG:4326"),
               expect=Surface(taller, (COLUMNS, ROWS), place, 4326, 32633, 2.5))
    rough = "+proj=longlat +datum=WGS84 +pm=paris"
    yield Case("degrees from Paris", tif(crs=rough, place=at(10.0, 46.0, cell)),
               expect=surface(at(10.0, 46.0, cell), rough))
    # NTF (Paris): grads from the meridian of Paris
    yield Case("grads", tif(crs=4807, place=at(3.0, 52.0, 0.001)), expect=surface(at(3.0, 52.0, 0.001), 4807))
    yield Case("--source-crs on metres", tif(), ("--source-crs", "EPSG:4326"), refused=["--source-crs"])


def control_points(values, place, crs, shift=0.0, **facts):
    """A GeoTIFF with control points at its corners, which lie as `place` puts them."""

    def make(folder):
        rows, columns = values.shape
        source = dataset(values, place=None, crs=None, **facts)
        points = [gdal.GCP(place[0] + u * place[1] + v * place[2] + shift, place[3] + u * place[4] + v * place[5], 0, u,
                           v)
                  for u, v in ((0, 0), (columns, 0), (0, rows), (columns, rows))]
        source.SetGCPs(points, system(crs))
        return save(folder, "land.tif", source, "GTiff")

    return make


@kind("Ground control points",
      "If they lie on a regular grid, they give the geotransform. Otherwise the file is refused.")
def points():
    z = land()
    yield Case("north up", control_points(z, PLACE, UTM), expect=surface(PLACE, UTM, system=UTM, tolerance=0.4))
    yield Case("rotated", control_points(z, rotated(30), UTM), expect=same(z, transform=rotated(30)))
    place = at(13.0, 46.0, 1.0 / 1200.0)
    yield Case("degrees", control_points(z, place, 4326), expect=surface(place, 4326, system=32633, tolerance=0.5))
    feet = control_points(z, PLACE, UTM, unit="ft", scale=2.0)
    yield Case("unit and scale", feet, notices=["0.3048"],
               expect=Surface(lambda u, v: height(u, v) * 0.6096, (COLUMNS, ROWS), PLACE, UTM, UTM, 0.4))
    gap = z.copy()
    gap[10:14, 10:14] = -9999.0
    yield Case("gaps", control_points(gap, PLACE, UTM, no_data=-9999.0), refused=["no data", "--fill"])


@kind("World files and .prj beside an image",
      "A .tfw, .tifw or .wld file gives the geotransform, a .prj file gives the coordinate reference system, "
      "and an .aux.xml file gives both.")
def world_files():
    world = "10\n0\n0\n-10\n500005\n5000295\n"
    bare = tif(crs=None, place=None)
    esri = system(UTM).Clone()
    esri.MorphToESRI()
    prj = esri.ExportToWkt()
    for ending in ("tfw", "tifw", "wld"):
        yield Case(f".{ending}", beside(bare, **{ending: world}), expect=same(land(), system=None), silent=True)
        yield Case(f".{ending} and .prj", beside(bare, **{ending: world, "prj": prj}), expect=same(land()), silent=True)
    yield Case(".TFW", beside(tif(crs=None, place=None, name="LAND.TIF"), TFW=world), expect=same(land(), system=None))
    yield Case("rotated .tfw", beside(bare, tfw="8\n6\n6\n-8\n500000\n5000300\n"),
               expect=Cells(land().astype("float64"), (499993.0, 8.0, 6.0, 5000301.0, 6.0, -8.0), None))
    yield Case("oblong .tfw", beside(bare, tfw="10\n0\n0\n-20\n500005\n5000290\n"), notices=["resampled"],
               expect=surface((500000.0, 10.0, 0.0, 5000300.0, 0.0, -20.0), None))
    degrees_world = "0.00083333333\n0\n0\n-0.00083333333\n13.0\n46.0\n"
    yield Case("degrees by .tfw", beside(tif(land() * 10.0, crs=None, place=None), tfw=degrees_world),
               notices=["degrees"])
    geographic = system(4326).Clone()
    geographic.MorphToESRI()
    yield Case("degrees by .tfw and .prj", beside(tif(land() / 100.0, crs=None, place=None), tfw=degrees_world,
                                                  prj=geographic.ExportToWkt()), notices=["UTM"])
    for name, world in (("cut", "10\n0\n0\n-10\n"), ("empty", ""), ("of words", "ten\nzero\n0\n-10\nx\ny\n"),
                        ("of zeros", "0\n0\n0\n0\n0\n0\n")):
        yield Case(f".tfw {name}", beside(bare, tfw=world), any_end=True)

    def aux(path):
        file = gdal.Open(str(path))
        file.SetGeoTransform(PLACE)
        file.SetSpatialRef(system(UTM))
        del file

    yield Case(".aux.xml", then(bare, aux), expect=same(land()), silent=True)
    aux_gap = '<PAMDataset><PAMRasterBand band="1"><NoDataValue>1</NoDataValue></PAMRasterBand></PAMDataset>'
    marked, gaps = land(), numpy.zeros((ROWS, COLUMNS), bool)
    marked[5, 6], gaps[5, 6] = 1.0, True
    yield Case(".aux.xml with no-data", then(tif(marked),
                                             lambda p: p.with_name(p.name + ".aux.xml").write_text(aux_gap) and None),
               ("--fill", "lowest"), expect=same(numpy.where(gaps, numpy.nan, marked)))
    broken = then(tif(), lambda path: path.with_name(path.name + ".aux.xml").write_text("<x") and None)
    yield Case(".aux.xml that is broken", broken, any_end=True)
