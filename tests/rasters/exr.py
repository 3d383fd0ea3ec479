"""Reads and writes OpenEXR images with numpy and zlib only (OpenEXR, "File Layout")."""
import struct
import zlib

import numpy

MAGIC = 20000630
TYPES = {0: "<u4", 1: "<f2", 2: "<f4"}
CODES = {"u": 0, "e": 1, "f": 2}  # by numpy's character of a type
NONE, ZIPS, ZIP = 0, 2, 3
LINES = {NONE: 1, ZIPS: 1, ZIP: 16}  # rows of a block


def pack(raw):
    """The bytes of a block: even ones first, then differences, then deflate."""
    data = numpy.frombuffer(raw, "u1")
    data = numpy.concatenate([data[::2], data[1::2]]).astype("i4")
    data[1:] = (data[1:] - data[:-1] + 128) % 256
    packed = zlib.compress(data.astype("u1").tobytes())
    return packed if len(packed) < len(raw) else raw


def unpack(packed, size):
    if len(packed) == size:
        return packed
    data = numpy.frombuffer(zlib.decompress(packed), "u1").astype("i8")
    assert len(data) == size
    data[1:] -= 128
    data = (numpy.cumsum(data) % 256).astype("u1")
    raw = numpy.empty(size, "u1")
    raw[::2], raw[1::2] = data[:(size + 1) // 2], data[(size + 1) // 2:]
    return raw.tobytes()


def attribute(name, kind, value):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value


def box(x, y, width, height):
    return struct.pack("<4i", x, y, x + width - 1, y + height - 1)


def header(channels, window, shown, changes, tile=0):
    """`changes`: attributes (name -> (type, bytes)) that replace those, perhaps by a lie; None: left out."""
    listed = b"".join(name.encode() + b"\0" + struct.pack("<iB3xii", CODES[values.dtype.char if values.dtype.kind != "u"
                                                                          else "u"], 0, 1, 1)
                      for name, values in channels) + b"\0"
    attributes = {"channels": ("chlist", listed), "compression": ("compression", b"\x03"),
                  "dataWindow": ("box2i", window), "displayWindow": ("box2i", shown),
                  "lineOrder": ("lineOrder", b"\0"), "pixelAspectRatio": ("float", struct.pack("<f", 1.0)),
                  "screenWindowCenter": ("v2f", struct.pack("<2f", 0.0, 0.0)),
                  "screenWindowWidth": ("float", struct.pack("<f", 1.0))}
    if tile:
        attributes["tiles"] = ("tiledesc", struct.pack("<IIB", tile, tile, 0))
    attributes.update(changes or {})
    written = b"".join(attribute(name, *value) for name, value in attributes.items() if value is not None)
    return struct.pack("<II", MAGIC, 2 | (0x200 if tile else 0)) + written + b"\0"


def blocks_of(channels, height, width, lines, tile):
    """Pairs of the numbers before a block and its rows of channels."""
    if tile:
        for y in range(0, height, tile):
            for x in range(0, width, tile):
                part = [values[y:y + tile, x:x + tile] for _, values in channels]
                yield struct.pack("<4i", x // tile, y // tile, 0, 0), part
        return
    for y in range(0, height, lines):
        yield y, [values[y:y + lines] for _, values in channels]


def image(channels, compression=ZIP, at=(0, 0), shown=None, changes=None, tile=0):
    """An image of channels (name -> array of uint32, float16 or float32, north row first).

    at: x and y of the first pixel; tile: side of square tiles; shown: size of the display window.
    """
    channels = sorted(channels.items())
    height, width = channels[0][1].shape
    changes = {"compression": ("compression", bytes([compression])), **(changes or {})}
    head = header(channels, box(*at, width, height), box(0, 0, *(shown or (width, height))), changes, tile)
    made = []
    for place, part in blocks_of(channels, height, width, LINES[compression], tile):
        raw = b"".join(values[row].tobytes() for row in range(part[0].shape[0]) for values in part)
        packed = pack(raw) if compression else raw
        place = place if tile else struct.pack("<i", place + at[1])
        made.append(place + struct.pack("<i", len(packed)) + packed)
    offset, table = len(head) + 8 * len(made), b""
    for block in made:
        table += struct.pack("<Q", offset)
        offset += len(block)
    return head + table + b"".join(made)


def word(data, at):
    end = data.index(b"\0", at)
    return data[at:end].decode(), end + 1


def attributes_of(data):
    magic, version = struct.unpack_from("<II", data)
    assert magic == MAGIC and version & 0xff == 2 and version & ~0x4ff == 0, (magic, version)
    found, at = {}, 8
    while data[at]:
        name, at = word(data, at)
        kind, at = word(data, at)
        size = struct.unpack_from("<i", data, at)[0]
        found[name] = (kind, data[at + 4:at + 4 + size])
        at += 4 + size
    return found, at + 1


def read(data):
    """The channels of an image of rows, and its attributes under the key "": name -> (type, bytes)."""
    found, at = attributes_of(data)
    x0, y0, x1, y1 = struct.unpack("<4i", found["dataWindow"][1])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    listed, place, channels = found["channels"][1], 0, []
    while listed[place]:
        name, place = word(listed, place)
        code, _, xs, ys = struct.unpack_from("<iB3xii", listed, place)
        assert (xs, ys) == (1, 1)
        channels.append((name, numpy.dtype(TYPES[code])))
        place += 16
    assert [name for name, _ in channels] == sorted(name for name, _ in channels)
    compression = found["compression"][1][0]
    lines = LINES[compression]
    arrays = {name: numpy.empty((height, width), dtype) for name, dtype in channels}
    row = sum(width * dtype.itemsize for _, dtype in channels)
    for offset in struct.unpack_from(f"<{-(-height // lines)}Q", data, at):
        y, size = struct.unpack_from("<ii", data, offset)
        count = min(lines, height - (y - y0))
        raw = unpack(data[offset + 8:offset + 8 + size], count * row)
        where = 0
        for line in range(y - y0, y - y0 + count):
            for name, dtype in channels:
                arrays[name][line] = numpy.frombuffer(raw, dtype, width, where)
                where += width * dtype.itemsize
    return {**arrays, "": found}
