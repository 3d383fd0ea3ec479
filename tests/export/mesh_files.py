#!/usr/bin/python3
"""Reads mesh files without any code of Barchan and checks them.

Usage: mesh_files.py FILE [--closed] [--triangles N] [--bounds WEST EAST SOUTH NORTH LOW HIGH] [--volume V]
FILE ends in .glb, .obj, .stl or .ply. All formats are turned to x east, y north, z up. It is always checked that
values are finite, indices are in range, normals are unit vectors on the side of their triangles, and texture
coordinates lie between 0 and 1 and run east and south. Prints one line of figures. Exit status: 0 all is well, 1
not, with one line per fault.
"""
import argparse
import dataclasses
import json
import pathlib
import struct

import numpy


@dataclasses.dataclass
class Part:
    """Triangles of one node, in the axes of the land."""

    name: str
    positions: numpy.ndarray
    triangles: numpy.ndarray
    normals: numpy.ndarray = None
    uvs: numpy.ndarray = None  # v runs south


def from_y_up(vectors):
    """East, north and up of vectors with y up and z south."""
    return numpy.stack([vectors[:, 0], -vectors[:, 2], vectors[:, 1]], axis=1)


def read_glb(data):
    """The parts of a GLB file."""
    magic, version, size = struct.unpack_from("<4sII", data, 0)
    assert (magic, version, size) == (b"glTF", 2, len(data)), "bad header"
    length, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    document = json.loads(data[20:20 + length])
    binary = b""
    if 20 + length < len(data):
        binary_length, kind = struct.unpack_from("<I4s", data, 20 + length)
        assert kind == b"BIN\0"
        binary = data[28 + length:28 + length + binary_length]

    def values(number):
        accessor = document["accessors"][number]
        view = document["bufferViews"][accessor["bufferView"]]
        kinds = {5123: numpy.uint16, 5125: numpy.uint32, 5126: numpy.float32}
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
        found = numpy.frombuffer(binary, kinds[accessor["componentType"]], accessor["count"] * width,
                                 view["byteOffset"] + accessor.get("byteOffset", 0)).reshape(-1, width)
        if "min" in accessor:
            assert numpy.array_equal(found.min(0), numpy.float32(accessor["min"])), "bad minimum"
            assert numpy.array_equal(found.max(0), numpy.float32(accessor["max"])), "bad maximum"
        return found

    for node in document.get("nodes", []):
        for primitive in document["meshes"][node["mesh"]]["primitives"]:
            attributes = primitive["attributes"]
            part = Part(node["name"], from_y_up(values(attributes["POSITION"])),
                        values(primitive["indices"]).reshape(-1, 3).astype(numpy.int64))
            if "NORMAL" in attributes:
                part.normals = from_y_up(values(attributes["NORMAL"]))
            if "TEXCOORD_0" in attributes:
                part.uvs = values(attributes["TEXCOORD_0"])
            yield part


def read_obj(data):
    """The parts of an OBJ file."""
    rows = {"v": [], "vt": [], "vn": []}
    faces, name = {}, ""
    for line in data.decode().splitlines():
        word, *rest = line.split()
        if word in rows:
            rows[word].append([float(value) for value in rest])
        elif word == "o":
            name = rest[0]
        elif word == "f":
            corners = [[int(number or 0) for number in (corner + "//").split("/")[:3]] for corner in rest]
            assert len(corners) == 3
            faces.setdefault(name, []).append(corners)
    table = {word: numpy.array(values, numpy.float64) for word, values in rows.items()}
    for part_name, corners in faces.items():
        corners = numpy.array(corners)
        used = numpy.unique(corners[:, :, 0])
        assert used[0] >= 1 and used[-1] <= len(table["v"]), "index out of range"
        triangles = numpy.searchsorted(used, corners[:, :, 0])
        part = Part(part_name, from_y_up(table["v"][used - 1]), triangles)
        for column, word in ((1, "vt"), (2, "vn")):
            numbers = numpy.zeros(len(used), numpy.int64)
            numbers[triangles.ravel()] = corners[:, :, column].ravel()
            if not numbers.any():
                continue
            found = table[word][numbers - 1]
            if word == "vt":
                part.uvs = numpy.stack([found[:, 0], 1.0 - found[:, 1]], axis=1)
            else:
                part.normals = from_y_up(found)
        yield part


def read_stl(data):
    """The part of a binary STL file. Equal positions become one vertex."""
    count = struct.unpack_from("<I", data, 80)[0]
    assert len(data) == 84 + 50 * count, "bad size"
    assert not data.startswith(b"solid"), "looks like text"
    kind = numpy.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    facets = numpy.frombuffer(data, kind, count, 84)
    positions, numbers = numpy.unique(facets["corners"].reshape(-1, 3), axis=0, return_inverse=True)
    part = Part("solid", positions, numbers.reshape(-1, 3))
    inside = (face_vectors(part) * facets["normal"]).sum(1) <= 0.0
    assert not inside.any(), "normals of facets point inwards"
    yield part


def read_ply(data):
    """The part of a binary little-endian PLY file."""
    end = data.index(b"end_header\n") + len(b"end_header\n")
    kinds = {"float": "<f4", "uchar": "u1"}
    properties, counts = [], {}
    for line in data[:end].decode().splitlines():
        words = line.split()
        if words[0] == "element":
            counts[words[1]] = int(words[2])
        elif words[0] == "property" and words[1] != "list":
            properties.append((words[2], kinds[words[1]]))
    vertices = numpy.frombuffer(data, numpy.dtype(properties), counts["vertex"], end)
    faces = numpy.frombuffer(data, numpy.dtype([("count", "u1"), ("corners", "<u4", 3)]), counts["face"],
                             end + vertices.nbytes)
    assert end + vertices.nbytes + faces.nbytes == len(data), "bad size"
    assert (faces["count"] == 3).all()

    def columns(*names):
        if names[0] not in vertices.dtype.names:
            return None
        return numpy.stack([vertices[name] for name in names], axis=1)

    uvs = columns("s", "t")
    if uvs is not None:
        uvs[:, 1] = 1.0 - uvs[:, 1]
    yield Part("mesh", columns("x", "y", "z"), faces["corners"].astype(numpy.int64), columns("nx", "ny", "nz"), uvs)


READERS = {".glb": read_glb, ".obj": read_obj, ".stl": read_stl, ".ply": read_ply}


def face_vectors(part):
    """Normals of the triangles times twice their areas."""
    a, b, c = (part.positions[part.triangles[:, i]].astype(numpy.float64) for i in range(3))
    return numpy.cross(b - a, c - a)


def volume_of(part):
    """Volume that closed triangles enclose."""
    a, b, c = (part.positions[part.triangles[:, i]].astype(numpy.float64) for i in range(3))
    return (a * numpy.cross(b, c)).sum() / 6.0


def is_closed(part):
    """Whether each edge belongs to two triangles with opposite directions."""
    count = len(part.positions)
    edges = numpy.concatenate([part.triangles[:, [i, (i + 1) % 3]] for i in range(3)])
    forth = numpy.sort(edges[:, 0] * count + edges[:, 1])
    back = numpy.sort(edges[:, 1] * count + edges[:, 0])
    return len(numpy.unique(forth)) == len(forth) and numpy.array_equal(forth, back)


def runs_along(values, places):
    """Whether values grow in proportion to places."""
    if numpy.ptp(places) < 1e-3:
        return True
    return numpy.corrcoef(values.astype(numpy.float64), places.astype(numpy.float64))[0, 1] > 0.999


def faults_of(part, closed):
    """Sentences about what is wrong in any mesh."""
    if part.triangles.min() < 0 or part.triangles.max() >= len(part.positions):
        yield "an index is out of range"
        return
    vectors = face_vectors(part)
    if not numpy.isfinite(part.positions).all():
        yield "a position is not finite"
    if not (numpy.linalg.norm(vectors, axis=1) > 0.0).all():
        yield "a triangle is degenerate"
    if part.normals is not None:
        if len(part.normals) != len(part.positions):
            yield "the number of normals is wrong"
        if abs(numpy.linalg.norm(part.normals, axis=1) - 1.0).max() > 1e-3:
            yield "a normal is no unit vector"
        sides = (part.normals[part.triangles].sum(1) * vectors).sum(1)
        upright = abs(vectors[:, 2]) > 0.05 * numpy.linalg.norm(vectors, axis=1)  # no skirt
        if (sides[upright] < 0.0).mean() > 0.001:
            yield f"{(sides[upright] < 0.0).mean():.1%} of the normals are on the wrong side of their triangles"
    if part.uvs is not None and not ((part.uvs >= 0.0) & (part.uvs <= 1.0)).all():
        yield "a texture coordinate is outside the map"
    if part.uvs is not None and not (runs_along(part.uvs[:, 0], part.positions[:, 0]) and
                                     runs_along(-part.uvs[:, 1], part.positions[:, 1])):
        yield "the texture coordinates do not run east and south"
    if closed and not is_closed(part):
        yield "the mesh is not closed"


def main():
    """Checks the file of the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--closed", action="store_true")
    parser.add_argument("--triangles", type=int)
    parser.add_argument("--bounds", type=float, nargs=6)
    parser.add_argument("--volume", type=float)
    wanted = parser.parse_args()
    parts = list(READERS[wanted.file.suffix](wanted.file.read_bytes()))
    faults = [f"{part.name}: {fault}" for part in parts for fault in faults_of(part, wanted.closed)]
    triangles = sum(len(part.triangles) for part in parts)
    positions = numpy.concatenate([part.positions for part in parts])
    bounds = numpy.stack([positions.min(0), positions.max(0)], axis=1).ravel()
    volume = sum(volume_of(part) for part in parts)
    if wanted.triangles is not None and triangles != wanted.triangles:
        faults.append(f"expected {wanted.triangles} triangles, found {triangles}")
    if wanted.bounds is not None and not numpy.allclose(bounds, wanted.bounds, rtol=1e-5, atol=1e-3):
        faults.append(f"expected the bounds {wanted.bounds}, found {bounds.tolist()}")
    if wanted.volume is not None and abs(volume - wanted.volume) > 0.001 * wanted.volume:
        faults.append(f"expected a volume of {wanted.volume}, found {volume}")
    names = ", ".join(f"{part.name} {len(part.triangles)}" for part in parts)
    print(f"{wanted.file.name}: {triangles} triangles ({names}), bounds {numpy.round(bounds, 3).tolist()}")
    for fault in faults:
        print(f"{wanted.file.name}: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
