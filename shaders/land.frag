// Light on sand and rock.
//
// It runs in one of two ways. Drawn with the mesh, a fragment receives its position, and the driver knows its
// footprint. With DEFERRED, one triangle covers the picture, and the distance of the land is read from a map. Software
// drivers shade whole blocks of pixels, so the small triangles of the mesh would make them shade most pixels several
// times.
out vec4 color;

#ifdef DEFERRED
uniform sampler2D distance_map;
in vec2 point;
#else
in vec3 position;
#endif

const vec3 kRainedOn = vec3(0.66, 0.65, 0.64);  // factor on sand in heavy rain
const float kVeil = 0.08;        // rate at which dust hides the ground
const float kRaggedSoil = 1.6;   // cells; the grain shifts the boundary between two soils by up to half of this
const float kRaggedFace = 1.0;   // cells; the same for the ends of faces

const float kHiding = 0.22;      // thickness of sand that hides rock of mean height, m
const float kStandsOut = 0.32;   // m; height of the rock that stands out, from low to high
const float kDrift = 0.28;       // sand between stones, relative to the mean thickness around them
const float kAlone = 2.0;        // most visible sand on a place, relative to the mean thickness around it
const float kDriftLevel = 2.0;   // mip that contains this mean
const float kNoDrift = 0.4;      // pixel size at which drifts are invisible, m
const float kLeastShare = 0.03;  // least weight of a projection of broken ground that is sampled
const float kUpright = 1.19;     // length of a leaning face over its height
const float kOutcrop = 1.38;       // factor on the horizontal parts of the normal of bare rock
const float kLevelGround = 0.92;  // z of the normal above which stones lie on level ground
const float kShade = 1.1, kRelief = 0.6, kCliffRelief = 1.15;
const float kFines = 0.50, kBuried = 0.6;
const vec2 kPatchTiles = vec2(860.0, 194.0);  // m; of the patches of fines and of dark stones
const float kBroadTile = 0.0083;              // reciprocal of the tile of the broad grain, 1/cells
const float kSkyLight = 1.15, kLeastSky = 0.45;  // factor on the light of the sky; least fraction of it in hollows
// Fraction of the light on level ground below which ripples and streaks have less relief; the smallest factor on it.
const float kGrazing = 0.7, kLeastRelief = 0.15;
// Tiles of the orientation and of the shine of grains, m; they differ so that neither repeats.
const vec2 kFacetTiles = vec2(0.083, 0.121);
const float kFacet = 0.005;                      // m
const float kGlitter = 0.25, kMeanFacet = 0.05;  // fraction of the sun's light; fraction of facets that reflect it
const vec2 kRippledSlopes = vec2(0.20, 0.46);  // slopes between which ripples disappear
const vec2 kSandTiles = vec2(7.3, 0.83);  // m
const vec2 kSandShades = vec2(0.05, 0.10), kSandRelief = vec2(0.03, 0.10);
const vec2 kVeilPixels = vec2(0.02, 0.08);      // m; pixel sizes between which veils appear; closer they are smears
const float kVeilTiles = 0.05;                  // pixel size at which veils begin to fade, in tiles
const float kShadowPixel = 0.5, kShadowLength = 0.20;  // m

// At a slant, the footprint of a pixel is long, and the driver blurs by its length. Slightly less blur looks better.
const float kSharper = -0.4;
const float kCrisp = 0.4, kCrispLevel = 1.5;  // strength, and mip level
float bias;  // offset of the mip level
const float kRippleTexels = 512.0, kNoiseTexels = 256.0;  // per tile

#ifdef LAYERS
uniform sampler2D face_cell_map;
uniform sampler2D face_band_map;
// Cells; the fine and the broad grain shift the boundaries of layers by up to half of these.
const float kRagged = 0.25, kUneven = 1.4;
#endif

// Streaks of sliding sand, stretched along its direction.
uniform sampler2D slide_map;
const vec2 kStreakTiles = vec2(60.0, 5.0);         // m, along and across
const float kLeastSlide = 0.004, kMuchSlide = 0.05;  // m/s
const float kStreakShade = 0.09, kStreakSlope = 0.08, kFineStreaks = 0.35;
// Slides run in broad and narrow tongues, close together in some places and sparse in others.
const vec2 kTongueTiles = vec2(200.0, 19.0);  // m
const float kTongues = 0.55, kFewStreaks = 0.25;

#ifdef OVERLAY
// Hatching of cells without data; see src/picture/hatch.hpp.
const vec3 kDarkStripe = vec3(20.0, 20.0, 26.0) / 255.0, kLightStripe = vec3(250.0, 247.0, 240.0) / 255.0;
#endif

#ifdef PLANTS
uniform sampler2D plant_map;
// Fraction of the ground's colour that plants and litter hide: in the distance; and where single plants are visible,
// sparse or dense. The last two are the sizes of a pixel, in cells, between which single plants become invisible.
const float kTuftTile = 14.0;  // size of the tile in which sparse plants are tufts, cells
const float kLitter = 0.80, kLitterNear = 0.30, kLitterDense = 0.60, kPlantsSeen = 0.04, kPlantsLost = 0.30;
#endif

vec4 sample_land(sampler2D map, vec2 uv) {
#ifdef FULL
  vec2 footprint = fwidth(uv * land_grid.xy);
  if (max(footprint.x, footprint.y) < 1.0) return sample_smooth(map, uv, land_grid.xy);
#endif
  return texture(map, uv, bias + kSharper);
}

#ifdef FULL
// Smooth lookups round off crests, brinks and the feet of slip faces, where the slope changes within a cell. Ends of
// ranges: of the change of slope at such an edge, and of its ratio to the change over twice the distance, which is 1 at
// an edge and 0.5 on a round hill.
const vec2 kEdge = vec2(0.20, 0.45), kSudden = vec2(0.66, 0.92);
const float kBeside = 2.5;     // cells from the edge at which the slope on each side is looked up
const float kAlong = 2.0;      // cells along the edge between these places
const float kPenumbra = 0.17;  // half the range of the visibility in which a shadow fades, near the eye
const float kEdgeWidth = 0.25;  // least width of an edge, cells

vec2 slope_at(vec2 uv) { return textureLod(surface_map, uv, 0.5).xy * axes_at(uv); }

// Slope at `uv`, where the smoothed slope is `slope`: that of the plane to one side of an edge, or to the other.
// `pixel`: size in cells.
vec2 edged(vec2 uv, vec2 slope, float pixel) {
  vec2 cell = 1.0 / land_grid.xy;
  vec2 along_x = slope_at(uv + vec2(1.5 * cell.x, 0.0)) - slope_at(uv - vec2(1.5 * cell.x, 0.0));
  vec2 along_y = slope_at(uv + vec2(0.0, 1.5 * cell.y)) - slope_at(uv - vec2(0.0, 1.5 * cell.y));
  // The direction in which the slope changes most: an eigenvector of the matrix of second differences.
  float mean = 0.5 * (along_x.x + along_y.y), apart = 0.5 * (along_x.x - along_y.y);
  float twist = 0.5 * (along_x.y + along_y.x);
  float root = sqrt(apart * apart + twist * twist) * (mean < 0.0 ? -1.0 : 1.0);
  vec2 first = vec2(apart + root, twist), second = vec2(twist, root - apart);
  vec2 across = dot(first, first) > dot(second, second) ? first : second;
  across *= inversesqrt(max(dot(across, across), 1.0e-12));
  vec2 off = kBeside * across * cell;
  vec2 ahead = slope_at(uv + off), behind = slope_at(uv - off);
  float change = dot(ahead - behind, across);
  float farther = dot(slope_at(uv + 2.0 * off) - slope_at(uv - 2.0 * off), across);
  float sudden = smoothstep(kSudden.x, kSudden.y, change * sign(farther) / max(abs(farther), 1.0e-3));
  sudden *= smoothstep(kEdge.x, kEdge.y, abs(change));
  // Both planes meet at the edge. A crest lies below both of them, and a foot above both. Means over a short part of
  // the edge keep single slabs of sand from notching it.
  float reach = kBeside * land_grid.z, above = 0.0;
  vec2 along = kAlong * vec2(-across.y, across.x) * cell;
  for (float i = -1.0; i <= 1.0; ++i) {
    vec2 at = uv + i * along;
    above += textureLod(height_map, at + off, 1.0).r - textureLod(height_map, at - off, 1.0).r -
             reach * dot(slope_at(at + off) + slope_at(at - off), across);
  }
  above /= 3.0;
  float width = abs(change) * max(0.5 * pixel, kEdgeWidth) * land_grid.z;
  float side = smoothstep(-width, width, above * sign(change));
  return mix(slope, mix(behind, ahead, side), sudden);
}
#endif

const vec2 kGrainTurn = vec2(0.8290376, 0.5591929);  // cosine and sine of 34 degrees
const vec2 kBroadWaves = vec2(0.00272, 0.00307);  // 1 / cells; waves by which the tiles of the broad grain are shifted
const float kBroadShift = 0.11;                         // in tiles
const float kGrainBend = 0.05;                       // in tiles

vec2 next_way(vec2 along) {
  return vec2(dot(along, vec2(kRippleTurn.x, -kRippleTurn.y)), dot(along, kRippleTurn.yx));
}

// Transforms to the tile of the ripples that drift along the unit vector `along`.
mat2 ripple_tile(vec2 along) { return mat2(along.x, -along.y, along.y, along.x) * ripple_frame.w; }

// Slope and height of ripples from a texture lookup.
vec3 ripples_of(vec4 looked_up, vec2 along) {
  vec3 ripple = looked_up.rgb * 2.0 - 1.0;
  return vec3(ripple.x * along + ripple.y * vec2(-along.y, along.x), ripple.z);
}

vec3 ripples_at(vec2 at, vec2 along) {
  mat2 tile = ripple_tile(along);
  vec2 uv = tile * at - vec2(wind.w, 0.0);
#ifdef FULL
  return ripples_of(slanted(ripple_map, uv, tile * dFdx(at), tile * dFdy(at), kRippleTexels), along);
#else
  return ripples_of(texture(ripple_map, uv, bias), along);
#endif
}

#ifdef TURNED
// The same for an `along` that varies between pixels. This variation must not enter the derivatives.
vec3 turned_ripples_at(vec2 at, vec2 along) {
  mat2 tile = ripple_tile(along) * exp2(bias);
  vec2 uv = ripple_tile(along) * at - vec2(wind.w, 0.0);
#ifdef FULL
  return ripples_of(slanted(ripple_map, uv, tile * dFdx(at), tile * dFdy(at), kRippleTexels), along);
#else
  return ripples_of(textureGrad(ripple_map, uv, tile * dFdx(at), tile * dFdy(at)), along);
#endif
}

// Ripples of a local wind. They are drawn for fixed directions, so that they keep their place, and cross-faded between
// two of them.
vec3 turned_ripples(vec2 at, float turn) {
  vec2 way = turned_wind(turn);
  float steps = atan(way.y, way.x) / kRippleAngle;
  float first = floor(steps);
  vec2 along = vec2(cos(first * kRippleAngle), sin(first * kRippleAngle));
  return mix(turned_ripples_at(at, along), turned_ripples_at(at, next_way(along)), steps - first);
}
#endif

// Shade and slope of streaks along the unit vector `along`, both about 0.
vec2 streaks_along(vec2 along, vec2 at, vec2 right, vec2 up) {
  mat2 tile = mat2(along.x / kStreakTiles.x, -along.y / kStreakTiles.y, along.y / kStreakTiles.x,
                   along.x / kStreakTiles.y);
  vec4 streak = textureGrad(noise_map, tile * at, tile * right, tile * up);
  vec2 look = vec2(mix(streak.r, streak.a, kFineStreaks), streak.b) - 0.5;
#ifdef FULL
  mat2 wide = mat2(along.x / kTongueTiles.x, -along.y / kTongueTiles.y, along.y / kTongueTiles.x,
                   along.x / kTongueTiles.y);
  vec4 tongue = textureGrad(noise_map, wide * at, wide * right, wide * up);
  look = mix(look, 1.6 * (tongue.rb - 0.5) + 0.5 * look, kTongues);
  look *= mix(kFewStreaks, 1.0, smoothstep(0.35, 0.65, tongue.a));
#endif
  return look;
}

// Like ripples, streaks are drawn for a few fixed directions. Otherwise they would bend with each change of the slope.
vec2 streaks(vec2 at, vec2 way, vec2 right, vec2 up) {
  float steps = atan(way.y, way.x) / kRippleAngle;
  float first = floor(steps);
  vec2 along = vec2(cos(first * kRippleAngle), sin(first * kRippleAngle));
  return mix(streaks_along(along, at, right, up), streaks_along(next_way(along), at, right, up), steps - first);
}

#ifdef FULL
// Noise in tiles of `tile` m at a place, for a pixel with the sides `right` and `up`, m.
vec4 noise_slanted(vec2 at, vec2 right, vec2 up, float tile) {
  return slanted(noise_map, at / tile, right / tile, up / tile, kNoiseTexels);
}
#endif

#ifdef WATER
// Factor by which wet sand and rock darken.
const vec3 kWetSand = vec3(0.54, 0.52, 0.50), kWetRock = vec3(0.66);

const float kWetShine = 0.70;  // reflectance at grazing incidence

// From 0 (dry) to 1 (at the water and below it).
float wetness(vec2 at, vec2 uv, float ragged) {
  vec4 water = water_at(at, uv);
  if (water.x > 0.0) return 1.0;
  // Wetness is ragged where it fades, and nearly uniform where the ground is damp everywhere.
  float dry = 1.0 - water.w;
  return smoothstep(0.18, 0.70, water.w * (1.0 + 1.7 * (ragged - 0.5) * dry * dry));
}
#endif

// A wave of period 1 between 0 and 1, with rounded extremes.
float wave(float x) {
  float t = abs(fract(x) * 2.0 - 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// Rough diffuse reflection (Oren & Nayar 1994, in the form of Fujii) for sand with a roughness of about 0.5.
float rough_diffuse(float nl, float nv, float lv) {
  float s = lv - nl * nv;
  float t = s > 0.0 ? max(max(nl, nv), 0.05) : 1.0;
  return nl * (0.86 + 0.30 * s / t);
}

#ifdef LAYERS
vec2 faces_of_cell(vec2 uv) {
  ivec2 size = ivec2(land_grid.xy), cell = ivec2(floor(uv * land_grid.xy));
  cell -= 2 * size * ivec2(floor(vec2(cell) / (2.0 * land_grid.xy)));
  ivec2 copied = land_grid.w > 0.5 ? cell - size : 2 * size - 1 - cell;
  if (cell.x >= size.x) cell.x = copied.x;
  if (cell.y >= size.y) cell.y = copied.y;
  return texelFetch(face_cell_map, cell, 0).rg;
}

// Colour of the exposed layer at a height; the fourth component is 0 if it is loose. Layers fade over the height of a
// pixel.
vec4 layer_at(vec2 faces, float height, float pixel) {
  vec4 layer = list_entry(face_band_map, faces.x);
  vec4 found = soil_color(layer.y);
  for (float i = 1.0; i < faces.y; ++i) {
    float below = clamp((layer.x - height) / pixel + 0.5, 0.0, 1.0);
    if (below <= 0.0) break;
    layer = list_entry(face_band_map, faces.x + i);
    found = mix(found, soil_color(layer.y), below);
  }
  return found;
}
#endif

// Appearance of broken ground: normal offset, shade, height above the surroundings, and shadows of stones.
struct Broken {
  vec3 rise;
  vec3 look;
};

// Projects the pattern along the axes that are closest to the normal, so that it is not stretched on any slope. Returns
// zeros if `wanted` is 0. Loops replace branches, because drivers that draw on the processor execute both sides of a
// branch. `kind`: whether the ground is wanted, and how loose it is, 0 (rock) to 1.
Broken broken_at(vec3 position, vec3 normal, vec3 way, float across, vec2 kind) {
  float wanted = kind.x, loose = kind.y;
#ifdef FULL
  float pixel = across;
#else
  // A size between the long and the short side of a pixel's footprint.
  float pixel = across * inversesqrt(max(dot(normal, -way), 0.04));
#endif
  vec3 right = dFdx(position), up = dFdy(position);
  // Beds of bare rock crop out on slopes of 36 degrees and more.
  vec3 weight = normal * vec3(vec2(mix(kOutcrop, 1.0, loose)), 1.0);
  weight *= weight;
  weight *= weight;
  weight *= weight;
  weight /= weight.x + weight.y + weight.z;
  vec3 used = weight * step(kLeastShare, weight) * wanted;
  Broken broken = Broken(vec3(0.0), vec3(0.0));
  for (bool seen = used.z > 0.0; seen; seen = false) {
    float layer = normal.z > kLevelGround ? kStones : kBlocks;
    vec4 ground = broken_ground(layer, position.xy, Footprint(right.xy, up.xy, pixel));
    broken.rise += used.z * vec3(ground.gb, 0.0);
    broken.look.xy += used.z * ground.ra;
  }
  for (bool seen = used.x > 0.0; seen; seen = false) {
    vec4 ground =
        broken_ground(kCourses, vec2(position.y, kUpright * position.z) + 91.0, Footprint(right.yz, up.yz, pixel));
    broken.rise += used.x * vec3(0.0, ground.gb);
    broken.look.xy += used.x * ground.ra;
  }
  for (bool seen = used.y > 0.0; seen; seen = false) {
    vec4 ground =
        broken_ground(kCourses, vec2(position.x, kUpright * position.z) + 57.0, Footprint(right.xz, up.xz, pixel));
    broken.rise += used.y * vec3(ground.g, 0.0, ground.b);
    broken.look.xy += used.y * ground.ra;
  }
#ifdef FULL
  // Nearby stones cast shadows.
  for (bool seen = used.z > 0.5 && pixel < kShadowPixel; seen; seen = false) {
    Footprint print = Footprint(right.xy, up.xy, pixel);
    float here = rock_pattern(kStones, stone_place(position.xy), print, kLevelTile).a;
    float sunward = rock_pattern(kStones, stone_place(position.xy + kShadowLength * sun.xy), print, kLevelTile).a;
    broken.look.z = clamp(3.5 * (sunward - here) - 0.12, 0.0, 0.55) * (1.0 - pixel / kShadowPixel);
  }
#endif
  // Mixing different projections reduces the contrast; this restores it.
  float kept = inversesqrt(max(dot(weight, weight), 0.1));
  broken.rise *= kept;
  broken.look.xy *= kept;
  return broken;
}

void main() {
#ifdef DEFERRED
  vec3 way = view_ray(point);
  float distance = texelFetch(distance_map, ivec2(gl_FragCoord.xy), 0).r;
  way = normalize(way);
  vec3 position = eye.xyz + distance * way;
#else
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
#endif
  bias = 0.0;
#ifdef DEFERRED
  // Across an outline, neighbouring pixels are far apart on the land. No true footprint is longer than this.
  vec2 across = dFdx(position.xy), along = dFdy(position.xy);
  float longest = 4.0 * distance * viewport.w * length(ray_up.xyz) / max(-way.z, 0.02);
  bias = 0.5 * min(0.0, log2(longest * longest / max(dot(across, across), dot(along, along))));
#endif
  vec2 uv = land_uv(position.xy);
  vec4 surface = sample_land(surface_map, uv);
  vec4 cover = sample_land(cover_map, uv);
#ifdef FULL
  // Restores the sharpness of crests that smooth lookups lose.
  vec2 seen_cells = fwidth(uv * land_grid.xy);
  float crisp = kCrisp * (1.0 - smoothstep(0.5, 1.5, max(seen_cells.x, seen_cells.y)));
  surface.xyw += crisp * (surface.xyw - textureLod(surface_map, uv, kCrispLevel).xyw);
#endif
  surface.w = sun_at(position.xy, uv, surface.w);
  vec2 drawn = surface.xy * axes_at(uv);
#ifdef FULL
  float cells = max(seen_cells.x, seen_cells.y);
  for (bool close = cells < 1.0; close; close = false) {
    drawn = mix(edged(uv, drawn, cells), drawn, smoothstep(0.5, 1.0, cells));
  }
  float penumbra = mix(kPenumbra, 0.28, smoothstep(0.3, 1.5, cells));
#else
  const float penumbra = 0.28;
#endif
  vec2 slope = drawn_out(position.xy, drawn);
  float steep = dot(slope, slope);
  // Grain, beds and courses scale with the cell: they are larger on a coarser land.
  vec3 place = position / land_grid.z;
  // The broad grain is rotated, so that its tiles never align with those of the fine grain; it bends the rows of the
  // fine grain.
  vec2 askew = vec2(dot(place.xy, kGrainTurn), dot(place.xy, vec2(-kGrainTurn.y, kGrainTurn.x)));
  vec2 moved = askew * kBroadTile + kBroadShift * sway(askew.yx * kBroadWaves);
  vec4 broad = texture(noise_map, moved + 0.37, bias);
#ifdef FULL
  vec2 to_right = dFdx(position.xy), to_up = dFdy(position.xy);
  vec2 fine = position.xy + kGrainBend / 0.11 * land_grid.z * (broad.ra - 0.5);
  vec4 grain = noise_slanted(fine, to_right, to_up, land_grid.z / 0.11);
#else
  vec4 grain = texture(noise_map, place.xy * 0.031 + kGrainBend * (broad.ra - 0.5), bias);
#endif
  // Alternates between two different grains.
  grain.ra = mix(grain.ra, grain.ar, smoothstep(0.40, 0.60, broad.a));
  // The boundary between two soils is ragged and does not follow the cells.
  vec2 ragged = (grain.gb - 0.5) / land_grid.xy;
  // Alpha: the fraction that wind can lift.
  vec4 loose_color = texture(loose_color_map, uv + kRaggedSoil * ragged, bias);
  vec3 base_color = texture(base_color_map, uv + kRaggedSoil * ragged, bias).rgb;

#ifdef PLANTS
  // Stands of plants are ragged, dense ones less so.
  float plants = sample_land(plant_map, uv).r;
  plants = smoothstep(0.25, 0.85, plants + plants * (0.7 * (grain.r - 0.5) + 0.5 * (broad.r - 0.5)));
#else
  const float plants = 0.0;
#endif

  // Loose soils that no wind lifts are stony.
  float stony = 1.0 - loose_color.a;
  float wide = distance * 2.0 * length(ray_up.xyz) * viewport.w;
  Broken broken = broken_at(position, vec3(-slope, 1.0) * inversesqrt(1.0 + steep), way, wide,
                            vec2(max(stony, step(surface.z, kHiding)), stony));

  // Visible fraction of rock: the thinner the sand, the more rock stands out. At the foot of a dune, some sand has
  // drifted between the stones.
  float thickness = surface.z;
  for (bool seen = thickness < kHiding + kStandsOut; seen; seen = false) {
    float around = textureLod(surface_map, uv, kDriftLevel).z;
    // Single slabs on their way over bare ground would blink.
    thickness = min(thickness, kAlone * around);
    float drift = kDrift * min(around, 2.0 * kHiding);
    drift *= 1.0 - smoothstep(0.5 * kNoDrift, kNoDrift, wide);
    thickness = max(thickness, drift + 0.5 * thickness);
  }
  float bare = 1.0 - smoothstep(0.04, kHiding, thickness - kStandsOut * broken.look.y - 0.08 * (broad.r - 0.5));

#ifdef LAYERS
  // Rock shows the layer at its height. Steep faces also show loose layers, and sand does not hide rock there.
  vec2 faces = faces_of_cell(uv + kRaggedFace * ragged);
  float pixel = clamp(fwidth(position.z), 1.0e-3, land_grid.z);
  if (faces.y > 0.0) {
    float shift = land_grid.z * (kRagged * (grain.r - 0.5) + kUneven * (broad.r - 0.5));
    vec4 layer = layer_at(faces, position.z + shift, pixel);
    float face = smoothstep(0.75, 1.10, sqrt(steep));
    bool solid = layer.a > 0.0;
    if (solid) base_color = layer.rgb;
    else loose_color.rgb = mix(loose_color.rgb, layer.rgb, face);
    bare = mix(bare, solid ? 1.0 : 0.0, face);
  }
#endif

#ifdef WATER
  float wet = wetness(position.xy, uv, grain.r);
#else
  const float wet = 0.0;
#endif

  // -- sand -------------------------------------------------------------------------------------------------------
  vec3 sand = loose_color.rgb;
  float lee = smoothstep(0.30, 0.62, sqrt(steep));
  // Slip faces are browner if the soil has a hue, and only darker if it has none, like snow.
  float hue = clamp(1.6 * (sand.r - sand.b) / max(sand.r, 1.0e-3), 0.0, 1.0);
  sand *= mix(vec3(1.0), mix(vec3(0.92), vec3(0.95, 0.89, 0.82), hue), lee);
  sand *= 0.93 + 0.10 * broad.r + 0.06 * (1.0 - 0.6 * lee) * (grain.a - 0.5);
#ifdef FULL
  // Patches of coarser and finer sand, and single grains.
  vec4 sheet = noise_slanted(position.xy, to_right, to_up, kSandTiles.x);
  vec4 grit = noise_slanted(position.yx, to_right.yx, to_up.yx, kSandTiles.y);
  float rough = loose_color.a * (1.0 - lee);
  sand *= 1.0 + rough * (kSandShades.x * (sheet.a - 0.5) + kSandShades.y * (grit.a - 0.5));
  slope += rough * (1.0 - bare) * (kSandRelief.x * (sheet.gb - 0.5) + kSandRelief.y * (grit.bg - 0.5));
#endif
  sand *= 1.0 + stony * max(0.7 * kShade * broken.look.x + 0.6 * broken.look.y, -0.7);
  // On a slope that faces away from a low sun, ripples and streaks would be black bars, so their relief is reduced.
  float relief = clamp((sun.z - dot(slope, sun.xy)) / max(kGrazing * sun.z, 0.02), kLeastRelief, 1.0);
  // Streaks run down slip faces where sand slides now.
  float slid = smoothstep(kLeastSlide, kMuchSlide, texture(slide_map, uv, bias).r);
  slid *= lee * (1.0 - bare) * (1.0 - plants);
  vec2 right = dFdx(position.xy) * exp2(bias), up = dFdy(position.xy) * exp2(bias);
  for (bool seen = slid > 0.0; seen; seen = false) {
    vec2 fall = -slope * inversesqrt(steep);
    vec2 streak = streaks(position.xy, fall, right, up);
    sand *= 1.0 + kStreakShade * slid * streak.x;
    slope += kStreakSlope * slid * relief * streak.y * vec2(-fall.y, fall.x);
  }
#ifdef RIPPLES
#ifdef TURNED
  vec3 ripple = turned_ripples(position.xy, cover.a);
#else
  vec3 ripple = ripples_at(position.xy, ripple_frame.xy);
#ifdef FULL
  if (ripple_frame.z > 0.0) ripple = mix(ripple, ripples_at(position.xy, next_way(ripple_frame.xy)), ripple_frame.z);
#endif
#endif
  // There are no ripples on steep slopes, where sand avalanches, or on sharp crests.
  float rippled = loose_color.a * (1.0 - bare) * (1.0 - plants) * (1.0 - wet);
  rippled *= 1.0 - smoothstep(kRippledSlopes.x, kRippledSlopes.y, sqrt(steep));
  rippled *= (0.45 + 0.75 * broad.b) * clamp(1.15 + 2.5 * cover.b, 0.0, 1.0) * relief;
  slope += ripple.xy * (0.45 * rippled);
  sand *= 1.0 + 0.10 * rippled * ripple.z;
#endif

  // -- rock -----------------------------------------------------------------------------------------
  // Gently folded beds of different thickness appear where the rock is steep enough. Hard beds are paler.
  float cliff = smoothstep(0.35, 1.1, sqrt(steep));
  float bed = position.z + 1.6 * broad.r + 0.7 * broken.look.y;
  float strata = (0.5 * wave(bed * 0.06) - 0.25) * (1.0 - smoothstep(1.5, 6.0, wide));
  strata += (0.5 * wave(bed * 0.17 + 0.55 * wave(bed * 0.03)) - 0.25) * (1.0 - smoothstep(0.5, 2.5, wide));
  strata += (0.4 * wave(bed * 0.61 + 0.8 * wave(bed * 0.11)) - 0.2) * (1.0 - smoothstep(0.15, 0.7, wide));
  strata *= cliff * clamp(3.0 * broad.a - 1.0, 0.25, 1.0);
  vec3 rock = base_color * (1.0 + 0.6 * strata) * (vec3(1.0) + vec3(0.10, 0.0, -0.08) * strata);
  // Fines lie between the stones on level ground, in some places more than in others. Elsewhere the stones are dark.
  vec2 patch_tiles = land_grid.z / (kBroadTile * kPatchTiles);
  vec2 patch_right = dFdx(moved) * exp2(bias), patch_up = dFdy(moved) * exp2(bias);
  for (bool seen = bare > 0.0; seen; seen = false) {
    vec2 wide_at = moved * patch_tiles.x + vec2(0.63, 0.11), field_at = moved.yx * patch_tiles.y + vec2(0.21, 0.77);
    vec4 wider = textureGrad(noise_map, wide_at, patch_right * patch_tiles.x, patch_up * patch_tiles.x);
    vec4 field = textureGrad(noise_map, field_at, patch_right.yx * patch_tiles.y, patch_up.yx * patch_tiles.y);
    float sheet = wider.r + 0.6 * (field.r - 0.5) + 0.25 * (broad.r - 0.5);
    float buried = (1.0 - cliff) * smoothstep(0.43, 0.80, sheet);
    float fines = kFines * clamp(1.3 * buried - 0.1 * (1.0 - cliff) - 1.1 * broken.look.y, 0.0, 1.0) * (1.0 - cliff);
    // Fines bury the smaller stones.
    broken.rise *= 1.0 - kBuried * buried;
    broken.look.xz *= 1.0 - kBuried * buried;
    rock *= 0.78 + 0.20 * broad.r + 0.22 * (0.5 - wider.a) + 0.12 * (field.a - 0.5);
    rock = mix(rock, 0.85 * loose_color.rgb, fines);
  }
  rock *= max(1.0 + kShade * broken.look.x + 0.6 * broken.look.y, 0.2);
  vec3 rise = broken.rise * max(bare, 0.7 * stony) * mix(kRelief, kCliffRelief, cliff);

#ifdef RAIN
  // Rain darkens dry sand too.
  sand *= mix(vec3(1.0), kRainedOn, (1.0 - wet) * smoothstep(0.3, 0.9, rain.x));
#endif
#ifdef WATER
  sand *= mix(vec3(1.0), kWetSand, wet);
  rock *= mix(vec3(1.0), kWetRock, wet);
#endif
  vec3 albedo = mix(sand, rock, bare);
#ifdef PLANTS
  float apart = 2.0 * distance * length(ray_up.xyz) * viewport.w / land_grid.z;
  float lost = smoothstep(kPlantsSeen, kPlantsLost, apart);
  float litter = mix(mix(kLitterNear, kLitterDense, plants), kLitter, lost);
#ifdef FULL
  // Sparse plants are tufts with bare ground between them.
  float tufts = noise_slanted(position.yx, to_right.yx, to_up.yx, kTuftTile * land_grid.z).a;
  float tufted = smoothstep(0.0, 0.16, plants - 1.15 * (tufts - 0.15));
  litter *= mix(1.0, tufted / max(plants, 0.3), 0.8 * (1.0 - plants));
#endif
  albedo = mix(albedo, plant_color.rgb * (0.70 + 0.75 * grain.a), min(litter * plants, 0.9));
  slope += 0.5 * plants * (grain.gb - 0.5);
#endif
  albedo *= 1.0 - clamp(0.22 * cover.b, -0.10, 0.16);

  // -- light ------------------------------------------------------------------------------------------------------
  vec3 normal = normalize(vec3(-slope, 1.0) * inversesqrt(1.0 + dot(slope, slope)) - rise);
  float nl = dot(normal, sun.xyz);
  float nv = max(dot(normal, -way), 0.0);
  float visible = smoothstep(0.5 - penumbra, 0.5 + penumbra, surface.w) * (1.0 - broken.look.z * bare);
  visible *= cloud_passes(position);
  float open = cover.r;
  float direct = rough_diffuse(max(nl, 0.0), nv, dot(sun.xyz, -way)) * visible;
  // The sky gives light from above, and sunlit ground of the same colour from below. Even hollows that see little of
  // the sky are not black.
  float facing = 0.5 + 0.5 * normal.z;
  vec3 below = bounce.rgb;
#ifndef OVERLAY
  below *= albedo / max(ground_color.rgb, vec3(0.03));
#endif
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * (kSkyLight * mix(kLeastSky, 1.0, open) * facing) +
               below * (1.0 - open * facing);

#ifdef OVERLAY
  float value = (textureLod(overlay_map, uv, 0.0).r - overlay.x) * overlay.y;
  vec3 ramp = textureLod(ramp_map, vec2((clamp(value, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5), 0.0).rgb;
  ramp = decode_srgb(ramp);
  // Level sunlit ground shows exactly the colour of the legend.
  float level = luminance(sun_light.rgb) * max(sun.z, 0.1) + luminance(sky_fill.rgb);
  vec3 wanted = ramp * clamp(mix(0.30, 1.0, luminance(light) / level), 0.0, 1.15);
  Air between = air_between(way, distance);
  vec3 haze = tone(between.added / max(1.0 - between.passes, vec3(1.0e-3)));
  color = vec4(encode_srgb(mix(haze, wanted, sqrt(between.passes))) + dither(), 1.0);
  // An overlay has no values beyond the edges of an open land.
  vec2 beyond = (1.0 - land_grid.w) * abs(beyond_edges(position.xy));
  bool inside = beyond.x + beyond.y <= 0.0;
  if (!inside || overlay.w > 0.0) color = finish(between.added + between.passes * albedo * light);
  if (inside && overlay.w > 0.0 && textureLod(overlay_map, uv, 0.0).r > 0.5) {
    // The stripes keep their width on the screen, so that they can be seen from any distance.
    float stripe = fract((gl_FragCoord.x - gl_FragCoord.y - ray_right.w) / overlay.w);
    if (stripe < 0.5) color = vec4(stripe < 0.25 ? kDarkStripe : kLightStripe, 1.0);
  }
#else
  vec3 shaded = albedo * light;
#ifdef WATER
  // A wet surface reflects the sky at a slant.
  float slant = 1.0 - nv;
  slant *= slant;
  float level = 1.0 - smoothstep(0.04, 0.20, sqrt(steep));
  shaded += kWetShine * wet * level * open * slant * slant * sky_horizon.rgb;
#endif

#ifdef FULL
  // Grains that reflect the sun, seen against the light: single grains nearby, and their mean if a pixel contains many.
  vec4 facets = texture(noise_map, position.xy / kFacetTiles.x, bias);
  float shine = texture(noise_map, askew * (land_grid.z / kFacetTiles.y), bias).a;
  float single = 1.0 - smoothstep(0.3 * kFacet, kFacet, wide * inversesqrt(max(nv, 0.04)));
  vec3 half_way = normalize(sun.xyz - way);
  float mirror = max(dot(normalize(normal + 0.9 * single * (facets.bga - 0.5)), half_way), 0.0);
  mirror *= mirror;
  mirror *= mirror;
  mirror *= mirror;
  mirror *= mirror;
  float glitter = kGlitter * mirror * mirror * mix(kMeanFacet, smoothstep(0.55, 0.80, shine), single);
  glitter *= smoothstep(0.0, 0.8, dot(way, sun.xyz));
  shaded += sun_light.rgb * (visible * (1.0 - bare) * (1.0 - wet) * glitter);
#endif

  // Sand and dust that stream close above the ground.
  float dust = cover.g * air.y * (1.0 - 0.8 * air.z) * smoothstep(kVeilPixels.x, kVeilPixels.y, wide);
  vec2 stream = vec2(dot(place.xy, wind.xy), dot(place.xy, vec2(-wind.y, wind.x)));
  stream.x -= eye.w * (4.0 + 0.5 * wind.z) / land_grid.z;
  vec2 veil_tiles = vec2(0.012, 0.07);
  float veil = texture(noise_map, stream * veil_tiles, bias).r;
  // In the distance the rows of veils would visibly repeat.
  float stretched = wide * veil_tiles.y / (land_grid.z * max(abs(way.z), 0.02));
  veil = mix(veil, 0.5, smoothstep(kVeilTiles, 6.0 * kVeilTiles, stretched));
  // A flat line of sight passes through more dust than a steep one.
  float deep = dust * smoothstep(0.25, 0.85, veil) * kVeil / (0.25 + abs(way.z));
  float thick = 1.0 - exp2(-deep);
#ifdef LAYERS
  vec3 dust_color = texture(air_color_map, uv).rgb;
#else
  vec3 dust_color = sand_color.rgb;
#endif
  vec3 airborne = dust_color * (sun_light.rgb * (0.30 + 0.5 * glow(dot(way, sun.xyz))) * visible + sky_fill.rgb);
  shaded = mix(shaded, airborne, thick);

  color = finish(through_air(shaded, way, distance));
#endif
}
