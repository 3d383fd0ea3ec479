// Shared by all stages: the scene's numbers, tone mapping, patterns and the land's shape. Metres, x east, y north,
// z up. Light is linear and already multiplied by the exposure.

layout(std140) uniform Scene {
  mat4 view_projection;
  vec4 eye;           // position; clock in s
  vec4 ray_right;     // half the picture's width on the plane at distance 1; lowest row of the band, pixels
  vec4 ray_up;        // half its height on that plane; height of the middle of the band in the picture, -1 to 1
  vec4 ray_forward;   // direction of view; height of the band as a fraction of the picture (1: all of it)
  vec4 viewport;      // width, height, their inverses
  vec4 sun;           // direction towards the sun; sine of its elevation
  vec4 sun_light;     // irradiance on a plane that faces it / pi; strength of the glow around it
  vec4 sky_zenith;    // radiance; place of a storm's front along the wind from the land's centre, in longer sides
  vec4 sky_horizon;   // radiance; 1 / distance to which an endless land is drawn, 1/m (0: a block)
  vec4 sky_fill;      // irradiance of the open sky on level ground / pi; fraction of the sky that clouds cover
  vec4 bounce;        // light reflected by sunlit ground / pi; place of the clouds, 0 to 1
  vec4 land_size;     // m; inverse
  vec4 land_grid;     // cells; cell size m; 1 when periodic
  vec4 land_range;    // lowest and highest m; foot of the cut block m; 1 when endless
  vec4 slice;         // direction into the visible half; position along that, m; 1 when the land is cut open
  vec4 wind;          // direction; speed m/s; ripple drift in ripple tiles
  vec4 ripple_frame;  // quantised direction of the wind; blend to the next direction; tiles per metre
  vec4 air;           // haze 1/m; 1 when dust is shown; strength of a dust storm, 0 to 1; 1 / depth of haze, 1/m
  vec4 dust;          // height up to which dust is dense, m; 1 / scale height above, 1/m; mean; mip of its map
  vec4 dust_light;    // radiance of air full of dust; extinction where the map is 1, 1/m (0: no dust in the air)
  vec4 overlay;       // low; 1 / (high - low); 1 when on; distance between stripes, pixels (0: not hatched)
  vec4 sea_sides;     // slope with which the ground sinks beyond the west, east, south and north side, m per land size;
                      // negative beside dry sides of a land by the sea
  vec4 surroundings;  // sea level, m; greatest sinking, m; lands per side of the map of their sun (0: none); its error
  vec4 ground_color;  // mean of the ground in sight; strength of the clouds, 0 to 1
  vec4 sand_color;
  vec4 obstacle_color;
  vec4 plant_color;
  vec4 rain;          // strength of the rain, 0 to 1; extinction 1/m; 1 when uneven; base of its cloud, m
  vec4 rain_light;    // radiance of air full of rain; 1 / length of sight in it, 1/m
  vec4 rain_shares[16];  // per patch of the land, relative to the mean: 8 x 8, row by row
};

uniform sampler2D height_map;
uniform sampler2D surface_map;
uniform sampler2D cover_map;
uniform sampler2D overlay_map;
uniform sampler2D ramp_map;
uniform sampler2D noise_map;
uniform sampler2DArray rock_map;
uniform sampler2D loose_color_map, base_color_map;
uniform sampler2D ripple_map;
uniform sampler2D soil_color_map;
uniform sampler2D raw_dust, air_color_map;
uniform sampler2D water_map;
uniform sampler2D water_top_map;
uniform sampler2D shade_map;
uniform sampler2D surroundings_sun_map;

// The tone curve, like that of a film. A toe deepens the shade, as y = gain x (x + a) / (x + b). Above the shoulder the
// curve bends, so that nothing reaches white.
const vec3 kToe = vec3(1.06, 0.035, 0.070);  // gain, a, b
const float kShoulder = 0.55;

// Direction of view through a point of the band that is drawn, -1 to 1. A large picture is drawn in bands of rows.
vec3 view_ray(vec2 point) {
  return ray_forward.xyz + point.x * ray_right.xyz + (point.y * ray_forward.w + ray_up.w) * ray_up.xyz;
}

// Cosine and sine of the angle between two directions in which ripples are drawn, 12 degrees.
const vec2 kRippleTurn = vec2(0.9781476, 0.2079117);
const float kRippleAngle = 0.2094395;

// Direction of a local wind turned to the left of the prevailing one by an angle whose sine is `turn`.
vec2 turned_wind(float turn) {
  return wind.xy * sqrt(max(1.0 - turn * turn, 0.0)) + vec2(-wind.y, wind.x) * turn;
}

const int kListWidth = 1024;  // width of textures that hold lists

vec4 list_entry(sampler2D list, float at) {
  int i = int(at);
  return texelFetch(list, ivec2(i % kListWidth, i / kListWidth), 0);
}

vec4 soil_color(float soil) { return texelFetch(soil_color_map, ivec2(int(soil), 0), 0); }

float luminance(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

vec3 tone(vec3 c) {
  c *= kToe.x * (c + kToe.y) / (c + kToe.z);
  vec3 t = max(c - kShoulder, 0.0) / (1.0 - kShoulder);
  return min(c, vec3(kShoulder)) + (1.0 - kShoulder) * t / (1.0 + t);
}

// The inverse of tone(). Near white it is limited.
vec3 untoned(vec3 c) {
  vec3 t = min(max(c - kShoulder, 0.0) / (1.0 - kShoulder), 0.97);
  c = (min(c, vec3(kShoulder)) + (1.0 - kShoulder) * t / (1.0 - t)) / kToe.x;
  vec3 half_way = 0.5 * (c - kToe.y);
  return half_way + sqrt(half_way * half_way + kToe.z * c);
}

// sRGB encoding. Above the toe it is a fit by square roots that stays within 0.1/255.
vec3 encode_srgb(vec3 c) {
  vec3 root = sqrt(c);
  vec3 high = -0.0769036 + 0.8337532 * root + 0.2981083 * sqrt(root) - 0.0553171 * c;
  return mix(high, 12.92 * c, lessThan(c, vec3(0.0031308)));
}

// A cheap approximation of the sine of a turn.
vec2 sway(vec2 turns) {
  vec2 t = fract(turns) - 0.5;
  return 8.0 * t * (1.0 - 2.0 * abs(t));
}

// Beyond its edges, a periodic land is repeated, and an open one is mirrored at each edge. The copies are displaced and
// stretched, each differently, so that they do not look alike. The land itself does not change. In sizes of the land,
// the constants are: largest displacement along each axis; square of the distance from the edges at which half of it is
// reached; and wave numbers of the displacement. Mirrored copies are also sheared along the edge, which separates the
// mirror images of hills close to it.
const float kCopyWarp = 0.20, kCopyWarpSoon = 0.30;
const vec4 kCopyWarpWaves = vec4(0.13, 0.17, 0.19, -0.11);
const vec2 kCopyWarpBegins = vec2(0.21, 0.58);
const float kCopyWarpCoarser = 1.0;
const int kCopyWarpSearch = 6;
const float kMirrorShear = 0.45;

// Strength of the copy warp at a position: 0 in the land, 1 far away.
float copy_warp(vec2 position) {
  vec2 beyond = max(abs(position * land_size.zw - 0.5) - 0.5, 0.0);
  float away = dot(beyond, beyond);
  return land_range.w * away / (away + kCopyWarpSoon);
}

// Signed distance of a position beyond the edges of the land along each axis, m.
vec2 beyond_edges(vec2 position) { return position - clamp(position, vec2(0.0), land_size.xy); }

// The place of the land, or of its unwarped copies, that is drawn at a position.
vec2 land_place(vec2 position) {
  float far = copy_warp(position);
  vec2 place = position;
  // A loop, because drivers that draw on the processor would execute both sides of a branch.
  for (bool gone = far > 0.0; gone; gone = false) {
    vec2 at = position * land_size.zw - 0.5;
    vec2 turns = kCopyWarpBegins + vec2(dot(at, kCopyWarpWaves.xy), dot(at, kCopyWarpWaves.zw));
    place += kCopyWarp * far * land_size.xy * sway(turns);
    place += (1.0 - land_grid.w) * kMirrorShear * abs(beyond_edges(position)).yx;
  }
  return place;
}
vec2 land_uv(vec2 position) { return land_place(position) * land_size.zw; }

// Directions of the land's axes as drawn at `uv`: mirrored copies flip them.
vec2 axes_at(vec2 uv) { return mix(1.0 - 2.0 * mod(floor(uv), 2.0), vec2(1.0), land_grid.w); }

// Slope of the land as drawn at a position, which the copy warp stretches. `slope` has the axes of the copy: a slope of
// the land must be multiplied by axes_at() before.
vec2 drawn_out(vec2 position, vec2 slope) {
  for (bool gone = copy_warp(position) > 0.0; gone; gone = false) {
    vec2 at = position * land_size.zw - 0.5;
    vec2 beyond = max(abs(at) - 0.5, 0.0) * sign(at);
    float away = dot(beyond, beyond), all = away + kCopyWarpSoon;
    vec2 turns = fract(kCopyWarpBegins + vec2(dot(at, kCopyWarpWaves.xy), dot(at, kCopyWarpWaves.zw))) - 0.5;
    vec2 lean = kCopyWarp * land_size.xy * slope;
    vec2 sheared = (1.0 - land_grid.w) * kMirrorShear * sign(beyond) * slope.yx;
    vec2 bends = 8.0 * (1.0 - 4.0 * abs(turns)) * lean;
    vec2 shifts = 8.0 * turns * (1.0 - 2.0 * abs(turns)) * lean;
    vec2 bent = (bends.x * kCopyWarpWaves.xy + bends.y * kCopyWarpWaves.zw) * (away / all);
    slope += (bent + (shifts.x + shifts.y) * (2.0 * kCopyWarpSoon / (all * all)) * beyond) * land_size.zw + sheared;
  }
  return slope;
}

// The inverse of land_place() on a periodic land: the position at which a place is drawn.
vec2 seen_at(vec2 place) {
  vec2 position = place;
  int looks = copy_warp(place) > 0.0 ? kCopyWarpSearch : 0;
  for (int i = 0; i < looks; ++i) position += place - land_place(position);
  return position;
}

#ifdef FRAGMENT_STAGE
// Ordered noise between 0 and 1 (after Jimenez 2014).
float ordered_noise() {
  vec2 pixel = gl_FragCoord.xy + vec2(0.0, ray_right.w);
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// Half a step of 8 bits of it prevents bands in the sky.
float dither() { return (ordered_noise() - 0.5) / 255.0; }

vec3 decode_srgb(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }

// Ground broken into blocks, and stones between them. Their sizes in metres do not depend on the cell size. The tiles
// of the stones are rotated and shifted from place to place, so that they align neither with those of the blocks nor
// with each other.
const float kBlockTile = 256.0, kStoneTile = 37.0, kLevelTile = 23.0;  // m; the last for stones on level ground
const float kLevelRelief = 2.4;                                         // of these stones, relative to the texture
const float kRockTexels = 512.0;                    // per tile
const vec2 kStoneTurn = vec2(0.8290376, 0.5591929);
const float kStoneShift = 3.0;                      // m
const float kNoStones = 0.8, kNoPebbles = 0.09;     // pixel sizes at which they become invisible, m
// The pattern of pebbles is that of the stones, turned, lower, and shifted over shorter distances.
const float kPebbleTile = 9.7, kPebbleShift = 0.8;  // m
const vec2 kPebbleWaves = vec2(0.029, 0.023);       // 1/m
const vec4 kPebbles = vec4(0.75, 0.75, 0.75, 0.3);
// Texels of the blocks are wider than a pixel close to the eye, where they would look blurred.
const float kBlocksNear = 0.4;

vec2 stone_place(vec2 at) {
  vec2 shifted = at + kStoneShift * sway(at.yx * vec2(0.00371, 0.00428) + vec2(0.16, 0.64));
  return vec2(dot(shifted, kStoneTurn), dot(shifted, vec2(-kStoneTurn.y, kStoneTurn.x)));
}

#ifdef FULL
const int kMostLooks = 8;    // per lookup at a slant
const float kCalmer = 1.35;  // wider footprints, so that nothing flickers under a slow camera

// Lookups at a slant: averaging them along the longer side of a pixel's footprint keeps its shorter side sharp.
struct Slant {
  vec2 longer;  // tiles
  int looks;
  float lod;
};

// For a map with `texels` per tile. The footprint has the sides `right` and `up`, in tiles.
Slant slant_of(vec2 right, vec2 up, float texels) {
  vec2 longer = dot(right, right) > dot(up, up) ? right : up;
  float longest = max(length(longer), 1.0e-6);
  float shortest = max(abs(right.x * up.y - right.y * up.x) / longest, longest / float(kMostLooks));
  int looks = int(clamp(ceil(longest / shortest - 0.1), 1.0, float(kMostLooks)));
  return Slant(longer, looks, log2(kCalmer * longest / float(looks) * texels));
}

vec4 slanted(sampler2D map, vec2 at, vec2 right, vec2 up, float texels) {
  Slant slant = slant_of(right, up, texels);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < slant.looks; ++i) {
    sum += textureLod(map, at + slant.longer * ((float(i) + 0.5) / float(slant.looks) - 0.5), slant.lod);
  }
  return sum / float(slant.looks);
}
#endif

// A footprint of a pixel, m: its sides, and its size.
struct Footprint {
  vec2 right, up;
  float size;
};

// Layers of the rock's texture.
const float kBlocks = 0.0, kStones = 1.0, kCourses = 2.0;

vec4 rock_pattern(float layer, vec2 at, Footprint pixel, float tile) {
  at /= tile;
#ifdef FULL
  Slant slant = slant_of(pixel.right / tile, pixel.up / tile, kRockTexels);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < slant.looks; ++i) {
    vec2 place = at + slant.longer * ((float(i) + 0.5) / float(slant.looks) - 0.5);
    sum += textureLod(rock_map, vec3(place, layer), slant.lod);
  }
  return sum / float(slant.looks) - 0.5;
#else
  return textureLod(rock_map, vec3(at, layer), log2(pixel.size * kRockTexels / tile)) - 0.5;
#endif
}

// Shade, slopes, and height above the surroundings, each with a mean of 0. `layer`: kStones for level ground, kCourses
// for cliffs, kBlocks for slopes between them and for bodies of rock.
vec4 broken_ground(float layer, vec2 at, Footprint pixel) {
  // Stones do not grow to the size of blocks, and the blocks of a cliff consist of broken rock.
  bool on_level = layer == kStones;
  float level = on_level ? 1.0 : 0.0, fine = on_level ? kStones : kBlocks;
  float tile = on_level ? kLevelTile : kStoneTile, relief = on_level ? kLevelRelief : 1.0;
  vec4 blocks = rock_pattern(on_level ? kBlocks : layer, at, pixel, kBlockTile);
  vec4 stones = vec4(0.0);
  for (bool seen = pixel.size < kNoStones; seen; seen = false) {
    mat2 turn = mat2(kStoneTurn.x, -kStoneTurn.y, kStoneTurn.y, kStoneTurn.x);
    Footprint turned = Footprint(turn * pixel.right, turn * pixel.up, pixel.size);
    stones = rock_pattern(fine, stone_place(at), turned, tile);
    stones.gb = relief * (stones.g * kStoneTurn + stones.b * vec2(-kStoneTurn.y, kStoneTurn.x));
    stones *= 1.0 - smoothstep(0.25 * kNoStones, kNoStones, pixel.size);
  }
  for (bool seen = pixel.size < kNoPebbles; seen; seen = false) {
    vec2 place = vec2(-at.y, at.x) + kPebbleShift * sway(at.yx * kPebbleWaves);
    Footprint turned = Footprint(vec2(-pixel.right.y, pixel.right.x), vec2(-pixel.up.y, pixel.up.x), pixel.size);
    vec4 pebbles = rock_pattern(fine, place, turned, kPebbleTile);
    pebbles.gb = vec2(pebbles.b, -pebbles.g);
    stones += kPebbles * pebbles * (1.0 - smoothstep(0.3 * kNoPebbles, kNoPebbles, pixel.size));
  }
  // Where stones are too small to be seen, the blocks are strengthened instead.
  float coarse = mix(kBlocksNear, 0.8, smoothstep(0.02, 0.1, pixel.size));
  // Level ground is calmer than cliffs.
  coarse *= mix(1.0, 0.3, level);
  return mix(coarse, mix(1.7, 0.9, level), smoothstep(0.2, 1.2, pixel.size)) * blocks + stones;
}

vec4 finish(vec3 linear) { return vec4(encode_srgb(tone(max(linear, 0.0))) + dither(), 1.0); }
#endif

// Cubic B-spline reconstruction from four bilinear lookups (Sigg & Hadwiger 2005): smooth in slope and value.
vec4 sample_smooth(sampler2D map, vec2 uv, vec2 size) {
  vec2 at = uv * size - 0.5;
  vec2 f = fract(at);
  at -= f;
  vec2 f2 = f * f, f3 = f2 * f;
  vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0;
  vec2 w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
  vec2 w3 = f3 / 6.0;
  vec2 w2 = 1.0 - w0 - w1 - w3;
  vec2 low = w0 + w1, high = w2 + w3;
  vec2 a = (at - 0.5 + w1 / low) / size;
  vec2 b = (at + 1.5 + w3 / high) / size;
  return low.y * (low.x * textureLod(map, a, 0.0) + high.x * textureLod(map, vec2(b.x, a.y), 0.0)) +
         high.y * (low.x * textureLod(map, vec2(a.x, b.y), 0.0) + high.x * textureLod(map, b, 0.0));
}

// Visibility of the sun at a position with the texture coordinates `uv`, which is `own` on the land. Beyond the edges,
// other ground throws the shadows.
float sun_at(vec2 position, vec2 uv, float own) {
  bool beyond = position.x < 0.0 || position.y < 0.0 || position.x > land_size.x || position.y > land_size.y;
  for (bool gone = beyond && surroundings.z > 0.0; gone; gone = false) {
    own = textureLod(surroundings_sun_map, uv / surroundings.z, 0.0).r;
  }
  return own;
}

// Visibility of the sun `above` m over the ground at `uv`, where the ground itself has the visibility `seen`: vertical
// objects rise out of shade.
float sun_above(vec2 uv, float seen, float above) {
  float shade = textureLod(shade_map, uv, 0.0).r;
  float edge = 0.2 + 0.1 * shade;  // m; the sun is not a point
  return max(seen, smoothstep(shade - edge, shade, above));
}

// Distance of a place behind the cut, m. Places with a negative distance are clipped. It is 0 if there is no cut.
float behind_slice(vec2 position) { return dot(slice.xy, position) - slice.z; }

// Moves the row of vertices next to the cut onto it. `spacing`: of the mesh, m.
vec2 onto_slice(vec2 position, vec2 spacing) {
  vec2 off = abs(slice.xy) * abs(slice.z) - position;
  return position + step(abs(off), 0.501 * spacing) * abs(slice.xy) * off;
}

// Depth by which the ground sinks beyond a side that the sea covers, m. Otherwise the sea would end at a mirrored
// coast. Negative beyond dry sides of a land by the sea, where no mirrored sea lies.
float sinking(vec2 position) {
  vec2 beyond = beyond_edges(position) * land_size.zw;
  vec4 away = vec4(-beyond.x, beyond.x, -beyond.y, beyond.y);
  away = max(away, 0.0);
  float sinks = min(dot(max(sea_sides, 0.0), away), surroundings.y);
  return sinks > 0.0 ? sinks : dot(min(sea_sides, 0.0), away);
}

// Height beyond the edges of ground that is `height` on the land.
float sunk(float height, float sinks) {
  return sinks < 0.0 ? max(height, surroundings.x) : height - sinks;
}

// Height of the land in the mesh.
float land_height(vec2 position, float level) {
  vec2 uv = land_uv(position);
  // In warped copies the mesh is not aligned with the cells. A coarser lookup keeps crests from becoming jagged.
  level += kCopyWarpCoarser * copy_warp(position);
  float height = textureLod(height_map, uv, level).r;
#ifdef FULL
  if (level <= 0.0) height = sample_smooth(height_map, uv, land_grid.xy).r;
#endif
  return sunk(height, sinking(position));
}

const float kSeaLevel = 0.05;  // m; water that is not higher than this above the sea belongs to it

const float kBedTile = 26.0, kBedBend = 1.3, kBedRelief = 0.025;  // cells

// Depth of the water m, negative where the ground is dry; foam; mud; wetness of the ground.
vec4 water_map_at(vec2 uv) {
#ifdef FULL
  return sample_smooth(water_map, uv, land_grid.xy);
#else
  return textureLod(water_map, uv, 0.0);
#endif
}

// `uv`: land_uv(position).
vec4 water_at(vec2 position, vec2 uv) {
  vec4 water = water_map_at(uv);
#ifdef FULL
  // On level ground, shores of shallow water follow relief that is finer than the cells.
  float shallow = 1.0 - smoothstep(0.05, 0.25, abs(water.x) / land_grid.z);
  shallow *= 1.0 - smoothstep(0.06, 0.20, length(textureLod(surface_map, uv, 0.0).xy));
  for (bool seen = shallow * (water.w + max(water.x, 0.0)) > 0.0; seen; seen = false) {
    vec4 bed = textureLod(noise_map, position / (kBedTile * land_grid.z), 1.0) - 0.5;
    water = mix(water, water_map_at(uv + kBedBend * bed.gb / land_grid.xy), shallow);
    // Damp ground without water has no depth.
    if (water.x != 0.0) water.x += kBedRelief * land_grid.z * bed.r * shallow;
  }
#endif
  // In the sea beyond the edges, no mirrored river flows. A loop, because drivers that draw on the processor would
  // execute both sides of a branch.
  for (bool coast = sea_sides != vec4(0.0); coast; coast = false) {
    float sinks = sinking(position);
    if (sinks > 0.0) {
      float depth = surroundings.x + sinks - textureLod(height_map, uv, 0.0).r;
      water.x = mix(water.x + sinks, depth, smoothstep(0.0, 0.1 * surroundings.y, sinks));
      water.yz *= 1.0 - smoothstep(0.0, 0.2 * surroundings.y, sinks);
    } else if (sinks < 0.0 && textureLod(water_top_map, uv, 0.0).x < surroundings.x + kSeaLevel) {
      water = vec4(-1.0, 0.0, 0.0, 0.0);
    }
  }
  return water;
}

// Surface of the water in a mesh. On dry ground it lies on the ground and is not drawn.
float water_height(vec2 position, float level) {
  float top = sinking(position) > 0.0 ? surroundings.x : textureLod(water_top_map, land_uv(position), 0.0).x;
  return max(land_height(position, level), top);
}
