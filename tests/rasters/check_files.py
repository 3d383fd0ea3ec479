#!/usr/bin/python3
"""Reads a file that Barchan wrote with GDAL, numpy and Python's XML parser, and prints as JSON what it contains.

check_files.py series FILE.nc   a NetCDF file with times
check_files.py vti FILE.vti     an image of VTK

Exits with 77 if GDAL or numpy is not installed.
"""
import json
import pathlib
import struct
import sys
import xml.etree.ElementTree

try:
    import numpy
    from osgeo import gdal
except ImportError:
    sys.exit(77)

gdal.UseExceptions()


def series(path):
    names = [name for name, _ in gdal.Open(path).GetSubDatasets()] or [path]
    found = {"variables": {}}
    for name in names:
        dataset = gdal.Open(name)
        facts = dataset.GetMetadata()
        variable = dataset.GetRasterBand(1).GetMetadataItem("NETCDF_VARNAME")
        own = {key.split("#")[1]: value for key, value in facts.items() if key.startswith(f"{variable}#")}
        values = [dataset.GetRasterBand(i + 1).ReadAsArray().ravel().tolist() for i in range(dataset.RasterCount)]
        found["variables"][variable] = {**own, "values": values}
        found["times"] = [float(dataset.GetRasterBand(i + 1).GetMetadataItem("NETCDF_DIM_time"))
                          for i in range(dataset.RasterCount)]
        found["transform"] = list(dataset.GetGeoTransform())
        found["time_units"] = facts["time#units"]
        found["conventions"] = facts["NC_GLOBAL#Conventions"]
    return found


def numbers(text, kind):
    return [kind(word) for word in text.split()]


def vti(path):
    data = pathlib.Path(path).read_bytes()
    mark = b'<AppendedData encoding="raw">\n_'
    start = data.index(mark) + len(mark)
    tail = b"\n</AppendedData>\n</VTKFile>\n"
    assert data.endswith(tail)
    appended = data[start:len(data) - len(tail)]
    root = xml.etree.ElementTree.fromstring(data[:start] + tail)
    assert root.attrib == {"type": "ImageData", "version": "1.0", "byte_order": "LittleEndian",
                           "header_type": "UInt64"}, root.attrib
    image, = root.findall("ImageData")
    piece, = image.findall("Piece")
    assert piece.get("Extent") == image.get("WholeExtent")
    extent = numbers(image.get("WholeExtent"), int)
    points = (extent[1] + 1) * (extent[3] + 1) * (extent[5] + 1)
    data_of_points, = piece.findall("PointData")
    fields, end = {}, 0
    for array in data_of_points:
        assert array.tag == "DataArray" and array.get("type") == "Float32" and array.get("format") == "appended"
        offset = int(array.get("offset"))
        assert offset == end
        size, = struct.unpack_from("<Q", appended, offset)
        assert size == 4 * points
        end = offset + 8 + size
        fields[array.get("Name")] = numpy.frombuffer(appended, "<f4", points, offset + 8).tolist()
    assert end == len(appended)
    return {"extent": extent, "origin": numbers(image.get("Origin"), float),
            "spacing": numbers(image.get("Spacing"), float), "scalars": data_of_points.get("Scalars"), "fields": fields}


if __name__ == "__main__":
    print(json.dumps({"series": series, "vti": vti}[sys.argv[1]](sys.argv[2])))
