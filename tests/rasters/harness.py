"""Cases of raster files, and the checks of what Barchan makes of them.

What Barchan wrote is read back by GDAL, numpy and exr.py only.
"""
import atexit
import dataclasses
import math
import pathlib
import signal
import subprocess
import tempfile
import threading
import typing

import numpy
from osgeo import gdal, osr

import exr

gdal.UseExceptions()
osr.UseExceptions()
gdal.SetConfigOption("GDAL_PAM_ENABLED", "YES")

QUANTUM = 4e-6  # m; the heights of a land are multiples of 2^-18 m
MEMORY = 1 << 30  # bytes of address space that a run may use
SECONDS = 10


class Failure(Exception):
    """The reason for which a case failed."""


@dataclasses.dataclass
class Case:
    """A file, how it is read, and what is right."""

    name: str
    make: typing.Callable  # folder -> path of the file
    options: tuple = ()
    refused: tuple = ()  # words that the refusal must contain
    any_end: bool = False  # accepted or refused, but cleanly
    expect: object = None  # Cells or Surface
    notices: tuple = ()  # words that the notices must contain
    silent: bool = False  # no notice but that of the sand
    outputs: tuple = ("out.tif",)
    output_refused: str = ""  # words of the refusal of the output; the file itself is right
    run: bool = True  # with `run` too, not only with `check`
    after: typing.Callable = None  # () -> text of a fault or None
    alone: bool = False  # not in one call of `check` with others
    kind: str = ""
    path: pathlib.Path = None


@dataclasses.dataclass
class Kind:
    """A kind of file, and a sentence that says how Barchan reads it."""

    name: str
    sentence: str
    cases: typing.Callable  # () -> Case, ...


KINDS: list[Kind] = []


def kind(name, sentence):
    """Marks a generator of the cases of one kind of file."""

    def add(cases):
        KINDS.append(Kind(name, sentence, cases))
        return cases

    return add


# What must come out -------------------------------------------------------------------------------------------------

def system(text):
    """A coordinate reference system with the axes in the order x, y, from a code, WKT or PROJ string."""
    made = osr.SpatialReference()
    made.SetFromUserInput(f"EPSG:{text}" if isinstance(text, int) else text)
    made.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return made


@dataclasses.dataclass
class Written:
    """A raster that Barchan wrote."""

    values: numpy.ndarray
    missing: numpy.ndarray
    transform: tuple
    system: osr.SpatialReference


def read_back(path) -> Written:
    if path.suffix in (".npy", ".exr"):
        values = numpy.load(path) if path.suffix == ".npy" else exr.read(path.read_bytes())["Y"]
        return Written(values.astype(numpy.float64), numpy.isnan(values), None, None)
    dataset = gdal.Open(str(path))
    band = dataset.GetRasterBand(1)
    values = band.ReadAsArray().astype(numpy.float64)
    missing = numpy.isnan(values)
    no_data = band.GetNoDataValue()
    if no_data is not None and not math.isnan(no_data):
        missing |= values == numpy.float32(no_data)
    return Written(values, missing, dataset.GetGeoTransform(), dataset.GetSpatialRef())


def horizontal(of):
    """The horizontal part of a system."""
    if of is None or not of.IsCompound():
        return of
    copy = of.Clone()
    copy.StripVertical()
    return copy


def proj_text(of):
    """As a PROJ string, without a shift of datum by 0 m."""
    return of.ExportToProj4().replace("+towgs84=0,0,0,0,0,0,0 ", "")


def check_system(found, wanted):
    if wanted is None:
        if found is not None and not found.IsLocal():
            raise Failure(f"expected no coordinate reference system, found {found.GetName()}")
        return
    wanted = system(wanted) if not isinstance(wanted, osr.SpatialReference) else wanted
    if found is None:
        raise Failure(f"expected {wanted.GetName()}, found no coordinate reference system")
    if found.IsCompound() and abs(found.GetTargetLinearUnits("VERT_CS") - 1.0) > 1e-9:
        raise Failure("the heights are in metres, but the coordinate reference system says another unit")
    found, wanted = horizontal(found), horizontal(wanted)
    options = ["IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", "CRITERION=EQUIVALENT"]
    # A .prj of ESRI has no order of axes.
    if not found.IsSame(wanted, options) and proj_text(found) != proj_text(wanted):
        raise Failure(f"expected the system {wanted.GetName()}, found {found.GetName()}")


def check_transform(found, wanted):
    cell = math.hypot(wanted[1], wanted[4])
    for i, (one, other) in enumerate(zip(found, wanted)):
        if abs(one - other) > (1e-6 * cell if i in (0, 3) else 1e-9 * cell):
            raise Failure(f"expected the geotransform {wanted}, found {found}")


def check_missing(found, wanted):
    if numpy.array_equal(found, wanted):
        return
    raise Failure(f"expected {wanted.sum()} cells without data, found {found.sum()}")


@dataclasses.dataclass
class Cells:
    """The same cells: values, place and cells without data. `values` may have NaN; `None` skips a check."""

    values: numpy.ndarray
    transform: tuple = None
    system: object = "skip"
    tolerance: float = 0.0

    def check(self, path):
        written = read_back(path)
        if written.values.shape != self.values.shape:
            raise Failure(f"expected {self.values.shape} cells, found {written.values.shape}")
        wanted = self.values.astype(numpy.float64)
        check_missing(written.missing, numpy.isnan(wanted))
        known = ~written.missing
        allowed = QUANTUM + self.tolerance + numpy.spacing(numpy.abs(wanted[known]).astype(numpy.float32))
        wrong = numpy.abs(written.values[known] - wanted[known]) > allowed
        if wrong.any():
            at = numpy.flatnonzero(wrong)[0]
            raise Failure(f"{wrong.sum()} of {wrong.size} cells differ; expected {wanted[known][at]!r}, "
                          f"found {written.values[known][at]!r}")
        if self.transform is not None and written.transform is not None:
            check_transform(written.transform, self.transform)
        if written.transform is not None and not (isinstance(self.system, str) and self.system == "skip"):
            check_system(written.system, self.system)


@dataclasses.dataclass
class Surface:
    """A resampled surface: each cell has the elevation of `height(u, v)` at its own place.

    u and v are columns and rows of the source, counted from the corner in the north-west.
    """

    height: typing.Callable
    size: tuple  # columns, rows of the source
    transform: tuple
    source: object
    system: object = None  # expected; None: any in metres
    tolerance: float = 0.25  # m
    fewest: float = 0.5  # cells within the source, as a fraction of its own

    def check(self, path):
        written = read_back(path)
        t = written.transform
        if abs(t[1] + t[5]) > 1e-9 * t[1] or t[2] or t[4]:
            raise Failure(f"expected square cells, found {t}")
        if written.system is None and self.source is not None:
            raise Failure("found no coordinate reference system")
        if self.system is not None:
            check_system(written.system, self.system)
        rows, columns = written.values.shape
        x = t[0] + (numpy.arange(columns) + 0.5) * t[1] + numpy.zeros((rows, 1))
        y = t[3] + (numpy.arange(rows)[:, None] + 0.5) * t[5] + numpy.zeros((1, columns))
        u, v = self.in_source(written.system, x, y)
        width, height = self.size
        inside = (u > 1e-3) & (v > 1e-3) & (u < width - 1e-3) & (v < height - 1e-3)
        if (written.missing & inside).any():
            raise Failure(f"{(written.missing & inside).sum()} cells within the source have no data")
        if (~written.missing & ~inside & ((u < -0.1) | (v < -0.1) | (u > width + 0.1) | (v > height + 0.1))).any():
            raise Failure("cells beyond the source have data")
        if inside.sum() < self.fewest * width * height:
            raise Failure(f"only {inside.sum()} cells lie within the source of {width * height}")
        core = (u > 1.0) & (v > 1.0) & (u < width - 1.0) & (v < height - 1.0)
        off = numpy.abs(written.values - self.height(u, v))
        if core.any() and off[core].max() > self.tolerance:
            raise Failure(f"expected heights within {self.tolerance} m, found {off[core].max():.3g} m")
        if off[inside].max() > 4.0 * self.tolerance + 3.0:
            raise Failure(f"expected heights at the edge within 4 m, found {off[inside].max():.3g} m")

    def in_source(self, found, x, y):
        if self.source is not None:
            into = osr.CoordinateTransformation(found, system(self.source))
            points = numpy.array(into.TransformPoints(numpy.stack([x.ravel(), y.ravel()], axis=1).tolist()))
            x, y = points[:, 0].reshape(x.shape), points[:, 1].reshape(y.shape)
            if system(self.source).IsGeographic():
                middle = self.transform[0] + 0.5 * self.size[0] * self.transform[1]
                x = x - 360.0 * numpy.round((x - middle) / 360.0)
        inverse = gdal.InvGeoTransform(self.transform)
        return (inverse[0] + inverse[1] * x + inverse[2] * y, inverse[3] + inverse[4] * x + inverse[5] * y)


# Running ------------------------------------------------------------------------------------------------------------

@dataclasses.dataclass
class Answer:
    code: int
    text: str  # error line or line of `check`
    notices: tuple


class Server:
    """A barchan_cli_server, which runs the command line under limits without loading GDAL anew each time."""

    def __init__(self, program):
        self.program = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.folder = tempfile.TemporaryDirectory(prefix="barchan-server")
        self.files = [pathlib.Path(self.folder.name) / name for name in ("output", "errors")]
        atexit.register(self.end)

    def end(self):
        self.program.stdin.close()
        self.program.wait()
        self.folder.cleanup()

    def call(self, arguments, seconds):
        order = [*map(str, self.files), str(seconds), *arguments]
        self.program.stdin.write("".join(f"{word}\0" for word in [*order, ""]).encode("utf-8", "surrogateescape"))
        self.program.stdin.flush()
        code = int(self.program.stdout.readline())
        output, errors = (path.read_bytes().decode("utf-8", "replace") for path in self.files)
        if code == -signal.SIGALRM:
            return None, "", f"still running after {seconds} s"
        return code, output, errors


SERVER = ""  # path of barchan_cli_server; without it, each call starts the program
OF_THREAD = threading.local()


def call(words, seconds=SECONDS):
    """Runs the program under limits. Returns its exit code, output and errors."""
    if SERVER and all(words):
        if not hasattr(OF_THREAD, "server"):
            OF_THREAD.server = Server(SERVER)
        return OF_THREAD.server.call(words[1:], seconds)
    # A shell sets the limits, because a function that sets them would make Python copy its own memory for each call.
    limited = ["/bin/sh", "-c", f'ulimit -c 0; ulimit -v {MEMORY >> 10}; exec "$@"', "sh", *words]
    try:
        done = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, "", f"still running after {seconds} s"
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def is_sand(notice):
    return "read as sand on rock" in notice


def run_case(cli, case) -> Answer:
    words = [cli, "run", str(case.path), "--steps", "0", "--threads", "1"]
    for output in case.outputs:
        words += ["--export", f"elevation={case.path.parent / output}"]
    code, _, errors = call(words + list(case.options))
    lines = errors.splitlines()
    notices = tuple(sorted(line.removeprefix("note: ") for line in lines if line.startswith("note: ")))
    rest = [line for line in lines if not line.startswith("note: ")]
    if code is None or code not in (0, 2):
        raise Failure(f"run ends with {code}: {errors[:300]}")
    if code == 0 and rest:
        raise Failure(f"run ends with 0 but says: {rest[0]}")
    if code == 2 and len(rest) != 1:
        raise Failure(f"expected one line, found {len(rest)}: {errors[:300]!r}")
    return Answer(code, rest[0].removeprefix("barchan-cli: ") if rest else "", notices)


def check_cases(cli, cases) -> dict:
    """Answers of one call of `check` for cases with the same options, by path."""
    words = [cli, "check", *[str(case.path) for case in cases], *cases[0].options]
    code, output, errors = call(words, SECONDS if len(cases) == 1 else 2 * SECONDS)
    if code not in (0, 2):
        if len(cases) > 1:
            return {key: value for case in cases for key, value in check_cases(cli, [case]).items()}
        return {cases[0].path: Answer(-1, f"check ends with {code}: {errors[:300]}", ())}
    answers = {}
    lines = output.splitlines()
    for case in cases:
        start = f"{case.path}:"
        said = [line for line in lines if line.startswith(f"{start} ok")]
        wrong = [line for line in errors.splitlines() if line.startswith(start)]
        if not said and not wrong and len(errors.splitlines()) == 1:
            wrong = [errors.strip().removeprefix("barchan-cli: ")]  # about the options
        notes = tuple(sorted(line.removeprefix("  note: ") for line in lines if line.startswith(f"  note: {start}")))
        if len(said) + len(wrong) != 1:
            answers[case.path] = Answer(-1, f"expected one verdict of check, found {said + wrong}; {errors[:300]!r}",
                                        ())
        else:
            answers[case.path] = Answer(0 if said else 2, (said + wrong)[0], notes)
    return answers


def judge(case, ran, checked):
    """Raises Failure if anything is wrong with the answers of `run` and `check`."""
    if checked.code == -1:
        raise Failure(checked.text)
    ran = ran or checked
    if case.output_refused:  # the file is right, but cannot be written in this format
        if checked.code != 0 or ran.code != 2 or case.output_refused not in ran.text:
            raise Failure(f"expected run to refuse the output ({case.output_refused}), found {ran.code}: {ran.text}")
        return
    if ran.code != checked.code:
        raise Failure(f"run ends with {ran.code} ({ran.text[-200:]}), "
                      f"check with {checked.code} ({checked.text[-200:]})")
    if ran.code == 2 and ran.text.split(":", 1)[-1].strip() not in checked.text:
        raise Failure(f"run says '{ran.text[-200:]}', check says '{checked.text[-200:]}'")
    if ran.code == 0 and ran.notices != checked.notices:
        raise Failure(f"run and check tell different notices: {set(ran.notices) ^ set(checked.notices)}")
    if case.after and (fault := case.after()):
        raise Failure(fault)
    if case.any_end:
        return
    said = ran.text.replace(str(case.path), "FILE")
    if case.refused:
        if ran.code == 0:
            raise Failure(f"expected a refusal ({', '.join(case.refused)}), found none; notices: "
                          f"{[n.split(': ', 1)[-1] for n in ran.notices if not is_sand(n)]}")
        for word in case.refused:
            if word.lower() not in said.lower():
                raise Failure(f"expected '{word}' in the refusal, found: {said}")
        return
    if ran.code != 0:
        raise Failure(f"refused: {said}")
    told = [notice.replace(str(case.path), "FILE") for notice in ran.notices if not is_sand(notice)]
    for word in case.notices:
        if word.lower() not in "\n".join(told).lower():
            raise Failure(f"expected a notice with '{word}', found {told}")
    if case.silent and told:
        raise Failure(f"expected no notice, found {told}")
    if case.expect is not None:
        for output in case.outputs:
            case.expect.check(case.path.parent / output)
