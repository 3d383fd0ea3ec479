"""Opens thirty rasters and exports them to .tif, .asc, .nc and .npy without a step. Cells, place and no-data cells stay equal."""
import numpy

from harness import Case, kind
from kinds_tiff import same
from makers import gdal_file, land, nan_at, with_gaps

# Formats: driver, name, options of creation, type, keeps gaps.
FORMATS = {
    "GeoTIFF": ("GTiff", "land.tif", ["COMPRESS=DEFLATE", "PREDICTOR=3"], "float32"),
    "GeoTIFF, integers": ("GTiff", "land.tif", ["TILED=YES"], "int16"),
    "COG": ("COG", "land.tif", [], "float32"),
    "ASC": ("AAIGrid", "land.asc", ["SIGNIFICANT_DIGITS=10"], "float32"),
    "IMG": ("HFA", "land.img", [], "float32"),
    "NetCDF": ("netCDF", "land.nc", [], "float32"),
    "NetCDF 4": ("netCDF", "land.nc", ["FORMAT=NC4"], "float32"),
    "BIL": ("EHdr", "land.bil", [], "int16"),
    "FLT": ("EHdr", "land.flt", [], "float32"),
    "SAGA": ("SAGA", "land.sdat", [], "float32"),
    "Idrisi": ("RST", "land.rst", [], "float32"),
    "BT": ("BT", "land.bt", [], "float32"),
}
SYSTEMS = {"UTM north": 32633, "UTM south": 32719, "Switzerland": 2056, "Britain": 27700, "Europe": 3035,
           "Arctic": 3413}
PLACES = {32633: (500000.0, 5000300.0), 32719: (350000.0, 7400300.0), 2056: (2600000.0, 1200300.0),
          27700: (400000.0, 300300.0),
          3035: (4321000.0, 3210300.0), 3413: (-300000.0, -1200300.0)}
NO_GAPS = ("BT", "Idrisi")
# NetCDF lacks the oblique Mercator projection of Switzerland; BT and Idrisi know UTM only.
NOT_THESE = {("NetCDF", "Switzerland"), ("NetCDF 4", "Switzerland"), ("BT", "Switzerland"), ("BT", "Britain"),
             ("BT", "Europe"), ("BT", "Arctic"), ("Idrisi", "Switzerland"), ("Idrisi", "Britain"),
             ("Idrisi", "Europe"), ("Idrisi", "Arctic")}


@kind("Round trip",
      "If a map is opened and exported without a step, its values, geotransform, coordinate reference "
      "system and cells without data are unchanged.")
def round_trips():
    number = 0
    for i, (form, (driver, name, options, dtype)) in enumerate(FORMATS.items()):
        for j, (where, code) in enumerate(SYSTEMS.items()):
            if (form, where) in NOT_THESE or (i + j) % 2 and form not in NO_GAPS:
                continue
            number += 1
            x, y = PLACES[code]
            place = (x, 10.0, 0.0, y, 0.0, -10.0)
            values, gaps = with_gaps(land(dtype=dtype), -9999)
            facts = {"place": place, "crs": code}
            if form in NO_GAPS:
                values, gaps = land(dtype=dtype), numpy.zeros(values.shape, bool)
            else:
                facts["no_data"] = -9999
            yield Case(f"{form}, {where}", gdal_file(driver, name, values, options, **facts), ("--fill", "interpolate"),
                       outputs=("out.tif", "out.asc", "out.nc", "out.npy"),
                       expect=same(nan_at(values, gaps), transform=place, system=code, tolerance=2e-5))
