"""Files that point to others: virtual rasters and archives."""
import pathlib
import zipfile

import numpy

from harness import Case, Cells, kind
from kinds_formats import FILL, FLT_HDR, esri, plain
from kinds_lies import Listener
from kinds_tiff import same
from makers import COLUMNS, PLACE, ROWS, UTM, asc_text, beside, land, nan_at, text, then, tif, with_gaps


def source(name):
    """A source of a virtual raster, whose cells are those of land.tif."""
    window = "".join(f'<{each} xOff="0" yOff="0" xSize="{COLUMNS}" ySize="{ROWS}"/>' for each in ("SrcRect", "DstRect"))
    relative = 0 if ":" in name or name.startswith("/") else 1
    return (f'<SimpleSource><SourceFilename relativeToVRT="{relative}">{name}</SourceFilename>'
            f"<SourceBand>1</SourceBand>{window}</SimpleSource>")


def vrt(sources, more="", crs="EPSG:32633", columns=COLUMNS):
    place = ", ".join(str(x) for x in PLACE)
    return (f'<VRTDataset rasterXSize="{columns}" rasterYSize="{ROWS}"><SRS>{crs}</SRS>'
            f"<GeoTransform>{place}</GeoTransform>"
            f'<VRTRasterBand dataType="Float32" band="1">{more}{sources}</VRTRasterBand></VRTDataset>')


def vrt_file(content, make_source=True):
    def make(folder):
        if make_source:
            tif()(folder)
        (folder / "map.vrt").write_text(content)
        return folder / "map.vrt"

    return make


def remote_maps(url):
    """Virtual rasters that point to a network."""
    return (("/vsicurl/", vrt(source(f"/vsicurl/{url}.tif"))), ("http", vrt(source(f"{url}.tif"))),
            ("/vsicurl_streaming/", vrt(source(f"/vsicurl_streaming/{url}.tif"))),
            ("/vsizip/vsicurl/", vrt(source(f"/vsizip//vsicurl/{url}.zip/x.tif"))),
            ("/vsigzip/", vrt(source(f"/vsigzip//vsicurl/{url}.gz"))),
            ("/vsis3/", vrt(source("/vsis3/bucket/x.tif"))), ("/vsicurl?", vrt(source(f"/vsicurl?url={url}"))),
            ("/vsicached", vrt(source(f"/vsicached?file=/vsicurl/{url}.tif"))),
            ("NETCDF", vrt(source(f'NETCDF:&quot;{url}.nc&quot;:z'))),
            ("HDF5", vrt(source(f'HDF5:&quot;{url}.h5&quot;://z'))),
            ("WMS", f'<GDAL_WMS><Service name="TMS"><ServerUrl>{url}</ServerUrl></Service></GDAL_WMS>'),
            ("WMS source", vrt(source(f"WMS:{url}?SERVICE=WMS"))), ("WCS source", vrt(source(f"WCS:{url}"))),
            ("/vsistdin/", vrt(source("/vsistdin/"))),
            ("/vsisubfile/", vrt(source(f"/vsisubfile/0_100,/vsicurl/{url}.tif"))),
            ("/vsisparse/", vrt(source(f"/vsisparse//vsicurl/{url}.xml"))),
            ("ZARR", vrt(source(f'ZARR:&quot;/vsicurl/{url}&quot;'))),
            ("/vsiwebhdfs/", vrt(source(f"/vsiwebhdfs/{url}"))), ("/vsiaz/", vrt(source("/vsiaz/x/y.tif"))))


@kind("Virtual raster (.vrt)",
      "It may refer to files on the same machine, including other virtual rasters. Network addresses are refused.")
def virtual():
    yield Case("one source", vrt_file(vrt(source("land.tif"))), expect=same(land()))

    def nested(folder):
        make = vrt_file(vrt(source("land.tif")))(folder)
        (folder / "outer.vrt").write_text(vrt(source("map.vrt")))
        return make.with_name("outer.vrt")

    yield Case("nested", nested, expect=same(land()))
    yield Case("itself", vrt_file(vrt(source("map.vrt"))), refused=["expected"], alone=True)
    yield Case("a missing source", vrt_file(vrt(source("none.tif"))), refused=["expected"])
    wide = land(60).astype("float64")
    wide[:, 40:] = numpy.nan
    yield Case("an area without a source", vrt_file(vrt(source("land.tif"), columns=60)), FILL,
               expect=Cells(wide, PLACE, UTM))
    yield Case("an area without a source, not filled", vrt_file(vrt(source("land.tif"), columns=60)),
               refused=["600 of 1800"])
    yield Case("an area without a source, tagged",
               vrt_file(vrt(source("land.tif"), "<NoDataValue>-9999</NoDataValue>", columns=60)),
               FILL, expect=Cells(wide, PLACE, UTM))
    yield Case("no sources", vrt_file(vrt(""), False), refused=["data"])
    yield Case("not XML", vrt_file("<VRTDataset", False), refused=["expected"])
    python = ("<PixelFunctionType>f</PixelFunctionType><PixelFunctionLanguage>Python</PixelFunctionLanguage>"
              '<PixelFunctionCode><![CDATA[def f(*a):\n  open("hacked","w")\n]]></PixelFunctionCode>')
    code = vrt(source("land.tif"), python).replace('band="1">', 'band="1" subClass="VRTDerivedRasterBand">')
    yield Case("with Python", vrt_file(code), refused=["expected"])

    def bad_asc(folder):
        (folder / "land.asc").write_text(asc_text(land()).replace("\n2", "\nx", 1))
        (folder / "map.vrt").write_text(vrt(source("land.asc")))
        return folder / "map.vrt"

    yield Case("an .asc with a word", bad_asc, refused=["expected"])
    for i in range(len(remote_maps(""))):
        ear = Listener()
        name, content = remote_maps(f"http://127.0.0.1:{ear.port}/x")[i]
        yield Case(f"remote: {name}", vrt_file(content), refused=["expected"], after=ear.fault)
    for name, make_url, refusal in (("coordinate system", lambda url: (vrt_file(vrt(source("land.tif"), crs=url)), ()),
                                     ()),
                                    ("--source-crs", lambda url: (tif(), ("--source-crs", url)),
                                     ["coordinate reference system"]),
                                    ("--crs", lambda url: (tif(), ("--crs", url)), ["coordinate reference system"]),
                                    ("/vsicurl/ as .tif",
                                     lambda url: (text("land.tif", vrt(source(f"/vsicurl/{url}"))), ()), ["expected"])):
        ear = Listener()
        make, options = make_url(f"http://127.0.0.1:{ear.port}/x")
        yield Case(f"remote: {name}", make, options, refused=refusal, any_end=not refusal, after=ear.fault)


def zipped(names, make=None):
    def build(folder):
        inner = folder / "inner"
        inner.mkdir()
        path = (make or tif())(inner)
        with zipfile.ZipFile(folder / "land.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name in names:
                if name.endswith("/"):
                    archive.writestr(name, "")
                elif pathlib.Path(name).suffix == path.suffix:
                    archive.write(path, name)
                else:
                    other = path.with_suffix(pathlib.Path(name).suffix)
                    archive.writestr(name, other.read_bytes() if other.exists() else "nothing")
        return folder / "land.zip"

    return build


@kind("Archive (.zip)", "It must contain exactly one raster, in any folder, with the files that belong to the raster.")
def archives():
    yield Case("one raster", zipped(["land.tif"]), expect=same(land()))
    yield Case("in a folder", zipped(["data/", "data/land.tif", "data/readme.txt"]), expect=same(land()))
    yield Case("two rasters", zipped(["a.tif", "b.tif"]), refused=["2", "a.tif", "b.tif"])
    yield Case("none", zipped(["readme.txt"]), refused=["raster"])
    yield Case("empty", zipped([]), refused=["raster"])
    asc = beside(text("land.asc", asc_text(land())), prj=esri(UTM))
    yield Case(".asc and .prj", zipped(["land.asc", "land.prj"], asc), expect=same(land(), tolerance=1e-5))
    values, gaps = with_gaps(land(), -9999.0)
    yield Case(".asc without NODATA_value", zipped(["land.asc"], text("land.asc", asc_text(values))), FILL,
               expect=plain(nan_at(values, gaps), 1e-5))
    bad = text("land.asc", asc_text(land()).replace("\n2", "\nx", 1))
    yield Case(".asc with a word", zipped(["land.asc"], bad), refused=["expected"])
    flt = text("land.flt", land().tobytes(), land__hdr=FLT_HDR.format("LSBFIRST"))
    yield Case(".flt and .hdr", zipped(["land.flt", "land.hdr"], flt), expect=plain(land()))
    yield Case("bands", zipped(["land.tif"], tif([land(), land() + 9], names=["a", "b"])), ("--band", "b"),
               expect=same(land() + numpy.float32(9)))
    yield Case("not an archive", text("land.zip", "PK no"), refused=["expected"])
    yield Case("cut", then(zipped(["land.tif"]), lambda p: p.write_bytes(p.read_bytes()[:-60]) and None),
               refused=["expected"])
    yield Case("ending .ZIP", then(zipped(["land.tif"]), lambda p: p.rename(p.with_name("LAND.ZIP"))),
               expect=same(land()))
